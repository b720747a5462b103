import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { decodeRecord, encodeRecord } from "../../src/engine/journal/record-format.ts";
import type { PublishedMessage } from "../../src/engine/live/notifications.ts";
import type { LogRecord, Store } from "../../src/engine/ports.ts";
import type { Timers } from "../../src/engine/timers.ts";
import { openApi, type TestApi } from "./http.ts";
import { memoryStore } from "./memory-store.ts";
import { OK, REFUSED } from "./outbox.ts";
import { openDirectory, runSql } from "./store-directory.ts";
import { words } from "./words.ts";

/** Where an engine of a replica test keeps its data. */
export interface ReplicaData {
  readonly store: Store;
  /** Opens the data as they are on disk: what was in memory is lost. */
  kill(): Promise<void>;
  /** The rows of each table that is the same for every follower, once the store is closed. */
  tables(): Promise<Record<string, string>>;
  dispose(): Promise<void>;
}

export type ReplicaFactory = () => Promise<ReplicaData>;

/** A store that no kill changes. */
export async function memoryData(): Promise<ReplicaData> {
  const store = memoryStore();
  return { store, kill: async () => {}, tables: async () => ({}), dispose: async () => {} };
}

/** Tables that every engine has for itself: of its files, and of the runs that it has derived. */
const LOCAL_TABLES = words`
  change_log change_log_commit due_run in_memory_run log_position run_file schema_version stale_run`;

/** A data directory; a kill leaves a copy of its files as they are. */
export async function directoryData(): Promise<ReplicaData> {
  const folder = mkdtempSync(join(tmpdir(), "headcount-replica-"));
  let directory = join(folder, "data-0");
  let store = await openDirectory(directory);
  let kills = 0;
  return {
    get store() {
      return store;
    },
    kill: async () => {
      const copy = join(folder, `data-${++kills}`);
      cpSync(directory, copy, { recursive: true });
      await store.close();
      directory = copy;
      store = await openDirectory(directory);
    },
    tables: async () => {
      await store.close();
      const names = await runSql(directory, "SELECT table_name FROM duckdb_tables() ORDER BY ALL");
      const shared = names.map(([name]) => String(name)).filter((name) => !LOCAL_TABLES.includes(name));
      const texts = shared.map(async (name) => [
        name,
        rowsText(await runSql(directory, `FROM ${name} ORDER BY ALL`)),
      ]);
      return Object.fromEntries(await Promise.all(texts));
    },
    dispose: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function rowsText(rows: readonly unknown[][]): string {
  return rows.map((row) => row.map(String).join(" | ")).join("\n");
}

/** The records that a store takes from now on, in their binary form; a load begins with its parts. */
export function recordsOf({ journal, events }: Store): Buffer[] {
  const records: Buffer[] = [];
  const append = journal.append.bind(journal);
  journal.append = async (appended) => {
    const taken: LogRecord[] = [];
    for (const { record } of appended) {
      const { now, actor, ids, load, part: own } = record;
      // A record with its own part has no file.
      if (load !== undefined && own === undefined)
        for await (const part of events.stagedParts()) taken.push({ now, actor, ids, part });
      taken.push(record);
    }
    await append(appended);
    records.push(...taken.map((record) => encodeRecord(record)));
  };
  return records;
}

/** A site with a safe limit and a webhook of each kind. */
export async function setUp(api: TestApi): Promise<void> {
  await api.site({ daily_reset: "13:00", safe_threshold_mode: "SAFE_CAPACITY", safe_capacity: 2 });
  for (const [version, type] of [
    ["v1", "counts"],
    ["v2", "counts"],
    ["v2", "threshold"],
  ])
    await api.create(`/${version}/webhooks/`, { endpoint: `https://example.com/${version}`, type });
  await api.context.notifier.loadAll(() => false);
}

/** Has an engine make its webhook calls; `isRefused` says of each, by number, whether it fails. */
export function makeCalls(
  { context }: TestApi,
  timers: Timers,
  isRefused: (call: number) => boolean,
): string[] {
  const calls: string[] = [];
  context.deliveries.provide({
    sender: {
      send: async ({ id, endpoint, sequence, body }) =>
        isRefused(calls.push(`${id} ${endpoint} ${sequence} ${body}`)) ? REFUSED : OK,
      refusalOf: () => null,
      close: async () => {},
    },
    timers,
    random: () => 0.5,
    observer: {
      attempted: () => {},
      disabled: () => {},
      failed: (error) => expect.unreachable(String(error)),
    },
  });
  context.deliveries.start();
  return calls;
}

/** What sockets are sent from now on, but for the random ids of the messages. */
export function listen(
  { context: { feed } }: TestApi,
  received: unknown[],
  after: bigint | null = null,
): void {
  const take = (messages: readonly PublishedMessage[]): undefined => {
    for (const { bytes } of messages) received.push(JSON.parse(bytes.toString()).payload);
  };
  feed.subscribe({ spaceIds: null, after }, { take, giveUp: () => received.push("given up") });
}

/** The answers of an API about all that it has. @param range of the counts and events */
export async function answersOf(api: TestApi, range: string): Promise<Record<string, string>> {
  const ids = async (list: string) => (await api.get(list)).body.results.map(({ id }) => id);
  const lists = ["spaces", "doorways", "links", "resets", "tags", "sensors", "webhooks"];
  const urls = [
    ...lists.flatMap((list) => [`/v1/${list}/`, `/v2/${list}/`]),
    ...["v1/events", "v2/links/?ended=true", "v2/time_segments", "v2/time_segment_groups", "v2/tokens"].map(
      (list) => `/${list}`,
    ),
    "/v2/audit_log/?page_size=1000",
    ...(await ids("/v2/spaces/?page_size=1000")).flatMap((id) => [
      `/v2/spaces/${id}/counts/?${range}`,
      `/v2/spaces/${id}/events/?${range}`,
      `/v1/spaces/${id}/`,
    ]),
    ...(await api.get("/v2/sensors/?page_size=1000")).body.results.map(
      ({ serial_number }) => `/v2/sensors/${encodeURIComponent(String(serial_number))}/readings/`,
    ),
    ...(await ids("/v2/webhooks/?page_size=1000")).map((id) => `/v2/webhooks/${id}/deliveries/`),
  ];
  const answers: Record<string, string> = {};
  for (const url of urls) {
    const { status, text } = await api.get(url);
    // How far a sensor's clock is ahead follows from rejected reports, which no record has.
    answers[url] =
      `${status} ${text.replaceAll(/"status":"(on|off)line"|"alive":(true|false)|"clock_ahead_seconds":[^,]+/g, "")}`;
  }
  // What decides the next reading of each sensor.
  const { catalog, lines } = api.context;
  const keys = catalog.sensors.all().map(({ key }) => key);
  answers.lines = JSON.stringify(keys.sort((a, b) => a - b).map((key) => lines.of(key)));
  return answers;
}

/** An engine that gets nothing but the records of another one. */
export class Follower {
  /** What sockets have been sent. */
  readonly heard: unknown[] = [];
  #api: TestApi;
  readonly #data: ReplicaData;

  private constructor(data: ReplicaData, api: TestApi) {
    this.#data = data;
    this.#api = api;
  }

  static async open(data: ReplicaData): Promise<Follower> {
    const follower = new Follower(data, await openApi({ store: data.store }));
    await follower.#begin();
    return follower;
  }

  get api(): TestApi {
    return this.#api;
  }

  /** What an engine has read of the log then follows from the records. */
  async #begin(): Promise<void> {
    await this.#api.context.activity.loadAll();
    listen(this.#api, this.heard);
  }

  /** @param cuts the numbers of records that are followed together, in turn */
  async follow(records: readonly Buffer[], cuts: readonly number[]): Promise<void> {
    for (let [start, cut] = [0, 0]; start < records.length; cut++) {
      const end = start + (cuts[cut % cuts.length] ?? 1);
      await this.#api.context.journal.follow(records.slice(start, end).map((bytes) => decodeRecord(bytes)));
      start = end;
    }
  }

  /** Ends without notice, and begins again. @param now the present of the new process */
  async kill(now: string): Promise<void> {
    await this.#api.app.close();
    await this.#data.kill();
    this.#api = await openApi({ store: this.#data.store, hasToken: true, now });
    await this.#begin();
  }
}
