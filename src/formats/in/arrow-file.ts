import { createReadStream } from "node:fs";
import { DataType, type Field, RecordBatchReader } from "apache-arrow";
import { messageOfError } from "../../domain/errors.ts";
import { formatInstant } from "../../domain/instant.ts";
import { type InputFile, type TextRow, type TextRows, unreadable } from "./input-file.ts";

/** An Arrow file or stream whose rows the program reads; the texts of its rows are JSON. */
export async function openArrowRows({ name, path }: InputFile): Promise<TextRows> {
  const source = createReadStream(path);
  const batches = await readable(name, async () => (await RecordBatchReader.from(source)).open());
  const { fields } = batches.schema;
  return {
    names: fields.map((field) => field.name),
    where: "its columns are",
    isExact: false,
    async *read(columns) {
      const next = () => readable(name, async () => batches.next());
      for (let step = await next(); !step.done; step = await next()) {
        const batch = step.value;
        const texts = fields.map((field: Field, index: number) => {
          const vector = batch.getChildAt(index);
          return (row: number) => textOf(field.type, vector?.get(row));
        });
        const used = columns.map((column) => texts[fields.findIndex((field) => field.name === column)]);
        const rows: TextRow[] = [];
        for (let row = 0; row < batch.numRows; row++) {
          const values = used.map((text) => text?.(row) ?? null);
          const all = fields.map(({ name: column }, index) => [column, texts[index]?.(row) ?? null]);
          rows.push({ values, problem: null, text: JSON.stringify(Object.fromEntries(all)) });
        }
        yield rows;
      }
    },
    close: () => source.destroy(),
  };
}

/** A value as a text. A time without a zone has no offset. */
function textOf(type: DataType, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (DataType.isDictionary(type)) return textOf(type.dictionary, value);
  if (DataType.isTimestamp(type) || DataType.isDate(type)) {
    const text = formatInstant(Math.floor(Number(value)));
    return DataType.isTimestamp(type) && type.timezone ? text : text.slice(0, -1);
  }
  return String(value);
}

async function readable<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unreadable(name, `it is incomplete or damaged: ${messageOfError(error)}`, { cause: error });
  }
}
