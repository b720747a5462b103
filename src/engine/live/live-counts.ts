import { getOrInsert } from "../../domain/collections.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { DAY_MS, HOUR_MS } from "../../domain/instant.ts";
import { type ChangePosition, LiveCount, REMEMBERED_CHANGES } from "../../series/live-count.ts";
import { planReplay } from "../../series/replay-plan.ts";
import { type ChangeRun, findChange } from "../../series/run-block.ts";
import type { Catalog, SpaceHistory } from "../catalog/catalog.ts";
import { probeCounts } from "../counts/count-series.ts";
import type { CatalogWrite, RunReader } from "../ports.ts";
import { Pacer } from "../yielding.ts";

/** Changes that the current counts keep all together, so that late events among them can be inserted: 32 MiB. */
export const LIVE_CHANGES_MAX = 4 * 2 ** 20;

/** For how long counts keep their changes, in ms: an hour in which events may be late, and their way here. */
const REMEMBERED_MS = 2 * HOUR_MS;

/** The range of a commit's changes to a space, in ms; both ends are included. */
export interface ChangeRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The current counts of spaces, in memory. A space's count is computed from its runs on first use, and then updated
 * with every event; after a correction it is computed again.
 */
export class LiveCounts {
  readonly #catalog: Catalog;
  readonly #runs: RunReader;
  readonly #counts = new Map<bigint, LiveCount>();
  changes = 0;
  /** For each call that is computing counts, the spaces whose counts have changed meanwhile. */
  readonly #changedMeanwhile = new Set<Set<bigint>>();
  /** The time of the last commit or tick, in ms. */
  #lastTime = -Infinity;
  /** When the first explicit reset falls due that a count does not know, in ms: the clock was ahead when it was made. */
  #nextReset = Infinity;

  constructor(catalog: Catalog, runs: RunReader) {
    this.#catalog = catalog;
    this.#runs = runs;
  }

  /** Drops the counts that a change of the catalog changes. */
  apply({ put, remove, changedBindings = [] }: CatalogWrite): void {
    // Schedules and resets are removed with their space, or replaced by others of it.
    for (const id of remove?.space ?? []) this.forget(id);
    for (const { spaceId } of [...(put?.reset ?? []), ...(put?.schedule ?? []), ...changedBindings])
      this.forget(spaceId);
  }

  /** The current counts of some spaces, by id: committed changes only. */
  async current(spaceIds: readonly bigint[], now: () => number): Promise<Map<bigint, number>> {
    while (spaceIds.some((id) => this.#isMissing(id))) await this.load(spaceIds, now());
    const counts = new Map<bigint, number>();
    for (const id of spaceIds) {
      const count = this.#counts.get(id);
      if (count !== undefined) counts.set(id, count.at(now()));
    }
    return counts;
  }

  of(spaceId: bigint): LiveCount | undefined {
    return this.#counts.get(spaceId);
  }

  all(): Iterable<[bigint, LiveCount]> {
    return this.#counts;
  }

  /**
   * Drops all counts if the clock was set back since the last call, so that resets and events of that time are no longer
   * due, or if such a reset is due again.
   * To be called when a change is decided, before anything is applied.
   */
  follow(now: number): void {
    if (now < this.#lastTime || now >= this.#nextReset) {
      this.forgetAll();
      this.#nextReset = Infinity;
    }
    this.#lastTime = now;
  }

  #historyOf(spaceId: bigint, now: number): SpaceHistory {
    const history = this.#catalog.history(this.#catalog.find("space", spaceId));
    const ahead = history.resets.find(({ instant }) => instant > now);
    this.#nextReset = Math.min(this.#nextReset, ahead?.instant ?? Infinity);
    return history;
  }

  async load(spaceIds: readonly bigint[], now: number): Promise<void> {
    const pacer = new Pacer();
    for (const id of spaceIds) {
      if (this.#isMissing(id)) await this.#loadOne(id, now);
      await pacer.step();
    }
  }

  async #loadOne(spaceId: bigint, now: number): Promise<void> {
    const history = this.#historyOf(spaceId, now);
    const changed = new Set<bigint>();
    this.#changedMeanwhile.add(changed);
    try {
      const count = (await readCounts(this.#runs, [history], now)).get(spaceId);
      // A count that was begun before a change lacks it.
      if (count === undefined || changed.has(spaceId) || this.#counts.has(spaceId)) return;
      count.advance(now);
      this.#set(spaceId, count);
    } finally {
      this.#changedMeanwhile.delete(changed);
    }
  }

  #isMissing(spaceId: bigint): boolean {
    return !this.#counts.has(spaceId) && this.#catalog.spaces.has(spaceId);
  }

  /**
   * Computes counts that reach further back, without a change of the current ones.
   *
   * @param ranges the range of each space in which changes are inserted
   */
  compute(ranges: ReadonlyMap<bigint, ChangeRange>, now: number): Promise<Map<bigint, LiveCount>> {
    const histories = [...ranges.keys()].map((id) => this.#historyOf(id, now));
    let since = now;
    for (const { from } of ranges.values()) since = Math.min(since, from);
    return readCounts(this.#runs, histories, now, since);
  }

  /** Replaces a space's count by one with committed changes; null if that is not known. */
  replace(spaceId: bigint, count: LiveCount | null): void {
    for (const changed of this.#changedMeanwhile) changed.add(spaceId);
    this.#set(spaceId, count);
  }

  forget(spaceId: bigint): void {
    this.replace(spaceId, null);
  }

  /** Counts that are not changed keep what they have: all together, they keep little more than their limit. */
  #set(spaceId: bigint, count: LiveCount | null): void {
    this.changes -= this.#counts.get(spaceId)?.length ?? 0;
    if (count === null) {
      this.#counts.delete(spaceId);
      return;
    }
    this.#counts.set(spaceId, count);
    const isRoom = this.changes + count.length <= LIVE_CHANGES_MAX;
    const most = Math.max(REMEMBERED_CHANGES, LIVE_CHANGES_MAX / this.#counts.size);
    count.dropOld(this.#lastTime - REMEMBERED_MS, isRoom ? Infinity : most);
    this.changes += count.length;
  }

  forgetAll(): void {
    for (const { id } of this.#catalog.spaces.all()) this.forget(id);
  }
}

/**
 * Computes counts from the runs, each with the changes that it keeps.
 *
 * @param since how far back they reach if no reset is later, in ms
 * @param changesOf the changes of a run that count
 */
export async function readCounts(
  runs: RunReader,
  histories: readonly SpaceHistory[],
  now: number,
  since = now,
  changesOf: (run: ChangeRun) => ChangeRun["changes"] = ({ changes }) => changes,
): Promise<Map<bigint, LiveCount>> {
  const dayStart = Math.floor(Math.min(now - REMEMBERED_MS, since) / DAY_MS) * DAY_MS;
  const starts = new Map<bigint, number>();
  const made = new Map<bigint, LiveCount>();
  for (const history of histories) {
    const { space, schedules } = history;
    const { instant: lastReset, count } = planReplay(history, now, now + 1).origin;
    // A space that has not been reset since then has a longer past.
    const isReset = lastReset >= dayStart;
    const { opening } = await probeCounts(runs, history, Float64Array.from(isReset ? [] : [dayStart]));
    const start = { instant: isReset ? lastReset : dayStart, count: opening[0] ?? count };
    starts.set(space.id, start.instant);
    made.set(space.id, new LiveCount({ ...start, lastReset, schedules }));
  }
  const firstDay = dayStart / DAY_MS;
  // After a correction of the clock, events may be further ahead than any that is accepted now.
  const remembered = runs.runs([...made.keys()], firstDay, Infinity);
  for await (const run of remembered) {
    const { spaceId, dayStart: day } = run;
    const changes = changesOf(run);
    const count = made.get(spaceId);
    const start = starts.get(spaceId) ?? -Infinity;
    for (let i = findChange(changes, start - day); i < changes.length; i++) {
      const change = changes[i] as number;
      count?.load(day + (change >>> 1), change & 1 ? 1 : -1);
    }
  }
  return made;
}

/**
 * Does some work for all given spaces. If runs of some are lost and cannot be derived again, it is done for each other
 * space separately.
 *
 * @returns the spaces whose runs are lost
 */
export async function skipLost(
  spaceIds: readonly bigint[],
  work: (spaceIds: readonly bigint[]) => Promise<void>,
): Promise<bigint[]> {
  if (spaceIds.length === 0) return [];
  try {
    await work(spaceIds);
    return [];
  } catch (error) {
    if (!(error instanceof HeadcountError) || error.kind !== "data-lost") throw error;
    if (spaceIds.length === 1) return [...spaceIds];
    const lost: bigint[] = [];
    for (const id of spaceIds) lost.push(...(await skipLost([id], work)));
    return lost;
  }
}

/** A space whose count changes are applied to; undefined if it has no count that can be updated. */
export interface AppliedCount {
  readonly spaceId: bigint;
  count: LiveCount | undefined;
}

/**
 * The counts that a commit changes and that its notifications and answers need: copies, which replace the current counts
 * when the commit is on disk. Until then readers see the current counts, and a failed commit needs no undo.
 */
export class ChangedCounts {
  readonly #counts: LiveCounts;
  /** By space; null if the count must be computed from the runs again. */
  readonly #changed = new Map<bigint, LiveCount | null>();

  constructor(counts: LiveCounts) {
    this.#counts = counts;
  }

  of(spaceId: bigint): LiveCount | undefined {
    const changed = this.#changed.get(spaceId);
    return changed === undefined ? this.#counts.of(spaceId) : (changed ?? undefined);
  }

  /** A copy of a space's count, to apply changes to; undefined if the count is not known. */
  change(spaceId: bigint): LiveCount | undefined {
    return getOrInsert(this.#changed, spaceId, () => this.#counts.of(spaceId)?.copy() ?? null) ?? undefined;
  }

  /**
   * Applies a change.
   *
   * @param applied with the count that `change` has returned
   * @param timestamp the event's, in ms
   * @param direction +1 an entrance, -1 an exit (D4)
   * @returns its position; `lost` also if the count is not known
   */
  apply(applied: AppliedCount, timestamp: number, direction: number, now: number): ChangePosition {
    const { spaceId, count } = applied;
    // `change` has noted it.
    if (count === undefined) return "lost";
    count.advance(now);
    const position = count.add(timestamp, direction);
    if (position !== "lost") return position;
    applied.count = undefined;
    this.#changed.set(spaceId, null);
    return "lost";
  }

  /** Whether changes to a space within a range can be inserted; else its count has to reach further back. */
  reachesBack(spaceId: bigint, { from, to }: ChangeRange): boolean {
    return this.change(spaceId)?.reachesBack(from, to) ?? false;
  }

  /**
   * Computes counts that reach further back.
   *
   * @param ranges the range of each space in which changes are inserted
   */
  async reach(ranges: ReadonlyMap<bigint, ChangeRange>, now: number): Promise<void> {
    for (const [id, count] of await this.#counts.compute(ranges, now)) this.#changed.set(id, count);
  }

  /** Leaves a space's count to be computed from the runs when the commit is on disk. */
  forget(spaceId: bigint): void {
    this.#changed.set(spaceId, null);
  }

  /** Makes these the current counts, once. To be called when the commit is on disk. */
  show(): void {
    for (const [spaceId, count] of this.#changed) this.#counts.replace(spaceId, count);
    this.#changed.clear();
  }
}
