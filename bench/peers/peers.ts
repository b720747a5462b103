import { chmodSync, mkdirSync, rmSync } from "node:fs";
import type { DuckDBConnection } from "@duckdb/node-api";
import { install } from "../../scripts/peer-packages.ts";
import type { Dataset } from "../dataset.ts";
import { info } from "../harness.ts";
import { withDatabase } from "../log.ts";
import { openEngine } from "../site.ts";
import { benchStatement } from "../statements.ts";
import { createDailyResets, dailyResets } from "../store/sql-hour-samples.ts";
import type { Workspace } from "../workspace.ts";
import { OpenPeer } from "./open-peer.ts";
import { PEER_FORMATS, type PeerFiles, type PeerName } from "./peer.ts";

/** The number of events above which a peer is skipped: PostgreSQL would take many minutes. */
const EVENTS_MAX: Readonly<Record<PeerName, number>> = { clickhouse: Infinity, postgres: 1e7 };

const FORMATS = { parquet: "FORMAT parquet", csv: "FORMAT csv, HEADER false" } as const;

/** The databases that Headcount is compared with. Each is loaded with a dataset when it is first needed. */
export class Peers {
  readonly #workspace: Workspace;
  readonly #names: Set<PeerName>;
  /** The duration of loading in ms, by the folder of the data. */
  readonly #loaded = new Map<string, number>();

  constructor(workspace: Workspace, names: readonly PeerName[]) {
    this.#workspace = workspace;
    this.#names = new Set(names);
  }

  /**
   * Opens the peers one after another, loads a dataset into each, and returns the results of `work`, which receives the
   * peer and the duration of loading in ms. The dataset must not be open. A peer that cannot be installed, or that
   * would take too long for the number of events, is skipped with a message.
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
      info(`skipping ${name}: it is measured with up to ${max.toLocaleString("en")} events only`);
      return null;
    }
    mkdirSync(folder, { recursive: true });
    try {
      return await OpenPeer.open(name, install(name), folder);
    } catch (error) {
      info(`skipping ${name}: ${error instanceof Error ? error.message : error}`);
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

  /** Writes the input files of a peer. */
  async #export(dataset: Dataset, format: keyof typeof FORMATS): Promise<PeerFiles> {
    const { context, close } = await openEngine(dataset.directory);
    const resets = dailyResets(context, dataset.range);
    await close();
    return withDatabase(dataset.directory, async (connection) => {
      await createDailyResets(connection, resets);
      const write = async (name: string) => {
        const file = this.#workspace.path(`${name}.${format}`);
        await copy(connection, name, file, format);
        // The server of a peer can run as another user.
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
