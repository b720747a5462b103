import { DAY_MS, HOUR_MS } from "../../domain/instant.ts";
import { LiveCount } from "../../series/live-count.ts";
import { planReplay } from "../../series/replay-plan.ts";
import { findChange } from "../../series/run-block.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { openingCount, type SpaceHistory } from "../counts/count-series.ts";
import type { RunReader } from "../ports.ts";
import { yieldToEventLoop } from "../yielding.ts";

/** Counts that are made before others have their turn: each takes about as long as to answer for a day. */
const MADE_AT_ONCE = 10;

/** How far back a count remembers its changes when it is made, at least and where no reset is later, in ms. */
const REMEMBERED_MS = HOUR_MS;

/** Where the changes lie that a commit makes to a space, in ms; both ends are included. */
export interface ChangeRange {
  readonly from: number;
  readonly to: number;
}

/** A count that is being made; a change meanwhile spoils it. */
interface Making {
  spoiled: boolean;
}

/**
 * The current counts of spaces, in memory. A space's count is made from its runs when it is first wanted,
 * and kept up with every event from then on; after a correction it is computed again.
 */
export class LiveCounts {
  readonly #catalog: Catalog;
  readonly #runs: RunReader;
  readonly #counts = new Map<bigint, LiveCount>();
  readonly #making = new Map<bigint, Set<Making>>();
  /** The latest present that they were brought to, in ms. */
  #present = -Infinity;

  constructor(catalog: Catalog, runs: RunReader) {
    this.#catalog = catalog;
    this.#runs = runs;
    // Schedules and resets go with their space, or where others of the space take their place.
    catalog.observe(({ put, remove, rebindings }) => {
      for (const id of remove?.space ?? []) this.forget(id);
      for (const { spaceId } of [...(put?.reset ?? []), ...(put?.schedule ?? []), ...(rebindings ?? [])])
        this.forget(spaceId);
    });
  }

  /** The current counts of some spaces, by id: what has been committed, and nothing else. */
  async current(spaceIds: readonly bigint[], now: () => number): Promise<Map<bigint, number>> {
    for (;;) {
      const missing = spaceIds.filter((id) => !this.#counts.has(id) && this.#catalog.spaces.has(id));
      if (missing.length === 0) break;
      await this.make(missing, now());
    }
    const counts = new Map<bigint, number>();
    for (const id of spaceIds) {
      const count = this.#counts.get(id);
      if (count !== undefined) counts.set(id, count.at(now()));
    }
    return counts;
  }

  /** A space's count, if it has been made. */
  of(spaceId: bigint): LiveCount | undefined {
    return this.#counts.get(spaceId);
  }

  /** All counts that have been made, by space. */
  all(): Iterable<[bigint, LiveCount]> {
    return this.#counts;
  }

  /**
   * Forgets all counts where the present has gone back behind what they know of it: resets and events of that time are no
   * longer due. To be called within `exclusive`, before anything is applied.
   */
  follow(now: number): void {
    if (now < this.#present) this.forgetAll();
    this.#present = now;
  }

  /** Makes the counts of some spaces that have none. */
  async make(spaceIds: readonly bigint[], now: number): Promise<void> {
    const missing = spaceIds.filter((id) => !this.#counts.has(id));
    for (let start = 0; start < missing.length; start += MADE_AT_ONCE) {
      if (start > 0) await yieldToEventLoop();
      await this.#makeSome(missing.slice(start, start + MADE_AT_ONCE), now);
    }
  }

  async #makeSome(spaceIds: readonly bigint[], now: number): Promise<void> {
    const spaces = spaceIds.filter((id) => !this.#counts.has(id) && this.#catalog.spaces.has(id));
    if (spaces.length === 0) return;
    const making: Making = { spoiled: false };
    for (const id of spaces) {
      const others = this.#making.get(id);
      if (others === undefined) this.#making.set(id, new Set([making]));
      else others.add(making);
    }
    try {
      const histories = spaces.map((id) => this.#catalog.history(this.#catalog.space(id)));
      const made = await readCounts(this.#runs, histories, now);
      if (making.spoiled) return;
      for (const [id, count] of made) if (!this.#counts.has(id)) this.#counts.set(id, count);
    } finally {
      for (const id of spaces) {
        const others = this.#making.get(id);
        others?.delete(making);
        if (others?.size === 0) this.#making.delete(id);
      }
    }
  }

  /**
   * Computes counts that reach further back, without a change of the current ones. To be called within `exclusive`.
   *
   * @param ranges where the changes of each space lie that are to be put in their place
   */
  compute(ranges: ReadonlyMap<bigint, ChangeRange>, now: number): Promise<Map<bigint, LiveCount>> {
    const histories = [...ranges.keys()].map((id) => this.#catalog.history(this.#catalog.space(id)));
    const since = Math.min(...Array.from(ranges.values(), ({ from }) => from));
    return readCounts(this.#runs, histories, now, since);
  }

  /** Replaces a space's count by one with changes that have been committed; null where that is not known. */
  replace(spaceId: bigint, count: LiveCount | null): void {
    // A count that was begun before the commit knows nothing of it.
    this.forget(spaceId);
    if (count !== null) this.#counts.set(spaceId, count);
  }

  /** Has a space's count computed again when it is read next. */
  forget(spaceId: bigint): void {
    for (const making of this.#making.get(spaceId) ?? []) making.spoiled = true;
    this.#counts.delete(spaceId);
  }

  forgetAll(): void {
    for (const others of this.#making.values()) for (const making of others) making.spoiled = true;
    this.#counts.clear();
  }
}

/**
 * Makes counts from the runs, each with the changes that it is to remember.
 *
 * @param since how far back they are to reach where no reset is later, in ms
 */
export async function readCounts(
  runs: RunReader,
  histories: readonly SpaceHistory[],
  now: number,
  since = now,
): Promise<Map<bigint, LiveCount>> {
  const dayStart = Math.floor(Math.min(now - REMEMBERED_MS, since) / DAY_MS) * DAY_MS;
  const starts = new Map<bigint, number>();
  const made = new Map<bigint, LiveCount>();
  for (const history of histories) {
    const { space, schedules } = history;
    const { instant: lastReset, count } = planReplay(history, now, now + 1).origin;
    // A space that has not been reset since then has a longer past.
    const start =
      lastReset >= dayStart
        ? { instant: lastReset, count }
        : { instant: dayStart, count: await openingCount(runs, history, dayStart) };
    starts.set(space.id, start.instant);
    made.set(space.id, new LiveCount({ ...start, lastReset, schedules }));
  }
  const firstDay = dayStart / DAY_MS;
  // Where the clock has been corrected, events may lie further ahead than any that is taken now.
  const remembered = runs.runs([...made.keys()], firstDay, Infinity);
  for await (const { spaceId, dayStart: day, changes } of remembered) {
    const count = made.get(spaceId);
    const start = starts.get(spaceId) ?? -Infinity;
    for (let i = findChange(changes, start - day); i < changes.length; i++) {
      const change = changes[i] as number;
      count?.add(day + (change >>> 1), change & 1 ? 1 : -1);
    }
  }
  return made;
}
