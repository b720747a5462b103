import { type Data, MessageHeader, Type, Vector } from "apache-arrow";
import { ARROW_DELTAS_MAX } from "../../domain/limits.ts";
import { REPORT_FIELDS, type ReportField } from "../../domain/sensor-report.ts";
import { columnOf, type RawColumn, valuesOf } from "./columns.ts";
import { type FlatTable, type FlatVector, MalformedArrow } from "./flatbuffer.ts";
import { type ArrowField, type ArrowMessage, arrowMessages, type ByteSource, fieldsOf } from "./messages.ts";

/** The name of the source's column for each field. */
export type ColumnNames = Readonly<Partial<Record<ReportField, string>>>;

/** A validated batch of rows; `columnsOf` reads it. */
export interface ReportBatch {
  readonly rows: number;
  readonly columns: Readonly<Partial<Record<ReportField, Vector>>>;
}

/**
 * The sensor reports of an Arrow IPC stream or file from an untrusted source. Only the columns of reports are read, and
 * every length, offset and count is checked against the available bytes before it is used. Memory is allocated for one
 * message at a time.
 *
 * The library's own reader does not check them: one flipped bit in a length makes it allocate gigabytes.
 */
export class ReportBatches {
  /** The names of the columns, in order. */
  readonly names: readonly string[];
  readonly #messages: AsyncIterator<ArrowMessage>;
  readonly #fields: readonly ArrowField[];
  /** The values of dictionaries: the first batch and its deltas. */
  readonly #dictionaryBatches = new Map<bigint, Data[]>();
  readonly #dictionaries = new Map<bigint, Vector>();

  private constructor(messages: AsyncIterator<ArrowMessage>, fields: readonly ArrowField[]) {
    this.#messages = messages;
    this.#fields = fields;
    this.names = fields.map(({ name }) => name);
  }

  /** @throws MalformedArrow if there is no valid schema */
  static async open(source: ByteSource): Promise<ReportBatches> {
    const messages = arrowMessages(source);
    const { value: first, done } = await messages.next();
    if (done || first.kind !== MessageHeader.Schema) throw new MalformedArrow("it has no schema");
    return new ReportBatches(messages, fieldsOf(first.header, first.version));
  }

  /**
   * The batches, in order.
   *
   * @param names the columns to read
   * @param requireRows is called with the number of rows of a batch before it is read, and may throw
   * @throws MalformedArrow
   */
  async *batches(names: ColumnNames, requireRows: (rows: number) => void): AsyncGenerator<ReportBatch> {
    const wanted = new Map(
      REPORT_FIELDS.flatMap((field) => {
        const found = this.#fields.find(({ name }) => name === names[field]);
        return found === undefined ? [] : [[field, found] as const];
      }),
    );
    const fields = new Set(wanted.values());
    for (let next = await this.#messages.next(); !next.done; next = await this.#messages.next()) {
      const message = next.value;
      if (message.kind === MessageHeader.DictionaryBatch) this.#keepDictionary(message, fields);
      else if (message.kind === MessageHeader.RecordBatch) yield this.#read(message, wanted, requireRows);
      else throw new MalformedArrow(`it has a message of the unknown kind ${message.kind}`);
    }
  }

  #read(
    message: ArrowMessage,
    wanted: ReadonlyMap<ReportField, ArrowField>,
    requireRows: (rows: number) => void,
  ): ReportBatch {
    const batch = new RawBatch(message.header, message.body);
    requireRows(batch.rows);
    const fields = new Set(wanted.values());
    const columns: Partial<Record<ReportField, Vector>> = {};
    for (const raw of batch.columns(this.#fields, (field) => fields.has(field))) {
      const column = columnOf(raw, this.#dictionaryOf(raw.field));
      for (const [field, found] of wanted) if (found === raw.field) columns[field] = column;
    }
    return { rows: batch.rows, columns };
  }

  #dictionaryOf({ dictionary }: ArrowField): Vector | undefined {
    if (dictionary === null) return undefined;
    const { id } = dictionary;
    const batches = this.#dictionaryBatches.get(id);
    if (batches && !this.#dictionaries.has(id)) this.#dictionaries.set(id, new Vector(batches));
    return this.#dictionaries.get(id);
  }

  #keepDictionary(message: ArrowMessage, wanted: ReadonlySet<ArrowField>): void {
    const { header } = message;
    const id = header.long(0);
    const values = header.table(1);
    const field = [...wanted].find(({ dictionary }) => dictionary?.id === id);
    if (field === undefined) return;
    if (values === null) throw new MalformedArrow("a dictionary has no values");
    const batches = header.byte(2) === 0 ? [] : (this.#dictionaryBatches.get(id) ?? []);
    if (batches.length === ARROW_DELTAS_MAX)
      throw new MalformedArrow(`a dictionary has more than ${ARROW_DELTAS_MAX} batches`);
    batches.push(dictionaryValues(values, message, field));
    this.#dictionaryBatches.set(id, batches);
    this.#dictionaries.delete(id);
  }
}

/** The values of a dictionary: a single column that is not dictionary-encoded. */
function dictionaryValues(header: FlatTable, message: ArrowMessage, field: ArrowField): Data {
  const values = { ...field, dictionary: null };
  const [column] = new RawBatch(header, message.body).columns([values], () => true);
  if (column === undefined) throw new MalformedArrow("a dictionary has no values");
  return valuesOf(column);
}

/** Bytes of a field node, and of a buffer entry, in a batch's metadata. */
const NODE_BYTES = 16;
const BUFFER_ENTRY_BYTES = 16;

/** Alignment of buffers in bytes, which lets their numbers be read in place. */
const ALIGNMENT = 8;

/**
 * A record batch, or the values of a dictionary, as described by the metadata. The content of the buffers is not
 * validated, and unwanted columns are skipped.
 *
 * @throws MalformedArrow if the number of columns or buffers differs from the fields, or a buffer is not within the
 * body
 */
class RawBatch {
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
  constructor(header: FlatTable, body: Uint8Array) {
    this.#header = header;
    this.#body = body;
    this.rows = header.size(0);
    this.#nodes = header.vector(1, NODE_BYTES);
    this.#entries = header.vector(2, BUFFER_ENTRY_BYTES);
    this.#extras = header.vector(4, 8);
    if (header.table(3) !== null)
      throw new MalformedArrow("compressed buffers are not supported; compress the whole stream instead");
  }

  /** The wanted columns, in the schema's order. */
  columns(fields: readonly ArrowField[], isWanted: (field: ArrowField) => boolean): RawColumn[] {
    // A column needs at least one bit per row; a batch of null columns has no reports.
    if (this.rows > 8 * this.#body.length)
      throw new MalformedArrow(`a batch has ${this.rows} rows, but only ${this.#body.length} bytes`);
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
    // The children of a dictionary's values are in the dictionary's own batch.
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

  #extraBuffers({ type }: ArrowField): number {
    if (type !== Type.Utf8View && type !== Type.BinaryView) return 0;
    return this.#header.buffer.sizeAt(this.#take(this.#extras, this.#extra++, 8));
  }

  #buffer(index: number): Uint8Array {
    const at = this.#entries.start + BUFFER_ENTRY_BYTES * index;
    const { buffer } = this.#header;
    const [offset, length] = [buffer.sizeAt(at), buffer.sizeAt(at + 8)];
    if (offset + length > this.#body.length)
      throw new MalformedArrow(
        `a buffer from ${offset} to ${offset + length} is outside its body of ${this.#body.length} bytes`,
      );
    if (length > 0 && offset % ALIGNMENT !== 0)
      throw new MalformedArrow(`a buffer begins at ${offset}, which is not a multiple of ${ALIGNMENT}`);
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
