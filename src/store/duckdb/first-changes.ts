import { HeadcountError } from "../../domain/errors.ts";
import { DAY_MS } from "../../domain/instant.ts";
import { type RunSlice, runAt } from "../../series/run-block.ts";

/** What is known of a space's first change. */
interface Known {
  /** How many commits had marked runs as stale when it was read. */
  readonly marked: number;
  /** The last day that was looked at, in days since the epoch. */
  readonly lastDay: number;
  /** In ms; null where there is none by then, undefined while it is being read. */
  first: number | null | undefined;
}

/** Remembers when each space's first event that counts for it was, as long as its runs stay what they are. */
export class FirstChanges {
  readonly #known = new Map<bigint, Known>();

  /** To be called when events are added to a space's runs that do not become stale by it. */
  forget(spaceId: bigint): void {
    this.#known.delete(spaceId);
  }

  /** What is known: null where there is no change by that day, undefined where the runs have to be read. */
  get(spaceId: bigint, lastDay: number, marked: number): number | null | undefined {
    const known = this.#known.get(spaceId);
    return known?.marked === marked && known.lastDay === lastDay ? known.first : undefined;
  }

  /** Reads a space's first change, and remembers it unless it has been forgotten meanwhile. */
  async read(spaceId: bigint, lastDay: number, marked: number, readRuns: ReadRuns): Promise<number | null> {
    const known: Known = { marked, lastDay, first: undefined };
    this.#known.set(spaceId, known);
    known.first = await readFirstChange(readRuns);
    return known.first;
  }
}

/** Has some work done over the runs that matter. */
type ReadRuns = (work: typeof firstChangeOf) => Promise<number | null>;

/** When a space's first change is, in ms; null where it has none, or the runs that had it have been lost. */
export async function readFirstChange(readRuns: ReadRuns): Promise<number | null> {
  try {
    return await readRuns(firstChangeOf);
  } catch (error) {
    if (error instanceof HeadcountError && error.kind === "data-lost") return null;
    throw error;
  }
}

/** When the first change of some runs is, in ms; null where they have none. */
async function firstChangeOf(pieces: readonly RunSlice[]): Promise<number | null> {
  for (const { block, from, to } of pieces) {
    const { changes } = block.firsts;
    for (let run = from; run < to; run++) {
      if (changes[run] === changes[run + 1]) continue;
      await block.load("changes", run, run + 1);
      return (block.days[run] as number) * DAY_MS + ((runAt(block, run).changes[0] as number) >>> 1);
    }
  }
  return null;
}
