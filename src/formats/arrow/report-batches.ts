import { type Data, Vector } from "apache-arrow";
import { ARROW_DELTAS_MAX } from "../../domain/limits.ts";
import { REPORT_FIELDS, type ReportField } from "../../domain/sensor-report.ts";
import { columnOf, type Dictionaries, valuesOf } from "./columns.ts";
import { type FlatTable, MalformedArrow } from "./flatbuffer.ts";
import { type ArrowMessage, arrowMessages, type ByteSource, HEADERS } from "./messages.ts";
import { RawBatch } from "./record-batch.ts";
import { type ArrowField, fieldsOf } from "./schema.ts";

/** The source's column for each field that it has. */
export type ColumnNames = Readonly<Partial<Record<ReportField, string>>>;

/** A batch of rows. `columnsOf` reads them. */
export interface ReportBatch {
  readonly rows: number;
  readonly columns: Readonly<Partial<Record<ReportField, Vector>>>;
}

/**
 * The sensor reports of an Arrow IPC stream or file from a source that is not trusted. Only the columns of reports
 * are read. All lengths, offsets and counts in the source are compared with the size of the source before they are used.
 * Memory is allocated for one message at a time.
 *
 * The library's own reader does not check them: a length with one changed bit makes it allocate gigabytes.
 */
export class ReportBatches {
  /** The names of the columns, in their order. */
  readonly names: readonly string[];
  readonly #messages: AsyncIterator<ArrowMessage>;
  readonly #fields: readonly ArrowField[];
  /** The values of dictionaries, one piece per message. */
  readonly #pieces = new Map<bigint, Data[]>();
  readonly #dictionaries = new Map<bigint, Vector>();

  private constructor(messages: AsyncIterator<ArrowMessage>, fields: readonly ArrowField[]) {
    this.#messages = messages;
    this.#fields = fields;
    this.names = fields.map(({ name }) => name);
  }

  /** @throws MalformedArrow where there is no schema, or one that cannot be read */
  static async open(source: ByteSource): Promise<ReportBatches> {
    const messages = arrowMessages(source);
    const { value: first, done } = await messages.next();
    if (done || first.kind !== HEADERS.schema) throw new MalformedArrow("it has no schema");
    return new ReportBatches(messages, fieldsOf(first.header, first.version));
  }

  /**
   * The batches, in their order.
   *
   * @param names those of the columns to read
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
      if (message.kind === HEADERS.dictionaryBatch) this.#keepDictionary(message, fields);
      else if (message.kind === HEADERS.recordBatch) yield this.#read(message, wanted, requireRows);
      else throw new MalformedArrow(`it has a message of the unknown kind ${message.kind}`);
    }
  }

  #read(
    message: ArrowMessage,
    wanted: ReadonlyMap<ReportField, ArrowField>,
    requireRows: (rows: number) => void,
  ): ReportBatch {
    const batch = new RawBatch(message.header, message);
    requireRows(batch.rows);
    const fields = new Set(wanted.values());
    const raw = batch.columns(this.#fields, (field) => fields.has(field));
    const read = new Map(raw.map((column) => [column.field, columnOf(column, this.#known(column.field))]));
    const columns: Partial<Record<ReportField, Vector>> = {};
    for (const [field, { name }] of wanted) {
      const column = [...read].find(([found]) => found.name === name);
      if (column !== undefined) columns[field] = column[1];
    }
    return { rows: batch.rows, columns };
  }

  /** The dictionary of a field, if it has one. */
  #known({ dictionary }: ArrowField): Dictionaries {
    const pieces = dictionary && this.#pieces.get(dictionary.id);
    if (pieces && !this.#dictionaries.has(dictionary.id))
      this.#dictionaries.set(dictionary.id, new Vector(pieces));
    return this.#dictionaries;
  }

  #keepDictionary(message: ArrowMessage, wanted: ReadonlySet<ArrowField>): void {
    const { header } = message;
    const id = header.long(0);
    const values = header.table(1);
    const field = [...wanted].find(({ dictionary }) => dictionary?.id === id);
    if (field === undefined) return;
    if (values === null) throw new MalformedArrow("a dictionary has no values");
    const pieces = header.byte(2) === 0 ? [] : (this.#pieces.get(id) ?? []);
    if (pieces.length === ARROW_DELTAS_MAX)
      throw new MalformedArrow(`a dictionary comes in more than ${ARROW_DELTAS_MAX} pieces`);
    pieces.push(dictionaryValues(values, message, field));
    this.#pieces.set(id, pieces);
    this.#dictionaries.delete(id);
  }
}

/** The values of a dictionary, which are one column without a dictionary of its own. */
function dictionaryValues(header: FlatTable, message: ArrowMessage, field: ArrowField): Data {
  const values = { ...field, dictionary: null };
  const [column] = new RawBatch(header, message).columns([values], () => true);
  if (column === undefined) throw new MalformedArrow("a dictionary has no values");
  return valuesOf(column);
}
