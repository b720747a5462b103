import { join } from "node:path";
import { listValue } from "@duckdb/node-api";
import { INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import type { DatabaseReader } from "../../duckdb/database.ts";
import { statement } from "../../duckdb/statements.ts";
import type { CopyLimits, ReadingCopies, ReadingsPosition } from "../../engine/ports.ts";
import { readRows } from "./event-rows.ts";

const FILE = "readings.parquet";
const ALL = { from: INSTANT_MIN, to: INSTANT_MAX + 1 };

/** Which readings a sensor has; see `ReadingStore.positions`. */
export function readingPositions(database: DatabaseReader): Promise<readonly ReadingsPosition[]> {
  return readRows(database, "readings/positions");
}

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
  const present = await readingPositions(database);
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
