import { getOrInsert } from "../domain/collections.ts";
import { HeadcountError, invalid } from "../domain/errors.ts";
import { SECOND_MS } from "../domain/instant.ts";

/**
 * Runs a limited number of jobs at a time, one of each caller. The others wait in bounded queues: those of a caller in the
 * order in which they came, and the callers take turns.
 */
export class BoundedQueue {
  readonly #runningMax: number;
  readonly #waitingMax: number;
  readonly #running = new Set<string>();
  /** What starts the jobs that wait, by caller, in the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** @param waitingMax jobs of one caller that may wait */
  constructor(runningMax: number, waitingMax: number) {
    this.#runningMax = runningMax;
    this.#waitingMax = waitingMax;
  }

  /**
   * Does some work of a caller when it is its turn.
   *
   * @throws HeadcountError `unavailable` if too many jobs of the caller wait; the signal's reason if it aborts first
   */
  async run<T>(caller: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#running.size < this.#runningMax && !this.#running.has(caller)) this.#running.add(caller);
    else await this.#turn(caller, signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#running.delete(caller);
      this.#startNext(caller);
    }
  }

  #turn(caller: string, signal: AbortSignal): Promise<void> {
    const own = getOrInsert(this.#waiting, caller, () => []);
    if (own.length >= this.#waitingMax)
      throw new HeadcountError("unavailable", "too many queries are waiting; try again later");
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        own.splice(own.indexOf(start), 1);
        if (own.length === 0) this.#waiting.delete(caller);
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      own.push(start);
    });
  }

  /** @param last whose job has ended: the other callers have their turns first */
  #startNext(last: string): void {
    const behind = this.#waiting.get(last);
    this.#waiting.delete(last);
    if (behind !== undefined) this.#waiting.set(last, behind);
    for (const [caller, own] of this.#waiting) {
      if (this.#running.size >= this.#runningMax) return;
      if (this.#running.has(caller)) continue;
      this.#running.add(caller);
      own.shift()?.();
      if (own.length === 0) this.#waiting.delete(caller);
    }
  }
}

/**
 * The result of a promise, unless a signal aborts before; the promise then continues unobserved.
 *
 * @throws the promise's rejection; the signal's reason
 */
export function settledBefore<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    promise.finally(() => signal.removeEventListener("abort", abort)).then(resolve, reject);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

/**
 * Does some work for a query within a time limit, in ms, most of which it may wait.
 *
 * @param work gets a signal that aborts with the first of the others, or when the time is over: then with the error of
 * a query that took too long, HeadcountError `invalid`
 * @throws HeadcountError `unavailable` if the disk is full; what the work throws
 */
export async function withinTime<T>(
  ms: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const shown = `${ms / SECOND_MS} s, the limit for queries, waiting included`;
  const timeOver = () => invalid("query", `it took longer than ${shown}, and was stopped`);
  const timer = setTimeout(() => limit.abort(timeOver()), ms);
  try {
    return await work(AbortSignal.any([...signals, limit.signal]));
  } catch (error) {
    throw explainFullDisk(error);
  } finally {
    clearTimeout(timer);
  }
}

/** What a file that cannot grow fails with, in this process or in that of queries; a query cannot say it. */
const FULL_DISK = new RegExp(
  "^(?:in the process that runs queries: )?(?:Error: )?" +
    "(?:(?:ENOSPC|EDQUOT|EFBIG)\\b|IO Error: .*(?:no space left|disk quota|file too large))",
  "i",
);

/** Turns the error of a full disk into one after which a query can be sent again; others are returned unchanged. */
export function explainFullDisk(error: unknown): unknown {
  if (error instanceof HeadcountError || !(error instanceof Error) || !FULL_DISK.test(error.message))
    return error;
  return new HeadcountError("unavailable", "not enough disk space for the query", { cause: error });
}
