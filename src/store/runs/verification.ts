import { type DayRange, groupBy, splitDays } from "../../domain/collections.ts";
import { DAY_MS } from "../../domain/instant.ts";
import type { RebuildRange, RebuildResult } from "../../engine/ports.ts";
import { BLOCK_PARTS, type RunBlock, type RunSlice, runAt } from "../../series/run-block.ts";
import { daysOf } from "./bulk-reads.ts";
import { type ChangeReader, type RunKey, type RunSource, SLICE_CHANGES } from "./ports.ts";
import type { RetainedRuns } from "./retained-record.ts";
import { unlessDamaged } from "./run-file.ts";

/** The runs in files and in memory, whether or not they equal the log. */
export interface StoredRuns {
  readonly source: RunSource;
  spaceIds(): readonly bigint[];
  read<T>(spaceId: bigint, days: DayRange, work: (slices: readonly RunSlice[]) => Promise<T>): Promise<T>;
  /** The runs that cannot be derived again. */
  readonly retained: RetainedRuns;
}

/** How many runs a range has, and their changes; a space with a damaged file counts as having none. */
export async function summarizeRuns(
  stored: StoredRuns,
  range: RebuildRange,
): Promise<Pick<RebuildResult, "runs" | "events">> {
  let runs = 0;
  let events = 0;
  for (const spaceId of range.spaceId === null ? stored.spaceIds() : [range.spaceId]) {
    const counts = await unlessDamaged([], () =>
      stored.read(spaceId, daysOf(range), async (slices) => slices.flatMap(changeCounts)),
    );
    for (const changes of counts) {
      if (changes > 0) runs++;
      events += changes;
    }
  }
  return { runs, events };
}

function changeCounts({ block, from, to }: RunSlice): number[] {
  const { changes } = block.firsts;
  const counts: number[] = [];
  for (let i = from; i < to; i++) counts.push((changes[i + 1] as number) - (changes[i] as number));
  return counts;
}

/**
 * Compares the runs of a range with the log, some days at a time; runs whose events have been removed are compared
 * with their recorded checksums.
 *
 * @returns the runs that differ, ascending by space, then by day
 */
export async function verifyRuns(stored: StoredRuns, range: RebuildRange): Promise<RunKey[]> {
  const { firstDay, lastDay } = daysOf(range);
  const derivable = { firstDay: Math.max(firstDay, stored.retained.firstDay), lastDay };
  const others = { firstDay, lastDay: Math.min(lastDay, stored.retained.firstDay - 1) };
  const differences = await lostRuns(stored, others, range.spaceId);
  for (const days of derivable.firstDay > lastDay
    ? []
    : splitDays(derivable, await stored.source.eventsByDay(derivable), SLICE_CHANGES)) {
    const suspects = await compareDays(stored, stored.source, days, range.spaceId);
    // Runs that may have changed meanwhile are compared again while nothing can change.
    for (const [spaceId, ofSpace] of groupBy(suspects, (key) => key.spaceId)) {
      const span = {
        firstDay: Math.min(...ofSpace.map(({ day }) => day)),
        lastDay: Math.max(...ofSpace.map(({ day }) => day)),
      };
      differences.push(
        ...(await stored.source.exclusive((section) => compareDays(stored, section, span, spaceId))),
      );
    }
  }
  return differences.sort((a, b) =>
    a.spaceId === b.spaceId ? a.day - b.day : a.spaceId < b.spaceId ? -1 : 1,
  );
}

/** The runs of some days that cannot be derived again and cannot be read. */
async function lostRuns(stored: StoredRuns, days: DayRange, spaceId: bigint | null): Promise<RunKey[]> {
  if (days.firstDay > days.lastDay) return [];
  const lost: RunKey[] = [];
  for (const id of spaceId === null ? await stored.retained.source.spaceIds() : [spaceId]) {
    if (await areRead(stored, id, days)) continue;
    // Day by day, since one of them is lost, which is rare.
    for (const day of (await stored.retained.of(id)).days) {
      const isIn = day >= days.firstDay && day <= days.lastDay;
      if (isIn && !(await areRead(stored, id, { firstDay: day, lastDay: day })))
        lost.push({ spaceId: id, day });
    }
  }
  return lost;
}

function areRead(stored: StoredRuns, spaceId: bigint, days: DayRange): Promise<boolean> {
  return unlessDamaged(false, () =>
    stored.read(spaceId, days, async (slices) => {
      for (const { block, from, to } of slices) loadWhole(block, from, to);
      return true;
    }),
  );
}

/** Loads all parts of some runs, which verifies their checksums. */
function loadWhole(block: RunBlock, from: number, to: number): void {
  for (const part of BLOCK_PARTS) for (let i = from; i < to; i++) block.load(part, i);
}

async function compareDays(stored: StoredRuns, log: ChangeReader, days: DayRange, spaceId: bigint | null) {
  const differences: RunKey[] = [];
  const left = new Set(spaceId === null ? stored.spaceIds() : [spaceId]);
  let current: bigint | null = null;
  let derived = new Map<number, Uint32Array>();
  const compare = async () => {
    if (current === null) return;
    left.delete(current);
    differences.push(...(await differing(stored, current, days, derived)));
  };
  for await (const runs of log.changesIn({ spaceId, ...days })) {
    for (const run of runs) {
      if (run.spaceId !== current) {
        await compare();
        current = run.spaceId;
        derived = new Map();
      }
      derived.set(run.dayStart / DAY_MS, run.changes);
    }
  }
  await compare();
  for (const id of left) differences.push(...(await differing(stored, id, days, new Map())));
  return differences;
}

/** The days on which a space's stored runs differ from the log; all days of the log if a file of them is damaged. */
function differing(
  stored: StoredRuns,
  spaceId: bigint,
  days: DayRange,
  derived: ReadonlyMap<number, Uint32Array>,
): Promise<RunKey[]> {
  const ofLog = [...derived.keys()].map((day) => ({ spaceId, day }));
  return unlessDamaged(ofLog, () =>
    stored.read(spaceId, days, async (slices) => {
      const differences: RunKey[] = [];
      const missing = new Set(derived.keys());
      for (const { block, from, to } of slices) {
        loadWhole(block, from, to);
        for (let i = from; i < to; i++) {
          const { changes } = runAt(block, i);
          const day = block.days[i] as number;
          if (!areSame(changes, derived.get(day))) differences.push({ spaceId, day });
          missing.delete(day);
        }
      }
      for (const day of missing) differences.push({ spaceId, day });
      return differences;
    }),
  );
}

function areSame(stored: Uint32Array, derived: Uint32Array | undefined): boolean {
  if (derived === undefined) return stored.length === 0;
  return stored.length === derived.length && stored.every((change, i) => change === derived[i]);
}
