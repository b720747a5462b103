import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { CopyUpdates } from "../../src/analysis/process/copy-updates.ts";
import { ProcessLifecycle, QueryProcess } from "../../src/analysis/process/query-process.ts";
import { newFatalQueries } from "../../src/analysis/process/served-sql.ts";
import { openResult } from "../../src/analysis/query/open-result.ts";
import {
  SQL_BYTES_MAX,
  SQL_FAILED_PROCESSES_MAX,
  SQL_FATAL_QUERIES_MAX,
  SQL_FRESH_WAIT_MS_MAX,
  SQL_IDLE_MS_MAX,
  SQL_LOST_PROCESSES_MAX,
  SQL_PROCESS_BYTES_MAX,
  SQL_QUERIES_MAX,
  SQL_ROWS_MAX,
  SQL_SCRATCH_BYTES_MAX,
  SQL_START_MS_MAX,
  SQL_STOP_MS_MAX,
  SQL_UPDATE_MS_MAX,
  SQL_WAITING_MAX,
} from "../../src/domain/limits.ts";
import { DuckDBInstance, INTEGER } from "../../src/store/duckdb/duckdb-api.ts";
import { temporaryFolder } from "../support/headcount.ts";
import { REAL, Served, SLEEPING } from "../support/served-sql.ts";

/** A turn of the event loop, however the time stands. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits for what other processes bring about, while time stands still. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

/** A process that does nothing that it is asked for. */
function deafProcess(name: string) {
  const folder = join(temporaryFolder(), name);
  const entry = new URL("../support/deaf-child.mjs", import.meta.url);
  const settings = { folder, memoryBytes: 2 ** 26, threads: 1, processBytes: 2 ** 30 };
  const lifecycle = new ProcessLifecycle(entry, settings);
  onTestFinished(() => lifecycle.close());
  return { lifecycle, folder };
}

it(`${SQL_FATAL_QUERIES_MAX} queries that have ended their process are remembered, the latest ones`, () => {
  const queries = newFatalQueries();
  for (let i = 0; i < SQL_FATAL_QUERIES_MAX; i++) queries.set(`SELECT ${i}`, true);
  expect(queries.has("SELECT 0")).toBe(true);
  // One that comes again is the latest.
  queries.set("SELECT 0", true);
  queries.set("one more", true);
  const known = ["SELECT 0", "SELECT 1", "SELECT 2", "one more"].map((each) => queries.has(each));
  expect(known).toEqual([true, false, true, true]);
});

describe("the process that runs queries", { timeout: 30_000 }, () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it(`has ${SQL_START_MS_MAX} ms to start`, async () => {
    const { lifecycle } = deafProcess("unready");
    const starting = lifecycle.acquire().catch((error: unknown) => error);
    await until(() => lifecycle.current?.pid !== undefined);
    vi.advanceTimersByTime(SQL_START_MS_MAX - 1);
    await turn();
    expect(lifecycle.current?.phase).toBe("starting");
    vi.advanceTimersByTime(1);
    expect(lifecycle.current?.phase).toBe("stopping");
    expect(await starting).toMatchObject({ name: "ProcessEnded" });
  });

  it(`has ${SQL_UPDATE_MS_MAX} ms to take in an update`, async () => {
    const { lifecycle, folder } = deafProcess("ready");
    const process = await lifecycle.acquire();
    const ask = vi.spyOn(process, "ask");
    const updates = new CopyUpdates({
      lifecycle,
      clock: { now: () => 0 },
      exportUpdate: async () => ({}) as never,
      newPath: () => join(folder, "update"),
    });
    mkdirSync(folder, { recursive: true });
    const updating = updates.reach(1).catch((error: unknown) => error);
    await until(() => ask.mock.calls.length > 0);
    vi.advanceTimersByTime(SQL_UPDATE_MS_MAX - 1);
    await turn();
    expect(process.phase).toBe("running");
    vi.advanceTimersByTime(1);
    expect(process.phase).toBe("stopping");
    expect(await updating).toMatchObject({ name: "ProcessEnded", endCause: "stuck" });
  });

  it(`has ${SQL_STOP_MS_MAX} ms to stop`, async () => {
    const { lifecycle } = deafProcess("ready");
    const kill = vi.spyOn(await lifecycle.acquire(), "kill");
    const stopping = lifecycle.stop();
    vi.advanceTimersByTime(SQL_STOP_MS_MAX - 1);
    expect(kill).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(kill).toHaveBeenCalled();
    await stopping;
  });

  it("has twice as many to stop a query", async () => {
    const { lifecycle } = deafProcess("ready");
    const process = await lifecycle.acquire();
    const controller = new AbortController();
    const asking = process.ask("relations", null, controller).catch((error: unknown) => error);
    vi.advanceTimersByTime(SQL_UPDATE_MS_MAX);
    controller.abort();
    vi.advanceTimersByTime(2 * SQL_STOP_MS_MAX - 1);
    expect(process.phase).toBe("running");
    vi.advanceTimersByTime(1);
    expect(process.phase).toBe("stopping");
    expect(await asking).toMatchObject({ name: "ProcessEnded", endCause: "stuck" });
  });

  it(`ends when there has been no query for ${SQL_IDLE_MS_MAX} ms`, async () => {
    const served = new Served();
    await served.text("SELECT 1");
    const pid = served.pid();
    vi.advanceTimersByTime(SQL_IDLE_MS_MAX - 1);
    await turn();
    expect(served.sql.processId()).toBe(pid);
    vi.advanceTimersByTime(1);
    await until(() => served.sql.processId() === null);
  });
});

describe("queries", { timeout: 60_000 }, () => {
  it("get the bounds of rows and bytes, and their process that of memory", async () => {
    const ask = vi.spyOn(QueryProcess.prototype, "ask");
    onTestFinished(() => ask.mockRestore());
    const memoryBytes = 64 * 2 ** 20;
    const served = new Served({ memoryBytes });
    await served.text("SELECT 1");
    expect(ask.mock.calls.find(([kind]) => kind === "query")?.[1]).toMatchObject({
      limits: { rowsMax: SQL_ROWS_MAX, bytesMax: SQL_BYTES_MAX, memoryBytes },
    });
    if (!existsSync("/proc/self/cmdline")) return;
    const settings = readFileSync(`/proc/${served.pid()}/cmdline`, "utf8").split("\0").at(-2);
    expect(JSON.parse(String(settings))).toMatchObject({
      processBytes: 1.5 * memoryBytes + SQL_PROCESS_BYTES_MAX,
    });
  });

  it(`wait for their turn, ${SQL_WAITING_MAX} of them, and one more is rejected`, async () => {
    const served = new Served();
    await served.text("SELECT 1");
    const controller = new AbortController();
    const most = SQL_QUERIES_MAX + SQL_WAITING_MAX;
    const taken = Array.from({ length: most }, () => served.text(SLEEPING, controller));
    const outcomes = Promise.allSettled(taken);
    await expect(served.text("SELECT 1")).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("too many queries are waiting"),
    });
    controller.abort(new Error("gone"));
    for (const each of await outcomes) expect(each).toMatchObject({ reason: { message: "gone" } });
  });

  it(`wait ${SQL_FRESH_WAIT_MS_MAX} ms for a copy that has all, and then take an older one`, async () => {
    const served = new Served();
    await served.text("SELECT 1");
    const asOf = served.now++;
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      expect(ms).toBe(SQL_FRESH_WAIT_MS_MAX);
      return late.signal;
    });
    onTestFinished(() => timeout.mockRestore());
    let letGo = () => {};
    served.duringExport = () => new Promise((resolve) => (letGo = resolve));
    let isAnswered = false;
    const answer = served.query("SELECT 1").finally(() => (isAnswered = true));
    await expect.poll(() => served.updates.length).toBe(2);
    await turn();
    expect(isAnswered).toBe(false);
    late.abort(new Error("late"));
    expect((await answer).asOf).toBe(asOf);
    letGo();
  });

  it("fail after a number of ended processes; after fewer they get a new database", async () => {
    const served = new Served({ entry: REAL });
    await served.text("SELECT 1");
    served.duringExport = async () => void process.kill(served.pid(), "SIGKILL");
    await expect(served.text("SELECT 1")).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("ends again and again"),
    });
    // The first of them was of use before.
    const begun = [0, 10, ...Array(SQL_FAILED_PROCESSES_MAX).fill(10)];
    const again = Array(SQL_LOST_PROCESSES_MAX - SQL_FAILED_PROCESSES_MAX - 1).fill(0);
    expect(served.updates.map(({ lastEventId }) => lastEventId)).toEqual([...begun, ...again]);
    // One fewer is survived.
    let lost = 0;
    served.duringExport = async () => {
      if (++lost < SQL_LOST_PROCESSES_MAX) process.kill(served.pid(), "SIGKILL");
    };
    expect(await served.text("SELECT 1 AS one")).toBe("one\n1\n");
  });
});

it("a Parquet file is made with so much memory, and the disk for what needs more", async () => {
  const create = vi.spyOn(DuckDBInstance, "create");
  onTestFinished(() => create.mockRestore());
  const path = join(temporaryFolder(), "result");
  const result = await openResult("parquet", [{ name: "one", type: INTEGER }], { path, bytesMax: 2 ** 20 });
  onTestFinished(() => result.close());
  const connection = await create.mock.results[0]?.value.then((instance: DuckDBInstance) =>
    instance.connect(),
  );
  const setting =
    "SELECT current_setting('memory_limit') AS memory, current_setting('temp_directory') AS disk";
  const [row] = (await connection.runAndReadAll(setting)).getRowObjects();
  expect(row).toEqual({ memory: `${(SQL_SCRATCH_BYTES_MAX / 2 ** 20).toFixed(1)} MiB`, disk: `${path}.tmp` });
  connection.closeSync();
});
