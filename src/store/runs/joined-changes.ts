import { getOrInsert } from "../../domain/collections.ts";
import type { SpaceChanges } from "../../engine/ports.ts";

/** Changes of counts, one after the other, as one set of columns. */
export function joinedChanges(parts: readonly SpaceChanges[]): SpaceChanges {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const indexes = new Map<bigint, number>();
  const spaces = new Int32Array(length);
  const timestamps = new Float64Array(length);
  const directions = new Int8Array(length);
  let start = 0;
  for (const part of parts) {
    const joined = part.spaceIds.map((id) => getOrInsert(indexes, id, () => indexes.size));
    for (let row = 0; row < part.length; row++)
      spaces[start + row] = joined[part.spaces[row] as number] as number;
    timestamps.set(part.timestamps, start);
    directions.set(part.directions, start);
    start += part.length;
  }
  return { length, spaceIds: [...indexes.keys()], spaces, timestamps, directions };
}
