import { HeadcountError } from "../../domain/errors.ts";

/** Lets so many do something at a time; a bounded number of others wait, in order. */
export class Turns {
  readonly #atOnceMax: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnceMax: number, waitingMax: number) {
    this.#atOnceMax = atOnceMax;
    this.#waitingMax = waitingMax;
  }

  /**
   * Does some work when it is its turn.
   *
   * @throws HeadcountError `unavailable` where too many wait; the signal's reason where that comes first
   */
  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#running === this.#atOnceMax) await this.#wait(signal);
    else this.#running++;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      // Whoever is next takes the place over.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#waitingMax) {
      const message = "too many queries are waiting for their turn; try again later";
      throw new HeadcountError("unavailable", message);
    }
    return new Promise((resolve, reject) => {
      const next = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(next), 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(next);
    });
  }
}
