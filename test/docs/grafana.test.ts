import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { Metrics } from "../../src/http/monitoring.ts";
import { openApi, type TestApi } from "../support/http.ts";
import { readRepository } from "../support/repository.ts";

/** The types of Grafana's data sources that the dashboard may query. */
const INFINITY = "yesoreyeram-infinity-datasource";
const PROMETHEUS = "prometheus";

const source = z.object({ type: z.enum([INFINITY, PROMETHEUS]), uid: z.string() });

/** A query of the Infinity data source, as far as the tests can follow one: JSON from a URL, read in the backend. */
const infinityQuery = z.strictObject({
  refId: z.string(),
  datasource: source,
  type: z.literal("json"),
  parser: z.literal("backend"),
  source: z.literal("url"),
  format: z.enum(["table", "timeseries"]),
  url: z.string(),
  url_options: z.strictObject({
    method: z.literal("GET"),
    data: z.literal(""),
    params: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  }),
  root_selector: z.string(),
  columns: z.array(
    z.strictObject({
      selector: z.string(),
      text: z.string(),
      type: z.enum(["string", "number", "timestamp"]),
    }),
  ),
  filters: z.tuple([]),
});

const panel = z.object({
  id: z.int(),
  type: z.enum(["bargauge", "stat", "table", "timeseries"]),
  title: z.string(),
  gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
  datasource: source,
  targets: z.array(z.union([infinityQuery, z.object({ datasource: source, expr: z.string() })])).min(1),
  fieldConfig: z.object({
    overrides: z.array(z.object({ matcher: z.object({ id: z.string(), options: z.string() }) })),
  }),
  options: z.object({ reduceOptions: z.object({ fields: z.string() }).optional() }),
  transformations: z
    .array(
      z.discriminatedUnion("id", [
        z.object({ id: z.literal("joinByField"), options: z.object({ byField: z.string() }) }),
        z.object({
          id: z.literal("organize"),
          options: z.record(z.string(), z.record(z.string(), z.unknown())),
        }),
      ]),
    )
    .default([]),
});

const row = z.object({
  id: z.int(),
  type: z.literal("row"),
  repeat: z.string().optional(),
  panels: z.array(panel),
});

const variable = z.object({
  name: z.string(),
  type: z.enum(["datasource", "custom", "query"]),
  datasource: source.optional(),
  query: z.union([z.string(), z.object({ infinityQuery }), z.object({ qryType: z.literal(1) })]),
});

const dashboard = z.object({
  templating: z.object({ list: z.array(variable) }),
  panels: z.array(z.union([row, panel])),
});

type InfinityQuery = z.output<typeof infinityQuery>;
type Panel = z.output<typeof panel>;

const DASHBOARD = dashboard.parse(JSON.parse(readRepository("docs/grafana/headcount-dashboard.json")));
const variables = DASHBOARD.templating.list;

/** The panels, each with the variable for each of whose values its row is shown once. */
const panels: { readonly panel: Panel; readonly repeat: string | null }[] = [];
let repeat: string | null = null;
for (const each of DASHBOARD.panels) {
  if (each.type === "row") repeat = each.repeat ?? null;
  for (const panel of each.type === "row" ? each.panels : [each]) panels.push({ panel, repeat });
}

/** The name in `$name`, `${name}` and `${name:format}`. */
const REFERENCE = /\$(?:\{(\w+)(?::(\w+(?::\w+)?))?\}|(\w+))/g;

/** The names of all variables that a text refers to. */
function referencesIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)].map(([, braced, , plain]) => braced ?? plain ?? "");
}

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

/** What a path of names and indexes leads to, as Infinity's backend follows it; undefined if it leads nowhere. */
function select(value: unknown, path: string): unknown {
  if (path === "") return value;
  if (!/^\w+(\.\w+)*$/.test(path)) throw new Error(`${path} is more than a path`);
  return path.split(".").reduce<unknown>((found, key) => {
    return typeof found === "object" && found !== null
      ? (found as Readonly<Record<string, unknown>>)[key]
      : undefined;
  }, value);
}

/** Whether a path ends at a null on its way. */
function meetsNull(value: unknown, path: string): boolean {
  const keys = path.split(".");
  return keys.some((_, length) => select(value, keys.slice(0, length + 1).join(".")) === null);
}

/** The headers that the data source sends with a query for JSON. */
const INFINITY_HEADERS = { accept: "application/json;q=0.9,text/plain" };

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A range as Grafana has it, in ms since 1970; its end is in the future. */
const RANGE = {
  __from: String(Date.parse("2024-05-06T00:00:00Z")),
  __to: String(Date.parse("2024-05-10T12:30:00Z")),
};

const asks = (panel: Panel, type: string) => panel.targets.some(({ datasource }) => datasource.type === type);

const infinityPanels = panels
  .filter(({ panel }) => asks(panel, INFINITY))
  .map((placed) => [placed.panel.title, placed] as const);

const infinityQueries = ({ targets }: Panel) =>
  targets.filter((target): target is InfinityQuery => target.datasource.type === INFINITY);

const expressions = panels.flatMap(({ panel }) =>
  panel.targets.flatMap((target) => ("expr" in target ? [target.expr] : [])),
);

describe("the Grafana dashboard", () => {
  it("has a query in each panel, all of which are checked here", () => {
    expect(panels.length).toBeGreaterThan(0);
    expect(expressions.length).toBeGreaterThan(0);
    const checked = expressions.length + panels.flatMap(({ panel }) => infinityQueries(panel)).length;
    expect(checked).toBe(panels.flatMap(({ panel }) => panel.targets).length);
  });

  it("asks its data sources by its variables, and those of the right type", () => {
    const sources = new Map(
      variables.filter(({ type }) => type === "datasource").map(({ name, query }) => [`\${${name}}`, query]),
    );
    const used = [
      ...panels.flatMap(({ panel }) => [panel.datasource, ...panel.targets.map((each) => each.datasource)]),
      ...variables.flatMap(({ datasource }) => datasource ?? []),
    ];
    expect(used.filter(({ type, uid }) => sources.get(uid) !== type)).toEqual([]);
    expect([...sources.values()]).toEqual([INFINITY, PROMETHEUS]);
  });

  it("refers to no variable that it does not have", () => {
    const known = new Set([...variables.map(({ name }) => name), "__from", "__to", "__rate_interval"]);
    const texts = panels.flatMap(({ panel }) => [panel.title, JSON.stringify(panel.targets)]);
    expect(texts.flatMap(referencesIn).filter((name) => !known.has(name))).toEqual([]);
    expect(panels.flatMap(({ repeat }) => repeat ?? []).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe("its queries of Headcount", () => {
  let api: TestApi;
  let spaces: string[];
  let token: string;

  beforeAll(async () => {
    api = await openApi({ rateLimit: null });
    const { space } = await api.site({
      name: "Hall",
      capacity: 4,
      target_capacity: 3,
      safe_threshold_mode: "SAFE_CAPACITY",
      safe_capacity: 1,
    });
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

  /** What a query is answered, as rows; the data source asks with a token that may only read. */
  async function rowsOf(query: InfinityQuery, values: Parameters<typeof interpolate>[1]): Promise<unknown[]> {
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

  /** Checks that each column is in each row, of its type, and not always empty. */
  function checkColumns(rows: readonly unknown[], { columns }: InfinityQuery): void {
    expect(rows.length).toBeGreaterThan(0);
    for (const { selector, type } of columns) {
      const values = rows.map((row) => (meetsNull(row, selector) ? null : select(row, selector)));
      for (const value of values.filter((each) => each !== null)) {
        if (type === "timestamp") expect(value, selector).toMatch(INSTANT);
        else expect(typeof value, selector).toBe(type);
      }
      expect(
        values.some((value) => value !== null),
        `${selector} in some row`,
      ).toBe(true);
    }
  }

  it.each(infinityPanels)("%s: is answered what it shows", async (_title, { panel, repeat }) => {
    const [hall = "", bare = ""] = spaces;
    for (const interval of ["5m", "1h"]) {
      for (const query of infinityQueries(panel)) {
        const space = repeat === "space" ? hall : spaces;
        checkColumns(await rowsOf(query, { ...RANGE, interval, space }), query);
        // A space without capacities or doorways is answered, too.
        await rowsOf(query, { ...RANGE, interval, space: repeat === "space" ? bare : [bare] });
      }
    }
  });

  it.each(infinityPanels)("%s: has the fields that it is set up for", (_title, { panel }) => {
    const columns = infinityQueries(panel).map((query) => query.columns);
    const texts = columns.flat().map(({ text }) => text);
    const named = panel.fieldConfig.overrides.map(({ matcher }) => matcher);
    expect(named.filter(({ id, options }) => id !== "byName" || !texts.includes(options))).toEqual([]);
    const [first, ...others] = columns.flat();
    if (panel.type === "timeseries") {
      expect(first?.type).toBe("timestamp");
      expect(others.every(({ type }) => type === "number")).toBe(true);
    } else if (panel.type !== "table") {
      const shown = panel.options.reduceOptions?.fields || "/./";
      const pattern = new RegExp(shown.slice(1, -1));
      expect(columns.flat().some(({ text, type }) => type === "number" && pattern.test(text))).toBe(true);
    }
    for (const { id, options } of panel.transformations) {
      if (id === "joinByField")
        expect(columns.every((each) => each.some(({ text }) => text === options.byField))).toBe(true);
      else {
        const moved = Object.values(options).flatMap((byName) => Object.keys(byName));
        expect(moved.filter((name) => !texts.includes(name))).toEqual([]);
      }
    }
  });

  it("offers the spaces by name, and the intervals that the server has (D11)", async () => {
    const { query } = variables.find(({ name }) => name === "space") ?? {};
    if (typeof query !== "object" || !("infinityQuery" in query)) throw new Error("space is not asked for");
    const rows = await rowsOf(query.infinityQuery, {});
    checkColumns(rows, query.infinityQuery);
    const offered = rows.map((row) =>
      query.infinityQuery.columns.map(({ selector }) => select(row, selector)),
    );
    expect(offered).toEqual([
      ["Hall", spaces[0]],
      ["Bare", spaces[1]],
    ]);
    expect(query.infinityQuery.columns.map(({ text }) => text)).toEqual(["__text", "__value"]);

    const intervals = variables.find(({ name }) => name === "interval")?.query;
    if (typeof intervals !== "string") throw new Error("interval is not a list");
    for (const pair of intervals.split(", ")) {
      const interval = pair.split(" : ")[1] ?? "";
      const range = "start_time=2024-05-06&end_time=2024-05-10";
      const { status, text } = await api.get(
        `/v2/counts/?space_id=${spaces[0]}&${range}&interval=${interval}`,
      );
      expect(status, text).toBe(200);
    }
  });
});

describe("its queries of Prometheus", () => {
  it("name metrics that a server has, each of one server", async () => {
    const metrics = new Metrics();
    metrics.watchProcess();
    const text = await metrics.text();
    const kinds = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => [name, kind]));
    const { query } = variables.find(({ name }) => name === "instance") ?? {};
    const names = [...expressions, JSON.stringify(query)].flatMap((expression) =>
      [...expression.matchAll(/\b(?:headcount|process|nodejs)_\w+/g)].map(([name]) => name),
    );
    const unknown = names.filter((name) => {
      const ofHistogram = name.replace(/_(bucket|count|sum)$/, "");
      return kinds.get(name) === undefined && kinds.get(ofHistogram) !== "histogram";
    });
    expect(unknown).toEqual([]);
    expect(names.length).toBeGreaterThan(expressions.length);
    expect(expressions.filter((each) => !each.includes('{instance=~"$instance"}'))).toEqual([]);
  });
});
