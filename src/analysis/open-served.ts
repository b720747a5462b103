import { mkdirSync, rmSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";
import { Connection } from "../duckdb/connection.ts";
import { Analysis, forgetLog } from "./analysis-copy.ts";
import type { AnalysisOptions, AnalysisUpdate, ServedAnalysis } from "./analysis-database.ts";
import { clearTable, copyRows, type LogTable, replaceCatalog } from "./copied-rows.ts";
import { boundsOf } from "./locked-instance.ts";

/**
 * Opens the analysis database of a server in a separate folder, which is created if it does not exist. Its file is kept
 * between runs; one that another release has created is deleted.
 *
 * @param isFresh whether an existing file is deleted, too
 * @throws HeadcountError `unavailable` if another process has it open
 */
export async function openServedAnalysis(
  folder: string,
  options: AnalysisOptions,
  isFresh = false,
): Promise<ServedAnalysis> {
  mkdirSync(folder, { recursive: true });
  const analysis = await Analysis.open(folder, options, isFresh);
  // Reads the files of updates, so that users' queries run on an instance that may not read files. It is opened for the
  // first file and stays open: opening takes as long as the rest of a small update.
  let reader: DuckDBInstance | null = null;
  const append = async (writer: Connection, table: LogTable, path: string) => {
    reader ??= await DuckDBInstance.create(":memory:", boundsOf(options));
    const connection = new Connection(await reader.connect());
    await copyRows(connection, table, path, writer).finally(() => connection.close());
  };
  return {
    state: () => analysis.state(),
    applyUpdate: (update) => applyUpdate(analysis, append, update),
    prepare: (query) => analysis.prepare(query),
    asOf: (connection) => analysis.asOf(connection),
    connect: () => analysis.connect(),
    close: async () => {
      // Waits for the update that reads the files.
      await analysis.close();
      reader?.closeSync();
    },
  };
}

type AppendFile = (writer: Connection, table: LogTable, path: string) => Promise<void>;

async function applyUpdate(analysis: Analysis, append: AppendFile, update: AnalysisUpdate): Promise<void> {
  const { asOf, isWhole, catalog, organizationId, lastEventId, logStart, catalogDigest } = update;
  const { parts, voided, retained } = update;
  try {
    await analysis.update(asOf, async (writer) => {
      if (isWhole) await forgetLog(writer);
      if (catalog !== null) await replaceCatalog(writer, catalog);
      await clearTable(writer, "voided_id");
      if (retained !== null) await clearTable(writer, "retained_change");
      for (const path of parts) await append(writer, "event", path);
      if (voided !== null) await append(writer, "voided_id", voided);
      if (retained !== null) await append(writer, "retained_change", retained);
      return { organizationId, lastEventId, logStart, catalogDigest };
    });
  } finally {
    for (const path of [...parts, voided, retained]) if (path !== null) rmSync(path, { force: true });
  }
}
