import { setImmediate } from "node:timers/promises";
import { groupBy } from "../../domain/grouping.ts";
import { runAt } from "../../series/run-block.ts";
import type { RunFiles } from "../runs/run-files.ts";
import type { RunSnapshot } from "./hot-runs.ts";
import type { RunKey } from "./run-keys.ts";

/** Spaces whose runs are read before others have their turn. */
const SPACES_AT_ONCE = 50;

/**
 * Some runs as they are stored, to be kept in memory; without changes where there are none.
 *
 * @throws DamagedRunFile where a file does not have what was written
 */
export async function takeOver(files: RunFiles, keys: readonly RunKey[]): Promise<RunSnapshot[]> {
  const bySpace = groupBy(keys, ({ spaceId }) => spaceId);
  const taken: RunSnapshot[] = [];
  for (const [index, [spaceId, ofSpace]] of [...bySpace].entries()) {
    if (index > 0 && index % SPACES_AT_ONCE === 0) await setImmediate();
    const days = new Set(ofSpace.map(({ day }) => day));
    const range = { firstDay: Math.min(...days), lastDay: Math.max(...days) };
    await files.read(spaceId, range, [], async (pieces) => {
      for (const { block, from, to } of pieces) {
        for (let i = from; i < to; i++) {
          const day = block.days[i] as number;
          if (!days.delete(day)) continue;
          await block.load("changes", i, i + 1);
          // Its own copy: what it is kept for may live as long as the process.
          taken.push({ spaceId, day, changes: runAt(block, i).changes.slice() });
        }
      }
    });
    for (const day of days) taken.push({ spaceId, day, changes: new Uint32Array(0) });
  }
  return taken;
}
