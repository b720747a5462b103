import { createReadStream, fstatSync, openSync, rmSync } from "node:fs";
import type { SqlResult } from "../../engine/ports/ad-hoc-sql.ts";
import type { ResultSummary } from "./result-writer.ts";

/** A result in a file. The file is unlinked at once, so that none remains if its reader fails. */
export function readResult(path: string, summary: ResultSummary): SqlResult {
  const handle = openSync(path, "r");
  rmSync(path);
  const { size } = fstatSync(handle);
  const stream = createReadStream(path, { fd: handle });
  return { ...summary, bytes: size, pieces: stream, close: () => void stream.destroy() };
}
