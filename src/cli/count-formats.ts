import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { must } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { toLocal } from "../domain/local-time.ts";
import type { CountRow } from "../engine/counts/count-rows.ts";
import { csvOf } from "../formats/tables/csv.ts";
import { ParquetWriter } from "../formats/tables/parquet.ts";
import { COUNT_COLUMNS } from "../http/tables/count-columns.ts";
import { table } from "./table.ts";

/** Samples as a text table: local times of the space, utilization in percent. */
export function asTable(rows: readonly CountRow[], timeZone: string): string {
  const percent = (share: number | null) => (share === null ? "" : `${Math.round(share * 100)} %`);
  return table(
    [`start (${timeZone})`, "count", "min", "max", "entrances", "exits", "full", "of target"],
    rows.map((row) => [
      formatLocal(row.start, timeZone),
      row.count,
      row.min,
      row.max,
      row.entrances,
      row.exits,
      percent(row.utilization),
      percent(row.targetUtilization),
    ]),
  );
}

/** An instant as local time with its UTC offset, which distinguishes the two hours that a clock shows twice. */
function formatLocal(instant: number, timeZone: string): string {
  const local = toLocal(instant, timeZone);
  const text = (value: number) =>
    formatInstant(value).replace("T", " ").slice(0, "2024-05-06 07:08:09".length);
  const sign = local < instant ? "-" : "+";
  const offset = formatInstant(Math.abs(local - instant)).slice(
    "1970-01-01T".length,
    "1970-01-01T00:00".length,
  );
  return `${text(local)} ${sign}${offset}`;
}

/** Samples as CSV with a header; null is an empty cell (D29). */
export async function asCsv(rows: readonly CountRow[]): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of csvOf(COUNT_COLUMNS, oneBatch(rows))) pieces.push(piece);
  return pieces.join("");
}

/** Samples as an Arrow IPC stream (D29). */
export async function asArrow(rows: readonly CountRow[]): Promise<Uint8Array> {
  const { arrowOf } = await import("../formats/tables/arrow.ts");
  const pieces: Uint8Array[] = [];
  for await (const piece of arrowOf(COUNT_COLUMNS, oneBatch(rows))) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Reads the samples of an Arrow IPC stream from a server. */
export async function fromArrow(bytes: Uint8Array): Promise<CountRow[]> {
  const { tableFromIPC } = await import("apache-arrow");
  const table = tableFromIPC(bytes);
  const columns = new Map(
    COUNT_COLUMNS.map(({ name }) => [name, [...must(table.getChild(name), `column ${name}`)]]),
  );
  return Array.from({ length: table.numRows }, (_, row) => {
    const maybe = (name: string): number | null => columns.get(name)?.[row] ?? null;
    const value = (name: string) => must(maybe(name), name);
    return {
      timestamp: value("timestamp"),
      count: value("count"),
      start: value("start"),
      end: value("end"),
      min: value("min"),
      max: value("max"),
      events: value("events"),
      entrances: value("entrances"),
      exits: value("exits"),
      utilization: maybe("utilization"),
      targetUtilization: maybe("target_utilization"),
      entryRate: value("entry_rate"),
      exitRate: value("exit_rate"),
    };
  });
}

async function* oneBatch<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

/** Samples as a Parquet file. */
export async function asParquet(rows: readonly CountRow[]): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "headcount-"));
  try {
    const path = join(folder, "counts.parquet");
    const writer = await ParquetWriter.open(path);
    try {
      const part = await writer.begin(COUNT_COLUMNS);
      await part.add(rows);
      await part.finish(path);
    } finally {
      await writer.close();
    }
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
