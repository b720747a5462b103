import { formatId } from "../../domain/ids.ts";
import { MINUTE_MS } from "../../domain/instant.ts";
import { formatLocalTime } from "../../domain/local-time.ts";
import type { Cell, Column, ColumnKind } from "../../domain/table-columns.ts";
import type { CountSeries } from "../../engine/counts/count-series.ts";

/** The columns of a table of samples, with all analytics (D12, D29). `start` and `end` are the first and last ms. */
const KINDS = {
  timestamp: "instant",
  count: "integer",
  start: "instant",
  end: "instant",
  min: "integer",
  max: "integer",
  events: "integer",
  entrances: "integer",
  exits: "integer",
  utilization: "real",
  target_utilization: "real",
  entry_rate: "real",
  exit_rate: "real",
} as const satisfies Readonly<Record<string, ColumnKind>>;

/** A sample. Instants in ms, rates in 1/min; utilizations are null without their capacity. */
export type CountRow = Readonly<
  Record<Exclude<keyof typeof KINDS, `${string}utilization`>, number> &
    Record<"utilization" | "target_utilization", number | null>
>;

/** A count series as a table (D29). */
export const COUNT_COLUMNS = Object.entries(KINDS).map(
  ([name, kind]): Column<CountRow> => ({ name, kind, read: (row) => row[name as keyof CountRow] }),
);

/** The samples from index `from` up to, not including, `to`, as rows. */
export function countRows(series: CountSeries, from = 0, to = series.samples.length): CountRow[] {
  const { samples, space } = series;
  const rows: CountRow[] = [];
  for (let i = from; i < Math.min(to, samples.length); i++) {
    const start = samples.starts[i] as number;
    const max = samples.maxs[i] as number;
    const entrances = samples.entrances[i] as number;
    const exits = samples.exits[i] as number;
    const minutes = (samples.measured[i] as number) / MINUTE_MS;
    rows.push({
      timestamp: start,
      count: samples.counts[i] as number,
      start,
      end: (samples.ends[i] as number) - 1,
      min: samples.mins[i] as number,
      max,
      events: entrances + exits,
      entrances,
      exits,
      utilization: space.capacity ? max / space.capacity : null,
      target_utilization: space.targetCapacity ? max / space.targetCapacity : null,
      entry_rate: entrances / minutes,
      exit_rate: exits / minutes,
    });
  }
  return rows;
}

const ROWS_AT_ONCE = 10_000;

export interface SpaceCountRow extends CountRow {
  readonly space: CountSeries["space"];
}

/** All samples of several series, one after another, as rows of a table in batches (D29). */
export function* rowBatches(all: readonly CountSeries[], order: "ASC" | "DESC"): Generator<SpaceCountRow[]> {
  for (const series of all) {
    const { samples, space } = series;
    for (let done = 0; done < samples.length; done += ROWS_AT_ONCE) {
      const to = Math.min(done + ROWS_AT_ONCE, samples.length);
      const [first, last] = order === "ASC" ? [done, to] : [samples.length - to, samples.length - done];
      const rows = countRows(series, first, last).map((row) => ({ ...row, space }));
      yield order === "ASC" ? rows : rows.reverse();
    }
  }
}

export const SPACE_COUNT_COLUMNS: readonly Column<SpaceCountRow>[] = [
  { name: "space_id", kind: "text", read: ({ space }) => formatId("space", space.id) },
  ...COUNT_COLUMNS,
];

type NamedRow = CountRow & { readonly space: Pick<CountSeries["space"], "name" | "timeZone"> };

/** Count series for people: names, local times of the space, decimals with at most three digits (D29). */
export const EXCEL_COLUMNS: readonly Column<NamedRow>[] = [
  { name: "Space", kind: "text", read: ({ space }) => space.name },
  { name: "Start", kind: "text", read: ({ start, space }) => formatLocalTime(start, space.timeZone) },
  { name: "End", kind: "text", read: ({ end, space }) => formatLocalTime(end, space.timeZone) },
  ...COUNT_COLUMNS.filter(({ kind }) => kind !== "instant").map(({ name, kind, read }) => ({
    name: `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`,
    kind,
    read: (row: CountRow) => rounded(read(row)),
  })),
];

function rounded(value: Cell): Cell {
  return typeof value === "number" ? Math.round(value * 1_000) / 1_000 : value;
}
