import { chmodSync, mkdirSync, rmSync } from "node:fs";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { Dataset } from "../dataset.ts";
import { info } from "../harness.ts";
import { withDatabase } from "../log.ts";
import { openEngine } from "../site.ts";
import { benchStatement } from "../statements.ts";
import { createDailyResets, dailyResets } from "../store/sql-hour-samples.ts";
import type { Workspace } from "../workspace.ts";
import { install } from "./install.ts";
import { OpenPeer } from "./open-peer.ts";
import { PEER_FORMATS, type PeerFiles, type PeerName } from "./peer.ts";

/** Up to how many events a peer is measured: beyond that PostgreSQL takes many minutes. */
const EVENTS_MAX: Readonly<Record<PeerName, number>> = { clickhouse: Infinity, postgres: 1e7 };

const FORMATS = { parquet: "FORMAT parquet", csv: "FORMAT csv, HEADER false" } as const;

/** The databases that the product is measured beside, each loaded with a dataset when first needed. */
export class Peers {
  readonly #workspace: Workspace;
  readonly #names: Set<PeerName>;
  /** How long loading took, in ms, by the folder of the data. */
  readonly #loaded = new Map<string, number>();

  constructor(workspace: Workspace, names: readonly PeerName[]) {
    this.#workspace = workspace;
    this.#names = new Set(names);
  }

  /**
   * Opens the peers one after the other, loaded with a dataset, and gives back what `work` makes of each and
   * of how many ms loading it took. The dataset must not be open. A peer that cannot be had, or is not for so
   * many events, is skipped with a message.
   */
  async each<Result>(
    dataset: Dataset,
    work: (peer: OpenPeer, loadMs: number) => Promise<Result>,
  ): Promise<Result[]> {
    const results: Result[] = [];
    for (const name of this.#names) {
      const folder = this.#workspace.path(`${name}-${dataset.name}`);
      const peer = await this.#open(name, dataset, folder);
      if (peer === null) continue;
      const loadMs = this.#loaded.get(folder) ?? (await this.#load(peer, dataset));
      this.#loaded.set(folder, loadMs);
      results.push(await work(peer, loadMs));
      await peer.close();
    }
    return results;
  }

  async #open(name: PeerName, dataset: Dataset, folder: string): Promise<OpenPeer | null> {
    const max = EVENTS_MAX[name];
    if (dataset.wanted > max) {
      info(`${name} is skipped: it is measured up to ${max.toLocaleString("en")} events only`);
      return null;
    }
    mkdirSync(folder, { recursive: true });
    try {
      return await OpenPeer.open(name, install(name), folder);
    } catch (error) {
      info(`${name} is skipped: ${error instanceof Error ? error.message : error}`);
      this.#names.delete(name);
      return null;
    }
  }

  async #load(peer: OpenPeer, dataset: Dataset): Promise<number> {
    info(`loading ${peer.title}…`);
    const files = await this.#export(dataset, PEER_FORMATS[peer.name]);
    const ms = await peer.load(files);
    for (const file of Object.values(files)) rmSync(file);
    return ms;
  }

  /** Writes a peer's input. */
  async #export(dataset: Dataset, format: keyof typeof FORMATS): Promise<PeerFiles> {
    const { context, close } = await openEngine(dataset.directory);
    const resets = dailyResets(context, dataset.range);
    await close();
    return withDatabase(dataset.directory, async (connection) => {
      await createDailyResets(connection, resets);
      const write = async (name: string) => {
        const file = this.#workspace.path(`${name}.${format}`);
        await copy(connection, name, file, format);
        // A peer's server may run as another user.
        chmodSync(file, 0o644);
        return file;
      };
      return { events: await write("export-bound-events"), dailyResets: await write("export-daily-resets") };
    });
  }
}

async function copy(
  connection: DuckDBConnection,
  statement: string,
  file: string,
  format: keyof typeof FORMATS,
): Promise<void> {
  await connection.run(`COPY (${benchStatement(statement)}) TO '${file}' (${FORMATS[format]})`);
}
