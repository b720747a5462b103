import type { SqlFormat } from "../../engine/ports/ad-hoc-sql.ts";
import { CsvResult } from "./csv-result.ts";
import { JsonResult } from "./json-result.ts";
import type { ResultColumn, ResultTarget, ResultWriter } from "./result-writer.ts";

/** Opens a writer of a format; what only one format needs is loaded with it. */
export async function openResult(
  format: SqlFormat,
  columns: readonly ResultColumn[],
  target: ResultTarget,
): Promise<ResultWriter> {
  switch (format) {
    case "json":
      return new JsonResult(columns, target);
    case "csv":
      return new CsvResult(columns, target);
    case "arrow": {
      const { ArrowResult } = await import("./arrow-result.ts");
      return new ArrowResult(columns, target);
    }
    case "parquet": {
      const { ParquetResult } = await import("./parquet-result.ts");
      return ParquetResult.open(columns, target);
    }
  }
}
