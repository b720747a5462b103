import { join } from "node:path";
import { BIGINT, ENUM, INTEGER, listValue, TINYINT, VARCHAR } from "@duckdb/node-api";
import { INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import { READING_RESULTS } from "../../domain/reading.ts";
import {
  NO_DETAILS,
  type ReadingDetails,
  STORED_KINDS,
  type StoredNumber,
  StoredRows,
} from "../../domain/stored-readings.ts";
import { TextColumn } from "../../domain/text-column.ts";
import { type ColumnData, column, type NumberType, numberColumn } from "../../duckdb/columns.ts";
import type { Connection } from "../../duckdb/connection.ts";
import type { Database, DatabaseReader } from "../../duckdb/database.ts";
import { type Row, statement } from "../../duckdb/statements.ts";
import type {
  CopyLimits,
  Line,
  NewReadings,
  ReadingCopies,
  ReadingStore,
  ReadingsPosition,
  StoredReading,
  StoredReadings,
} from "../../engine/ports.ts";
import { NEW_LINE } from "../../readings/totals-line.ts";
import { rangeOf, readPage, readRows } from "./event-rows.ts";

export function duckDbReadingStore(database: Database): ReadingStore {
  return {
    lines: async () => {
      const rows = await readRows(database, "readings/lines");
      return rows.map(({ line }) => decodeLine(line));
    },

    readAfterLines: (take) =>
      database.read(async (reader) => {
        for await (const rows of reader.batches(statement("readings/after-lines")))
          for (const row of rows) take(storedReading(row));
      }),

    find: async (spans) => {
      if (spans.length === 0) return [];
      const values = {
        sensors: listValue(spans.map(({ sensorKey }) => sensorKey)),
        starts: listValue(spans.map(({ from }) => BigInt(from))),
        ends: listValue(spans.map(({ to }) => BigInt(to))),
      };
      const rows = await readRows(database, "readings/find", values);
      return rows.map(storedReading);
    },

    sensorsOfImport: async (importId) => {
      const rows = await readRows(database, "readings/sensors-of-import", { import_id: String(importId) });
      return new Map(rows.map(({ sensor, first_ts }) => [sensor, Number(first_ts)]));
    },

    readings: (sensorKey, page) => {
      const values = { ...rangeOf(page), sensor: sensorKey };
      const paths = ["readings/count-readings", "readings/list-readings"] as const;
      return readPage(database, paths, values, page, storedReading);
    },

    hasBefore: async (instant) => {
      const values = { instant: BigInt(instant) };
      const row = await database.read((reader) => reader.row(statement("readings/has-before"), values));
      return row.has_before;
    },

    positions: () => readRows(database, "readings/positions"),
    copyReadings: (since, folder, limits) => copyReadings(database, since, folder, limits),
  };
}

/** Stores readings and lines within a transaction. */
export async function appendReadings(
  writer: Connection,
  { rows, lines, revised = [] }: NewReadings,
): Promise<void> {
  if (revised.length > 0) {
    await writer.run(statement("readings/create-revised"));
    await writer.append("revised_reading", readingColumns(revised), "temp");
    await writer.run(statement("readings/remove-revised"));
    await writer.append("reading", readingColumns(revised));
  }
  await writer.append("reading", readingColumns(rows));
  if (lines.length === 0) return;
  const keys = lines.map(({ sensorKey }) => sensorKey);
  await writer.run(statement("readings/remove-lines"), { sensors: listValue(keys) });
  await writer.append("reading_line", [
    column(INTEGER, lines, ({ sensorKey }) => sensorKey),
    column(BIGINT, lines, ({ readings }) => BigInt(readings)),
    // JSON has no infinite numbers: a line without intervals has null as their end.
    column(VARCHAR, lines, (line) => JSON.stringify(line)),
  ]);
}

const KIND = ENUM(STORED_KINDS);
const RESULT = ENUM(READING_RESULTS);

export function readingColumns(readings: StoredReadings): ColumnData[] {
  const rows = StoredRows.of(readings);
  const { length } = rows;
  const numbers = (type: NumberType, name: StoredNumber) => numberColumn(type, rows.numbersOf(name));
  const detailsOf = (row: number) => {
    const details = rows.details.get(row);
    return details === undefined ? null : encodeDetails(details);
  };
  const details =
    rows.details.size === 0 ? TextColumn.without(length) : Array.from({ length }, (_, row) => detailsOf(row));
  return [
    numbers(INTEGER, "sensorKey"),
    numbers(INTEGER, "number"),
    numbers(KIND, "kind"),
    numbers(BIGINT, "from"),
    numbers(BIGINT, "to"),
    numbers(BIGINT, "in"),
    numbers(BIGINT, "out"),
    numbers(TINYINT, "width"),
    numbers(BIGINT, "receivedAt"),
    numbers(RESULT, "result"),
    numbers(INTEGER, "countedIn"),
    numbers(INTEGER, "countedOut"),
    { type: VARCHAR, values: details },
  ];
}

function decodeLine(text: string): Line {
  const line: Omit<Line, "intervalsEnd"> & { readonly intervalsEnd: number | null } = JSON.parse(text);
  return { ...line, intervalsEnd: line.intervalsEnd ?? -Infinity, totals: { ...NEW_LINE, ...line.totals } };
}

function storedReading(
  row: Row<"readings/find"> | Row<"readings/after-lines"> | Row<"readings/list-readings">,
): StoredReading {
  const number = (value: bigint | null) => (value === null ? null : Number(value));
  return {
    sensorKey: row.sensor,
    number: row.number,
    kind: row.kind as StoredReading["kind"],
    from: number(row.ts),
    to: number(row.end_ts),
    in: number(row.in_value),
    out: number(row.out_value),
    width: row.width,
    receivedAt: Number(row.received_at),
    result: row.result as StoredReading["result"],
    counted: { in: row.counted_in, out: row.counted_out },
    ...decodeDetails(row.details),
  };
}

/** What few readings have, as it is stored: JSON without what a reading does not have. */
function encodeDetails(details: ReadingDetails): string {
  return JSON.stringify(details, (_, value: unknown) => {
    if (value === null || value === false) return undefined;
    return typeof value === "bigint" ? String(value) : value;
  });
}

/** @param text null for a reading that has none */
export function decodeDetails(text: string | null): ReadingDetails {
  if (text === null) return NO_DETAILS;
  const { importId, ...details }: Partial<Omit<ReadingDetails, "importId">> & { readonly importId?: string } =
    JSON.parse(text);
  return { ...NO_DETAILS, ...details, importId: importId === undefined ? null : BigInt(importId) };
}

const FILE = "readings.parquet";
const ALL = { from: INSTANT_MIN, to: INSTANT_MAX + 1 };

/**
 * Copies the readings that an earlier copy does not have; see `ReadingStore.copyReadings`. All readings of a sensor are
 * copied if some have been replaced or judged again, which is rare.
 */
export async function copyReadings(
  database: DatabaseReader,
  since: readonly ReadingsPosition[],
  folder: string,
  { span = ALL, readingsMax = Infinity }: CopyLimits = {},
): Promise<ReadingCopies | null> {
  const present = await readRows(database, "readings/positions");
  const held = new Map(since.map((position) => [position.sensorKey, position]));
  const known = new Set(present.map(({ sensorKey }) => sensorKey));
  const replaced = since.map(({ sensorKey }) => sensorKey).filter((sensor) => !known.has(sensor));
  const positions: ReadingsPosition[] = [];
  const changed: { sensor: number; after: number; last: number }[] = [];
  let room = readingsMax;
  let isCut = false;
  for (const position of present) {
    const { sensorKey, readings, revision } = position;
    const before = held.get(sensorKey);
    const isRevised = before !== undefined && (revision !== before.revision || readings < before.readings);
    const after = before === undefined || isRevised ? 0 : before.readings;
    const last = Math.min(readings, after + room);
    if (last < readings) isCut = true;
    if (last === after && readings > after) {
      if (before !== undefined) positions.push(before);
      continue;
    }
    if (isRevised) replaced.push(sensorKey);
    if (last > after) changed.push({ sensor: sensorKey, after, last });
    positions.push({ ...position, readings: last });
    room -= last - after;
  }
  if (changed.length === 0 && replaced.length === 0) return null;
  if (changed.length === 0) return { positions, replaced, part: null, isCut };
  const values = {
    sensors: listValue(changed.map(({ sensor }) => sensor)),
    after_numbers: listValue(changed.map(({ after }) => BigInt(after))),
    last_numbers: listValue(changed.map(({ last }) => BigInt(last))),
    start_ts: BigInt(span.from),
    end_ts: BigInt(span.to),
    path: join(folder, FILE),
  };
  await database.read((reader) => reader.run(statement("readings/copy-readings"), values));
  return { positions, replaced, part: FILE, isCut };
}
