import type { Clock } from "../domain/clock.ts";
import { must } from "../domain/errors.ts";
import { SECOND_MS } from "../domain/instant.ts";
import { SerialQueue } from "../domain/serial-queue.ts";
import type { Timers } from "../engine/deliveries/delivery-runtime.ts";
import type { MirrorComparison, MirrorProgress } from "../engine/ports/mirrors.ts";
import type { ChangedSpan } from "./changed-spans.ts";
import type { MirrorSource, MirrorState, MirrorTarget } from "./ports.ts";
import { shipAgain, shipCut } from "./ship-cut.ts";
import { compareMirror } from "./verify.ts";

/** The least pause between two cuts, in ms. */
const PAUSE_MS = 1_000;

/** A cut that ships the last events is followed by a pause of so many times its duration, so that ingest has its time. */
const PAUSE_DURATIONS = 2;

/** The greatest pause, after long cuts and repeated failures, in ms. */
const PAUSE_MS_MAX = 30_000;

/** A mirror is brought up to date at least this often, since counts by the hour change with time alone, in ms. */
const REFRESH_MS = 60_000;

/** How often a mirror is compared while the server's data change. */
const COMPARISONS_MAX = 3;

/** What a mirror tells the operator. */
export interface MirrorObserver {
  /** It cannot be brought up to date, or can be again (null). Told once for each reason in a row. */
  failed(error: unknown | null): void;
  /** A cut has been shipped, with some events and with rows of all tables. */
  shipped(cut: { readonly events: number; readonly rows: number }): void;
}

export interface MirrorParts {
  readonly source: MirrorSource;
  readonly target: MirrorTarget;
  readonly observer: MirrorObserver;
  readonly timers: Timers;
  /** A monotonic clock, in ms since any instant. */
  readonly elapsed: Clock;
  /** An existing folder for files. */
  readonly folder: string;
}

/** Keeps a mirror up to date, in cuts. What fails is repeated, with pauses that get longer. */
export class Mirror {
  readonly #parts: MirrorParts;
  #state: MirrorState | null = null;
  /** The instant that it was as of when that was known last, in ms. */
  #asOf: number | null = null;
  #lag = 0;
  /** It has all events up to this id; null if that is not known yet. */
  #lastEventId: bigint | null = null;
  #rowsPerSecond: number | null = null;
  /** The catalog's revision when the last cut began. */
  #revision = -1;
  #failures = 0;
  #isStopped = false;
  /** Cuts and comparisons. */
  readonly #work = new SerialQueue();
  #told: string | null = null;

  constructor(parts: MirrorParts) {
    this.#parts = parts;
  }

  get progress(): Omit<MirrorProgress, "database"> {
    return {
      lag: this.#lastEventId === null ? null : this.#lag,
      asOf: this.#asOf,
      rowsPerSecond: this.#rowsPerSecond,
      failure: this.#told,
    };
  }

  /** Ships cuts until it is stopped. @returns the end */
  start(): () => Promise<void> {
    const { timers } = this.#parts;
    let cancel = () => {};
    const next = async (): Promise<void> => {
      const pause = await this.#work.run(() => this.#step());
      if (this.#isStopped) return;
      cancel = timers.after(pause, () => {
        running = next();
      });
    };
    let running = next();
    return async () => {
      this.#isStopped = true;
      cancel();
      // What waits for the mirror fails, and is shipped again later.
      await this.#parts.target.close();
      await running;
    };
  }

  /** Ships all that has changed. @throws as `shipCut` */
  async catchUp(): Promise<void> {
    do await this.#ship();
    while (this.#lag > 0);
  }

  /**
   * Compares the mirror with the server, once it has all that there is.
   *
   * @throws HeadcountError `unavailable` if it cannot be brought up to date
   */
  verify(): Promise<MirrorComparison> {
    const { source, target } = this.#parts;
    return this.#work.run(async () => {
      for (let tries = 1; ; tries++) {
        await this.catchUp();
        const state = must(this.#state, "state");
        const compared = await compareMirror(source, target, state);
        // What has changed meanwhile is not in the mirror.
        const isSame =
          (await source.events.position()) === state.lastEventId &&
          source.catalog.revision === this.#revision;
        if (isSame || compared.differences.length === 0 || tries === COMPARISONS_MAX) return compared;
      }
    });
  }

  /**
   * Ships a span of time again, once the mirror has all that there is.
   *
   * @param span half-open, in ms
   * @throws HeadcountError `unavailable` if it cannot be brought up to date
   */
  rebuild(span: ChangedSpan): Promise<void> {
    const { source, target, folder } = this.#parts;
    return this.#work.run(async () => {
      await this.catchUp();
      const known = must(this.#state, "state");
      // Until it is complete, the state is the one that ClickHouse has.
      this.#state = null;
      const { result } = await this.#counted(() => shipAgain(source, target, { known, span, folder }));
      this.#state = result;
    });
  }

  /** @returns how long to pause, in ms */
  async #step(): Promise<number> {
    const { elapsed, observer } = this.#parts;
    const start = elapsed.now();
    try {
      if (await this.#isDue()) await this.#ship();
      if (this.#told !== null) observer.failed(null);
      this.#told = null;
      this.#failures = 0;
      if (this.#lag > 0) return 0;
      return Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS, PAUSE_DURATIONS * (elapsed.now() - start)));
    } catch (error) {
      // What has been begun is read again.
      this.#state = null;
      const message = error instanceof Error ? error.message : String(error);
      if (message !== this.#told && !this.#isStopped) observer.failed(error);
      this.#told = message;
      return Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** this.#failures++);
    }
  }

  async #isDue(): Promise<boolean> {
    const state = this.#state;
    const { catalog, changes, clock, events } = this.#parts.source;
    // While it cannot be reached, it falls behind.
    if (this.#lastEventId !== null) this.#lag = Number((await events.position()) - this.#lastEventId);
    if (state === null || catalog.revision !== this.#revision) return true;
    if (this.#lag > 0 || clock.now() - state.asOf >= REFRESH_MS) return true;
    return (await changes.voidedSince(state.voidedUntil)).some(
      ({ voidedAt }) => voidedAt > state.voidedUntil,
    );
  }

  async #ship(): Promise<void> {
    const { source, target, folder, observer } = this.#parts;
    this.#state ??= await target.state();
    const { revision } = source.catalog;
    const known = this.#state;
    const { result, rows } = await this.#counted(() => shipCut(source, target, known, folder));
    const { state, events, lag } = result;
    this.#state = state;
    this.#asOf = state.asOf === 0 ? null : state.asOf;
    this.#revision = revision;
    this.#lag = lag;
    this.#lastEventId = state.lastEventId;
    observer.shipped({ events, rows });
  }

  /** Does something that inserts rows, and notes how many it inserted in a second. */
  async #counted<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly rows: number }> {
    const { elapsed, target } = this.#parts;
    const [start, before] = [elapsed.now(), target.insertedRows];
    const result = await work();
    const rows = target.insertedRows - before;
    if (rows > 0) this.#rowsPerSecond = (rows * SECOND_MS) / Math.max(1, elapsed.now() - start);
    return { result, rows };
  }
}
