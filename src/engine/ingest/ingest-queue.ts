import { HeadcountError } from "../../domain/errors.ts";
import { CheckedReports } from "../../domain/report-columns.ts";
import {
  type AcceptedTimes,
  type AheadReports,
  type DuplicateRule,
  latestTimestamp,
} from "../../domain/sensor-report.ts";
import { halvesOf } from "../halves.ts";
import type { Change } from "../journal/journal.ts";
import type { EventStore, IngestResult } from "../ports.ts";
import { Pacer } from "../yielding.ts";
import { type Admission, checkRows, type TakenReports, takenReports } from "./admission.ts";
import type { ImportOf, IngestPart, IngestParts, PartResult } from "./commit-group.ts";
import { decideGroup } from "./group-decision.ts";

/** Rows that can be queued for storage, and rows per commit group of several batches. */
export const INGEST_QUEUE_ROWS_MAX = 1_000_000;
export const INGEST_GROUP_ROWS = 50_000;

export interface ReportIngest extends Change {
  readonly events: Pick<EventStore, "logStart">;
  readonly settings: {
    /** The earliest timestamp that is accepted, in ms (D3). */
    readonly earliest: number;
  };
  readonly ingest: IngestQueue;
}

/** The timestamps that a report may have now (D3). */
export function acceptedTimes(sender: Pick<ReportIngest, "clock" | "events" | "settings">): AcceptedTimes {
  const { earliest } = sender.settings;
  return { earliest, logStart: sender.events.logStart(), latest: latestTimestamp(sender.clock.now()) };
}

/**
 * Stores a batch of sensor reports, and checks them if necessary; a rejected row does not affect the others (D9, D22).
 * Accepted rows are on disk when it resolves.
 *
 * @throws HeadcountError `invalid` if there are too many rows; `unavailable` if too many are waiting
 */
export async function ingestReports(
  sender: ReportIngest,
  rows: readonly unknown[] | CheckedReports,
  { duplicates = "auto", live = true, importOf }: ReportOptions = {},
): Promise<IngestResult & TakenReports & Pick<PartResult, "importId">> {
  const checked = rows instanceof CheckedReports ? rows : checkRows(rows, acceptedTimes(sender));
  if (live) sender.ingest.recordAhead(checked.ahead);
  const { serialNumbers } = checked.reports;
  const { admission } = sender.ingest;
  const serialOf = (index: number) => serialNumbers[index] as string;
  const admitted = admission.admit(sender.actor, serialNumbers.length, serialOf);
  try {
    const { reports, ...others } = takenReports(checked, admitted, admission);
    const { rejected } = others;
    if (reports.length === 0)
      return { accepted: 0, duplicates: 0, ...others, importId: importOf?.id ?? null };
    const stored = await sender.ingest.submit({
      change: sender,
      reports,
      duplicates,
      isLive: live,
      request: null,
      ...(importOf && {
        importOf: { ...importOf, kind: "events", rows: reports.length + rejected, rejected },
      }),
    });
    const { accepted, importId } = stored;
    return { accepted, duplicates: stored.duplicates, ...others, importId };
  } finally {
    admitted.release();
  }
}

interface ReportOptions {
  readonly duplicates?: DuplicateRule;
  readonly live?: boolean;
  /** The import that they are a part of: one that is there, or a new one (D5). */
  readonly importOf?: ImportOf | undefined;
}

interface Waiting {
  readonly part: IngestPart;
  /** Time of arrival on the monotonic clock, in ms. */
  readonly since: number;
  readonly resolve: (result: PartResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * All reports are committed through this queue: all parts waiting when a commit ends form the next one, with the parts
 * that its clients send at once. The queue is bounded: it rejects a part that does not fit, which may be resent.
 */
export class IngestQueue {
  readonly #parts: IngestParts;
  #waiting: Waiting[] = [];
  rows = 0;
  #isCommitting = false;
  readonly #returnWait = new ReturnWait();
  readonly admission: Admission;

  constructor(parts: IngestParts, admission: Admission) {
    this.#parts = parts;
    this.admission = admission;
  }

  /** Records the reports of sensors that were rejected since they are too far ahead (D3), by serial number. */
  recordAhead(ahead: ReadonlyMap<string, AheadReports>): void {
    const { activity, catalog, clock, telemetry } = this.#parts;
    const now = clock.now();
    for (const [serialNumber, { reports, timestamp }] of ahead) {
      telemetry.count("rejected_ahead_rows_total", reports);
      const id = catalog.sensorsBySerial.first(serialNumber)?.id ?? null;
      activity.recordAhead({ id, serialNumber }, timestamp - now, now);
    }
  }

  /**
   * Stores reports; they are on disk when it resolves.
   *
   * @throws HeadcountError `unavailable` if too many rows are waiting
   */
  submit(part: IngestPart): Promise<PartResult> {
    const rows = rowsOfPart(part);
    if (this.rows > 0 && this.rows + rows > INGEST_QUEUE_ROWS_MAX) {
      const message = "too many events are waiting to be stored; send them again later";
      return Promise.reject(new HeadcountError("unavailable", message));
    }
    this.rows += rows;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ part, since: performance.now(), resolve, reject });
      this.#returnWait.arrived(this.#waiting.length);
      if (!this.#isCommitting) void this.#commitAll();
    });
  }

  async #commitAll(): Promise<void> {
    this.#isCommitting = true;
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      await this.#returnWait.over(this.#waiting.length);
      await this.#commit(next.part.change);
    }
    this.#isCommitting = false;
  }

  /**
   * Commits a group as one change, or in parts if it fails.
   *
   * @param group by default what waits when all changes before have ended
   */
  async #commit(change: Change, group: readonly Waiting[] = []): Promise<void> {
    const { events, journal, telemetry } = this.#parts;
    let [start, firstId] = [0, Infinity];
    try {
      const results = await journal.transact(change, (draft) => {
        if (group.length === 0) group = this.#nextGroup();
        group = this.#withoutOvertaken(group);
        start = performance.now();
        firstId = Number(draft.ids.eventId);
        const parts = group.map(({ part }) => part);
        return parts.length === 0 ? [] : decideGroup(this.#parts, parts, draft);
      });
      const end = performance.now();
      const rows = rowsOf(group);
      telemetry.observe("commit_rows", rows);
      telemetry.observe("commit_duration_seconds", (end - start) / 1_000);
      this.#returnWait.answered(group.length, rows, this.#waiting.length, end - start);
      void this.#answer(group, results, end);
    } catch (error) {
      // Too many changes were waiting: all parts may be resent.
      if (group.length === 0) group = this.#waiting.splice(0);
      // What is stored already must not be stored again, whatever failed then.
      const isStored = (await events.position()) >= firstId;
      const halves = isStored ? null : halvesOf(group, error);
      if (halves === null) for (const { reject } of group) reject(error);
      else group = [];
      for (const half of halves ?? []) await this.#commit(change, half);
    } finally {
      this.rows -= rowsOf(group);
    }
  }

  async #answer(group: readonly Waiting[], results: readonly PartResult[], end: number): Promise<void> {
    const { clock, telemetry } = this.#parts;
    const now = clock.now();
    const pacer = new Pacer();
    for (const [index, { part, since, resolve }] of group.entries()) {
      const { length, timestamps } = part.reports;
      const result = results[index] as PartResult;
      telemetry.count("ingested_rows_total", rowsOfPart(part));
      telemetry.observe("ingest_duration_seconds", (end - since) / 1_000);
      if (part.isLive && length > 0 && result.accepted > 0)
        telemetry.observe("event_lag_seconds", Math.max(0, now - (timestamps[length - 1] as number)) / 1_000);
      resolve(result);
      await pacer.step();
    }
  }

  /**
   * Takes the parts of the next commit: all waiting parts up to a number of rows, at least one. Parts with
   * notifications are not committed together with parts that are not: a loaded history may reach further back than the
   * counts that the notifications need.
   */
  #nextGroup(): Waiting[] {
    const [first] = this.#waiting;
    const group: Waiting[] = [];
    const others: Waiting[] = [];
    let rows = 0;
    for (const waiting of this.#waiting) {
      const { part } = waiting;
      const isFull = group.length > 0 && rows + rowsOfPart(part) > INGEST_GROUP_ROWS;
      if (isFull || part.isLive !== first?.part.isLive) others.push(waiting);
      else {
        group.push(waiting);
        rows += rowsOfPart(part);
      }
    }
    this.#waiting = others;
    return group;
  }

  /**
   * Rejects parts that have been overtaken since they were checked, each by itself: with `unavailable` if the start of the
   * log has been moved behind their reports, with `invalid` if their import has been taken back (D5).
   */
  #withoutOvertaken(group: readonly Waiting[]): readonly Waiting[] {
    const { catalog, events } = this.#parts;
    const logStart = events.logStart();
    return group.filter(({ part, reject }) => {
      const { importOf, reports } = part;
      try {
        if (logStart !== 0 && reports.timestamps.some((timestamp) => timestamp < logStart))
          throw new HeadcountError(
            "unavailable",
            "older events were removed at the same time; send these again",
          );
        if (importOf !== undefined && importOf.id !== null) catalog.named("import", importOf.id, "import_id");
        return true;
      } catch (error) {
        reject(error);
        this.rows -= rowsOfPart(part);
        return false;
      }
    });
  }
}

function rowsOf(group: readonly Waiting[]): number {
  return group.reduce((sum, { part }) => sum + rowsOfPart(part), 0);
}

function rowsOfPart({ reports, readings }: IngestPart): number {
  return reports.length + (readings?.length ?? 0);
}

/**
 * How long a commit waits for the clients that the last one answered: the duration of some commits, within bounds in
 * ms. On a slow machine commits take longer, and clients also return later.
 */
const WAIT_COMMITS = 3;
const WAIT_MS_MIN = 10;
const WAIT_MS_MAX = 40;

/**
 * After fewer rows a commit does not wait: the delay would exceed the saving. After more rows a commit costs little by
 * comparison, and it is faster to parse other requests while it is written.
 */
const ROWS_MIN = 8;
const ROWS_MAX = 10_000;

/**
 * Delays a commit for the clients that the last one answered. Most busy clients send again at once: without the delay
 * they would alternate with the clients that arrived meanwhile, in twice as many commits, and each commit has a fixed
 * cost.
 */
class ReturnWait {
  #expected = 0;
  /** The end of the wait on the monotonic clock, in ms. */
  #until = -Infinity;
  #goOn: (() => void) | null = null;

  /**
   * To be called when a commit has ended, before its requests are answered.
   *
   * @param rows rows of the commit
   * @param waiting requests that arrived meanwhile
   * @param commitMs how long the commit took, in ms
   */
  answered(senders: number, rows: number, waiting: number, commitMs: number): void {
    const pays = senders > 1 && rows >= ROWS_MIN && rows <= ROWS_MAX;
    this.#expected = pays ? senders + waiting : 0;
    this.#until = performance.now() + Math.min(WAIT_MS_MAX, Math.max(WAIT_MS_MIN, WAIT_COMMITS * commitMs));
  }

  arrived(waiting: number): void {
    if (waiting >= this.#expected) this.#goOn?.();
  }

  /** Resolves when all expected requests have arrived, or the wait is over. */
  async over(waiting: number): Promise<void> {
    const ms = this.#until - performance.now();
    if (waiting >= this.#expected || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#goOn = null;
  }
}
