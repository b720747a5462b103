import { type FlatTable, type FlatVector, MalformedArrow } from "./flatbuffer.ts";
import type { ArrowMessage } from "./messages.ts";
import { type ArrowField, TYPES } from "./schema.ts";

/** Bytes of a field's node, and of a buffer's entry, in a batch's metadata. */
const NODE_BYTES = 16;
const BUFFER_ENTRY_BYTES = 16;

/** Buffers begin at multiples of this, in bytes: their numbers are read where they lie. */
const ALIGNMENT = 8;

/** A column of a batch: its own buffers, each of which lies within the batch's body. */
export interface RawColumn {
  readonly field: ArrowField;
  readonly rows: number;
  readonly nulls: number;
  readonly buffers: readonly Uint8Array[];
}

/**
 * A record batch, or the values of a dictionary, as the metadata describes them. The content of the buffers is
 * not checked, and columns that are not requested are skipped.
 *
 * @throws MalformedArrow where there are not as many columns and buffers as the fields have, or a buffer is not
 * within the body
 */
export class RawBatch {
  readonly rows: number;
  readonly #header: FlatTable;
  readonly #body: Uint8Array;
  readonly #nodes: FlatVector;
  readonly #entries: FlatVector;
  readonly #extras: FlatVector;
  #node = 0;
  #entry = 0;
  #extra = 0;

  /** @param header the RecordBatch table */
  constructor(header: FlatTable, { body }: Pick<ArrowMessage, "body">) {
    this.#header = header;
    this.#body = body;
    this.rows = header.size(0);
    this.#nodes = header.vector(1, NODE_BYTES);
    this.#entries = header.vector(2, BUFFER_ENTRY_BYTES);
    this.#extras = header.vector(4, 8);
    if (header.table(3) !== null)
      throw new MalformedArrow("its buffers are compressed; send them as they are, and compress the whole");
  }

  /** The requested columns, in the schema's order. */
  columns(fields: readonly ArrowField[], isWanted: (field: ArrowField) => boolean): RawColumn[] {
    // A column needs a bit for each row at least; nulls alone, of which a batch may be, are no reports.
    if (this.rows > 8 * this.#body.length)
      throw new MalformedArrow(`a batch has ${this.rows} rows, and ${this.#body.length} bytes for them`);
    const columns: RawColumn[] = [];
    for (const field of fields) {
      const column = this.#next(field, isWanted(field));
      if (column !== null) columns.push(column);
    }
    if (this.#node !== this.#nodes.length || this.#entry !== this.#entries.length)
      throw new MalformedArrow("a batch has more columns or buffers than its schema");
    return columns;
  }

  #next(field: ArrowField, isWanted: boolean): RawColumn | null {
    const isEncoded = field.dictionary !== null;
    const at = this.#take(this.#nodes, this.#node++, NODE_BYTES);
    const buffers = isEncoded ? 2 : field.buffers + this.#extraBuffers(field);
    const first = this.#entry;
    if (first + buffers > this.#entries.length) throw lacking();
    this.#entry += buffers;
    // A dictionary's values, and what lies within them, are in a batch of their own.
    if (!isEncoded) for (const child of field.children) this.#next(child, false);
    if (!isWanted) return null;
    const { buffer } = this.#header;
    const [rows, nulls] = [buffer.sizeAt(at), buffer.sizeAt(at + 8)];
    if (rows !== this.rows || nulls > rows)
      throw new MalformedArrow(
        `the column ${field.name} has ${rows} rows with ${nulls} nulls in a batch of ${this.rows} rows`,
      );
    return {
      field,
      rows,
      nulls,
      buffers: Array.from({ length: buffers }, (_, i) => this.#buffer(first + i)),
    };
  }

  /** How many buffers a column of views has besides those that each has. */
  #extraBuffers({ type }: ArrowField): number {
    if (type !== TYPES.utf8View && type !== TYPES.binaryView) return 0;
    return this.#header.buffer.sizeAt(this.#take(this.#extras, this.#extra++, 8));
  }

  #buffer(index: number): Uint8Array {
    const at = this.#entries.start + BUFFER_ENTRY_BYTES * index;
    const { buffer } = this.#header;
    const [offset, length] = [buffer.sizeAt(at), buffer.sizeAt(at + 8)];
    if (offset + length > this.#body.length)
      throw new MalformedArrow(
        `a buffer should lie at ${offset} to ${offset + length} of a body of ${this.#body.length} bytes`,
      );
    if (length > 0 && offset % ALIGNMENT !== 0)
      throw new MalformedArrow(`a buffer begins at ${offset}, which is no multiple of ${ALIGNMENT}`);
    return this.#body.subarray(offset, offset + length);
  }

  #take(vector: FlatVector, index: number, bytes: number): number {
    if (index >= vector.length) throw lacking();
    return vector.start + index * bytes;
  }
}

function lacking(): MalformedArrow {
  return new MalformedArrow("a batch has fewer columns or buffers than its schema");
}
