import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tableFromIPC } from "apache-arrow";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { analyticsServer } from "../../src/clickhouse/analytics-server.ts";
import { AnalyticsSql, type AnalyticsSqlOptions } from "../../src/clickhouse/analytics-sql.ts";
import { MirrorTables } from "../../src/clickhouse/mirror-tables.ts";
import { MIRROR_VIEWS } from "../../src/clickhouse/schema.ts";
import type { SqlFormat, SqlResult } from "../../src/engine/ports/ad-hoc-sql.ts";
import { describeWithClickHouse } from "../support/clickhouse.ts";
import { startAnswering, startStandIn } from "../support/clickhouse-stand-in.ts";
import { freePort } from "../support/postgres.ts";
import { msOf, until } from "../support/waiting.ts";

const AS_OF = Date.UTC(2024, 4, 10, 12);

async function bytesOf({ pieces }: SqlResult): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

describeWithClickHouse("SQL in ClickHouse", (node) => {
  beforeAll(async () => {
    const tables = new MirrorTables(analyticsServer(node().url()));
    const point = { eventId: 0n, voidedUntil: 0, lastVoided: new Set<bigint>(), asOf: AS_OF };
    const empty = await tables.state();
    await tables.complete({
      ...empty,
      version: 1n,
      organizationId: "org_1",
      catalogDigest: "",
      events: point,
      counts: point,
    });
    await tables.close();
    await node().query("CREATE TABLE headcount.private (x Int8) ENGINE = MergeTree ORDER BY x");
  });

  function open(options: Partial<AnalyticsSqlOptions> = {}, url = node().url()) {
    const folder = mkdtempSync(join(tmpdir(), "headcount-analytics-"));
    const limits = { memoryBytes: 256 * 2 ** 20, timeMsMax: 60_000 };
    const sql = new AnalyticsSql(analyticsServer(url), { folder, ...limits, ...options });
    onTestFinished(async () => {
      await sql.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const run = (
      query: string,
      format: SqlFormat = "json",
      more: { rowsMax?: number; signal?: AbortSignal } = {},
    ) =>
      sql.query(
        { query, format, ...(more.rowsMax === undefined ? {} : { rowsMax: more.rowsMax }) },
        more.signal ?? new AbortController().signal,
      );
    const json = async (query: string, more = {}) =>
      JSON.parse((await bytesOf(await run(query, "json", more))).toString()) as Record<string, unknown>;
    return { sql, folder, run, json };
  }

  it("answers in the formats of local queries, and leaves no file", async () => {
    const { run, json, folder } = open();
    const query = `SELECT toInt64(number) AS n, 'a"b' AS t, toDateTime64('2024-05-10 07:00:00', 3, 'UTC') AS at,
      toDateTime64('2024-05-10 09:00:00', 3, 'UTC') AS local_at, toDate('2024-05-10') AS d,
      if(number = 0, NULL, 1.5) AS r, [1, 2] AS l, 18446744073709551615 AS big
      FROM numbers(2)`;
    expect(await json(query)).toEqual({
      columns: [
        { name: "n", type: "BIGINT" },
        { name: "t", type: "VARCHAR" },
        { name: "at", type: "TIMESTAMP WITH TIME ZONE" },
        { name: "local_at", type: "TIMESTAMP WITH TIME ZONE" },
        { name: "d", type: "DATE" },
        { name: "r", type: "DOUBLE" },
        { name: "l", type: "UTINYINT[]" },
        { name: "big", type: "UBIGINT" },
      ],
      rows: [0, 1].map((n) => [
        n,
        'a"b',
        "2024-05-10T07:00:00.000Z",
        "2024-05-10T09:00:00.000",
        "2024-05-10",
        n === 0 ? null : 1.5,
        [1, 2],
        "18446744073709551615",
      ]),
      row_count: 2,
      truncated: false,
      elapsed_ms: expect.any(Number),
      as_of: "2024-05-10T12:00:00.000Z",
    });
    expect((await bytesOf(await run("SELECT 1 AS a, 'x,y' AS b", "csv"))).toString()).toBe('a,b\n1,"x,y"\n');
    const arrow = tableFromIPC(await bytesOf(await run("SELECT toInt32(7) AS a", "arrow")));
    expect(arrow.toArray().map((row) => row.toJSON())).toEqual([{ a: 7 }]);
    expect((await bytesOf(await run("SELECT 1 AS a", "parquet"))).toString("latin1")).toMatch(
      /^PAR1.*PAR1$/s,
    );
    expect(await json("SELECT name FROM spaces")).toMatchObject({ rows: [], row_count: 0 });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("truncates a result after the rows that were asked for, and after the server's", async () => {
    const { json } = open({ rowsMax: 10 });
    expect(await json("SELECT number FROM numbers(4)", { rowsMax: 3 })).toMatchObject({
      rows: [["0"], ["1"], ["2"]].map(([n]) => [Number(n)]),
      truncated: true,
    });
    expect(await json("SELECT number FROM numbers(3)", { rowsMax: 3 })).toMatchObject({
      row_count: 3,
      truncated: false,
    });
    expect(await json("SELECT number FROM numbers(200000)")).toMatchObject({
      row_count: 10,
      truncated: true,
    });
    expect(await json("SELECT count() AS n FROM (SELECT number FROM numbers(200000))")).toMatchObject({
      rows: [[200_000]],
    });
  });

  it("limits bytes, memory and time", async () => {
    const few = open({ bytesMax: 10_000 });
    expect(await few.json("SELECT number FROM numbers(3000)")).toMatchObject({ truncated: true });
    await expect(few.run("SELECT toString(number) FROM numbers(100000)")).rejects.toThrow(
      /more than 40000 bytes/,
    );
    const small = open({ memoryBytes: 10 * 2 ** 20 });
    await expect(small.run("SELECT groupArray(toString(number)) FROM numbers(10000000)")).rejects.toThrow(
      "10 MB of memory",
    );
    const short = open({ timeMsMax: 1_000 });
    const slow = short.run("SELECT sum(sipHash64(number)) FROM numbers(1000000000000)");
    expect(await msOf(() => expect(slow).rejects.toThrow(/longer than 1 s/))).toBeLessThan(20_000);
  });

  it("stops the query in ClickHouse when its client leaves", async () => {
    const { run } = open();
    const leaving = new AbortController();
    const isRunning = async () =>
      (
        await node().query(
          "SELECT 1 FROM system.processes WHERE query LIKE '%AS left_query%' AND query NOT LIKE '%system.processes%'",
        )
      ).length > 0;
    const answer = run("SELECT sum(sipHash64(number)) AS left_query FROM numbers(1000000000000)", "json", {
      signal: leaving.signal,
    });
    const rejected = expect(answer).rejects.toThrow("gone");
    await until(isRunning);
    leaving.abort(new Error("gone"));
    await rejected;
    await until(async () => !(await isRunning()));
  });

  it.each<[string, RegExp]>([
    ["SELECT * FROM event_base", /cannot be read; the views are as_of, attachments/],
    ["SELECT * FROM headcount.event_base", /cannot be read; the views are as_of, attachments/],
    ["SELECT * FROM private", /cannot be read; the views are as_of, attachments/],
    [
      "SELECT name FROM spaces AS s JOIN private AS p ON 1 = 1",
      /cannot be read; the views are as_of, attachments/,
    ],
    ["SELECT * FROM system.tables", /cannot be read; the views are as_of, attachments/],
    ["SELECT * FROM INFORMATION_SCHEMA.TABLES", /cannot be read; the views are as_of, attachments/],
    ["SELECT 1 WHERE 1 IN private", /cannot be read; the views are as_of, attachments/],
    ["SELECT 1 WHERE 1 IN (system.one)", /cannot be read; the views are as_of, attachments/],
    ["SELECT globalNotIn(1, private)", /cannot be read; the views are as_of, attachments/],
    ["SELECT * FROM view(SELECT * FROM private)", /cannot be read; the views are as_of, attachments/],
    ["WITH x AS (SELECT * FROM private) SELECT * FROM x", /cannot be read; the views are as_of, attachments/],
    ["SELECT 1 UNION ALL SELECT x FROM private", /cannot be read; the views are as_of, attachments/],
    ["SELECT exists(SELECT * FROM private)", /cannot be read; the views are as_of, attachments/],
    ["DESCRIBE TABLE private", /cannot be read; the views are as_of, attachments/],
    ["SELECT (SELECT count() FROM private AS p)", /cannot be read; the views are as_of, attachments/],
    [
      "SELECT (SELECT count() FROM url('http://127.0.0.1:1/', 'CSV', 'x Int8'))",
      /table function \w+ is not allowed/,
    ],
    ["SELECT * FROM url('http://127.0.0.1:1/') AS u", /table function \w+ is not allowed/],
    ["SELECT * FROM file('x.csv')", /table function \w+ is not allowed/],
    ["SELECT * FROM remote('127.0.0.1', system.one)", /table function \w+ is not allowed/],
    ["SELECT * FROM merge('headcount', '.*')", /table function \w+ is not allowed/],
    ["SELECT * FROM (EXPLAIN SELECT 1)", /table function \w+ is not allowed/],
    ["DESCRIBE url('http://127.0.0.1:1/')", /table function \w+ is not allowed/],
    ["SELECT file('x.csv')", /the function \w+ is not allowed/],
    ["SELECT dictGet('d', 'a', 1)", /the function \w+ is not allowed/],
    ["SELECT hostName() AS h", /the function \w+ is not allowed/],
    ["SELECT currentUser()", /the function \w+ is not allowed/],
    ["SELECT aiGenerate('x')", /the function \w+ is not allowed/],
    ["SHOW TABLES", /only statements that read/],
    ["SHOW GRANTS", /only statements that read/],
    ["EXPLAIN SELECT 1", /only statements that read/],
    ["CREATE TABLE t (x Int8) ENGINE = Memory", /only statements that read/],
    ["INSERT INTO private SELECT 1", /only statements that read/],
    ["DROP TABLE private", /only statements that read/],
    ["SYSTEM SHUTDOWN", /only statements that read/],
    ["SET max_threads = 1", /only statements that read/],
    ["SELECT 1 FORMAT JSON", /FORMAT and INTO OUTFILE/],
    ["SELECT 1 INTO OUTFILE 'x'", /FORMAT and INTO OUTFILE/],
    ["SELECT * FROM `spaces\n      Identifier x` WHERE 1 IN private", /line breaks/],
    ["SELECT `a\n         Identifier b` IN private", /line breaks/],
    ["SELECT 1; SELECT 2", /Multi-statements/],
    ["graph = 1 SELECT 1", /[Ss]yntax error|Empty query/],
    ["SELECT 1 FROM", /[Ss]yntax error|Empty query/],
    ["", /[Ss]yntax error|Empty query/],
    [
      "SELECT sleepEachRow(1) FROM numbers(2) SETTINGS max_execution_time = 0",
      /max_execution_time.*readonly/,
    ],
    ["SELECT {x:Int8}", /`x` is not set/],
    ["SELECT * APPLY(x -> (SELECT count() FROM private)) FROM spaces", /APPLY is not allowed/],
    ["SELECT name FROM spaces ORDER BY name WITH FILL FROM (SELECT x FROM private)", /cannot be read/],
    ["SELECT name FROM spaces LIMIT (SELECT x FROM private)", /cannot be read/],
    ["SELECT max(name) OVER (ROWS (SELECT x FROM private) PRECEDING) FROM spaces", /cannot be read/],
  ])("refuses %s", async (query, reason) => {
    const answer = open().run(query);
    await expect(answer).rejects.toMatchObject({ kind: "invalid", issues: [{ path: "query" }] });
    await expect(answer).rejects.toThrow(reason);
    expect(await node().query("SELECT count() AS n FROM headcount.private")).toEqual([{ n: 0 }]);
  });

  it("runs what only reads views", async () => {
    const { json } = open();
    for (const query of [
      "WITH RECURSIVE r AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM r WHERE x < 3) SELECT sum(x) AS n FROM r",
      "SELECT space.name AS space FROM headcount.spaces AS space ORDER BY space; -- a comment",
      "SELECT count() FROM hourly WHERE space_id IN (SELECT id FROM spaces)",
      "SELECT space_id, count() OVER (PARTITION BY space_id) FROM daily",
      "SELECT 'a\nb' AS `x`, 1 IN (1, 2), 3 IN [1]",
      "DESCRIBE TABLE breaches",
      "SELECT s.* EXCEPT id, COLUMNS('name'), multiIf(1, 2, 3), CAST(1 AS Int8), id::String FROM spaces AS s",
      "SELECT space_id, count() FROM hourly GROUP BY ROLLUP (space_id) ORDER BY space_id LIMIT 1 BY space_id",
      "SELECT name FROM spaces LEFT JOIN daily ON daily.space_id = spaces.id ARRAY JOIN [1, 2] AS x",
      "SELECT 1 INTERSECT SELECT 1",
    ])
      expect(await json(query)).toHaveProperty("rows");
  });

  it("takes a query as long as the API does, unless ClickHouse takes less", async () => {
    const { json, run } = open();
    const long = (letter: string, bytes: number) =>
      `SELECT length('${letter.repeat(bytes / Buffer.byteLength(letter))}') AS n`;
    expect(await json(long("x", 99_900))).toMatchObject({ rows: [[99_900]] });
    expect(await json(long("é", 99_900))).toMatchObject({ rows: [[99_900]] });
    await expect(run(long("é", 190_000))).rejects.toMatchObject({
      kind: "invalid",
      message: "query: it is longer than ClickHouse takes, which is 128 KiB",
    });
  });

  it("lists the views that may be read, and no other table", async () => {
    const relations = await open().sql.relations();
    expect(relations.map(({ name }) => name)).toEqual([
      "as_of",
      "attachments",
      "breaches",
      "building_hourly",
      "daily",
      "daily_resets",
      "doorways",
      "events",
      "help",
      "hourly",
      "links",
      "readings",
      "resets",
      "sensors",
      "space_events",
      "spaces",
      "time_segments",
      "typical_week",
    ]);
    expect(relations[0]).toEqual({
      name: "as_of",
      kind: "view",
      comment: "One row: the time of the data that queries read. Later events are not included.",
      parameters: [],
      columns: [{ name: "timestamp", type: "DateTime64(3, 'UTC')", comment: null }],
    });
  });

  it("says what is wrong with a query in ClickHouse's words, with the position, and nothing of the server", async () => {
    const { run } = open();
    await expect(run("SELECT absent FROM spaces")).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringMatching(/`absent`/),
    });
    const error = await run("SELECT 1 FRO x WHERE").catch((error: unknown) => error as Error);
    expect(String(error)).toContain("failed at position 14");
    expect(String(error)).not.toMatch(/formatQuery|version|EXPLAIN|127\.0\.0\.1|DB::Exception/);
    await expect(run("SELECT unhex('ff') AS x")).rejects.toThrow(/not UTF-8/);
  });

  it("is unavailable without a complete mirror, and without ClickHouse", async () => {
    for (const url of [node().url("absent"), `clickhouse://127.0.0.1:${await freePort()}/headcount`]) {
      const error = await open({}, url)
        .run("SELECT 1")
        .catch((error: unknown) => error);
      expect(error).toMatchObject({
        kind: "unavailable",
        message: expect.stringMatching(/database for analytics/),
      });
      expect(String(error)).not.toContain("127.0.0.1");
    }
  });

  it("is unavailable to a user who may not read the views, and says which privilege is lacking", async () => {
    const port = await startStandIn(
      403,
      "Code: 497. DB::Exception: ann: Not enough privileges. To execute this query, it's necessary to have the grant " +
        "SELECT(timestamp) ON headcount.as_of. (ACCESS_DENIED) (version 24.8.1.1)\n",
    );
    await expect(open({}, `clickhouse://ann@127.0.0.1:${port}`).run("SELECT 1")).rejects.toMatchObject({
      kind: "unavailable",
      message: "the database for analytics refuses its user, who lacks SELECT(timestamp) ON headcount.as_of",
    });
  });

  it("does not know what is wrong with its user before the mirror is there, or without ClickHouse", async () => {
    expect(await open({}, node().url("absent")).sql.userFaults()).toBeNull();
    const away = open({}, `clickhouse://127.0.0.1:${await freePort()}/headcount`).sql.userFaults();
    await expect(away).rejects.toMatchObject({ kind: "unavailable" });
  });

  it("says what its user may not read, and may do besides, if ClickHouse is too old to list grants of roles", async () => {
    const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    const port = await startAnswering((statement) => {
      if (statement.includes("FROM as_of"))
        return [403, "Code: 497. DB::Exception: ann: Not enough privileges. (ACCESS_DENIED)\n"];
      if (statement.includes("FROM system.columns"))
        return [
          200,
          lines(
            [...MIRROR_VIEWS.keys()].slice(1).map((relation) => ({ relation, name: "id", type: "String" })),
          ),
        ];
      if (/^SHOW GRANTS\s+FORMAT/m.test(statement))
        return [200, lines([{ GRANTS: "GRANT SELECT, INSERT ON headcount.* TO ann" }])];
      return statement.includes("SHOW GRANTS")
        ? [400, "Code: 62. DB::Exception: Syntax error: failed at position 13. (SYNTAX_ERROR)\n"]
        : [200, "1\n"];
    });
    expect(await open({}, `clickhouse://ann@127.0.0.1:${port}`).sql.userFaults()).toEqual([
      expect.stringContaining("REVOKE INSERT ON headcount.* FROM ann"),
      expect.stringContaining("REVOKE SELECT ON headcount.* FROM ann"),
      "its user ann cannot read as_of. An administrator of ClickHouse runs GRANT SELECT ON headcount.as_of TO ann",
    ]);
  });

  it("fails what is running when it is closed, and removes its files", async () => {
    const { sql, run, folder } = open();
    const running = expect(
      run("SELECT sum(sipHash64(number)) FROM numbers(1000000000000)"),
    ).rejects.toMatchObject({
      kind: "unavailable",
    });
    await until(() => existsSync(folder));
    await sql.close();
    await running;
    expect(existsSync(folder)).toBe(false);
  });
});
