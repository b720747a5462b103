import { ARROW_FIELD_DEPTH_MAX, ARROW_FIELDS_MAX } from "../../domain/limits.ts";
import { FlatBuffer, type FlatTable, MalformedArrow } from "./flatbuffer.ts";

/** A source of Arrow data: a request body, or a file. */
export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** Maximum number of messages; unlimited if absent. */
  readonly messagesMax?: number;
  /** Reads exactly `length` bytes, which are within the source. */
  read(position: number, length: number): Uint8Array | Promise<Uint8Array>;
}

/** A message of the IPC format: its metadata and body. */
export interface ArrowMessage {
  /** One of `HEADERS`. */
  readonly kind: number;
  /** Version of Arrow's format; 4 is V5. */
  readonly version: number;
  readonly header: FlatTable;
  /** Aligned to 8 bytes in its array buffer. */
  readonly body: Uint8Array;
}

/** Kinds of messages, as numbered in Message.fbs. */
export const HEADERS = { schema: 1, dictionaryBatch: 2, recordBatch: 3 } as const;

/** The versions V4 and V5, whose layouts differ only in unions; older versions have not been written since 2017. */
const VERSIONS = [3, 4] as const;

const MAGIC = "ARROW1";
/** The magic bytes at the start of a file, padded. */
const FILE_HEAD_BYTES = 8;
/** The footer's length and the magic bytes, at the end of a file. */
const FILE_TAIL_BYTES = 4 + MAGIC.length;

/** Precedes the length of a message, except in the oldest streams. */
const CONTINUATION = -1;

/**
 * The messages of an IPC stream, or of an IPC file, which is a stream with a footer that has the schema. Each length is
 * checked against the rest of the source before that much is read.
 *
 * @throws MalformedArrow if the source is truncated, or a length is impossible
 */
export async function* arrowMessages(source: ByteSource): AsyncGenerator<ArrowMessage> {
  const file = await fileBounds(source);
  const end = file?.end ?? source.size;
  let at = file === null ? 0 : FILE_HEAD_BYTES;
  if (file !== null) yield file.schema;
  let batches = 0;
  for (let messages = 0; at < end; messages++) {
    const frame = await frameAt(source, at, end);
    if (frame === null) break;
    if (messages === source.messagesMax) throw new MalformedArrow(`it has more than ${messages} messages`);
    const message = await messageIn(source, frame, end);
    if (message.kind === HEADERS.recordBatch) batches++;
    // Some writers put the schema only in the footer, others also at the beginning.
    if (file === null || message.kind !== HEADERS.schema) yield message;
    at = frame.bodyAt + message.bodyBytes;
  }
  if (file !== null && batches !== file.batches)
    throw new MalformedArrow(`it has ${batches} record batches, but its footer lists ${file.batches}`);
}

interface Frame {
  readonly metadataAt: number;
  readonly bodyAt: number;
}

/** The frame of the message at a position; null at the end-of-stream marker. */
async function frameAt(source: ByteSource, at: number, end: number): Promise<Frame | null> {
  const head = await source.read(at, Math.min(8, end - at));
  if (head.length < 4) throw endsEarly();
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  let length = view.getInt32(0, true);
  let metadataAt = at + 4;
  if (length === CONTINUATION) {
    if (head.length < 8) throw endsEarly();
    length = view.getInt32(4, true);
    metadataAt += 4;
  }
  if (length === 0) return null;
  if (length < 0 || length > end - metadataAt)
    throw new MalformedArrow(
      `a message's metadata has ${length} bytes, but only ${end - metadataAt} are left`,
    );
  return { metadataAt, bodyAt: metadataAt + length };
}

async function messageIn(
  source: ByteSource,
  { metadataAt, bodyAt }: Frame,
  end: number,
): Promise<ArrowMessage & { readonly bodyBytes: number }> {
  const message = new FlatBuffer(await source.read(metadataAt, bodyAt - metadataAt)).root();
  const version = versionIn(message);
  const header = message.table(2);
  if (header === null) throw new MalformedArrow("a message has no header");
  const bodyBytes = message.size(3);
  if (bodyBytes > end - bodyAt)
    throw new MalformedArrow(`a message's body has ${bodyBytes} bytes, but only ${end - bodyAt} are left`);
  const body = aligned(await source.read(bodyAt, bodyBytes));
  return { kind: message.byte(1), version, header, body, bodyBytes };
}

function versionIn(table: FlatTable): number {
  const version = table.short(0);
  if (!VERSIONS.some((known) => known === version))
    throw new MalformedArrow(`its format version is V${version + 1}; only V4 and V5 are supported`);
  return version;
}

interface FileBounds {
  /** The schema as a message. */
  readonly schema: ArrowMessage;
  /** Position of the end of the stream. */
  readonly end: number;
  /** Number of record batches listed. */
  readonly batches: number;
}

/** Reads the footer; null if the source is a stream. */
async function fileBounds(source: ByteSource): Promise<FileBounds | null> {
  const { size } = source;
  if (size < MAGIC.length || textOf(await source.read(0, MAGIC.length)) !== MAGIC) return null;
  if (size < FILE_HEAD_BYTES + FILE_TAIL_BYTES) throw endsEarly();
  const tail = await source.read(size - FILE_TAIL_BYTES, FILE_TAIL_BYTES);
  if (textOf(tail.subarray(4)) !== MAGIC) throw new MalformedArrow("it ends without an Arrow file's footer");
  const length = new DataView(tail.buffer, tail.byteOffset, 4).getInt32(0, true);
  const end = size - FILE_TAIL_BYTES - length;
  if (length <= 0 || end < FILE_HEAD_BYTES)
    throw new MalformedArrow(`its footer length of ${length} bytes is invalid in a file of ${size} bytes`);
  const footer = new FlatBuffer(await source.read(end, length)).root();
  const header = footer.table(1);
  if (header === null) throw new MalformedArrow("its footer has no schema");
  const schema = { kind: HEADERS.schema, version: versionIn(footer), header, body: new Uint8Array() };
  return { schema, end, batches: footer.vector(3, BLOCK_BYTES).length };
}

/** Bytes of a footer's entry for a message. */
const BLOCK_BYTES = 24;

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function aligned(bytes: Uint8Array): Uint8Array {
  // Buffer.slice would return a view.
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

function endsEarly(): MalformedArrow {
  return new MalformedArrow("it is truncated within a message");
}

/** Types, as numbered in Schema.fbs. */
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

/** The types that have other than 2 buffers per field of a record batch; unions vary. */
const BUFFERS = new Map<number, number>([
  ...[TYPES.null, TYPES.runEndEncoded].map((type) => [type, 0] as const),
  ...[TYPES.struct, TYPES.fixedSizeList].map((type) => [type, 1] as const),
  ...[TYPES.binary, TYPES.utf8, TYPES.largeBinary, TYPES.largeUtf8].map((type) => [type, 3] as const),
  ...[TYPES.listView, TYPES.largeListView].map((type) => [type, 3] as const),
]);

const DENSE_UNION = 1;
const VERSION_5 = 4;

/** The dictionary encoding of a field. */
export interface DictionaryEncoding {
  readonly id: bigint;
  /** The Int type of the indices; null for signed 32-bit. */
  readonly indices: FlatTable | null;
}

export interface ArrowField {
  readonly name: string;
  /** One of `TYPES`; for a dictionary-encoded field, that of the values. */
  readonly type: number;
  /** The type's parameters; null if it has none. */
  readonly details: FlatTable | null;
  readonly dictionary: DictionaryEncoding | null;
  readonly children: readonly ArrowField[];
  /** Buffers of the field in a batch, except variadic ones. */
  readonly buffers: number;
}

/**
 * Parses the fields of a schema.
 *
 * @param version of the message that has the schema
 * @throws MalformedArrow if there are too many, or one has an unknown type
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

  /** The fields in a vector of a table. */
  fields(parent: FlatTable, vector: number, depth: number): ArrowField[] {
    return Array.from(parent.tables(vector), (table) => {
      if (depth > ARROW_FIELD_DEPTH_MAX)
        throw new MalformedArrow(`its fields are nested more than ${ARROW_FIELD_DEPTH_MAX} levels deep`);
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
    if (!Object.values<number>(TYPES).includes(type))
      throw new MalformedArrow(`it has a field of the unknown type ${type}`);
    return BUFFERS.get(type) ?? 2;
  }
}

/** The name of a field's type, for messages. */
export function typeName({ type }: ArrowField): string {
  return Object.entries(TYPES).find(([, number]) => number === type)?.[0] ?? String(type);
}
