import type { ChangeRun } from "./change-run.ts";
import { larger } from "./integer-extremes.ts";

/** Time that a count spent in each of several bands, in ms. */
export class BandTimes {
  /** Band i has the counts from `[i]` up to, not including, `[i + 1]`. */
  readonly floors: Float64Array;
  readonly #times = [0, 0, 0, 0];

  /** @param floors the lower bounds of all bands but the first, ascending, at most three */
  constructor(floors: readonly number[]) {
    this.floors = new Float64Array([-Infinity, ...floors, Infinity]);
  }

  get times(): number[] {
    return [...this.#times];
  }

  of(count: number): number {
    let band = 0;
    while (count >= (this.floors[band + 1] as number)) band++;
    return band;
  }

  add(band: number, elapsed: number): void {
    this.#times[band] = (this.#times[band] as number) + elapsed;
  }

  /** Adds the time from an instant to the last of the given changes. The count changes its band among them. */
  addChanges(
    run: ChangeRun,
    changes: { readonly from: number; readonly to: number; readonly count: number; readonly floor: number },
    since: number,
  ): void {
    const { from, to, floor } = changes;
    let { count } = changes;
    let time = since;
    let band = this.of(count);
    for (let i = from; i < to; i++) {
      const change = run.changes[i] as number;
      count = larger(count + ((change & 1) << 1) - 1, floor);
      const isWithin = count < (this.floors[band + 1] as number) && count >= (this.floors[band] as number);
      if (isWithin && i < to - 1) continue;
      const instant = run.dayStart + (change >>> 1);
      this.add(band, instant - time);
      time = instant;
      band = this.of(count);
    }
  }
}
