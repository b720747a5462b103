import { readFileSync } from "node:fs";
import { z } from "zod";

/** The types of Grafana's data sources that the dashboard may ask. */
export const INFINITY = "yesoreyeram-infinity-datasource";
export const PROMETHEUS = "prometheus";

const source = z.object({ type: z.string(), uid: z.string() });

/** What a column of an Infinity query takes from each row. */
const column = z.strictObject({
  selector: z.string(),
  text: z.string(),
  type: z.enum(["string", "number", "timestamp"]),
});

/** A query of the Infinity data source, as far as the tests can follow one: JSON from a URL, read in the backend. */
const infinityQuery = z.strictObject({
  refId: z.string(),
  datasource: z.strictObject({ type: z.literal(INFINITY), uid: z.string() }),
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
  columns: z.array(column).min(1),
  filters: z.tuple([]),
});

const prometheusQuery = z.strictObject({
  refId: z.string(),
  datasource: z.strictObject({ type: z.literal(PROMETHEUS), uid: z.string() }),
  editorMode: z.literal("code"),
  expr: z.string(),
  legendFormat: z.string(),
  range: z.boolean(),
  instant: z.boolean(),
});

const override = z.object({ matcher: z.object({ id: z.string(), options: z.string() }) });

const panel = z.object({
  id: z.int(),
  type: z.enum(["bargauge", "stat", "table", "timeseries"]),
  title: z.string(),
  gridPos: z.strictObject({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
  datasource: source,
  targets: z.array(z.union([infinityQuery, prometheusQuery])).min(1),
  fieldConfig: z.object({ overrides: z.array(override) }),
  options: z.object({ reduceOptions: z.object({ fields: z.string() }).optional() }),
  transformations: z
    .array(
      z.discriminatedUnion("id", [
        z.object({ id: z.literal("joinByField"), options: z.object({ byField: z.string() }) }),
        z.object({
          id: z.literal("organize"),
          options: z.object({
            excludeByName: z.record(z.string(), z.boolean()),
            indexByName: z.record(z.string(), z.int()),
            renameByName: z.record(z.string(), z.string()),
          }),
        }),
      ]),
    )
    .default([]),
});

const row = z.object({
  id: z.int(),
  type: z.literal("row"),
  title: z.string(),
  gridPos: panel.shape.gridPos,
  collapsed: z.boolean(),
  repeat: z.string().optional(),
  panels: z.array(panel),
});

const variable = z.discriminatedUnion("type", [
  z.object({ name: z.string(), type: z.literal("datasource"), query: z.string() }),
  z.object({ name: z.string(), type: z.literal("custom"), query: z.string() }),
  z.object({
    name: z.string(),
    type: z.literal("query"),
    datasource: source,
    multi: z.boolean(),
    query: z.union([
      z.strictObject({
        queryType: z.literal("infinity"),
        refId: z.string(),
        query: z.literal(""),
        infinityQuery,
      }),
      z.strictObject({ qryType: z.literal(1), refId: z.string(), query: z.string() }),
    ]),
  }),
]);

const dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.int().min(39),
  time: z.object({ from: z.string(), to: z.string() }),
  templating: z.object({ list: z.array(variable) }),
  annotations: z.object({ list: z.array(z.object({ builtIn: z.literal(1) })) }),
  panels: z.array(z.union([row, panel])),
});

export type InfinityQuery = z.output<typeof infinityQuery>;
export type Panel = z.output<typeof panel>;
export type Variable = z.output<typeof variable>;

/** A panel, and the variable for each of whose values its row is there once. */
export interface PlacedPanel {
  readonly panel: Panel;
  readonly repeat: string | null;
}

export interface Dashboard {
  readonly variables: readonly Variable[];
  readonly panels: readonly PlacedPanel[];
  readonly ids: readonly number[];
}

/** Reads a dashboard file; throws where it has anything to ask that the tests cannot follow. */
export function readDashboard(file: URL): Dashboard {
  const { panels, templating } = dashboard.parse(JSON.parse(readFileSync(file, "utf8")));
  const placed: PlacedPanel[] = [];
  let repeat: string | null = null;
  for (const each of panels) {
    if (each.type === "row") {
      repeat = each.repeat ?? null;
      placed.push(...each.panels.map((nested) => ({ panel: nested, repeat })));
    } else placed.push({ panel: each, repeat });
  }
  const ids = panels.flatMap((each) => [
    each.id,
    ...("panels" in each ? each.panels.map(({ id }) => id) : []),
  ]);
  return { variables: templating.list, panels: placed, ids };
}

/** The name in `$name`, `${name}` and `${name:format}`. */
const REFERENCE = /\$(?:\{(\w+)(?::(\w+(?::\w+)?))?\}|(\w+))/g;

/** The names of all variables that a text refers to. */
export function referencesIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)].map(([, braced, , plain]) => braced ?? plain ?? "");
}

/**
 * Puts values where a text refers to variables, as Grafana does: several are written `{a,b}`, or `a,b` under `:csv`,
 * and `:date:iso` writes an instant. Throws for any other format or name.
 */
export function interpolate(
  text: string,
  values: Readonly<Record<string, string | readonly string[]>>,
): string {
  return text.replace(REFERENCE, (whole, braced, format, plain) => {
    const value = values[braced ?? plain];
    if (value === undefined) throw new Error(`${whole} is no variable here`);
    if (format === "csv") return [value].flat().join(",");
    if (format === "date:iso" && typeof value === "string") return new Date(Number(value)).toISOString();
    if (format !== undefined) throw new Error(`${whole} has a format that is not known here`);
    return typeof value === "string" ? value : `{${value.join(",")}}`;
  });
}

/** What a path of names and indexes leads to, as Infinity's backend follows it; undefined where it leads nowhere. */
export function select(value: unknown, path: string): unknown {
  if (path === "") return value;
  if (!/^\w+(\.\w+)*$/.test(path)) throw new Error(`${path} is more than a path`);
  return path.split(".").reduce<unknown>((found, key) => {
    return typeof found === "object" && found !== null
      ? (found as Readonly<Record<string, unknown>>)[key]
      : undefined;
  }, value);
}

/** Whether a path ends at a null on its way. */
export function meetsNull(value: unknown, path: string): boolean {
  const keys = path.split(".");
  return keys.some((_, length) => select(value, keys.slice(0, length + 1).join(".")) === null);
}
