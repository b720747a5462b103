import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { HeadcountError, invalid } from "../../src/domain/errors.ts";
import { SQL_LENGTH_MAX, SQL_ROWS_MAX } from "../../src/domain/limits.ts";
import { FakeSql } from "../support/fake-sql.ts";
import { ADMIN, expectProblem, listeningApi, pathsOf, sharedApi, testApi } from "../support/http.ts";

const api = await sharedApi();

const CSV = { headers: { accept: "text/csv" } };

describe("POST /v2/sql", () => {
  it("answers as the client takes it", async () => {
    const sql = new FakeSql();
    const api = await testApi({ sql });
    const json = await api.post("/v2/sql", { query: "FROM events" });
    expect(json).toMatchObject({ status: 200, body: { rows: [[1]], truncated: false } });
    expect(json.headers).not.toHaveProperty("headcount-truncated");
    for (const [accept, text] of [
      ["text/csv", "one\n1\n"],
      ["application/vnd.apache.arrow.stream", "ARROW"],
      ["application/vnd.apache.parquet", "PAR1"],
    ] as const) {
      const answer = await api.post("/v2/sql/", { query: "FROM events" }, { headers: { accept } });
      expect(answer.status).toBe(200);
      expect(String(answer.headers["content-type"])).toContain(accept);
      expect(answer.text).toBe(text);
      expect(answer.headers).toMatchObject({
        "headcount-truncated": "false",
        "headcount-as-of": "2024-05-10T12:00:00.000Z",
        vary: expect.stringMatching(/accept/),
      });
    }
    expectProblem(
      await api.post("/v2/sql", { query: "FROM events" }, { headers: { accept: "image/png" } }),
      406,
    );
    expect(sql.queries).toHaveLength(4);
    expect(sql.open).toBe(0);
  });

  it("says of a table that it was cut off", async () => {
    const sql = new FakeSql();
    sql.truncated = true;
    const api = await testApi({ sql });
    const { headers } = await api.post("/v2/sql", { query: "FROM events" }, CSV);
    expect(headers["headcount-truncated"]).toBe("true");
    expect(headers["access-control-expose-headers"]).toContain("Headcount-Truncated");
  });

  it("takes a query up to a length, and nothing that is none", async () => {
    expect((await api.post("/v2/sql", { query: "x".repeat(SQL_LENGTH_MAX) })).status).toBe(200);
    expect(pathsOf(await api.post("/v2/sql", { query: "x".repeat(SQL_LENGTH_MAX + 1) }))).toEqual(["query"]);
    for (const query of [undefined, "", 1, null, "\udfff\ud800", "SELECT 1\0"])
      expect(pathsOf(await api.post("/v2/sql", { query }))).toEqual(["query"]);
  });

  it("takes a limit on the rows up to the server's own", async () => {
    const sql = new FakeSql();
    const api = await testApi({ sql });
    const ask = (row_limit?: unknown) => api.post("/v2/sql", { query: "FROM events", row_limit });
    for (const row_limit of [undefined, 1, SQL_ROWS_MAX]) {
      expect((await ask(row_limit)).status).toBe(200);
      expect(sql.rowsMax).toBe(row_limit);
    }
    for (const row_limit of [0, SQL_ROWS_MAX + 1, 1.5, "10"])
      expect(pathsOf(await ask(row_limit))).toEqual(["row_limit"]);
  });

  it("answers what is wrong with a query, and that there are too many", async () => {
    const sql = new FakeSql();
    const api = await testApi({ sql });
    sql.before = () => Promise.reject(invalid("query", "DROP is refused"));
    const refused = await api.post("/v2/sql", { query: "DROP TABLE x" }, CSV);
    expectProblem(refused, 400, "DROP is refused");
    expect(pathsOf(refused)).toEqual(["query"]);
    sql.before = () => Promise.reject(new HeadcountError("unavailable", "too many queries"));
    const busy = await api.post("/v2/sql", { query: "FROM x" });
    expectProblem(busy, 503, "too many queries");
    expect(busy.headers["retry-after"]).toMatch(/^\d+$/);
    const { text } = await api.get("/metrics");
    expect(text).toContain('headcount_sql_duration_seconds_count{outcome="refused"} 1');
    expect(text).toContain('headcount_sql_duration_seconds_count{outcome="failed"} 1');
  });

  it("stops the query of a request that is given up", async () => {
    const sql = new FakeSql();
    const { api, address } = await listeningApi({ sql });
    const signals: AbortSignal[] = [];
    sql.before = async (signal) => {
      signals.push(signal);
      await once(signal, "abort");
      throw signal.reason;
    };
    const headers = { authorization: `Bearer ${ADMIN}`, "content-type": "application/json" };
    const client = request(`${address}/v2/sql`, { method: "POST", headers }).on("error", () => {});
    client.end(JSON.stringify({ query: "FROM x" }));
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false]);
    client.destroy();
    await expect.poll(async () => (await api.get("/metrics")).text).toContain('outcome="cancelled"} 1');
  });
});

it("GET /v2/sql/schema/ and examples/ list what there is", async () => {
  const schema = await api.get("/v2/sql/schema/");
  expect(schema.body.results.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
    "macro count_at",
    "view events",
  ]);
  const examples = await api.get("/v2/sql/examples/");
  expect(examples.body).toEqual({
    results: [{ name: "busiest-hour", question: "Which hour is busiest?", query: "FROM hourly" }],
  });
});
