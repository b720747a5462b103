import { join } from "node:path";
import { BIGINT, INTEGER, LIST, listValue } from "@duckdb/node-api";
import type { Database } from "../../duckdb/database.ts";
import { statement } from "../../duckdb/statements.ts";
import type { ReadingCopies, ReadingsPosition } from "../../engine/ports.ts";

const FILE = "readings.parquet";

/**
 * Copies the readings that an earlier copy does not have; see `ReadingStore.copyReadings`. All readings of a sensor are
 * copied if some have been replaced or judged again, which is rare.
 */
export async function copyReadings(
  database: Pick<Database, "read">,
  since: readonly ReadingsPosition[],
  folder: string,
): Promise<ReadingCopies | null> {
  const rows = await database.read((reader) => reader.rows(statement("readings/positions")));
  const positions = rows.map(({ sensor, readings, revision }) => ({
    sensorKey: sensor,
    readings: Number(readings),
    revision,
  }));
  const held = new Map(since.map((position) => [position.sensorKey, position]));
  const known = new Set(positions.map(({ sensorKey }) => sensorKey));
  const replaced = since.map(({ sensorKey }) => sensorKey).filter((sensor) => !known.has(sensor));
  const changed: { sensor: number; after: number; last: number }[] = [];
  for (const { sensorKey, readings, revision } of positions) {
    const before = held.get(sensorKey) ?? { readings: 0, revision };
    const isRevised = revision !== before.revision || readings < before.readings;
    if (isRevised) replaced.push(sensorKey);
    if (isRevised || readings > before.readings)
      changed.push({ sensor: sensorKey, after: isRevised ? 0 : before.readings, last: readings });
  }
  if (changed.length === 0 && replaced.length === 0) return null;
  if (changed.length === 0) return { positions, replaced, part: null };
  const values = {
    sensors: listValue(changed.map(({ sensor }) => sensor)),
    after_numbers: listValue(changed.map(({ after }) => BigInt(after))),
    last_numbers: listValue(changed.map(({ last }) => BigInt(last))),
    path: join(folder, FILE),
  };
  const types = { sensors: LIST(INTEGER), after_numbers: LIST(BIGINT), last_numbers: LIST(BIGINT) };
  await database.read((reader) => reader.run(statement("readings/copy-readings"), values, types));
  return { positions, replaced, part: FILE };
}
