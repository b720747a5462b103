import { HeadcountError } from "../../domain/errors.ts";
import { INGEST_GROUP_ROWS, INGEST_QUEUE_ROWS_MAX } from "../../domain/limits.ts";
import { Pacer } from "../yielding.ts";
import { commitGroup } from "./group-commit.ts";
import type { IngestPart, PartResult } from "./ingest-part.ts";
import type { IngestParts } from "./ingest-parts.ts";
import { ReturnWait } from "./return-wait.ts";

interface Waiting {
  readonly part: IngestPart;
  /** When it came, on the monotonic clock, in ms. */
  readonly since: number;
  readonly resolve: (result: PartResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Senders that are answered before others have their turn: an answer takes as long as to read its request. */
const ANSWERED_AT_ONCE = 16;

/**
 * The one way of reports into the log: whatever waits when a commit has ended goes into the next one
 * together, with what the senders that it has answered send at once. It is bounded: what does not fit is
 * refused whole, and can be sent again.
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
   * Takes the parts of the next commit: as many as wait, up to so many rows, one of them at least. Parts that are announced
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
