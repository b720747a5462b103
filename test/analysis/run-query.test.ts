import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { tableFromIPC } from "apache-arrow";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnalysisDatabase } from "../../src/analysis/analysis-database.ts";
import { type QueryLimits, runQuery } from "../../src/analysis/query/run-query.ts";
import { pointAt } from "../../src/analysis/query/statement-check.ts";
import type { SqlFormat } from "../../src/engine/ports/ad-hoc-sql.ts";
import { openStandIn, STAND_IN_AS_OF } from "../support/analysis-stand-in.ts";
import {
  ENDLESS_QUERIES,
  FORBIDDEN_CALLS,
  FORBIDDEN_PLACES,
  FORBIDDEN_QUERIES,
  GREEDY_QUERIES,
} from "../support/forbidden-queries.ts";
import { suiteFolder } from "../support/headcount.ts";
import { check } from "../support/random.ts";
import { moment } from "../support/waiting.ts";

const LIMITS: QueryLimits = { rowsMax: 10_000, bytesMax: 2 ** 20, memoryBytes: 2 ** 27 };

const folder = suiteFolder();
let database: AnalysisDatabase;
let files = 0;

beforeAll(async () => {
  const { memoryBytes } = LIMITS;
  // Little for temporary files, so that they are soon flooded.
  database = await openStandIn({
    temporaryFolder: join(folder, "tmp"),
    memoryBytes,
    temporaryBytes: 2 ** 24,
  });
});
afterAll(() => database.close());

async function run(
  query: string,
  {
    format = "json" as SqlFormat,
    limits = {} as Partial<QueryLimits>,
    signal = new AbortController().signal,
  } = {},
) {
  const path = join(folder, `result-${files++}`);
  const request = { query, format, path, limits: { ...LIMITS, ...limits }, signal };
  const summary = await runQuery(database, request);
  return { ...summary, path };
}

async function answer(query: string, limits: Partial<QueryLimits> = {}) {
  const { path } = await run(query, { limits });
  return JSON.parse(readFileSync(path, "utf8"));
}

describe("accepted queries", () => {
  it.each([
    "SELECT 1",
    "select 1;",
    "FROM events LIMIT 1",
    "VALUES (1), (2)",
    "TABLE events",
    "WITH x AS (SELECT 1) FROM x",
    "(SELECT 1) UNION ALL (SELECT 2)",
    "DESCRIBE events",
    "SUMMARIZE events",
    "SHOW TABLES",
    "SHOW ALL TABLES",
    "EXPLAIN SELECT 1",
    "-- why\nexplain analyze FROM events",
    "/* why */ EXPLAIN (FORMAT json) SELECT 1",
    "PIVOT (SELECT 1 AS a, 2 AS b) ON a IN (1) USING sum(b)",
    "UNPIVOT (SELECT 1 AS a, 2 AS b) ON a, b",
    "FROM latest(3)",
    "FROM range(3), generate_series(1, 3)",
    "FROM unnest([1, 2])",
    "FROM events AS e WHERE EXISTS (FROM latest(1) AS l WHERE l.id = e.id)",
    "SELECT list_transform([1], x -> x + 1), [x FOR x IN [1, 2] IF x > 1]",
    "SELECT count(*) OVER (PARTITION BY id ORDER BY timestamp) FROM events",
    "FROM events ASOF JOIN events AS other USING (timestamp)",
    "FROM information_schema.tables",
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'main'",
    "SELECT 'DROP TABLE x; -- read_text(''/etc/passwd'')'",
    "SELECT id, lag(id) OVER w, first_value(id) OVER w, ntile(4) OVER w, percent_rank() OVER w FROM events WINDOW w AS (ORDER BY id)",
    "SELECT date_trunc('hour', timestamp), dayname(timestamp), strftime(timestamp, '%H:%M'), extract(dow FROM timestamp) FROM events",
    "SELECT timestamp + INTERVAL 1 DAY, age(timestamp), time_bucket(INTERVAL '15 minutes', timestamp), timestamp::DATE - 7 FROM events",
    "SELECT now(), current_date, current_timestamp, localtimestamp, today(), get_current_timestamp() AT TIME ZONE 'Europe/Berlin'",
    "SELECT approx_quantile(x, 0.5), quantile_cont(x, [0.25, 0.75]), stddev(x), corr(x, x), regr_slope(x, x) FROM range(9) AS t (x)",
    "SELECT max(id ORDER BY timestamp), arg_max(id, timestamp), string_agg(id, ', ') FILTER (id < 'evt_2'), mode(id) FROM events",
    "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x), count(DISTINCT x), grouping(x) FROM range(9) AS t (x) GROUP BY ROLLUP (x)",
    "SELECT id ILIKE 'EVT%', id SIMILAR TO 'evt.*', regexp_extract(id, '[0-9]+')::INT, split_part(id, '_', 2), upper(id[1:3]) FROM events",
    "SELECT position('t' IN id), substring(id FROM 2 FOR 3), id || 'x', format('{:>10}', id), printf('%s', id) FROM events",
    "SELECT [1, 2][1], {'a': 1}.a, MAP {'a': 1}['a'], list_sort([2, 1]), list_sum([1]), len([1]), unnest([1, 2]), struct_pack(a := 1)",
    "SELECT list_aggregate([1, 2], 'avg'), list_filter([1, 2], x -> x > 1), list_reduce([1, 2], (x, y) -> x + y), range(3)",
    "SELECT '{\"a\": [1]}'::JSON -> 'a' ->> 0, json_extract('{}', '$.a'), to_json({'a': 1}), json_object('a', 1), json_group_array(1)",
    "SELECT 7 // 2, 7 % 2, 2 ** 3, 5 & 3, 1 << 2, -(-1), round(1.25, 1), greatest(1, 2), nullif(1, 2)",
    "SELECT CASE id WHEN 'evt_1' THEN 1 END, id IN ('evt_1'), id IS DISTINCT FROM 'x', typeof(id), md5(id) FROM events",
    "SELECT * EXCLUDE (id), COLUMNS('time.*')::VARCHAR FROM events",
    "SELECT uuid() IS NOT NULL, random() < 2, width_bucket FROM (SELECT 1 AS width_bucket)",
    "FROM (FROM events LIMIT 3) AS a POSITIONAL JOIN (FROM events LIMIT 3) AS b",
    "FROM events TABLESAMPLE 10 ROWS",
    "FROM json_each('[1, 2]')",
    "SELECT histogram(x), any_value(x), hash(x), coalesce(NULL, 1), if(true, 1, 2), flatten([[1]]) FROM range(9) AS t (x) GROUP BY x",
    "SELECT id.upper().replace('EVT', 'e'), concat_ws('-', id, trim(id)) FROM events",
  ])("%s", async (query) => {
    expect((await answer(query)).row_count).toBeGreaterThan(0);
  });
});

describe("rejected queries", () => {
  it.each(FORBIDDEN_QUERIES)("%s", async (query, said) => {
    const before = readdirSync(folder);
    const error = await run(query).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: "invalid", issues: [{ path: "query" }] });
    expect(String(error)).toMatch(said);
    expect(String(error)).not.toContain(folder);
    expect(readdirSync(folder)).toEqual(before);
  });

  it.each(FORBIDDEN_PLACES)("a rejected function in every position: %s", async (place) => {
    for (const call of FORBIDDEN_CALLS) {
      const error = await run(place.replaceAll("CALL", () => call)).catch((reason: unknown) => reason);
      expect(error, call).toMatchObject({
        kind: "invalid",
        message: expect.stringMatching(/is not allowed/),
      });
    }
  });

  it("and nothing of it has happened", async () => {
    const left = readdirSync("/tmp").filter((name) => /^headcount-(copied|exported|profile)/.test(name));
    expect(left).toEqual([]);
    const { rows } = await answer("SHOW ALL TABLES");
    expect(rows.map(([, , name]: string[]) => name)).toEqual(["event", "events"]);
    expect((await answer("SELECT count(*) FROM base.event")).rows).toEqual([[5000]]);
  });

  it("whatever characters it consists of (fuzz)", async () => {
    const words = "SELECT FROM events EXPLAIN 1 + ( ) ; ' \" -- /* */ $$ \n \u0000".split(" ");
    const letters = fc.constantFrom(..."é ß 日本 😀 \u00a0 “ \u200b \ufeff".split(" "), "é".repeat(300));
    const part = fc.oneof(fc.constantFrom(...words), letters, letters);
    await check(
      300,
      fc.tuple(fc.array(part, { maxLength: 8 }), fc.constantFrom("", " ")),
      async ([parts, gap]) => {
        const query = parts.join(gap);
        const error = await run(query).catch((reason: unknown) => reason);
        if (error instanceof Error)
          expect(error, query).toMatchObject({ kind: "invalid", issues: [{ path: "query" }] });
      },
    );
  });

  it("says where a query is wrong, in DuckDB's words", async () => {
    await expect(run("SELECT 1,\n  frm events")).rejects.toThrow(/column "frm" was not found[\s\S]*LINE 2/);
    await expect(run("SELEC 1")).rejects.toThrow(/^Parser Error: syntax error at or near "SELEC"/);
    await expect(run("FROM event_log")).rejects.toThrow(/event_log does not exist[\s\S]*LINE 1/);
  });
});

it.each<[string, unknown, string]>([
  ["SELECT 1,\n  nonsense(2)", 12, "\n\nLINE 2:   nonsense(2)\n          ^"],
  ["SELECT 'é', nonsense(2)", 13, "\n\nLINE 1: SELECT 'é', nonsense(2)\n                    ^"],
  ...[undefined, null, -1, 8, 18_446_744_073_709_552_000].map(
    (byte) => ["SELECT 1", byte, ""] satisfies [string, unknown, string],
  ),
])("in %j, byte %s is shown as DuckDB shows it, if it is there", (query, byte, shown) => {
  expect(pointAt(query, byte)).toBe(shown);
});

describe("limits", () => {
  it.each(GREEDY_QUERIES)("memory and disk: %s", async (_what, query) => {
    await expect(run(query)).rejects.toThrow(/^query: the query needs more than 128 MB/);
    expect((await answer("SELECT 1")).rows).toEqual([[1]]);
  });

  it("memory and disk, for the hours that a query reads", async () => {
    const lacking = new Error("Out of Memory Error: failed to offload data block of size 64.0 KiB");
    const path = join(folder, "no-result");
    const request = { query: "SELECT 1", format: "json" as const, path, limits: LIMITS };
    const { signal } = new AbortController();
    const failing = (error: Error) =>
      Object.create(database, { prepare: { value: () => Promise.reject(error) } });
    await expect(runQuery(failing(lacking), { ...request, signal })).rejects.toThrow(
      /^query: the counts by hour of all spaces need more than 128 MB/,
    );
    await expect(runQuery(failing(new Error("a bug")), { ...request, signal })).rejects.toThrow(/^a bug$/);
  });

  it.each(["json", "csv", "arrow", "parquet"] as const)("rows: %s", async (format) => {
    const limits = { rowsMax: 3_000 };
    for (const of of [3_000, 3_001, 1_000_000_000]) {
      const ran = await run(`FROM range(${of})`, { format, limits });
      expect(ran).toMatchObject({ rows: 3_000, truncated: of > 3_000 });
    }
  });

  it.each(["json", "csv", "arrow"] as const)("bytes: %s", async (format) => {
    const query = "SELECT repeat('x', 100) AS text FROM range(100000)";
    const limits = { bytesMax: 300_000, rowsMax: 1_000_000 };
    const { rows, truncated, path } = await run(query, { format, limits });
    expect(truncated).toBe(true);
    expect(rows).toBeLessThan(3_000);
    expect(readFileSync(path).length).toBeGreaterThan(80_000);
    expect(readFileSync(path).length).toBeLessThan(300_000 + 500);
  });

  it("a Parquet file with too many bytes is rejected, since nothing can be cut off it", async () => {
    const query = "SELECT uuid() AS text FROM range(9000)";
    const options = { format: "parquet" as const, limits: { bytesMax: 100_000 } };
    await expect(run(query, options)).rejects.toThrow(/more than 100000 bytes/);
  });

  it("a cut result is whole as far as it goes", async () => {
    const cut = { rows: [[0], [1], [2], [3]], row_count: 4, truncated: true };
    expect(await answer("FROM range(10)", { rowsMax: 4 })).toMatchObject(cut);
  });
});

describe("cancelling", () => {
  it.each(ENDLESS_QUERIES)("stops %s, and leaves nothing behind", async (_what, query) => {
    const files = () => readdirSync(folder).filter((name) => name !== "tmp");
    const before = files();
    const controller = new AbortController();
    const running = run(query, { signal: controller.signal });
    await moment(100);
    controller.abort(new Error("gone"));
    await expect(running).rejects.toThrow("gone");
    expect(files()).toEqual(before);
  });

  it.each(ENDLESS_QUERIES)("stops %s at its very start", async (_what, query) => {
    const controller = new AbortController();
    const running = run(query, { signal: controller.signal });
    setImmediate(() => controller.abort(new Error("gone")));
    await expect(running).rejects.toThrow("gone");
  });

  it("before it begins", async () => {
    await expect(run("SELECT 1", { signal: AbortSignal.abort(new Error("gone")) })).rejects.toThrow("gone");
  });
});

const EVERY_TYPE = `SELECT 1 AS whole, 9007199254740993 AS large, sum(2) AS sum, 1.5::DECIMAL(10, 2) AS decimal,
  0.1::DOUBLE AS double, 'nan'::DOUBLE AS nan, true AS yes, 'a,"b"' AS text, NULL::INTEGER AS nothing,
  TIMESTAMP '2024-05-10 07:00:00.1234' AS timestamp, TIMESTAMP '2024-05-10 09:00:00' AS local_start,
  TIMESTAMPTZ '2024-05-10 09:00:00+02' AS zoned, DATE '2024-05-10' AS date, TIME '07:00' AS time,
  INTERVAL 90 MINUTE AS interval, [1, 2] AS list, {'a': 1, 'b': [DATE '2024-05-10']} AS struct,
  MAP {'k': 1} AS map, 'x'::ENUM('x', 'y') AS enum, 1 AS same, 2 AS same`;

describe("formats", () => {
  it("JSON has each type in a form of its own", async () => {
    const { columns, rows, ...rest } = await answer(EVERY_TYPE);
    const names = columns.map(({ name }: { name: string }) => name);
    expect(Object.fromEntries(names.map((name: string, index: number) => [name, rows[0][index]]))).toEqual({
      whole: 1,
      large: "9007199254740993",
      sum: 2,
      decimal: 1.5,
      double: 0.1,
      nan: "NaN",
      yes: true,
      text: 'a,"b"',
      nothing: null,
      timestamp: "2024-05-10T07:00:00.123Z",
      local_start: "2024-05-10T09:00:00.000",
      zoned: "2024-05-10T07:00:00.000Z",
      date: "2024-05-10",
      time: "07:00:00",
      interval: "01:30:00",
      list: [1, 2],
      struct: { a: 1, b: ["2024-05-10"] },
      map: [{ key: "k", value: 1 }],
      enum: "x",
      same: 1,
      "same:1": 2,
    });
    expect(columns[0]).toEqual({ name: "whole", type: "INTEGER" });
    expect(rest).toEqual({
      row_count: 1,
      truncated: false,
      elapsed_ms: expect.any(Number),
      as_of: new Date(STAND_IN_AS_OF).toISOString(),
    });
  });

  it("CSV and Arrow have the same values as JSON", async () => {
    const { columns, rows } = await answer(EVERY_TYPE);
    const csv = parse(readFileSync((await run(EVERY_TYPE, { format: "csv" })).path));
    const asText = (value: unknown) =>
      typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);
    expect(csv).toEqual([columns.map(({ name }: { name: string }) => name), rows[0].map(asText)]);

    const table = tableFromIPC(readFileSync((await run(EVERY_TYPE, { format: "arrow" })).path));
    expect(table.schema.fields.map(({ name }) => name)).toEqual(csv[0]);
    const values = Object.fromEntries(
      table.schema.fields.map(({ name }, index) => [name, table.getChildAt(index)?.get(0)]),
    );
    const at = Date.UTC(2024, 4, 10, 7);
    expect(values).toMatchObject({
      whole: 1,
      large: 9007199254740993n,
      sum: 2,
      decimal: 1.5,
      double: 0.1,
      nan: Number.NaN,
      yes: true,
      nothing: null,
      timestamp: at + 123,
      zoned: at,
      date: Date.UTC(2024, 4, 10),
      list: "[1,2]",
      interval: "01:30:00",
    });
  });

  it("Parquet has DuckDB's own types", async () => {
    const { path } = await run(EVERY_TYPE, { format: "parquet" });
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const reader = await connection.runAndReadAll("FROM read_parquet($path)", { path });
    expect(reader.getRowObjectsJson()).toMatchObject([
      { whole: 1, large: "9007199254740993", sum: 2, text: 'a,"b"', list: [1, 2], struct: { a: 1 } },
    ]);
    connection.closeSync();
    instance.closeSync();
    expect(existsSync(`${path}.tmp`)).toBe(false);
  });

  it.each(["json", "csv", "arrow", "parquet"] as const)("no rows: %s", async (format) => {
    const { path, rows } = await run("FROM events WHERE false", { format });
    expect(rows).toBe(0);
    expect(readFileSync(path).length).toBeGreaterThan(0);
  });
});
