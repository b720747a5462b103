import { must } from "../../src/domain/errors.ts";
import { DAY_MS } from "../../src/domain/instant.ts";
import type { RunReader, SpaceRun } from "../../src/engine/ports.ts";
import type { ResetHistory } from "../../src/series/replay-plan.ts";
import { dayRowsSize, HOURS, QUARTERS, ROW, type RollUpLevel, rollUp } from "../../src/series/roll-up.ts";
import { Roller } from "../../src/series/roller.ts";
import {
  ELEMENT_WIDTHS,
  effectOf,
  type PartNumbers,
  packChange,
  type RunBlock,
  type RunSlice,
  rolledUpRunBlock,
  sumsOf,
} from "../../src/series/run-block.ts";
import { byPart } from "../../src/store/runs/run-file-format.ts";

/** An event as it reaches a space: `direction` +1 enters, -1 leaves; events stand in the order of their ids. */
export interface MemoryEvent {
  readonly instant: number;
  readonly direction: 1 | -1;
}

export interface MemoryRunsOptions {
  /** Give runs rolled up as the store does, by the resets that were known when they were stored. */
  readonly resets?: ResetHistory;
  /** Runs that are kept together at most. */
  readonly blockDays?: number;
  /** Also give an empty run for each day from the first event to the last that has none. */
  readonly emptyDays?: boolean;
}

/** Keeps the events of some spaces in memory and gives them as the store would: in runs by space and day. */
export function memoryRuns(
  spaces: ReadonlyMap<bigint, readonly MemoryEvent[]>,
  options: MemoryRunsOptions = {},
): RunReader {
  const runs = [...spaces]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([spaceId, events]) => packRuns(spaceId, events, options));
  const isIn = (run: SpaceRun, fromDay: number, toDay: number) =>
    run.dayStart / DAY_MS >= fromDay && run.dayStart / DAY_MS < toDay;
  return {
    async *runs(spaceIds, fromDay, toDay) {
      for (const run of runs) if (spaceIds.includes(run.spaceId) && isIn(run, fromDay, toDay)) yield run;
    },
    read(spaceId, fromDay, toDay, work) {
      const { blockDays = 3, resets } = options;
      const ofSpace = runs.filter((run) => run.spaceId === spaceId && isIn(run, fromDay, toDay));
      if (resets !== undefined) {
        // All are rolled up, since each goes on from the count of the one before.
        const rolled = rolledRuns(runs, resets);
        return work(rolled.filter((_, i) => ofSpace.includes(runs[i] as SpaceRun)));
      }
      const blocks = chunks(ofSpace, blockDays).map((each) => unloaded(joined(each.map(rolledUpBlockOf))));
      return work(blocks.map((block) => ({ block, from: 0, to: block.days.length })));
    },
  };
}

/** Runs as the store rolls them up, each in a block of its own. */
function rolledRuns(runs: readonly SpaceRun[], resets: ResetHistory): RunSlice[] {
  const roller = new Roller(() => resets);
  return runs.map(({ spaceId, dayStart, changes }) => {
    const run = roller.roll(spaceId, dayStart / DAY_MS, changes);
    return { block: unloaded(rolledUpRunBlock(run)), from: 0, to: 1 };
  });
}

/** A block of which each run's parts are there only once they have been loaded, as a file's are. */
function unloaded(whole: RunBlock): RunBlock {
  // Unloaded runs contain invalid data.
  const parts = byPart((part) => whole.load(part, 0).slice().fill(-1)) as unknown as PartNumbers;
  return {
    ...whole,
    load: (part, index) => {
      copyPart(whole.load(part, 0), parts[part], whole.firsts[part], index, ELEMENT_WIDTHS[part]);
      return parts[part];
    },
  };
}

function copyPart(
  from: Uint32Array | Uint16Array,
  to: Uint32Array | Uint16Array,
  firsts: Float64Array,
  index: number,
  width: number,
): void {
  const first = (firsts[index] as number) * width;
  to.set(from.subarray(first, (firsts[index + 1] as number) * width), first);
}

/** One space's runs, ascending by day, each in the order of D6. */
function packRuns(
  spaceId: bigint,
  events: readonly MemoryEvent[],
  { emptyDays = false }: MemoryRunsOptions = {},
): SpaceRun[] {
  // Sorting is stable: events of the same instant stay in the order of their ids.
  const sorted = events.toSorted((a, b) => a.instant - b.instant);
  const byDay = new Map<number, MemoryEvent[]>();
  for (const event of sorted) {
    const day = Math.floor(event.instant / DAY_MS);
    byDay.set(day, [...(byDay.get(day) ?? []), event]);
  }
  const days = emptyDays ? everyDay([...byDay.keys()]) : [...byDay.keys()];
  return days.map((day) => ({
    spaceId,
    dayStart: day * DAY_MS,
    changes: Uint32Array.from(byDay.get(day) ?? [], ({ instant, direction }) =>
      packChange(instant - day * DAY_MS, direction),
    ),
  }));
}

function everyDay(days: readonly number[]): number[] {
  const [first] = days;
  if (first === undefined) return [];
  return Array.from({ length: (days.at(-1) as number) - first + 1 }, (_, i) => first + i);
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const all: T[][] = [];
  for (let start = 0; start < items.length; start += size) all.push(items.slice(start, start + size));
  return all;
}

/** A run with its quarters and hours. */
function rolledUpBlockOf(run: SpaceRun): RunBlock {
  const { spaceId, dayStart, changes } = run;
  const rowsOf = (level: RollUpLevel) => {
    const room = new Uint16Array(dayRowsSize(level));
    return room.subarray(0, Math.max(0, rollUp(changes, level, room)) * ROW);
  };
  const rolled = {
    spaceId,
    day: dayStart / DAY_MS,
    changes,
    ...effectOf(changes),
    quarters: rowsOf(QUARTERS),
    hours: rowsOf(HOURS),
  };
  return rolledUpRunBlock(rolled);
}

/** Some blocks of one run each, ascending by day, as one. */
function joined(blocks: readonly RunBlock[]): RunBlock {
  const parts = byPart((part) => {
    const pieces = blocks.map((block) => block.load(part, 0));
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const all = part === "changes" ? new Uint32Array(length) : new Uint16Array(length);
    let start = 0;
    for (const piece of pieces) {
      all.set(piece, start);
      start += piece.length;
    }
    return all;
  }) as unknown as PartNumbers;
  return {
    ...must(blocks[0], "block"),
    days: Int32Array.from(blocks, ({ days }) => days[0] as number),
    firsts: byPart((part) => sumsOf(blocks.map(({ firsts }) => firsts[part][1] as number))),
    nets: Int32Array.from(blocks, ({ nets }) => nets[0] as number),
    bases: Int32Array.from(blocks, ({ bases }) => bases[0] as number),
    load: (part) => parts[part],
  };
}
