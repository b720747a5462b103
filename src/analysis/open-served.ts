import { mkdirSync, rmSync } from "node:fs";
import type { Connection } from "../store/duckdb/database.ts";
import type { DuckDBConnection } from "../store/duckdb/duckdb-api.ts";
import { Analysis, forgetLog, readAsOf } from "./analysis.ts";
import type { AnalysisOptions, AnalysisState, AnalysisUpdate, ServedAnalysis } from "./analysis-database.ts";
import { replaceCatalog, replaceRows } from "./copied-rows.ts";
import { mayReadHours } from "./query-words.ts";
import { SerialQueue } from "./serial-queue.ts";
import { UpdateFiles } from "./update-files.ts";

/**
 * Opens the analysis database that a server feeds, in a folder of its own, which is made where there is
 * none. Its file is kept between runs; one that another release has made is thrown away.
 *
 * @param isFresh whether what is there is thrown away, too
 * @throws HeadcountError `unavailable` where another process holds it
 */
export async function openServedAnalysis(
  folder: string,
  options: AnalysisOptions,
  isFresh = false,
): Promise<ServedAnalysis> {
  mkdirSync(folder, { recursive: true });
  return new FedAnalysis(await Analysis.open(folder, options, isFresh), options);
}

class FedAnalysis implements ServedAnalysis {
  readonly #analysis: Analysis;
  readonly #files: UpdateFiles;
  readonly #updates = new SerialQueue();

  constructor(analysis: Analysis, options: AnalysisOptions) {
    this.#analysis = analysis;
    this.#files = new UpdateFiles(options);
  }

  state(): AnalysisState {
    return this.#analysis.state;
  }

  applyUpdate(update: AnalysisUpdate): Promise<void> {
    return this.#updates.run(() => this.#apply(update));
  }

  async #apply(update: AnalysisUpdate): Promise<void> {
    const { asOf, isWhole, catalog, organizationId, lastEventId, logStart, catalogDigest } = update;
    try {
      await this.#analysis.update(asOf, async (writer) => {
        if (isWhole) await forgetLog(writer);
        if (catalog !== null) await replaceCatalog(writer, catalog);
        await this.#appendParts(writer, update);
        return { organizationId, lastEventId, logStart, catalogDigest };
      });
    } finally {
      for (const path of filesOf(update)) rmSync(path, { force: true });
    }
  }

  async #appendParts(writer: Connection, { parts, voided, kept }: AnalysisUpdate): Promise<void> {
    await replaceRows(writer, "voided_id", []);
    if (kept !== null) await replaceRows(writer, "kept_change", []);
    for (const path of parts) await this.#files.append(writer, "event", path);
    if (voided !== null) await this.#files.append(writer, "voided_id", voided);
    if (kept !== null) await this.#files.append(writer, "kept_change", kept);
  }

  async prepare(query: string): Promise<void> {
    if (mayReadHours(query)) await this.#analysis.refresh();
  }

  asOf(connection: DuckDBConnection): Promise<number> {
    return readAsOf(connection);
  }

  connect() {
    return this.#analysis.connect();
  }

  async close(): Promise<void> {
    await this.#updates.settled();
    this.#files.close();
    await this.#analysis.close();
  }
}

function filesOf({ parts, voided, kept }: AnalysisUpdate): string[] {
  return [...parts, ...[voided, kept].filter((path) => path !== null)];
}
