import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Metrics } from "../../src/http/monitoring.ts";
import { openApi, type TestApi } from "../support/http.ts";
import { readRepository } from "../support/repository.ts";

/** A query of the Infinity data source, which asks Headcount for JSON, or of Prometheus, which has an expression. */
interface Query {
  readonly expr?: string;
  readonly url: string;
  readonly url_options: { readonly params: readonly { readonly key: string; readonly value: string }[] };
  readonly root_selector: string;
  readonly columns: readonly { readonly selector: string; readonly text: string; readonly type: string }[];
}

interface Panel {
  readonly type: string;
  readonly title: string;
  /** Of a row: the variable for each of whose values it is shown once. */
  readonly repeat?: string;
  readonly panels?: readonly Panel[];
  readonly targets: readonly Query[];
}

interface Variable {
  readonly name: string;
  readonly query: string | { readonly infinityQuery?: Query };
}

const DASHBOARD: {
  readonly templating: { readonly list: readonly Variable[] };
  readonly panels: readonly Panel[];
} = JSON.parse(readRepository("docs/grafana/headcount-dashboard.json"));
const variables = DASHBOARD.templating.list;

const queries: { readonly title: string; readonly isOfOneSpace: boolean; readonly query: Query }[] = [];
const expressions: string[] = [];
let isOfOneSpace = false;
for (const each of DASHBOARD.panels) {
  if (each.type === "row") isOfOneSpace = each.repeat === "space";
  for (const { title, targets } of each.type === "row" ? (each.panels ?? []) : [each])
    for (const query of targets)
      if (query.expr === undefined) queries.push({ title, isOfOneSpace, query });
      else expressions.push(query.expr);
}

/** The name in `$name`, `${name}` and `${name:format}`. */
const REFERENCE = /\$(?:\{(\w+)(?::(\w+(?::\w+)?))?\}|(\w+))/g;

/**
 * Puts values where a text refers to variables, as Grafana does: several are written `{a,b}`, or `a,b` under `:csv`,
 * and `:date:iso` writes an instant. Throws for any other format or name.
 */
function interpolate(text: string, values: Readonly<Record<string, string | readonly string[]>>): string {
  return text.replace(REFERENCE, (whole, braced, format, plain) => {
    const value = values[braced ?? plain];
    if (value === undefined) throw new Error(`${whole} is no variable here`);
    if (format === "csv") return [value].flat().join(",");
    if (format === "date:iso" && typeof value === "string") return new Date(Number(value)).toISOString();
    if (format !== undefined) throw new Error(`${whole} has a format that is not known here`);
    return typeof value === "string" ? value : `{${value.join(",")}}`;
  });
}

/** The value at a path of names and indexes; null if one on its way is null, undefined if there is none. */
function select(value: unknown, path: string): unknown {
  if (path === "") return value;
  return path.split(".").reduce<unknown>((found, key) => found && Object(found)[key], value);
}

/** The headers that the data source sends with a query for JSON. */
const INFINITY_HEADERS = { accept: "application/json;q=0.9,text/plain" };

/** A range as Grafana has it, in ms since 1970; its end is in the future. */
const RANGE = {
  __from: String(Date.parse("2024-05-06T00:00:00Z")),
  __to: String(Date.parse("2024-05-10T12:30:00Z")),
};

describe("the queries of Headcount in the Grafana dashboard", () => {
  let api: TestApi;
  let spaces: string[];
  let token: string;

  beforeAll(async () => {
    api = await openApi({ rateLimit: null });
    const limit = { safe_threshold_mode: "SAFE_CAPACITY", safe_capacity: 1 };
    const { space } = await api.site({ name: "Hall", capacity: 4, target_capacity: 3, ...limit });
    const { id: bare } = await api.create("/v2/spaces/", { name: "Bare" });
    spaces = [space, bare];
    // The first breach has ended, the second lasts.
    await api.report(
      "a 2024-05-06T08:00:00Z 1",
      "a 2024-05-06T08:10:00Z 1",
      "a 2024-05-06T09:00:00Z -1",
      "a 2024-05-09T08:00:00Z 1",
      "a 2024-05-09T08:30:00Z 1",
    );
    token = await api.token(["read"]);
  });

  afterAll(() => api.app.close());

  /** The rows of the answer to a query, which the data source asks with a token that may only read. */
  async function rowsOf(query: Query, values: Parameters<typeof interpolate>[1]): Promise<unknown[]> {
    const address = new URL(interpolate(query.url, values), "http://headcount");
    for (const { key, value } of query.url_options.params)
      address.searchParams.append(key, interpolate(value, values));
    const path = `${address.pathname}${address.search}`;
    const answer = await api.get(path, { token, headers: INFINITY_HEADERS });
    expect(answer.status, `${path}: ${answer.text}`).toBe(200);
    const root = select(answer.body, query.root_selector);
    expect(root, query.root_selector).toBeInstanceOf(Object);
    return Array.isArray(root) ? root : [root];
  }

  it("are in it", () => expect(queries.length).toBeGreaterThan(0));

  it.each(queries)("$title: is answered with its columns", async ({ isOfOneSpace, query }) => {
    const [hall = "", bare = ""] = spaces;
    const rows = await rowsOf(query, { ...RANGE, interval: "1h", space: isOfOneSpace ? hall : spaces });
    for (const { selector, type } of query.columns) {
      const values = rows.map((row) => select(row, selector)).filter((value) => value !== null);
      const types = new Set(values.map((value) => typeof value));
      expect([...types], selector).toEqual([type === "timestamp" ? "string" : type]);
    }
    // A space without capacities or doorways is answered, too.
    await rowsOf(query, { ...RANGE, interval: "5m", space: isOfOneSpace ? bare : [bare] });
  });

  it("offer the spaces by name, and the intervals that the server has (D11)", async () => {
    const queryOf = (wanted: string) => variables.find(({ name }) => name === wanted)?.query;
    const { infinityQuery: query } = Object(queryOf("space")) as { readonly infinityQuery: Query };
    const rows = await rowsOf(query, {});
    expect(rows.map((row) => query.columns.map(({ selector }) => select(row, selector)))).toEqual([
      ["Hall", spaces[0]],
      ["Bare", spaces[1]],
    ]);
    for (const pair of String(queryOf("interval")).split(", ")) {
      const range = "start_time=2024-05-06&end_time=2024-05-10";
      const interval = pair.split(" : ")[1];
      const answer = await api.get(`/v2/counts/?space_id=${spaces[0]}&${range}&interval=${interval}`);
      expect(answer.status, answer.text).toBe(200);
    }
  });
});

it("the queries of Prometheus in the Grafana dashboard name metrics that a server has, each of one server", async () => {
  const metrics = new Metrics();
  metrics.watchProcess();
  const text = await metrics.text();
  const kinds = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => [name, kind]));
  const names = expressions.flatMap((expression) =>
    [...expression.matchAll(/\b(?:headcount|process|nodejs)_\w+/g)].map(([name]) => name),
  );
  const unknown = names.filter((name) => {
    const ofHistogram = name.replace(/_(bucket|count|sum)$/, "");
    return kinds.get(name) === undefined && kinds.get(ofHistogram) !== "histogram";
  });
  expect(unknown).toEqual([]);
  expect(names.length).toBeGreaterThanOrEqual(expressions.length);
  expect(expressions.filter((each) => !each.includes('{instance=~"$instance"}'))).toEqual([]);
});
