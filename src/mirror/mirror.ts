import { latestCopy } from "../analysis/export-update.ts";
import type { Clock } from "../domain/clock.ts";
import { messageOfError, must } from "../domain/errors.ts";
import { SECOND_MS } from "../domain/instant.ts";
import { SerialQueue } from "../domain/serial-queue.ts";
import type { MirrorComparison, MirrorProgress, MonthDifference } from "../engine/ports/mirrors.ts";
import type { MonthSum } from "../engine/ports.ts";
import { repeat, type Timers } from "../engine/timers.ts";
import type { ChangedSpan } from "./changed-spans.ts";
import { derivedSums } from "./derived-rows.ts";
import { fillMirror, shipAgain } from "./fill.ts";
import {
  LOG_TABLES,
  type MirrorSource,
  type MonthSums,
  SUMMED_TABLES,
  type SummedTable,
} from "./mirror-rows.ts";
import type { MirrorState } from "./mirror-state.ts";
import type { MirrorTables } from "./mirror-tables.ts";
import { countsAge, EVENTS_MAX, LOOK_MS, pauseAfter, pauseAfterFailures, REFRESH_MS } from "./pacing.ts";
import { type ShippedCut, shipCut } from "./ship-cut.ts";
import { shippedLocalTimes } from "./ship-local-times.ts";
import { movedSince } from "./ship-readings.ts";

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
  readonly target: MirrorTables;
  readonly observer: MirrorObserver;
  readonly timers: Timers;
  /** A monotonic clock, in ms since any instant. */
  readonly elapsed: Clock;
  /** An existing folder for files. */
  readonly folder: string;
  /** The events that are shipped at once at most. */
  readonly eventsMax?: number;
}

/** Keeps a mirror up to date, in cuts. What fails is repeated, with pauses that get longer. */
export class Mirror {
  readonly #parts: MirrorParts;
  /** Null if it has to be read: at the beginning, and while something has been begun that is not complete. */
  #state: MirrorState | null = null;
  /** The instant that it was as of when that was known last, in ms. */
  #asOf: number | null = null;
  #lag = 0;
  /** After the first fill: the id up to which it had all events when that was known last. */
  #eventId: bigint | null = null;
  /** When the present cut began, in ms, and the rows that had been inserted by then. */
  #begun = { at: 0, rows: 0 };
  #rowsPerSecond: number | null = null;
  /** How long the last cut with hours, days and breaches took, in ms. */
  #countsMs = 0;
  #revision = -1;
  #failures = 0;
  /** When it was looked whether all tables are there, on the monotonic clock. */
  #lookedAt = 0;
  #isStopped = false;
  readonly #work = new SerialQueue();
  #told: string | null = null;

  constructor(parts: MirrorParts) {
    this.#parts = parts;
  }

  get progress(): Omit<MirrorProgress, "database"> {
    return {
      lag: this.#asOf === null ? null : this.#lag,
      asOf: this.#asOf,
      rowsPerSecond: this.#rowsPerSecond,
      failure: this.#told,
    };
  }

  /** Ships cuts until it is stopped. @returns the end */
  start(): () => Promise<void> {
    const stop = repeat(this.#parts.timers, () => this.#work.run(() => this.#step()));
    return async () => {
      this.#isStopped = true;
      const stopping = stop();
      // What waits for the mirror fails, and is shipped again later.
      await this.#parts.target.close();
      await stopping;
    };
  }

  /** Ships all that has changed. @throws as `shipCut` */
  catchUp(): Promise<void> {
    return this.#work.run(() => this.#catchUp());
  }

  async #catchUp(): Promise<void> {
    await this.#look();
    while ((await this.#ship(true)) === 0);
  }

  /**
   * Compares the mirror with the server, once it has all that there is.
   *
   * @throws HeadcountError `unavailable` if it cannot be brought up to date
   */
  verify(): Promise<MirrorComparison> {
    const { source, target } = this.#parts;
    return this.#whole(async () => {
      for (let tries = 1; ; tries++) {
        await this.#catchUp();
        const state = must(this.#state, "state");
        const compared = await compareMirror(source, target, state);
        // What has changed meanwhile is not in the mirror.
        const isSame =
          (await source.events.position()) === must(state.events, "events").eventId &&
          source.catalog.revision === this.#revision &&
          movedSince(state.readings, await source.readings.positions()).length === 0;
        if (isSame || compared.differences.length === 0 || tries === COMPARISONS_MAX) return compared;
      }
    });
  }

  /**
   * Ships a span of time, the catalog and the views again, once the mirror has all that there is.
   *
   * @param span half-open, in ms
   * @throws HeadcountError `unavailable` if it cannot be brought up to date
   */
  rebuild(span: ChangedSpan): Promise<void> {
    const { source, target, folder, eventsMax = EVENTS_MAX } = this.#parts;
    return this.#whole(async () => {
      await this.#catchUp();
      this.#state = null;
      const state = await target.state();
      // Rows that others have inserted may have greater versions.
      const greatest = await target.greatestVersion();
      const known = greatest > state.version ? { ...state, version: greatest } : state;
      await shipAgain(source, target, known, { span, folder, eventsMax, shipped: this.#shipped });
    });
  }

  /** Does some work; once more if others have removed a table or view meanwhile, after it has been made again. */
  #whole<T>(work: () => Promise<T>): Promise<T> {
    return this.#work.run(() =>
      work().catch(async (error: unknown) => {
        this.#state = null;
        if (await this.#parts.target.isWhole()) throw error;
        return work();
      }),
    );
  }

  /** Has the state read, and what is missing made again, if tables or views have been removed. */
  async #look(): Promise<void> {
    const { elapsed, target } = this.#parts;
    this.#lookedAt = elapsed.now();
    if (this.#state !== null && !(await target.isWhole())) this.#state = null;
  }

  /** @returns how long to pause, in ms */
  async #step(): Promise<number> {
    const { observer } = this.#parts;
    try {
      if (this.#parts.elapsed.now() - this.#lookedAt >= LOOK_MS) await this.#look();
      const pause = (await this.#isDue()) ? await this.#ship(this.#areCountsDue()) : pauseAfter(0);
      if (this.#told !== null) observer.failed(null);
      this.#told = null;
      this.#failures = 0;
      return pause;
    } catch (error) {
      const message = messageOfError(error);
      if (message !== this.#told && !this.#isStopped) observer.failed(error);
      this.#told = message;
      return pauseAfterFailures(++this.#failures);
    }
  }

  async #isDue(): Promise<boolean> {
    const { catalog, clock, events } = this.#parts.source;
    // While it cannot be reached, it falls behind.
    if (this.#eventId !== null) this.#lag = Number((await events.position()) - this.#eventId);
    const { events: shipped = null, counts = null } = this.#state ?? {};
    if (shipped === null || counts === null || catalog.revision !== this.#revision) return true;
    if (this.#lag > 0 || clock.now() - counts.asOf >= REFRESH_MS) return true;
    return counts.eventId < shipped.eventId && this.#areCountsDue();
  }

  #areCountsDue(): boolean {
    const asOf = this.#state?.counts?.asOf ?? 0;
    return this.#parts.source.clock.now() - asOf >= countsAge(this.#countsMs);
  }

  /** @returns how long to pause after it, in ms */
  async #ship(withCounts: boolean): Promise<number> {
    const { source, target, folder, elapsed, eventsMax = EVENTS_MAX } = this.#parts;
    this.#begin();
    const known = this.#state ?? (await target.state());
    this.#state = null;
    if (known.events === null || known.missingBefore !== null) {
      await fillMirror(source, target, known, { folder, eventsMax, shipped: this.#shipped });
      return 0;
    }
    const { revision } = source.catalog;
    const start = elapsed.now();
    const cut = await shipCut(source, target, known, { folder, eventsMax, withCounts });
    const duration = elapsed.now() - start;
    this.#revision = revision;
    if (withCounts) this.#countsMs = duration;
    this.#state = cut.state;
    this.#shipped(cut);
    return cut.lag > 0 ? 0 : pauseAfter(duration);
  }

  readonly #shipped = ({ state, events, lag }: ShippedCut): void => {
    this.#asOf = state.counts?.asOf ?? null;
    this.#lag = lag;
    this.#eventId = state.missingBefore === null ? must(state.events, "events").eventId : null;
    const { at, rows: before } = this.#begun;
    this.#begin();
    const rows = this.#begun.rows - before;
    if (rows > 0) this.#rowsPerSecond = (rows * SECOND_MS) / Math.max(1, this.#begun.at - at);
    this.#parts.observer.shipped({ events, rows });
  };

  #begin(): void {
    const { elapsed, target } = this.#parts;
    this.#begun = { at: elapsed.now(), rows: target.insertedRows };
  }
}

const OF_LOG: ReadonlySet<SummedTable> = new Set(LOG_TABLES);
const NO_SUM: MonthSum = { rows: 0, checksum: 0 };

/**
 * Compares a mirror with the server: by month the number of rows of each table, and a checksum; all rows of the catalog and
 * of local times; and the definitions of views. Events and readings that the server has removed are not compared.
 *
 * @param state of the mirror, in which nothing is still to be shipped
 */
async function compareMirror(
  source: MirrorSource,
  target: MirrorTables,
  state: MirrorState,
): Promise<MirrorComparison> {
  const { changes, events } = source;
  const { eventId: lastEventId } = must(state.events, "events");
  const { asOf } = must(state.counts, "counts");
  const from = events.logStart();
  const expected = new Map<SummedTable, MonthSums>([
    ["event_base", await changes.monthSums(lastEventId)],
    ["space_event_base", await changes.monthSumsOfSpaces(lastEventId)],
    ["reading_base", await changes.monthSumsOfReadings(from)],
    ...(await derivedSums(source, asOf)),
  ]);
  const differences: MonthDifference[] = [];
  let months = 0;
  for (const table of SUMMED_TABLES) {
    const found = await target.monthSums(table, OF_LOG.has(table) ? from : 0);
    const own = expected.get(table) ?? new Map<number, MonthSum>();
    for (const month of [...new Set([...own.keys(), ...found.keys()])].sort()) {
      months++;
      const [mine, theirs] = [own.get(month) ?? NO_SUM, found.get(month) ?? NO_SUM];
      if (mine.rows !== theirs.rows || mine.checksum !== theirs.checksum)
        differences.push({ table, month, expected: mine.rows, found: theirs.rows });
    }
  }
  const local = shippedLocalTimes(source.catalog, target);
  const tables = [
    ...(await target.compareCatalog(latestCopy(source.catalog).copy)),
    ...(local === null ? [] : await target.compareCatalog(local)),
    ...(await target.changedViews()).map((table) => ({ table, expected: null, found: null })),
  ];
  for (const each of tables) differences.push({ ...each, month: null });
  return { months, differences };
}
