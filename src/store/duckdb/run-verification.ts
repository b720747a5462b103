import { groupBy } from "../../domain/grouping.ts";
import { DAY_MS } from "../../domain/instant.ts";
import type { RebuildRange, RebuildResult } from "../../engine/ports.ts";
import { BLOCK_PARTS, type RunBlock, type RunSlice, runAt } from "../../series/run-block.ts";
import type { Days } from "../runs/kept-days.ts";
import { DamagedRunFile } from "../runs/run-file.ts";
import type { RunFiles } from "../runs/run-files.ts";
import type { Connection, Database } from "./database.ts";
import { BIGINT, INTEGER } from "./duckdb-api.ts";
import { SLICE_CHANGES_MAX } from "./due-runs.ts";
import type { KeptRuns } from "./kept-runs.ts";
import { runsOf } from "./run-chunks.ts";
import { appendKeys, type RunKey } from "./run-keys.ts";
import { statement } from "./statements.ts";

/** Days beyond any event. */
const DAY_MIN = 0;
const DAY_MAX = 2 ** 31 - 1;
const EVER: Days = { firstDay: DAY_MIN, lastDay: DAY_MAX };

/** Keys of runs that are marked at a time. */
const KEYS_AT_ONCE = 10_000;

/** The runs as they are kept, whether or not they are what the log says. */
export interface StoredRuns {
  readonly database: Database;
  /** Spaces that may have runs. */
  spaceIds(): readonly bigint[];
  read<T>(spaceId: bigint, days: Days, work: (pieces: readonly RunSlice[]) => Promise<T>): Promise<T>;
  /** Those of them that cannot be derived again. */
  readonly record: KeptRuns;
}

function daysOf({ from, to }: Pick<RebuildRange, "from" | "to">): Days {
  return {
    firstDay: Math.max(Math.floor(from / DAY_MS), DAY_MIN),
    lastDay: Math.min(Math.ceil(to / DAY_MS) - 1, DAY_MAX),
  };
}

/**
 * Marks the runs of a range as stale: those that are stored, and those that the log may have changes for. Where a
 * file that lists some is damaged, all of its space's are: other files may have what it said is no more.
 *
 * @returns the spaces of which all runs have been marked
 */
export async function markRange(
  connection: Connection,
  files: RunFiles,
  range: RebuildRange,
): Promise<bigint[]> {
  const damaged: bigint[] = [];
  const days = daysOf(range);
  const spaceIds = range.spaceId === null ? files.spaceIds() : [range.spaceId];
  let keys: RunKey[] = [];
  for (const spaceId of spaceIds) {
    // One that is damaged is passed over from then on, so that the others come to be read.
    let stored = files.isLacking(spaceId) ? null : await storedKeys(files, spaceId, days);
    if (stored === null) {
      await markLog(connection, spaceId);
      damaged.push(spaceId);
    }
    while (stored === null) stored = await storedKeys(files, spaceId, EVER);
    for (const key of stored) keys.push(key);
    if (keys.length < KEYS_AT_ONCE) continue;
    await appendKeys(connection, "stale_run", keys);
    keys = [];
  }
  await appendKeys(connection, "stale_run", keys);
  await connection.run(statement("runs/mark-busy"), valuesOf(days, range.spaceId), RANGE_TYPES);
  return damaged;
}

/** The keys of a space's stored runs; null where a file that lists some has been found damaged just now. */
function storedKeys(files: RunFiles, spaceId: bigint, days: Days): Promise<RunKey[] | null> {
  return unlessDamaged(null, async () =>
    (await files.storedDays(spaceId, days)).map((day) => ({ spaceId, day })),
  );
}

/** What some work over stored runs amounts to, or something else where a file of them is damaged. */
async function unlessDamaged<T, U>(otherwise: U, work: () => Promise<T>): Promise<T | U> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DamagedRunFile) return otherwise;
    throw error;
  }
}

/** Marks all runs that the log may have changes for as stale, of one space or (null) of all. */
export async function markLog(connection: Connection, spaceId: bigint | null): Promise<void> {
  await connection.run(statement("runs/mark-busy"), valuesOf(EVER, spaceId), RANGE_TYPES);
}

const RANGE_TYPES = { space_id: BIGINT, first_day: INTEGER, last_day: INTEGER };

function valuesOf({ firstDay, lastDay }: Days, spaceId: bigint | null) {
  return { space_id: spaceId, first_day: firstDay, last_day: lastDay };
}

/** How many runs of a range there are, and their changes; of a space whose file is damaged, none. */
export async function summarizeRuns(
  kept: StoredRuns,
  range: RebuildRange,
): Promise<Pick<RebuildResult, "runs" | "events">> {
  let runs = 0;
  let events = 0;
  for (const spaceId of range.spaceId === null ? kept.spaceIds() : [range.spaceId]) {
    const counts = await unlessDamaged([], () =>
      kept.read(spaceId, daysOf(range), async (pieces) => pieces.flatMap(changeCounts)),
    );
    for (const changes of counts) {
      if (changes > 0) runs++;
      events += changes;
    }
  }
  return { runs, events };
}

/** How many changes each run of a piece has. */
function changeCounts({ block, from, to }: RunSlice): number[] {
  const { changes } = block.firsts;
  const counts: number[] = [];
  for (let i = from; i < to; i++) counts.push((changes[i + 1] as number) - (changes[i] as number));
  return counts;
}

/**
 * Compares the runs of a range with what the log says, some days at a time; those whose events have been removed
 * with what is known of them.
 */
export async function verifyRuns(kept: StoredRuns, range: RebuildRange): Promise<RunKey[]> {
  const { firstDay, lastDay } = daysOf(range);
  const derivable = { firstDay: Math.max(firstDay, kept.record.firstDay), lastDay };
  const others = { firstDay, lastDay: Math.min(lastDay, kept.record.firstDay - 1) };
  const differences = await lostRuns(kept, others, range.spaceId);
  for (const days of derivable.firstDay > lastDay ? [] : await windowsOf(kept.database, derivable)) {
    const suspects = await kept.database.read((reader) => compareDays(kept, reader, days, range.spaceId));
    // What has changed meanwhile is looked at again while nothing can change.
    for (const [spaceId, ofSpace] of groupBy(suspects, (key) => key.spaceId)) {
      const span = {
        firstDay: Math.min(...ofSpace.map(({ day }) => day)),
        lastDay: Math.max(...ofSpace.map(({ day }) => day)),
      };
      differences.push(...(await kept.database.write((writer) => compareDays(kept, writer, span, spaceId))));
    }
  }
  return differences.sort((a, b) =>
    a.spaceId === b.spaceId ? a.day - b.day : a.spaceId < b.spaceId ? -1 : 1,
  );
}

/** The runs of some days that cannot be derived again, and are not what they were. */
async function lostRuns(kept: StoredRuns, days: Days, spaceId: bigint | null): Promise<RunKey[]> {
  if (days.firstDay > days.lastDay) return [];
  const lost: RunKey[] = [];
  for (const id of spaceId === null ? await kept.record.spaceIds() : [spaceId]) {
    if (await areRead(kept, id, days)) continue;
    // Day by day, since one of them is known to be lost, which is rare.
    for (const day of (await kept.record.of(id)).days) {
      const isIn = day >= days.firstDay && day <= days.lastDay;
      if (isIn && !(await areRead(kept, id, { firstDay: day, lastDay: day })))
        lost.push({ spaceId: id, day });
    }
  }
  return lost;
}

/** Whether all changes of some days can be read. */
function areRead(kept: StoredRuns, spaceId: bigint, days: Days): Promise<boolean> {
  return unlessDamaged(false, () =>
    kept.read(spaceId, days, async (pieces) => {
      for (const { block, from, to } of pieces) await loadWhole(block, from, to);
      return true;
    }),
  );
}

/** Loads all that is stored of some runs, which looks at what is read. */
async function loadWhole(block: RunBlock, from: number, to: number): Promise<void> {
  for (const part of BLOCK_PARTS) await block.load(part, from, to);
}

/** A range in windows of about as many events as a slice has; a day is never cut. */
async function windowsOf(database: Database, { firstDay, lastDay }: Days): Promise<Days[]> {
  const rows = await database.read((reader) =>
    reader.rows(statement("runs/days-of-log"), { first_day: firstDay, last_day: lastDay }, RANGE_TYPES),
  );
  const windows: Days[] = [];
  let start = firstDay;
  let events = 0;
  for (const row of rows) {
    const day = Number(row.day);
    if (events > 0 && events + Number(row.events) > SLICE_CHANGES_MAX) {
      windows.push({ firstDay: start, lastDay: day - 1 });
      start = day;
      events = 0;
    }
    events += Number(row.events);
  }
  return [...windows, { firstDay: start, lastDay }];
}

/** The runs of some days that are not what the log says. */
async function compareDays(
  kept: StoredRuns,
  connection: Connection,
  days: Days,
  spaceId: bigint | null,
): Promise<RunKey[]> {
  const differences: RunKey[] = [];
  const left = new Set(spaceId === null ? kept.spaceIds() : [spaceId]);
  let current: bigint | null = null;
  let derived = new Map<number, Uint32Array>();
  const compare = async () => {
    if (current === null) return;
    left.delete(current);
    differences.push(...(await differing(kept, current, days, derived)));
  };
  const values = valuesOf(days, spaceId);
  for await (const chunk of connection.chunks(statement("runs/derive-days"), values, RANGE_TYPES)) {
    for (const run of runsOf(chunk)) {
      if (run.spaceId !== current) {
        await compare();
        current = run.spaceId;
        derived = new Map();
      }
      derived.set(run.dayStart / DAY_MS, run.changes);
    }
  }
  await compare();
  for (const id of left) differences.push(...(await differing(kept, id, days, new Map())));
  return differences;
}

/** The days on which a space's stored runs differ; all that the log has where a file of them is damaged. */
function differing(
  kept: StoredRuns,
  spaceId: bigint,
  days: Days,
  derived: ReadonlyMap<number, Uint32Array>,
): Promise<RunKey[]> {
  const ofLog = [...derived.keys()].map((day) => ({ spaceId, day }));
  return unlessDamaged(ofLog, () =>
    kept.read(spaceId, days, async (pieces) => {
      const differences: RunKey[] = [];
      const missing = new Set(derived.keys());
      for (const { block, from, to } of pieces) {
        await loadWhole(block, from, to);
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
