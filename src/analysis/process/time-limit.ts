import { HeadcountError, invalid } from "../../domain/errors.ts";
import { SECOND_MS } from "../../domain/instant.ts";

/** The time that one query may take: from when it came, waiting included. */
export class TimeLimit {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  readonly #ms: number;
  readonly #timer: NodeJS.Timeout;
  readonly #start = performance.now();
  #runStart: number | null = null;

  constructor(ms: number) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#ms = ms;
    this.#timer = setTimeout(() => controller.abort(this.#error()), ms);
  }

  /** The query runs from now on. */
  startRun(): void {
    this.#runStart = performance.now();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  /** Of waiting and running, what took longer is to blame: a query that mostly waited may be sent again. */
  #error(): HeadcountError {
    const waitedMs = (this.#runStart ?? performance.now()) - this.#start;
    const limit = `${this.#ms / SECOND_MS} s, the time that queries may take, and was stopped`;
    if (waitedMs <= this.#ms / 2) return invalid("query", `it took longer than ${limit}`);
    const waited = `${(waitedMs / SECOND_MS).toFixed(1)} s of them waiting for its turn or for data`;
    return new HeadcountError(
      "unavailable",
      `the query took longer than ${limit}, ${waited}; try again later`,
    );
  }
}
