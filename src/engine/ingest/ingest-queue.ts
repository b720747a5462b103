import { HeadcountError } from "../../domain/errors.ts";
import { INGEST_GROUP_ROWS, INGEST_QUEUE_ROWS_MAX } from "../../domain/limits.ts";
import { Pacer } from "../yielding.ts";
import { commitGroup } from "./group-commit.ts";
import type { IngestPart, IngestParts, PartResult } from "./incoming-group.ts";

interface Waiting {
  readonly part: IngestPart;
  /** When it came, on the monotonic clock, in ms. */
  readonly since: number;
  readonly resolve: (result: PartResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Senders that are answered before other work of the event loop runs: an answer takes as long as to read its request. */
const ANSWERED_AT_ONCE = 16;

/**
 * The one way of reports into the log: whatever waits when a commit has ended goes into the next one
 * together, with what the senders that it has answered send at once. It is bounded: what does not fit is
 * rejected as a whole, and can be sent again.
 */
export class IngestQueue {
  readonly #parts: IngestParts;
  readonly #waiting: Waiting[] = [];
  #rows = 0;
  #isCommitting = false;
  readonly #returnWait = new ReturnWait();

  constructor(parts: IngestParts) {
    this.#parts = parts;
  }

  /** Rows that wait, or are being committed. */
  get rows(): number {
    return this.#rows;
  }

  /**
   * Puts reports into the log. What it has resolved is on disk.
   *
   * @throws HeadcountError `unavailable` where too much is waiting
   */
  submit(part: IngestPart): Promise<PartResult> {
    const rows = part.reports.length;
    if (this.#rows > 0 && this.#rows + rows > INGEST_QUEUE_ROWS_MAX) {
      throw new HeadcountError(
        "unavailable",
        "too many events are waiting to be stored; send them again later",
      );
    }
    this.#rows += rows;
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
      try {
        await this.#parts.catalog.exclusive(next.part.change, () => this.#commitNext());
      } catch (error) {
        // There was no turn to be had: what waits can be sent again.
        for (const { part, reject } of this.#waiting.splice(0)) {
          this.#rows -= part.reports.length;
          reject(error);
        }
      }
    }
    this.#isCommitting = false;
  }

  async #commitNext(): Promise<void> {
    const group = this.#take();
    const rows = group.reduce((sum, { part }) => sum + part.reports.length, 0);
    const start = performance.now();
    try {
      const results = await commitGroup(
        this.#parts,
        group.map(({ part }) => part),
      );
      const end = performance.now();
      this.#parts.telemetry.committed(rows, (end - start) / 1_000);
      this.#returnWait.answered(group.length, rows, this.#waiting.length, end - start);
      void answer(
        group.map(({ part, since, resolve }, i) => () => {
          this.#parts.telemetry.ingested(part.reports.length, (end - since) / 1_000);
          resolve(results[i] as PartResult);
        }),
      );
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      this.#rows -= rows;
    }
  }

  /**
   * Takes the parts of the next commit: as many as wait, up to so many rows, one of them at least. Parts with notifications
   * are not committed together with parts that are not: a loaded history may reach further back than the counts that the
   * notifications need.
   */
  #take(): Waiting[] {
    const [first] = this.#waiting;
    const group: Waiting[] = [];
    const others: Waiting[] = [];
    let rows = 0;
    for (const waiting of this.#waiting) {
      const { part } = waiting;
      const isFull = group.length > 0 && rows + part.reports.length > INGEST_GROUP_ROWS;
      if (isFull || part.live !== first?.part.live) others.push(waiting);
      else {
        group.push(waiting);
        rows += part.reports.length;
      }
    }
    this.#waiting.splice(0, this.#waiting.length, ...others);
    return group;
  }
}

/** Answers some senders, so many at a time. */
async function answer(answers: readonly (() => void)[]): Promise<void> {
  const pacer = new Pacer(ANSWERED_AT_ONCE);
  for (const each of answers) {
    each();
    await pacer.step();
  }
}

/**
 * How long a commit waits for the senders that the last one has answered: as long as some commits take, within bounds
 * in ms. On a slow machine, where a commit takes longer, they take longer to come back, too.
 */
const WAIT_COMMITS = 3;
const WAIT_MS_MIN = 10;
const WAIT_MS_MAX = 40;

/**
 * After fewer rows no sender is waited for: it would delay those that have come more than it saves. After more a
 * commit costs little beside them, and others had better be read while it goes to the disk.
 */
const ROWS_MIN = 8;
const ROWS_MAX = 10_000;

/**
 * Lets a commit wait a moment for the senders that the last one has answered. Most of those who send much send
 * again at once: without it they would go in turn with those who came meanwhile, in twice as many commits, each of
 * which costs the same whatever is in it.
 */
class ReturnWait {
  /** Senders whose turn it is to be together in the next commit. */
  #expected = 0;
  /** Until when they are waited for, on the monotonic clock, in ms. */
  #until = -Infinity;
  #goOn: (() => void) | null = null;

  /**
   * To be called when a commit has ended, before its senders are answered.
   *
   * @param rows what the commit had of them
   * @param waiting senders that have come meanwhile
   * @param commitMs how long the commit took, in ms
   */
  answered(senders: number, rows: number, waiting: number, commitMs: number): void {
    const pays = senders > 1 && rows >= ROWS_MIN && rows <= ROWS_MAX;
    this.#expected = pays ? senders + waiting : 0;
    this.#until = performance.now() + Math.min(WAIT_MS_MAX, Math.max(WAIT_MS_MIN, WAIT_COMMITS * commitMs));
  }

  /** To be called when a sender has come, with how many wait now. */
  arrived(waiting: number): void {
    if (waiting >= this.#expected) this.#goOn?.();
  }

  /** Resolves when all are there that are expected, or have been waited for long enough. */
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
