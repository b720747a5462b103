import { mkdirSync, rmSync } from "node:fs";
import { Connection } from "../store/duckdb/database.ts";
import { type DuckDBConnection, DuckDBInstance } from "../store/duckdb/duckdb-api.ts";
import { statement } from "../store/duckdb/statements.ts";
import { Analysis, forgetLog, readAsOf } from "./analysis.ts";
import type { AnalysisOptions, AnalysisState, AnalysisUpdate, ServedAnalysis } from "./analysis-database.ts";
import { appendQuery, replaceCatalog, replaceRows } from "./copied-rows.ts";
import { InOrder } from "./in-order.ts";
import { boundsOf } from "./locked-instance.ts";
import { mayReadHours } from "./query-words.ts";

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
  readonly #options: AnalysisOptions;
  readonly #updates = new InOrder();

  constructor(analysis: Analysis, options: AnalysisOptions) {
    this.#analysis = analysis;
    this.#options = options;
  }

  state(): AnalysisState {
    return this.#analysis.state;
  }

  applyUpdate(update: AnalysisUpdate): Promise<void> {
    return this.#updates.run(() => this.#apply(update));
  }

  async #apply(update: AnalysisUpdate): Promise<void> {
    const { asOf, isWhole, catalog, organizationId, lastEventId, keptFrom, catalogDigest } = update;
    try {
      await this.#analysis.update(asOf, async (writer) => {
        if (isWhole) await forgetLog(writer);
        if (catalog !== null) await replaceCatalog(writer, catalog);
        await this.#appendParts(writer, update);
        return { organizationId, lastEventId, keptFrom, catalogDigest };
      });
    } finally {
      for (const path of filesOf(update)) rmSync(path, { force: true });
    }
  }

  /** Reads files by an instance that may, so that users' queries run on one that may not. */
  async #appendParts(writer: Connection, { parts, voided, kept }: AnalysisUpdate): Promise<void> {
    await replaceRows(writer, "voided_id", []);
    if (kept !== null) await replaceRows(writer, "kept_change", []);
    if (parts.length === 0 && voided === null && kept === null) return;
    const instance = await DuckDBInstance.create(":memory:", boundsOf(this.#options));
    const reader = new Connection(await instance.connect());
    try {
      for (const path of parts)
        await appendQuery(reader, statement("analysis/catalog/part-events"), { path }, writer, "event");
      for (const [path, name, table] of [
        [voided, "part-voided", "voided_id"],
        [kept, "part-kept-changes", "kept_change"],
      ] as const)
        if (path !== null)
          await appendQuery(reader, statement(`analysis/catalog/${name}`), { path }, writer, table);
    } finally {
      reader.close();
      instance.closeSync();
    }
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
    await this.#analysis.close();
  }
}

function filesOf({ parts, voided, kept }: AnalysisUpdate): string[] {
  return [...parts, ...[voided, kept].filter((path) => path !== null)];
}
