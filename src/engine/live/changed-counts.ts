import { must } from "../../domain/errors.ts";
import type { ChangePosition, LiveCount } from "../../series/live-count.ts";
import type { ChangeRange, LiveCounts } from "./live-counts.ts";

/** A space whose count changes are applied to; undefined where it has none that can be kept up. */
export interface AppliedCount {
  readonly spaceId: bigint;
  count: LiveCount | undefined;
}

/**
 * The counts that a commit changes: copies, which take the place of the current counts when the commit is on disk. Until
 * then readers see the current counts, and a commit that fails leaves nothing to undo.
 */
export class ChangedCounts {
  readonly #counts: LiveCounts;
  /** By space; null where the count has to be computed from the runs again. */
  readonly #changed = new Map<bigint, LiveCount | null>();

  constructor(counts: LiveCounts) {
    this.#counts = counts;
  }

  /** A space's count after the changes so far, if it is known. */
  of(spaceId: bigint): LiveCount | undefined {
    const changed = this.#changed.get(spaceId);
    return changed === undefined ? this.#counts.of(spaceId) : (changed ?? undefined);
  }

  /** A space's count, to apply changes to. */
  change(spaceId: bigint): AppliedCount {
    let changed = this.#changed.get(spaceId);
    if (changed === undefined) {
      changed = this.#counts.of(spaceId)?.copy() ?? null;
      this.#changed.set(spaceId, changed);
    }
    return { spaceId, count: changed ?? undefined };
  }

  /**
   * Applies a change.
   *
   * @param timestamp the event's, in ms
   * @param direction +1 an entrance, -1 an exit (D4)
   * @returns where it lies; `lost` also where the count is not known
   */
  apply(applied: AppliedCount, timestamp: number, direction: number, now: number): ChangePosition {
    const { spaceId, count } = applied;
    if (count !== undefined) {
      count.at(now);
      const position = count.add(timestamp, direction);
      if (position !== "lost") return position;
    }
    applied.count = undefined;
    this.#changed.set(spaceId, null);
    return "lost";
  }

  /**
   * Has a space's count forget nothing until the commit.
   *
   * @returns whether all changes within a range can be put in their place; else the count has to reach further back
   */
  keep(spaceId: bigint, { from, to }: ChangeRange): boolean {
    return this.change(spaceId).count?.keep(from, to) ?? false;
  }

  /**
   * Computes counts that reach further back.
   *
   * @param ranges where the changes of each space lie that are to be put in their place
   */
  async reach(ranges: ReadonlyMap<bigint, ChangeRange>, now: number): Promise<void> {
    for (const [id, count] of await this.#counts.compute(ranges, now)) {
      this.#changed.set(id, count);
      this.keep(id, must(ranges.get(id), "range"));
    }
  }

  /** Makes these the current counts. To be called when the commit is on disk. */
  show(): void {
    for (const [spaceId, count] of this.#changed) {
      count?.letGo();
      this.#counts.replace(spaceId, count);
    }
  }
}
