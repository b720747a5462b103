import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ReadingsPosition } from "../engine/ports.ts";
import type { ChangedSpan } from "./changed-spans.ts";
import type { MirrorSource } from "./mirror-rows.ts";
import type { MirrorTables } from "./mirror-tables.ts";

interface Shipping {
  readonly version: bigint;
  /** The folder of this mirror for files of readings, which are deleted afterwards. */
  readonly folder: string;
  readonly readingsMax: number;
}

/**
 * Ships the readings that a mirror does not have. What has been shipped is noted with each file, so that an interrupted
 * cut is not shipped from the beginning.
 *
 * @param since what the mirror has
 * @returns what it has then
 */
export async function shipReadings(
  { events, readings }: MirrorSource,
  target: MirrorTables,
  since: readonly ReadingsPosition[],
  { version, folder, readingsMax }: Shipping,
): Promise<readonly ReadingsPosition[]> {
  for (let held = since; ; ) {
    const copied = await readings.copyReadings(held, folder, { readingsMax });
    if (copied === null) return held;
    const { positions, replaced, part, isCut } = copied;
    await putFile(target, version, folder, part);
    if (replaced.length > 0)
      await target.removeStaleReadings(version, { sensorKeys: replaced }, events.logStart());
    const present = new Set(positions.map(({ sensorKey }) => sensorKey));
    const others = held.map(({ sensorKey }) => sensorKey).filter((key) => !present.has(key));
    await target.putPositions(version, movedSince(held, positions), others);
    held = positions;
    if (!isCut) return held;
  }
}

/** Ships the readings of a span again, and removes all others there, except for those that the server has removed. */
export async function shipReadingsAgain(
  { events, readings }: MirrorSource,
  target: MirrorTables,
  span: ChangedSpan,
  { version, folder, readingsMax }: Shipping,
): Promise<void> {
  for (let held: readonly ReadingsPosition[] = []; ; ) {
    const copied = await readings.copyReadings(held, folder, { span, readingsMax });
    if (copied === null) break;
    await putFile(target, version, folder, copied.part);
    if (!copied.isCut) break;
    held = copied.positions;
  }
  await target.removeStaleReadings(version, { span }, events.logStart());
}

/** The sensors whose readings are others than before. */
export function movedSince(
  before: readonly ReadingsPosition[],
  positions: readonly ReadingsPosition[],
): ReadingsPosition[] {
  const known = new Map(before.map((position) => [position.sensorKey, position]));
  return positions.filter(({ sensorKey, readings, revision }) => {
    const held = known.get(sensorKey);
    return held?.readings !== readings || held.revision !== revision;
  });
}

async function putFile(target: MirrorTables, version: bigint, folder: string, part: string | null) {
  if (part === null) return;
  const path = join(folder, part);
  try {
    await target.putFile(version, "reading_base", path);
  } finally {
    await rm(path, { force: true });
  }
}
