import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { DuckDBInstance, INTEGER } from "@duckdb/node-api";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ProcessLifecycle, QueryProcess } from "../../src/analysis/process/query-process.ts";
import {
  SQL_IDLE_MS_MAX,
  SQL_PROCESS_BYTES_MAX,
  SQL_WAITING_MAX,
} from "../../src/analysis/process/served-sql.ts";
import {
  SQL_BYTES_MAX,
  SQL_ROWS_MAX,
  SQL_START_MS_MAX,
  SQL_STOP_MS_MAX,
  SQL_UPDATE_MS_MAX,
} from "../../src/domain/limits.ts";
import { openResult, SQL_SCRATCH_BYTES_MAX } from "../../src/formats/out/open-result.ts";
import { temporaryFolder } from "../support/headcount.ts";
import { REAL, Served, SLEEPING } from "../support/served-sql.ts";

const ENDED = { kind: "unavailable", message: "the query process has ended; try again" };

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
  return { lifecycle };
}

describe("the process that runs queries", () => {
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
    expect(lifecycle.current?.isEnding).toBe(false);
    vi.advanceTimersByTime(1);
    expect(lifecycle.current?.isEnding).toBe(true);
    expect(await starting).toMatchObject(ENDED);
  });

  it(`has ${SQL_UPDATE_MS_MAX} ms to take in an update`, async () => {
    const update = vi.spyOn(QueryProcess.prototype, "update");
    onTestFinished(() => update.mockRestore());
    await new Served().text("SELECT 1");
    expect(update.mock.calls).toEqual([[expect.anything(), SQL_UPDATE_MS_MAX]]);
    const { lifecycle } = deafProcess("ready");
    const process = await lifecycle.acquire();
    const updating = process.update({} as never, SQL_UPDATE_MS_MAX).catch((error: unknown) => error);
    vi.advanceTimersByTime(SQL_UPDATE_MS_MAX - 1);
    await turn();
    expect(process.isEnding).toBe(false);
    vi.advanceTimersByTime(1);
    expect(process.isEnding).toBe(true);
    expect(await updating).toMatchObject(ENDED);
  });

  it(`has ${SQL_STOP_MS_MAX} ms to stop a query`, async () => {
    const { lifecycle } = deafProcess("ready");
    const process = await lifecycle.acquire();
    const controller = new AbortController();
    const asking = process.ask("relations", null, controller).catch((error: unknown) => error);
    vi.advanceTimersByTime(SQL_UPDATE_MS_MAX);
    controller.abort();
    vi.advanceTimersByTime(SQL_STOP_MS_MAX - 1);
    expect(process.isEnding).toBe(false);
    vi.advanceTimersByTime(1);
    expect(process.isEnding).toBe(true);
    expect(await asking).toMatchObject(ENDED);
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

describe("queries", () => {
  it("get the bounds of rows and bytes, and their process that of memory", async () => {
    const ask = vi.spyOn(QueryProcess.prototype, "ask");
    onTestFinished(() => ask.mockRestore());
    const memoryBytes = 64 * 2 ** 20;
    const served = new Served({ memoryBytes });
    await served.text("SELECT 1");
    expect(ask.mock.calls.find(([kind]) => kind === "query")?.[1]).toMatchObject({
      limits: { rowsMax: SQL_ROWS_MAX, bytesMax: SQL_BYTES_MAX, memoryBytes },
    });
    expect(ask.mock.calls.find(([kind]) => kind === "open")?.[1]).toMatchObject({
      processBytes: 1.5 * memoryBytes + SQL_PROCESS_BYTES_MAX,
    });
  });

  it(`wait for their turn, ${SQL_WAITING_MAX} of a caller, and one more is rejected; others are answered`, async () => {
    const served = new Served();
    await served.text("SELECT 1");
    const controller = new AbortController();
    const mine = { signal: controller.signal, caller: "one" };
    const taken = Array.from({ length: 1 + SQL_WAITING_MAX }, () => served.text(SLEEPING, mine));
    const outcomes = Promise.allSettled(taken);
    await expect(served.text("SELECT 1", mine)).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("too many queries are waiting"),
    });
    for (let query = 0; query < 3; query++) expect(await served.text("SELECT 1 AS one")).toBe("one\n1\n");
    controller.abort(new Error("gone"));
    // Those that ran are stopped, too, and leave nothing behind.
    for (const each of await outcomes) expect(each).toMatchObject({ reason: { message: "gone" } });
    await expect.poll(() => served.passing()).toEqual([]);
  });

  it.skipIf(process.platform !== "linux")("are to be sent again if the disk is full", async () => {
    const served = new Served();
    await served.text("SELECT 1");
    const limitFiles = (bytes: string) =>
      promisify(execFile)("prlimit", [`--pid=${served.pid()}`, `--fsize=${bytes}:unlimited`]);
    await limitFiles("100000");
    const full = { kind: "unavailable", message: "not enough disk space for the query" };
    const spilling =
      "SELECT r FROM (SELECT md5(range::VARCHAR) AS r FROM range(3000000)) ORDER BY r LIMIT 2999999";
    const long = "SELECT repeat('x', 10000) FROM range(1000)";
    for (const query of [spilling, long]) await expect(served.text(query)).rejects.toMatchObject(full);
    const varied = "SELECT md5(range::VARCHAR) FROM range(100000)";
    await expect(served.text(varied, { format: "parquet" })).rejects.toMatchObject(full);
    // Whatever a query says itself.
    const said = served.text("SELECT error('IO Error: no space left on device')");
    await expect(said).rejects.toMatchObject({ kind: "invalid" });
    await limitFiles("unlimited");
    expect(await served.text("SELECT 1 AS one")).toBe("one\n1\n");
  });

  it("get a new database after a process that ended before its first update", async () => {
    const served = new Served({ entry: REAL });
    await served.text("SELECT 1");
    served.duringExport = async () => void process.kill(served.pid(), "SIGKILL");
    // The first of them was of use before.
    for (let i = 0; i < 2; i++)
      await expect(served.text("SELECT 1")).rejects.toMatchObject({ kind: "unavailable" });
    served.duringExport = async () => {};
    expect(await served.text("SELECT 1 AS one")).toBe("one\n1\n");
    expect(served.updates.map(({ lastEventId }) => lastEventId)).toEqual([0, 10, 10, 0]);
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
