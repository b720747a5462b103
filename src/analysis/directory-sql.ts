import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../domain/instant.ts";
import { SQL_BYTES_MAX, SQL_MEMORY_BYTES_DEFAULT, SQL_ROWS_MAX } from "../domain/limits.ts";
import type { AdHocSql } from "../engine/ports/ad-hoc-sql.ts";
import { openDirectoryAnalysis } from "./open-directory.ts";
import { readExamples } from "./query/examples.ts";
import { withRows } from "./query/query-limits.ts";
import { listRelations } from "./query/relations.ts";
import { readResult } from "./query/result-reader.ts";
import { runQuery } from "./query/run-query.ts";

/** Queries over a data directory that no process has open, in this process. */
export interface DirectorySql extends AdHocSql {
  close(): Promise<void>;
}

/**
 * Opens a data directory for queries; nothing in it changes.
 *
 * @throws HeadcountError as `openDirectoryAnalysis` does
 */
export async function openDirectorySql(directory: string, clock: Clock): Promise<DirectorySql> {
  const folder = mkdtempSync(join(tmpdir(), "headcount-sql-"));
  const memoryBytes = SQL_MEMORY_BYTES_DEFAULT;
  const limits = { rowsMax: SQL_ROWS_MAX, bytesMax: SQL_BYTES_MAX, memoryBytes };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const options = { clock, memoryBytes, temporaryFolder: folder };
    const database = await openDirectoryAnalysis(directory, options);
    let results = 0;
    return {
      async query({ query, format, rowsMax }, signal) {
        const path = join(folder, `result-${++results}`);
        const asked = { query, format, path, limits: withRows(limits, rowsMax), signal };
        return readResult(path, await runQuery(database, asked));
      },
      relations: () => listRelations(database),
      examples: readExamples,
      close: () => database.close().finally(remove),
    };
  } catch (error) {
    remove();
    throw error;
  }
}
