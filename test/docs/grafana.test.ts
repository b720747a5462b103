import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../src/client/index.ts";
import {
  INFINITY,
  type InfinityQuery,
  interpolate,
  meetsNull,
  type Panel,
  PROMETHEUS,
  readDashboard,
  referencesIn,
  select,
} from "../support/dashboard.ts";
import { startHeadcount, temporaryFolder } from "../support/headcount.ts";
import { openApi, type TestApi } from "../support/http.ts";
import { receiverThat } from "../support/receiver.ts";

const DASHBOARD = readDashboard(new URL("../../docs/grafana/headcount-dashboard.json", import.meta.url));
const { variables, panels } = DASHBOARD;

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
      variables.flatMap((each) => (each.type === "datasource" ? [[`\${${each.name}}`, each.query]] : [])),
    );
    const used = [
      ...panels.flatMap(({ panel }) => [panel.datasource, ...panel.targets.map((each) => each.datasource)]),
      ...variables.flatMap((each) => (each.type === "query" ? [each.datasource] : [])),
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

  it("has each id once, and no panel on top of another", () => {
    expect(new Set(DASHBOARD.ids).size).toBe(DASHBOARD.ids.length);
    const cells = panels.flatMap(({ panel: { gridPos } }) =>
      Array.from({ length: gridPos.w * gridPos.h }, (_, cell) => {
        const x = gridPos.x + (cell % gridPos.w);
        expect(x).toBeLessThan(24);
        return `${x},${gridPos.y + Math.floor(cell / gridPos.w)}`;
      }),
    );
    expect(new Set(cells).size).toBe(cells.length);
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
        const { excludeByName, indexByName, renameByName } = options;
        const moved = Object.keys({ ...excludeByName, ...indexByName, ...renameByName });
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

/** The labels of each metric's samples in a text in the format of Prometheus. */
function labelsByMetric(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of text.split("\n").filter((each) => each !== "" && !each.startsWith("#"))) {
    const [, metric = "", labels = ""] = /^([\w:]+)(?:\{(.*)\})? /.exec(line) ?? [];
    const known = found.get(metric) ?? new Set();
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
    found.set(metric, known);
  }
  return found;
}

/** The metrics that an expression reads, with the labels that it matches them by. */
const metricsIn = (expression: string) =>
  [...expression.matchAll(/(\brate\()?\b([a-z_0-9]+)\{([^}]*)\}/g)].map(
    ([, rate, metric = "", matchers = ""]) => ({
      metric,
      matched: [...matchers.matchAll(/(\w+)\s*(?:=|!)/g)].map(([, label = ""]) => label),
      isRate: rate !== undefined,
    }),
  );

/** The text at /metrics of a server that has taken in, answered and delivered something. */
async function metricsAfterWork(): Promise<string> {
  const receiver = await receiverThat((response) => response.writeHead(204).end());
  const flags = ["--port", "0", "--rate-limit", "none", "--allow-private-webhooks"];
  const { address, stop } = await startHeadcount(["serve", "--data-dir", temporaryFolder(), ...flags], {
    HEADCOUNT_TOKEN: "dashboards",
  });
  const { v2 } = createClient({ address, token: "dashboards" });
  const { data: space } = await v2.POST("/v2/spaces/", { body: { name: "Hall" } });
  const { data: doorway } = await v2.POST("/v2/doorways/", {
    body: { name: "Door", sensor_serial_number: "a" },
  });
  const link = { space_id: space?.id ?? "", doorway_id: doorway?.id ?? "", sensor_placement: 1 as const };
  await v2.POST("/v2/links/", { body: link });
  await v2.POST("/v2/webhooks/", { body: { endpoint: receiver.address } });
  const timestamp = new Date().toISOString();
  await v2.POST("/v2/sensor_events/", {
    body: [{ sensor_serial_number: "a", timestamp, trajectory: 1 as const }],
  });
  await v2.GET("/v2/spaces/{space_id}/counts/", {
    params: {
      path: { space_id: link.space_id },
      query: { start_time: "2024-05-06", end_time: "2024-05-07" },
    },
  });
  const scrape = async () =>
    (await fetch(`${address}/metrics`, { headers: { authorization: "Bearer dashboards" } })).text();
  // The call goes out after the events have been acknowledged.
  await expect.poll(scrape).toContain('{result="delivered"}');
  const text = await scrape();
  expect(await stop()).toBe(0);
  return text;
}

describe("its queries of Prometheus", () => {
  it("read only metrics that a server tells, each as its kind is to be read", async () => {
    const text = await metricsAfterWork();
    const labels = labelsByMetric(text);
    const problems = expressions.flatMap((expression) => {
      const metrics = metricsIn(expression);
      const groups = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) =>
        list.split(/,\s*/),
      );
      return [
        ...(metrics.length > 0 ? [] : [`${expression} reads nothing`]),
        ...metrics.flatMap(({ metric, matched, isRate }) => {
          // Prometheus itself says which server a sample is from.
          const unknown = [...matched, ...groups].filter(
            (label) => label !== "instance" && !metrics.some((each) => labels.get(each.metric)?.has(label)),
          );
          const isCounter = /_(total|count|sum|bucket)$/.test(metric);
          const isQuantile = /\bhistogram_quantile\(/.test(expression) && groups.includes("le");
          return [
            ...(labels.has(metric) ? [] : [`${metric} is not exposed`]),
            ...unknown.map((label) => `${metric} has no label ${label}`),
            ...(isCounter === isRate ? [] : [`${metric}: a counter is read as a rate, and nothing else is`]),
            ...(metric.endsWith("_bucket") && !isQuantile
              ? [`${metric}: buckets are for quantiles, by le`]
              : []),
            ...(matched.includes("instance") ? [] : [`${metric}: of all servers`]),
          ];
        }),
      ];
    });
    expect(problems).toEqual([]);

    const { query } = variables.find(({ name }) => name === "instance") ?? {};
    const [, metric = ""] =
      typeof query === "object" && "qryType" in query
        ? (/^label_values\((\w+), instance\)$/.exec(query.query) ?? [])
        : [];
    expect(labels.has(metric)).toBe(true);
  });
});

describe("what checks the queries", () => {
  it("puts values in as Grafana does, and takes no variable that it does not know", () => {
    const values = { space: ["spc_1", "spc_2"], __from: "0" };
    expect(interpolate(`$space \${space:csv} \${__from:date:iso}`, values)).toBe(
      "{spc_1,spc_2} spc_1,spc_2 1970-01-01T00:00:00.000Z",
    );
    expect(() => interpolate("$other", values)).toThrow("no variable");
    expect(() => interpolate(`\${space:json}`, values)).toThrow("format");
    expect(() => select({}, "results.#.id")).toThrow("more than a path");
  });
});
