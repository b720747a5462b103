import { createReadStream, fstatSync, openSync, rmSync } from "node:fs";
import type { SqlResult } from "../../engine/ports/ad-hoc-sql.ts";
import type { ResultSummary } from "./result-writer.ts";

/** A result that lies in a file, whose name goes at once: whatever becomes of its reader, none is left behind. */
export function readResult(path: string, summary: ResultSummary): SqlResult {
  const handle = openSync(path, "r");
  rmSync(path);
  const { size } = fstatSync(handle);
  const stream = createReadStream(path, { fd: handle });
  return { ...summary, bytes: size, pieces: stream, close: () => void stream.destroy() };
}
