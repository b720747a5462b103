import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, it, onTestFinished } from "vitest";
import { analyticsServer } from "../../../src/mirror/clickhouse/analytics-server.ts";
import { ClickHouseConnection } from "../../../src/mirror/clickhouse/connection.ts";
import { parseStatements } from "../../../src/sql-scripts.ts";
import { type ClickHouseNode, describeWithClickHouse } from "../../support/clickhouse.ts";
import { freePort } from "../../support/postgres.ts";
import { msOf } from "../../support/waiting.ts";

const STATEMENTS = parseStatements(
  `
-- name: create
CREATE TABLE IF NOT EXISTS sample (id Int64, name Nullable(String), tags Array(String), version UInt64)
ENGINE = MergeTree ORDER BY id
-- name: clear
TRUNCATE TABLE sample
-- name: all
SELECT id, name, tags, version FROM sample WHERE id >= {from:Int64} ORDER BY id
-- name: echo
SELECT {text:String} AS text, {list:Array(String)} AS list, {nothing:Nullable(Int64)} AS nothing, {big:UInt64} AS big
-- name: file
INSERT INTO sample (id, name, tags, version)
SELECT id, name, tags, {version:UInt64}
FROM input('id Int64, name Nullable(String), tags Array(String)')
FORMAT Parquet
-- name: rows
INSERT INTO sample (id, name, tags, version) FORMAT JSONCompactEachRow
-- name: settings
SELECT name, value FROM system.settings WHERE name IN ('async_insert', 'insert_deduplicate', 'max_execution_time') ORDER BY name
-- name: slow
SELECT sleepEachRow(1) FROM numbers(30) SETTINGS max_block_size = 1
-- name: unknown
SELECT absent FROM sample
-- name: months
INSERT INTO months SELECT number FROM numbers(200)
`,
  "test",
);

/** How long a test's connection waits, in ms, and how long it may take to say so. */
const LIMIT_MS = 500;
const BOUND_MS = 20 * LIMIT_MS;

describeWithClickHouse("a connection to ClickHouse", (node) => {
  async function connect(options: { answerMs?: number; insertMs?: number } = {}) {
    await node().query("CREATE DATABASE IF NOT EXISTS samples");
    const server = analyticsServer(node().url("samples"));
    // Without the limits of the test, which a busy machine exceeds.
    const setUp = new ClickHouseConnection(server, { statements: STATEMENTS });
    await setUp.run("create");
    await setUp.run("clear");
    await setUp.close();
    const connection = new ClickHouseConnection(server, { statements: STATEMENTS, ...options });
    onTestFinished(() => connection.close());
    return connection;
  }

  it("binds values by name, whatever they contain", async () => {
    const connection = await connect();
    const text = 'it\'s a "text"\\ with \t, \n and {from:Int64}; DROP TABLE sample -- é';
    expect(
      await connection.rows("echo", {
        text,
        list: [text, ""],
        nothing: null,
        big: 18_446_744_073_709_551_615n,
      }),
    ).toEqual([{ text, list: [text, ""], nothing: null, big: "18446744073709551615" }]);
  });

  it("inserts synchronously, removes no duplicates, and limits the server's time", async () => {
    const connection = await connect({ answerMs: 7_000 });
    expect(await connection.rows("settings")).toEqual([
      { name: "async_insert", value: "0" },
      { name: "insert_deduplicate", value: "0" },
      { name: "max_execution_time", value: "7" },
    ]);
  });

  it("inserts a Parquet file that DuckDB has written", async () => {
    const connection = await connect();
    const path = await parquetFile(
      "SELECT range AS id, NULL::VARCHAR AS name, ['a', 'b'] AS tags FROM range(200000)",
    );
    expect(await connection.insertFile("file", path, { version: 7n })).toBe(200_000);
    expect(await connection.rows("all", { from: 199_999n })).toEqual([
      { id: "199999", name: null, tags: ["a", "b"], version: "7" },
    ]);
    expect(await count()).toEqual([{ rows: 200_000, ids: 200_000 }]);
  });

  it("inserts no row of a file that is none, or is not there", async () => {
    const connection = await connect();
    const path = join(temporaryFolder(), "no.parquet");
    await expect(connection.insertFile("file", path, { version: 1n })).rejects.toMatchObject({
      code: "ENOENT",
    });
    writeFileSync(path, "no Parquet file");
    await expect(connection.insertFile("file", path, { version: 1n })).rejects.toMatchObject({
      name: "Error",
      code: expect.stringMatching(/^\d+$/),
      type: expect.stringMatching(/^[A-Z_]+$/),
    });
    expect(await count()).toEqual([{ rows: 0, ids: 0 }]);
  });

  it("inserts rows as they come", async () => {
    const connection = await connect();
    const rows = async function* () {
      for (let id = 0; id < 50_000; id++) yield [BigInt(id), id === 1 ? null : 'a "b"\n', ["ä"], 2] as const;
    };
    expect(await connection.insertRows("rows", rows())).toBe(50_000);
    expect(await connection.insertRows("rows", [[9_007_199_254_740_993n, "last", [], 3]])).toBe(1);
    expect(await connection.insertRows("rows", [])).toBe(0);
    expect(await count()).toEqual([{ rows: 50_001, ids: 50_001 }]);
    expect((await connection.rows("all", { from: 0 })).slice(0, 2)).toEqual([
      { id: "0", name: 'a "b"\n', tags: ["ä"], version: "2" },
      { id: "1", name: null, tags: ["ä"], version: "2" },
    ]);
    expect(await connection.rows("all", { from: 50_000 })).toEqual([
      { id: "9007199254740993", name: "last", tags: [], version: "3" },
    ]);
  });

  it("throws the error of rows that fail to come", async () => {
    const connection = await connect();
    const failure = new Error("no more rows");
    const rows = async function* () {
      for (let id = 0; id < 20_000; id++) yield [id, "x", [], 1] as const;
      throw failure;
    };
    await expect(connection.insertRows("rows", rows())).rejects.toBe(failure);
    await connection.insertRows("rows", [[1, "x", [], 1]]);
  });

  it("keeps the code and the message of a refused statement", async () => {
    const connection = await connect();
    await expect(connection.rows("unknown")).rejects.toMatchObject({
      code: "47",
      type: "UNKNOWN_IDENTIFIER",
      message: expect.stringContaining("absent"),
    });
  });

  it("inserts rows of any number of months at once", async () => {
    const connection = await connect();
    await node().query(
      "CREATE TABLE IF NOT EXISTS samples.months (n UInt64) ENGINE = MergeTree PARTITION BY n ORDER BY n",
    );
    await connection.run("months");
    const [stored] = await node().query("SELECT uniqExact(n) > 100 AS are_many FROM samples.months");
    expect(stored).toEqual({ are_many: 1 });
  });

  it("ends a statement that takes too long", async () => {
    const connection = await connect({ answerMs: LIMIT_MS });
    expect(
      await msOf(() => expectUnavailable(connection.run("slow"), /has not answered within 0.5 s$/)),
    ).toBeLessThan(BOUND_MS);
  });

  it("says in bounded time that a server is paused, and works when it goes on", async () => {
    const connection = await connect({ answerMs: LIMIT_MS, insertMs: LIMIT_MS });
    const path = await parquetFile(
      "SELECT range AS id, 'x' AS name, []::VARCHAR[] AS tags FROM range(1000000)",
    );
    const rows = function* () {
      for (let id = 0; id < 2_000_000; id++) yield [id, "x", [], 1] as const;
    };
    node().pause();
    try {
      const ms = await msOf(async () => {
        const message = /^ClickHouse at 127\.0\.0\.1:\d+\/samples has not answered within 0.5 s$/;
        await expectUnavailable(connection.rows("all", { from: 0 }), message);
        await expectUnavailable(connection.insertFile("file", path, { version: 1n }), message);
        await expectUnavailable(connection.insertRows("rows", rows()), message);
      });
      expect(ms).toBeLessThan(3 * BOUND_MS);
    } finally {
      node().resume();
    }
    await connectAgain();
  });

  it("says at once that a server has been killed, and works when it is started again", async () => {
    const connection = await connect();
    // An insert of another test, which was given up, may still end: its ids are lower.
    const from = 5_000_000;
    await connection.insertRows("rows", [[from, "kept", [], 1]]);
    const path = await parquetFile("SELECT range AS id, 'x' AS name, []::VARCHAR[] AS tags FROM range(10)");
    const running = expectUnavailable(connection.run("slow"), /has closed the connection$/);
    await statementRuns("sleepEachRow(1)");
    await node().kill();
    await running;
    const message = /^ClickHouse at 127\.0\.0\.1:\d+\/samples cannot be reached: nothing listens there$/;
    await expectUnavailable(connection.rows("all", { from: 0 }), message);
    await expectUnavailable(connection.insertFile("file", path, { version: 1n }), message);
    await expectUnavailable(connection.insertRows("rows", [[1, "x", [], 1]]), message);
    await node().start();
    expect(await connection.rows("all", { from })).toEqual([
      { id: String(from), name: "kept", tags: [], version: "1" },
    ]);
  });

  it("fails what waits when it is closed, and all that comes after", async () => {
    const connection = await connect();
    const running = expectUnavailable(connection.run("slow"), /is being left$/);
    await statementRuns("sleepEachRow(1)");
    await connection.close();
    await running;
    await expectUnavailable(connection.run("create"), /is being left$/);
  });

  it("names no password when nothing can be reached", async () => {
    const server = analyticsServer(`clickhouse://ann:s3cr3t@127.0.0.1:${await freePort()}/samples`);
    const connection = new ClickHouseConnection(server, { statements: STATEMENTS });
    onTestFinished(() => connection.close());
    const error = await connection.run("create").catch((thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ kind: "unavailable" });
    expect(everythingIn(error)).not.toMatch(/s3cr3t|YW5uOnMzY3IzdA/);
  });

  function count() {
    return node().query("SELECT count() AS rows, uniqExact(id) AS ids FROM samples.sample");
  }

  async function connectAgain(): Promise<void> {
    const connection = await connect();
    await connection.insertRows("rows", [[1, "x", [], 1]]);
    expect(await count()).toEqual([{ rows: 1, ids: 1 }]);
  }

  async function statementRuns(part: string): Promise<void> {
    await expect.poll(() => runningStatements(node(), part), { interval: 5 }).toBeGreaterThan(0);
  }
});

async function runningStatements(node: ClickHouseNode, part: string): Promise<number> {
  const rows = await node.query(
    `SELECT query FROM system.processes WHERE position(query, '${part}') > 0 AND current_database = 'samples'`,
  );
  return rows.length;
}

async function expectUnavailable(work: Promise<unknown>, message: RegExp): Promise<void> {
  await expect(work).rejects.toMatchObject({ kind: "unavailable", message: expect.stringMatching(message) });
}

/** An error as a text with all that a log could show of it. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.stack} ${JSON.stringify(error)} ${everythingIn(error.cause)}`;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "headcount-parquet-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A Parquet file with the rows of a query of DuckDB. */
async function parquetFile(query: string): Promise<string> {
  const path = join(temporaryFolder(), "rows.parquet");
  const database = await DuckDBInstance.create();
  const connection = await database.connect();
  await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
  database.closeSync();
  return path;
}
