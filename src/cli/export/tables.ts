import { formatId } from "../../domain/ids.ts";
import type { Interval } from "../../domain/interval.ts";
import type { Space } from "../../domain/resources.ts";
import type { Column } from "../../domain/table-columns.ts";
import { spaceCounts } from "../../engine/counts/count-queries.ts";
import { type QuarterHour, quarterHours } from "../../engine/counts/quarter-hours.ts";
import type { EngineCore } from "../../engine/engine.ts";
import type { ExportedEvent } from "../../engine/ports.ts";
import {
  COUNT_COLUMNS,
  EXCEL_COLUMNS,
  type SpaceCountRow,
  spaceRowBatches,
} from "../../http/counts/count-rows.ts";
import type { ExportFormat } from "../settings.ts";

/** The range of an export, in ms since the epoch, end exclusive, and its spaces; null is all. */
export interface ExportRange {
  readonly start: number;
  readonly end: number;
  /** The range in a time zone: a date alone is its midnight. */
  readonly rangeIn: (timeZone: string) => { readonly start: number; readonly end: number };
  readonly spaces: readonly Space[] | null;
}

/** A table to export: its columns, and its rows in batches. */
export interface ExportTable<Row extends { readonly timestamp: number }> {
  readonly columns: readonly Column<Row>[];
  rows(): AsyncIterable<readonly Row[]>;
}

type OfSpace<T> = T & { readonly space: Pick<Space, "id" | "name"> };

/** The events of the log, in a form that `headcount backfill` can load. */
export function eventTable(
  { events }: EngineCore,
  { start, end, spaces }: ExportRange,
): ExportTable<ExportedEvent> {
  return {
    columns: [
      { name: "id", kind: "text", read: (event) => formatId("event", event.id) },
      { name: "timestamp", kind: "instant", read: (event) => event.timestamp },
      { name: "sensor_serial_number", kind: "text", read: (event) => event.serialNumber },
      { name: "trajectory", kind: "integer", read: (event) => event.trajectory },
      { name: "event_id", kind: "text", read: (event) => event.eventId },
      {
        name: "doorway_id",
        kind: "text",
        read: ({ doorwayId }) => (doorwayId === null ? null : formatId("doorway", doorwayId)),
      },
    ],
    rows: () => events.exportEvents({ start, end }, spaces?.map(({ id }) => id) ?? null),
  };
}

function ofSpaces<Row>(columns: readonly Column<Row>[]): Column<OfSpace<Row>>[] {
  return [
    { name: "space_id", kind: "text", read: ({ space }) => formatId("space", space.id) },
    { name: "space_name", kind: "text", read: ({ space }) => space.name },
    ...columns,
  ];
}

/** The counts of spaces, with the columns of D29. */
export function countTable(
  core: EngineCore,
  { rangeIn, spaces }: ExportRange,
  interval: Interval,
  format: ExportFormat,
): ExportTable<SpaceCountRow> {
  return {
    columns: format === "excel-csv" ? EXCEL_COLUMNS : ofSpaces(COUNT_COLUMNS),
    async *rows() {
      for (const space of spaces ?? core.catalog.spaces.all()) {
        const range = rangeIn(space.timeZone);
        const series = await spaceCounts(core, space.id, { ...range, interval, segments: {} });
        yield* spaceRowBatches([series], "ASC");
      }
    },
  };
}

const QUARTER_HOUR_COLUMNS: readonly Column<QuarterHour>[] = [
  { name: "timestamp", kind: "instant", read: (row) => row.timestamp },
  ...(["count", "min", "max", "entrances", "exits"] as const).map(
    (name): Column<QuarterHour> => ({ name, kind: "integer", read: (row) => row[name] }),
  ),
  { name: "average", kind: "real", read: (row) => row.average },
  { name: "integral", kind: "real", read: (row) => row.integral },
];

/** The roll-ups of quarter-hours with events. */
export function rollUpTable(
  { catalog, clock, events }: EngineCore,
  { start, end, spaces }: ExportRange,
): ExportTable<OfSpace<QuarterHour>> {
  return {
    columns: ofSpaces(QUARTER_HOUR_COLUMNS),
    async *rows() {
      for (const space of spaces ?? catalog.spaces.all()) {
        const until = Math.min(end, clock.now());
        for await (const rows of quarterHours(events, catalog.history(space), start, until))
          yield rows.map((row) => ({ ...row, space }));
      }
    },
  };
}
