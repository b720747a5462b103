import { HeadcountError } from "../domain/errors.ts";

/** How a piece of work waits for permits. */
export interface PermitRequest {
  /** How many permits it holds while it runs; all of them exclude all other work. */
  readonly permits?: number;
  /** Whether it runs before all waiting work, even if the queue is full: it has waited before. */
  readonly isFirst?: boolean;
}

interface Waiting {
  readonly permits: number;
  readonly start: () => void;
}

/** A counting semaphore with a bounded queue: first come, first served. */
export class Semaphore {
  readonly permits: number;
  readonly #waitingMax: number;
  readonly #queue: Waiting[] = [];
  #free: number;

  constructor(permits: number, waitingMax: number) {
    this.permits = permits;
    this.#free = permits;
    this.#waitingMax = waitingMax;
  }

  /** Whether work waits for permits. */
  get isContended(): boolean {
    return this.#queue.length > 0;
  }

  /**
   * Does some work while it holds permits.
   *
   * @throws HeadcountError `unavailable` if too many callers wait; the signal's reason if it aborts first
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>, request: PermitRequest = {}): Promise<T> {
    const { permits = 1, isFirst = false } = request;
    signal.throwIfAborted();
    await this.#acquire(permits, isFirst, signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#free += permits;
      this.#startNext();
    }
  }

  #acquire(permits: number, isFirst: boolean, signal: AbortSignal): Promise<void> {
    if (this.#free >= permits && (isFirst || this.#queue.length === 0)) {
      this.#free -= permits;
      return Promise.resolve();
    }
    if (!isFirst && this.#queue.length >= this.#waitingMax) {
      const message = "too many queries are waiting for their turn; try again later";
      throw new HeadcountError("unavailable", message);
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const waiting = { permits, start };
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        reject(signal.reason);
        // It may have been the first; the next may need fewer permits.
        this.#startNext();
      };
      signal.addEventListener("abort", leave, { once: true });
      if (isFirst) this.#queue.unshift(waiting);
      else this.#queue.push(waiting);
    });
  }

  /** Starts waiting work, in order, until the first that needs more permits than are free. */
  #startNext(): void {
    for (let next = this.#queue[0]; next !== undefined && next.permits <= this.#free; next = this.#queue[0]) {
      this.#queue.shift();
      this.#free -= next.permits;
      next.start();
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
