import { stringify } from "csv-stringify/sync";
import type { DuckDBDataChunk, Json } from "../../store/duckdb/duckdb-api.ts";
import { ResultFile } from "./result-file.ts";
import type { ResultColumn, ResultTarget, ResultWriter } from "./result-writer.ts";
import { type ToJson, toJsonOf } from "./values.ts";

/** A result as CSV with a header; null is empty (D29), lists and structs are JSON. */
export class CsvResult implements ResultWriter {
  readonly #file: ResultFile;
  readonly #toJson: readonly ToJson[];

  constructor(columns: readonly ResultColumn[], { path, bytesMax }: ResultTarget) {
    this.#toJson = columns.map(toJsonOf);
    this.#file = new ResultFile(path, bytesMax);
    this.#file.write(stringify([columns.map(({ name }) => name)]));
  }

  add(chunk: DuckDBDataChunk): number {
    for (let row = 0; row < chunk.rowCount; row++) {
      const cells = chunk.getRowValues(row).map((value, index) => cell(this.#toJson[index]?.(value) ?? null));
      if (!this.#file.tryWrite(stringify([cells]))) return row;
    }
    return chunk.rowCount;
  }

  end(): void {
    this.#file.flush();
  }

  close(): void {
    this.#file.close();
  }
}

/** A value as CSV has it. */
function cell(value: Json): string | number | null {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  return JSON.stringify(value);
}
