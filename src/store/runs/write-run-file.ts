import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Roller, type RollUpHintsOf } from "../../series/roller.ts";
import { notRolledUp } from "../../series/run-block.ts";
import { type RunBatches, RunWriter } from "./run-writer.ts";
import { explainWriting } from "./unwritable.ts";

/** Runs that are rolled up and written before the event loop continues with other work. */
const RUNS_AT_ONCE = 64;

/**
 * Writes runs to a file, which is on disk when this resolves.
 *
 * @param hintsOf how the runs of each space are rolled up; null writes them without roll-ups
 * @returns false if there are no runs, and then no file
 * @throws HeadcountError `unavailable` if the file cannot be written, as when the disk is full
 */
export async function writeRunFile(
  path: string,
  batches: RunBatches,
  hintsOf: RollUpHintsOf | null,
): Promise<boolean> {
  let writer: RunWriter | null = null;
  let added = 0;
  const roller = hintsOf === null ? null : new Roller(hintsOf);
  const roll = roller === null ? notRolledUp : roller.roll.bind(roller);
  try {
    for await (const batch of batches) {
      for (const { spaceId, day, changes, generation } of batch) {
        if (++added % RUNS_AT_ONCE === 0) await setImmediate();
        writer ??= await create(path, roller !== null);
        const adding = writer.add(roll(spaceId, day, changes), generation);
        // Most calls return nothing to wait for, and waiting would take as long as the call.
        if (adding !== undefined) await adding;
      }
    }
    await writer?.finish();
    return writer !== null;
  } catch (error) {
    await writer?.abandon();
    throw explainWriting(error);
  }
}

async function create(path: string, isRolledUp: boolean): Promise<RunWriter> {
  await mkdir(dirname(path), { recursive: true });
  return RunWriter.create(path, isRolledUp);
}
