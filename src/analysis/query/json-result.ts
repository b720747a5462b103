import { formatInstant } from "../../domain/instant.ts";
import type { DuckDBDataChunk } from "../../store/duckdb/duckdb-api.ts";
import { ResultFile } from "./result-file.ts";
import type { ResultColumn, ResultSummary, ResultTarget, ResultWriter } from "./result-writer.ts";
import { type ToJson, toJsonOf } from "./values.ts";

/** A result as one JSON object, whose rows are lists of values. */
export class JsonResult implements ResultWriter {
  readonly #file: ResultFile;
  readonly #toJson: readonly ToJson[];
  #isFirst = true;

  constructor(columns: readonly ResultColumn[], { path, bytesMax }: ResultTarget) {
    this.#toJson = columns.map(toJsonOf);
    this.#file = new ResultFile(path, bytesMax);
    const described = columns.map(({ name, type }) => ({ name, type: String(type) }));
    this.#file.write(`{"columns":${JSON.stringify(described)},"rows":[`);
  }

  add(chunk: DuckDBDataChunk): number {
    for (let row = 0; row < chunk.rowCount; row++) {
      const values = chunk.getRowValues(row).map((value, index) => this.#toJson[index]?.(value));
      if (!this.#file.tryWrite(`${this.#isFirst ? "" : ","}\n${JSON.stringify(values)}`)) return row;
      this.#isFirst = false;
    }
    return chunk.rowCount;
  }

  end({ rows, truncated, elapsedMs, asOf }: ResultSummary): void {
    const summary = {
      row_count: rows,
      truncated,
      elapsed_ms: Math.round(elapsedMs),
      as_of: formatInstant(asOf),
    };
    this.#file.write(`\n],${JSON.stringify(summary).slice(1)}\n`);
    this.#file.flush();
  }

  close(): void {
    this.#file.close();
  }
}
