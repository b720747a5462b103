import { HeadcountError } from "../../domain/errors.ts";
import { DAY_MS } from "../../domain/instant.ts";
import { type RunSlice, runAt } from "../../series/run-block.ts";

/** The cached first change of a space. */
interface Known {
  /** How many commits had marked runs as stale when it was read. */
  readonly marked: number;
  /** The last day that was read, since the epoch. */
  readonly lastDay: number;
  /** In ms; null if there is none until then, undefined while it is being read. */
  first: number | null | undefined;
}

/** Caches the instant of each space's first change, until its runs change. */
export class FirstChanges {
  readonly #known = new Map<bigint, Known>();

  /** To be called when events are added to a space's runs without a stale mark. */
  forget(spaceId: bigint): void {
    this.#known.delete(spaceId);
  }

  /** The cached instant: null if there is no change until that day, undefined if the runs have to be read. */
  get(spaceId: bigint, lastDay: number, marked: number): number | null | undefined {
    const known = this.#known.get(spaceId);
    return known?.marked === marked && known.lastDay === lastDay ? known.first : undefined;
  }

  /** Reads a space's first change and caches it, unless `forget` is called meanwhile. */
  async read(spaceId: bigint, lastDay: number, marked: number, readRuns: ReadRuns): Promise<number | null> {
    const known: Known = { marked, lastDay, first: undefined };
    this.#known.set(spaceId, known);
    known.first = await readFirstChange(readRuns);
    return known.first;
  }
}

/** Calls some work with the runs. */
type ReadRuns = (work: typeof firstChangeOf) => Promise<number | null>;

/** The instant of a space's first change, in ms; null if it has none, or the run that had it is lost. */
export async function readFirstChange(readRuns: ReadRuns): Promise<number | null> {
  try {
    return await readRuns(firstChangeOf);
  } catch (error) {
    if (error instanceof HeadcountError && error.kind === "data-lost") return null;
    throw error;
  }
}

/** The instant of the first change of some runs, in ms; null if they have none. */
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
