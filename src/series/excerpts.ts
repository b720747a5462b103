import { DAY_MS } from "../domain/instant.ts";
import type { ChangeRun } from "./change-run.ts";
import { type Meter, type Origin, Replay, type ReplayPlan, type RowCursor, skipChanges } from "./replay.ts";
import { planReplay, type ResetHistory } from "./replay-plan.ts";
import { ENTRANCES, EXITS, FALL, HOURS, RISE, ROW } from "./roll-up.ts";
import { type RolledUpRun, rolledUpRunBlock } from "./run-block.ts";

/** How a space's counts are looked at. */
export interface Watch {
  readonly history: ResetHistory;
  /** The lowest counts of the bands that are told apart, ascending from 0 on. */
  readonly bandFloors: readonly number[];
  /** The count above which it is unsafe; Infinity where there is no such. */
  readonly limit: number;
}

/** An excerpt has no more than this share of its run's changes: more are as well read from the run itself. */
const SHARE_MAX = 1 / 2;

const NO_CHANGES = new Uint32Array(0);

/**
 * Picks from runs the changes that most questions have to see one by one: those of hours in which the count, as
 * it is known when the run is stored, meets the floor (D7), changes its band, is unsafe, or is reset. An excerpt
 * need not have what a later question wants: what it lacks is in the run.
 */
export class Excerpts {
  readonly #watchOf: (spaceId: bigint) => Watch | null;
  #spaceId: bigint | null = null;
  #watch: Watch | null = null;
  /** The count at the end of the run before, and when that was, in ms; null where it is not known. */
  #before: Origin | null = null;

  /** @param watchOf null where nothing is known of a space */
  constructor(watchOf: (spaceId: bigint) => Watch | null) {
    this.#watchOf = watchOf;
  }

  /**
   * The excerpt of the next run. Runs ascend by space, then by day; a space's first ones may have to do without, as
   * the count before them is not known.
   */
  of(run: RolledUpRun): Uint32Array {
    if (run.spaceId !== this.#spaceId) {
      this.#spaceId = run.spaceId;
      this.#watch = this.#watchOf(run.spaceId);
      this.#before = null;
    }
    if (this.#watch === null) return NO_CHANGES;
    const start = run.day * DAY_MS;
    const end = start + DAY_MS;
    const plan = this.#planOf(this.#watch.history, start, end);
    if (plan === null) return NO_CHANGES;
    const meter = new CloseMeter(this.#watch, end);
    const replay = new Replay(plan, meter, HOURS);
    replay.push({ block: rolledUpRunBlock(run), from: 0, to: 1 });
    replay.finish();
    this.#before = { instant: end, count: meter.count };
    return excerpted(run.changes, run.hours, meter.hours);
  }

  /** A replay of a day, from where its counts are known; null where they are not. */
  #planOf(history: ResetHistory, start: number, end: number): ReplayPlan | null {
    const plan = planReplay(history, start, end);
    const { origin, resets } = plan;
    if (this.#before !== null) {
      const carried = { instant: start, count: this.#before.count };
      return { ...plan, origin: origin.instant >= this.#before.instant ? origin : carried };
    }
    // A space that is never reset begins with its first events.
    if (origin.instant === start || (origin.instant === -Infinity && resets.instants.length === 0))
      return plan;
    const [instant] = resets.instants;
    return instant === undefined ? null : { ...plan, origin: { instant, count: resets.counts[0] as number } };
  }
}

/** The changes of some of a run's hours, a bit for each. */
function excerpted(changes: Uint32Array, hours: Uint16Array, wanted: number): Uint32Array {
  const spans: Uint32Array[] = [];
  let from = 0;
  let length = 0;
  for (let row = 0; row < hours.length; row += ROW) {
    const to = from + (hours[row + ENTRANCES] as number) + (hours[row + EXITS] as number);
    if ((wanted >>> (hours[row] as number)) & 1) {
      spans.push(changes.subarray(from, to));
      length += to - from;
    }
    from = to;
  }
  if (length > changes.length * SHARE_MAX) return NO_CHANGES;
  const excerpt = new Uint32Array(length);
  let at = 0;
  for (const span of spans) {
    excerpt.set(span, at);
    at += span.length;
  }
  return excerpt;
}

/** Notes which hours of a day are seen change by change. */
class CloseMeter implements Meter {
  nextStop: number;
  done = false;
  readonly idle = false;
  /** A bit for each hour. */
  hours = 0;
  /** At the end of the day. */
  count = 0;
  readonly #watch: Watch;
  readonly #end: number;

  constructor(watch: Watch, end: number) {
    this.#watch = watch;
    this.#end = end;
    this.nextStop = end;
  }

  close(instant: number, count: number): void {
    if (instant < this.#end) return;
    this.count = count;
    this.done = true;
  }

  open(): void {}

  consume({ changes }: ChangeRun, from: number, to: number, count: number, floor: number): number {
    this.hours |= 1 << Math.floor(((changes[from] as number) >>> 1) / HOURS.length);
    return skipChanges(changes, from, to, count, floor);
  }

  leap(cursor: RowCursor, to: number, floor: number): void {
    const { bandFloors, limit } = this.#watch;
    const { rows } = cursor;
    for (; cursor.row < to; cursor.row++) {
      const at = cursor.row * ROW;
      const least = cursor.count - (rows[at + FALL] as number);
      const most = cursor.count + (rows[at + RISE] as number);
      if (least < floor || most > limit || bandFloors.some((low) => least < low && most >= low)) return;
      cursor.count += (rows[at + ENTRANCES] as number) - (rows[at + EXITS] as number);
    }
  }
}
