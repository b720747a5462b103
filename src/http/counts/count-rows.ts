import { formatId } from "../../domain/ids.ts";
import { MINUTE_MS } from "../../domain/instant.ts";
import type { Column } from "../../domain/table-columns.ts";
import type { CountSeries } from "../../engine/counts/count-series.ts";

/** A sample with all its analytics (D12), by the names of D29. Instants in ms, rates in 1/min. */
export interface CountRow {
  readonly timestamp: number;
  readonly count: number;
  /** The interval's first and last ms. */
  readonly start: number;
  readonly end: number;
  readonly min: number;
  readonly max: number;
  readonly events: number;
  readonly entrances: number;
  readonly exits: number;
  /** Null without a capacity. */
  readonly utilization: number | null;
  /** Null without a target capacity. */
  readonly target_utilization: number | null;
  readonly entry_rate: number;
  readonly exit_rate: number;
}

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

/** A count series as a table (D29). */
export const COUNT_COLUMNS: readonly Column<CountRow>[] = [
  { name: "timestamp", kind: "instant", read: (row) => row.timestamp },
  { name: "count", kind: "integer", read: (row) => row.count },
  { name: "start", kind: "instant", read: (row) => row.start },
  { name: "end", kind: "instant", read: (row) => row.end },
  { name: "min", kind: "integer", read: (row) => row.min },
  { name: "max", kind: "integer", read: (row) => row.max },
  { name: "events", kind: "integer", read: (row) => row.events },
  { name: "entrances", kind: "integer", read: (row) => row.entrances },
  { name: "exits", kind: "integer", read: (row) => row.exits },
  { name: "utilization", kind: "real", read: (row) => row.utilization },
  { name: "target_utilization", kind: "real", read: (row) => row.target_utilization },
  { name: "entry_rate", kind: "real", read: (row) => row.entry_rate },
  { name: "exit_rate", kind: "real", read: (row) => row.exit_rate },
];

/** A row of a table of several spaces' counts. */
export interface SpaceCountRow extends CountRow {
  readonly spaceId: bigint;
}

/** The count series of several spaces as one table, one after another. */
export const SPACE_COUNT_COLUMNS: readonly Column<SpaceCountRow>[] = [
  { name: "space_id", kind: "text", read: (row) => formatId("space", row.spaceId) },
  ...COUNT_COLUMNS,
];
