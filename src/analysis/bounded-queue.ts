import { HeadcountError, invalid } from "../domain/errors.ts";
import { SECOND_MS } from "../domain/instant.ts";

/** Runs a limited number of jobs at a time. The others wait in a bounded queue: first come, first served. */
export class BoundedQueue {
  readonly #runningMax: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(runningMax: number, waitingMax: number) {
    this.#runningMax = runningMax;
    this.#waitingMax = waitingMax;
  }

  /**
   * Does some work when it is its turn.
   *
   * @throws HeadcountError `unavailable` if too many callers wait; the signal's reason if it aborts first
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#running < this.#runningMax) this.#running++;
    else await this.#turn(signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const startNext = this.#waiting.shift();
      if (startNext === undefined) this.#running--;
      else startNext();
    }
  }

  /** Waits until a job that ends passes its place on. */
  #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#waitingMax) {
      const message = "too many queries are waiting; try again later";
      throw new HeadcountError("unavailable", message);
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(start);
    });
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
 */
export async function withinTime<T>(
  ms: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(timeOver(ms)), ms);
  try {
    return await work(AbortSignal.any([...signals, limit.signal]));
  } finally {
    clearTimeout(timer);
  }
}

function timeOver(ms: number): HeadcountError {
  const limit = `${ms / SECOND_MS} s, the limit for queries, waiting included`;
  return invalid("query", `it took longer than ${limit}, and was stopped`);
}
