import { ARROW_FIELD_DEPTH_MAX, ARROW_FIELDS_MAX } from "../../domain/limits.ts";
import { type FlatTable, MalformedArrow } from "./flatbuffer.ts";

/** Types by the number that Schema.fbs has for them. */
export const TYPES = {
  null: 1,
  int: 2,
  float: 3,
  binary: 4,
  utf8: 5,
  bool: 6,
  decimal: 7,
  date: 8,
  time: 9,
  timestamp: 10,
  interval: 11,
  list: 12,
  struct: 13,
  union: 14,
  fixedSizeBinary: 15,
  fixedSizeList: 16,
  map: 17,
  duration: 18,
  largeBinary: 19,
  largeUtf8: 20,
  largeList: 21,
  runEndEncoded: 22,
  binaryView: 23,
  utf8View: 24,
  listView: 25,
  largeListView: 26,
} as const;

/** Buffers that a record batch has for a field of each type, by the type's number; those of unions depend on more. */
const BUFFERS: Readonly<Record<number, number>> = {
  [TYPES.null]: 0,
  [TYPES.int]: 2,
  [TYPES.float]: 2,
  [TYPES.binary]: 3,
  [TYPES.utf8]: 3,
  [TYPES.bool]: 2,
  [TYPES.decimal]: 2,
  [TYPES.date]: 2,
  [TYPES.time]: 2,
  [TYPES.timestamp]: 2,
  [TYPES.interval]: 2,
  [TYPES.list]: 2,
  [TYPES.struct]: 1,
  [TYPES.fixedSizeBinary]: 2,
  [TYPES.fixedSizeList]: 1,
  [TYPES.map]: 2,
  [TYPES.duration]: 2,
  [TYPES.largeBinary]: 3,
  [TYPES.largeUtf8]: 3,
  [TYPES.largeList]: 2,
  [TYPES.runEndEncoded]: 0,
  [TYPES.binaryView]: 2,
  [TYPES.utf8View]: 2,
  [TYPES.listView]: 3,
  [TYPES.largeListView]: 3,
};

const DENSE_UNION = 1;
const VERSION_5 = 4;

/** The encoding of a field's values by a dictionary. */
export interface DictionaryEncoding {
  readonly id: bigint;
  /** The type of the indices, as of an int field; null is a 32-bit one with a sign. */
  readonly indices: FlatTable | null;
}

/** A field of a schema. */
export interface ArrowField {
  readonly name: string;
  /** One of `TYPES`; where there is a dictionary, that of the dictionary's values. */
  readonly type: number;
  /** The parameters of the type; null where it has none. */
  readonly details: FlatTable | null;
  readonly dictionary: DictionaryEncoding | null;
  readonly children: readonly ArrowField[];
  /** Buffers that a batch has for the field itself, besides those whose number each batch says. */
  readonly buffers: number;
}

/**
 * The fields of a schema.
 *
 * @param version as of the message that has the schema
 * @throws MalformedArrow where there are too many, or one is of an unknown type
 */
export function fieldsOf(schema: FlatTable, version: number): ArrowField[] {
  if (schema.short(0) !== 0) throw new MalformedArrow("its numbers are big-endian");
  return new SchemaReader(version).fields(schema, 1, 1);
}

class SchemaReader {
  readonly #version: number;
  #left = ARROW_FIELDS_MAX;

  constructor(version: number) {
    this.#version = version;
  }

  /** The fields in the vector that is a field of a table. */
  fields(parent: FlatTable, vector: number, depth: number): ArrowField[] {
    return Array.from(parent.tables(vector), (table) => {
      if (depth > ARROW_FIELD_DEPTH_MAX)
        throw new MalformedArrow(`its fields lie more than ${ARROW_FIELD_DEPTH_MAX} deep within each other`);
      if (this.#left-- === 0) throw new MalformedArrow(`it has more than ${ARROW_FIELDS_MAX} fields`);
      return this.#field(table, depth);
    });
  }

  #field(table: FlatTable, depth: number): ArrowField {
    const type = table.byte(2);
    const details = table.table(3);
    const dictionary = table.table(4);
    return {
      name: table.text(0),
      type,
      details,
      dictionary: dictionary && { id: dictionary.long(0), indices: dictionary.table(1) },
      children: this.fields(table, 5, depth + 1),
      buffers: this.#buffersOf(type, details),
    };
  }

  #buffersOf(type: number, details: FlatTable | null): number {
    if (type === TYPES.union)
      return (details?.short(0) === DENSE_UNION ? 2 : 1) + (this.#version < VERSION_5 ? 1 : 0);
    const buffers = BUFFERS[type];
    if (buffers === undefined) throw new MalformedArrow(`it has a field of the unknown type ${type}`);
    return buffers;
  }
}

/** The name of a field's type for error messages. */
export function typeName({ type }: ArrowField): string {
  return Object.entries(TYPES).find(([, number]) => number === type)?.[0] ?? String(type);
}
