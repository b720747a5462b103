import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { AnalysisDatabase } from "../../src/analysis/analysis-database.ts";
import { must } from "../../src/domain/errors.ts";
import { MIRROR_VIEWS } from "../../src/mirror/clickhouse/schema.ts";
import { type AnswerRow, ask } from "../support/analysis.ts";
import { describeWithClickHouse } from "../support/clickhouse.ts";
import { CAMPUS_NOW } from "../support/example-campus.ts";
import { mirrorCampus } from "../support/filled-mirrors.ts";
import { suiteFolder } from "../support/headcount.ts";
import { openApi } from "../support/http.ts";
import { mirrorOf } from "../support/mirrors.ts";
import { readRepository } from "../support/repository.ts";
import { openDirectory } from "../support/store-directory.ts";

interface Query {
  readonly datasource: unknown;
  readonly editorType: string;
  readonly queryType: string;
  /** 0 is a time series, 1 a table. */
  readonly format: number;
  readonly rawSql: string;
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  /** Of a row: the variable for each of whose values it is shown once. */
  readonly repeat?: string;
  readonly gridPos: Readonly<Record<"x" | "y" | "w" | "h", number>>;
  readonly targets: readonly [Query];
  readonly fieldConfig: {
    readonly defaults: { readonly unit?: string; readonly noValue?: string };
    readonly overrides: readonly { readonly matcher: { readonly options: string } }[];
  };
  readonly options: { readonly xField?: string };
}

interface Variable {
  readonly name: string;
  readonly type: string;
  readonly query: string | Query;
}

const DASHBOARD: {
  readonly templating: { readonly list: readonly Variable[] };
  readonly panels: readonly Panel[];
} = JSON.parse(readRepository("docs/grafana/analytics-dashboard.json"));

const PANELS = DASHBOARD.panels.filter(({ type }) => type !== "row");
const SOURCE = { type: "grafana-clickhouse-datasource", uid: expect.stringMatching(/^\$\{clickhouse\}$/) };
const DATABASE = "dashboard";

/** A range as Grafana has it, in ms: from midnight in Berlin, with the change of the clocks of 31 March, to the present. */
const RANGE = [Date.parse("2024-03-24T23:00:00Z"), CAMPUS_NOW] as const;

/** The values of variables; null is the choice of all. */
type Chosen = Readonly<Record<string, readonly string[] | null>>;

const CONDITIONAL = /\$__conditionalAll\(([^,()]+), \$(\w+)\)/g;
const VARIABLE = /\$\{(\w+):singlequote\}/g;
const MACRO = /\$__(\w+)(?:\((\w+)\))?/g;

/** A query as the data source sends it: first with variables, then with the macros of its server part. */
function expand(query: string, chosen: Chosen, range: readonly [number, number] = RANGE): string {
  const text = query
    .replace(CONDITIONAL, (_, condition, variable) => (chosen[variable] === null ? "1=1" : condition))
    .replace(VARIABLE, (_, variable) => {
      const values = chosen[variable];
      if (!values) throw new Error(`${variable} has no values here`);
      return values.map((value) => `'${value}'`).join(",");
    })
    .replace(MACRO, (whole, name, column) => {
      const [from, to] = range.map((ms) => `fromUnixTimestamp64Milli(${ms})`);
      if (name === "timeFilter_ms") return `${column} >= ${from} AND ${column} <= ${to}`;
      if (name === "dateFilter") {
        const [first, last] = range.map((ms) => `toDate('${new Date(ms).toISOString().slice(0, 10)}')`);
        return `${column} >= ${first} AND ${column} <= ${last}`;
      }
      if (name === "fromTime_ms") return String(from);
      if (name === "toTime_ms") return String(to);
      throw new Error(`${whole} is not known here`);
    });
  if (text.includes("$")) throw new Error(`not all is replaced in ${text}`);
  return text;
}

const BERLIN_FROM = "TIMESTAMP '2024-03-24 23:00:00'";
const PATH = "array_to_string(path, ' / ')";
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** What each panel shows, by the local SQL. `chosen` stands for a list of ids. */
const EXPECTED: Readonly<Record<string, string>> = {
  "Complete up to": `SELECT epoch_ms("timestamp") AS "Complete up to" FROM as_of`,

  "Spaces in this range": `
    SELECT ${PATH} AS "Space", sum(average_count * minutes) / sum(minutes) AS "Average", max(max) AS "Maximum",
      max(target_utilization) AS "Maximum of target", sum(entrances) AS "Entrances", sum(exits) AS "Exits"
    FROM hourly JOIN spaces ON spaces.id = space_id
    WHERE space_id IN (chosen) AND "timestamp" >= ${BERLIN_FROM}
    GROUP BY space_id, path ORDER BY "Maximum" DESC, "Space"`,

  "People by hour": `
    SELECT "timestamp" AS time, ${PATH} AS "Space", average_count AS "People"
    FROM hourly JOIN spaces ON spaces.id = space_id
    WHERE space_id IN (chosen) AND "timestamp" >= ${BERLIN_FROM} ORDER BY time, "Space"`,

  "Busiest days": `
    SELECT ${PATH} AS "Space", local_date AS "Local day", weekday AS "Weekday", max AS "Maximum",
      average_count AS "Average", entrances AS "Entrances"
    FROM daily JOIN spaces ON spaces.id = space_id
    WHERE space_id IN (chosen) AND local_date >= DATE '2024-03-25'
    ORDER BY "Maximum" DESC, "Entrances" DESC, "Local day", "Space" LIMIT 20`,

  "Breaches of the safe limit": `
    SELECT ${PATH} AS "Space", strftime(breach.local_start, '%Y-%m-%d %H:%M') AS "Local start",
      epoch_ms(coalesce(breach."end", (SELECT "timestamp" FROM as_of)) - breach.start) / 1000 AS "Duration",
      CASE WHEN breach."end" IS NULL THEN 'yes' ELSE 'no' END AS "Lasts", breach.peak_count AS "Peak",
      breach.safe_limit AS "Safe limit"
    FROM spaces, breaches(spaces.id, ${BERLIN_FROM}, (SELECT "timestamp" FROM as_of)) AS breach
    WHERE spaces.id IN (chosen) ORDER BY breach.start DESC, "Space"`,

  "Average by weekday and local hour": `
    SELECT printf('%02d:00', local_hour) AS "Hour", ${WEEKDAYS.map(
      (day) => `
      sum(average_count * minutes) FILTER (weekday = '${day}') / sum(minutes) FILTER (weekday = '${day}') AS "${day}"`,
    )}
    FROM hourly WHERE space_id IN (chosen) AND "timestamp" >= ${BERLIN_FROM}
    GROUP BY local_hour ORDER BY local_hour`,

  "Entrances and exits by local day": `
    SELECT local_date AS "Local day", entrances AS "Entrances", exits AS "Exits"
    FROM daily WHERE space_id IN (chosen) AND local_date >= DATE '2024-03-25' ORDER BY local_date`,

  "Lowest, average and highest count by hour": `
    SELECT "timestamp" AS time, min AS "Lowest", average_count AS "Average", max AS "Highest"
    FROM hourly WHERE space_id IN (chosen) AND "timestamp" >= ${BERLIN_FROM} ORDER BY time`,
};

/** Sums of fractions can differ in their last digits, as their terms are added in another order. */
function rounded(rows: readonly AnswerRow[]): AnswerRow[] {
  const plain = (value: unknown) => (typeof value === "number" ? Number(value.toPrecision(12)) : value);
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])),
  );
}

describe("the panels of the Grafana dashboard of mirrors", () => {
  it.each(PANELS)("$title: has a unit, a text without data, and the data source", (panel) => {
    const { description, fieldConfig, targets } = panel;
    expect(description).toMatch(/\.$/);
    expect(fieldConfig.defaults).toMatchObject({ unit: expect.any(String), noValue: expect.any(String) });
    const isSeries = panel.type === "timeseries";
    const [format, queryType] = isSeries ? [0, "timeseries"] : [1, "table"];
    expect(targets).toMatchObject([{ datasource: SOURCE, editorType: "sql", format, queryType }]);
  });

  it.each(PANELS)("$title: reads published views only", ({ targets: [{ rawSql }] }) => {
    const read = [...rawSql.matchAll(/\b(?:FROM|JOIN) (\w+)/g)].map(([, name = ""]) => name);
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter((name) => !MIRROR_VIEWS.has(name))).toEqual([]);
  });

  it("do not overlap, and have ids of their own", () => {
    const places = DASHBOARD.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
    );
    expect(new Set(places).size).toBe(places.length);
    expect(new Set(DASHBOARD.panels.map(({ id }) => id)).size).toBe(DASHBOARD.panels.length);
  });
});

describeWithClickHouse("the queries of the Grafana dashboard of mirrors", (node) => {
  const folder = suiteFolder();
  let analysis: AnalysisDatabase;
  let idOf: (name: string) => string;

  beforeAll(async () => {
    analysis = await mirrorCampus(node(), DATABASE, folder);
    const spaces = await ask(analysis, "SELECT id, name FROM spaces");
    const ids = new Map(spaces.map(({ id, name }) => [name, String(id)]));
    idOf = (name) => must(ids.get(name), name);
    return () => analysis.close();
  });

  async function shown(query: Query, chosen: Chosen): Promise<readonly AnswerRow[]> {
    return node().query(expand(query.rawSql, chosen), DATABASE) as Promise<readonly AnswerRow[]>;
  }

  /** What the local SQL answers, with times as the texts of ClickHouse. */
  async function expected(title: string, ids: readonly string[]): Promise<AnswerRow[]> {
    const list = ids.map((id) => `'${id}'`).join(", ");
    const rows = await ask(analysis, (EXPECTED[title] ?? "").replaceAll("chosen", list));
    return rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => {
          if (typeof value !== "number") return [name, value];
          const text = new Date(value).toISOString();
          if (name === "time") return [name, text.slice(0, -1).replace("T", " ")];
          return [name, name === "Local day" ? text.slice(0, 10) : value];
        }),
      ),
    );
  }

  let repeated = false;
  const cases = DASHBOARD.panels.flatMap((panel) => {
    if (panel.type === "row") repeated = panel.repeat === "space";
    return panel.type === "row" || panel.title === "Lag" ? [] : [{ ...panel, isOfOneSpace: repeated }];
  });

  it("are all compared with local SQL", () => {
    expect(cases.map(({ title }) => title).sort()).toEqual(Object.keys(EXPECTED).sort());
    expect(cases.filter(({ isOfOneSpace }) => isOfOneSpace).length).toBe(3);
  });

  it.each(cases)("$title: has the local values, and the columns of its settings", async (panel) => {
    const ids = panel.isOfOneSpace ? [idOf("Gym")] : [idOf("Gym"), idOf("Cafe"), idOf("Lighthouse")];
    const rows = await shown(panel.targets[0], { space: ids });
    expect(rounded(rows)).toEqual(rounded(await expected(panel.title, ids)));
    expect(rows.length).toBeGreaterThan(0);
    const columns = Object.keys(rows[0] ?? {});
    const named = panel.fieldConfig.overrides.map(({ matcher }) => matcher.options);
    expect(columns).toEqual(
      expect.arrayContaining([...named, ...(panel.options.xField ? [panel.options.xField] : [])]),
    );
    if (panel.type === "timeseries") expect(columns[0]).toBe("time");
  });

  it.each(cases)("$title: is answered for a space without data", async (panel) => {
    const rows = await shown(panel.targets[0], { space: ["spc_0"] });
    expect(rows.length).toBe(panel.title === "Complete up to" ? 1 : 0);
  });

  it("the lag is the time from that of the data to the present", async () => {
    const [lag] = PANELS.filter(({ title }) => title === "Lag");
    const before = Date.now();
    const [row] = await shown(lag?.targets[0] as Query, {});
    const seconds = Number(row?.Lag);
    // ClickHouse has the clock of this machine.
    expect(seconds * 1000).toBeGreaterThanOrEqual(before - CAMPUS_NOW);
    expect(seconds * 1000).toBeLessThanOrEqual(Date.now() - CAMPUS_NOW);
  });

  it("the breaches are those that touch the range, and the one that lasts", async () => {
    const store = await openDirectory(join(folder, "breaches"));
    const api = await openApi({ store, now: "2024-05-10T12:00:00Z" });
    try {
      const limit = { safe_threshold_mode: "SAFE_CAPACITY", safe_capacity: 1, time_zone: "Asia/Kolkata" };
      const { space } = await api.site({ name: "Hall", ...limit });
      await api.report(
        ...["a 2024-05-06T08:00:00Z 1", "a 2024-05-06T08:10:00Z 1", "a 2024-05-06T09:00:00Z -1"],
        "a 2024-05-10T11:30:00Z 1",
      );
      await mirrorOf(api.context, node().url("breaches"), { folder }).catchUp();
      const query = PANELS.find(({ title }) => title.startsWith("Breaches"))?.targets[0].rawSql ?? "";
      const within = (from: string, to: string) => {
        const range = [Date.parse(`2024-05-${from}Z`), Date.parse(`2024-05-${to}Z`)] as const;
        return node().query(expand(query, { space: [space] }, range), "breaches");
      };
      const values = { Space: "Hall", Peak: 2, "Safe limit": 1 };
      const first = { ...values, "Local start": "2024-05-06 13:40", Duration: 50 * 60, Lasts: "no" };
      const second = { ...values, "Local start": "2024-05-10 17:00", Duration: 30 * 60, Lasts: "yes" };
      expect(await within("06T00:00", "11T00:00")).toEqual([second, first]);
      expect(await within("06T08:20", "06T08:30")).toEqual([first]);
      expect(await within("06T09:00", "10T11:29")).toEqual([]);
      expect(await within("10T11:40", "10T11:50")).toEqual([second]);
    } finally {
      await api.app.close();
      await store.close();
    }
  });

  it("the plugin's filter of dates has other days than the range, as docs/grafana.md says", async () => {
    const midnight = (day: string) => Date.parse(`2024-05-${day}T00:00:00+02:00`);
    const range = [midnight("07"), midnight("09") + 3_600_000] as const;
    const daysWithin = async (filter: string) => {
      const query = `SELECT DISTINCT toDayOfMonth(local_date) AS day FROM daily WHERE ${filter} ORDER BY day`;
      return (await node().query(expand(query, {}, range), DATABASE)).map(({ day }) => day);
    };
    expect(await daysWithin("$__timeFilter_ms(timestamp)")).toEqual([7, 8, 9]);
    expect(await daysWithin("$__dateFilter(local_date)")).toEqual([6, 7, 8]);
  });

  it("offer the buildings, and the spaces of one or of all", async () => {
    const offered = async (name: string, chosen: Chosen) => {
      const query = DASHBOARD.templating.list.find((variable) => variable.name === name)?.query as Query;
      return (await shown(query, chosen)).map((row) => Object.values(row));
    };
    const buildings = await ask(
      analysis,
      "SELECT id, name FROM spaces WHERE space_type = 'building' ORDER BY name, id",
    );
    expect(buildings.length).toBeGreaterThan(1);
    expect(await offered("building", {})).toEqual(buildings.map((row) => Object.values(row)));
    const byPath = (condition: string) =>
      ask(analysis, `SELECT id, ${PATH} AS space FROM spaces WHERE ${condition} ORDER BY space, id`);
    const all = await offered("space", { building: null });
    expect(all).toEqual((await byPath("true")).map((row) => Object.values(row)));
    const lighthouse = idOf("Lighthouse");
    const some = await offered("space", { building: [lighthouse] });
    expect(some).toEqual((await byPath(`building_id = '${lighthouse}'`)).map((row) => Object.values(row)));
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(all.length);
  });
});
