/** Steps between two pauses where nobody says: few enough that what they take is not felt by whoever else waits. */
const STEPS = 100;

/** Lets whatever else waits have its turn. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Turns for pieces of work that are long and many: they begin in the order in which they ask, each in a round of
 * the event loop of its own, so that whoever waits for something else is answered in between.
 */
export class YieldQueue {
  #last: Promise<void> = Promise.resolve();

  take(): Promise<void> {
    this.#last = this.#last.then(yieldToEventLoop);
    return this.#last;
  }
}

/** Does some work on items, so many of them at a time; others have their turn in between. */
export async function inPieces<T>(
  items: readonly T[],
  size: number,
  work: (some: readonly T[]) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await yieldToEventLoop();
    work(items.slice(start, start + size));
  }
}

/** How work lets others have their turn. */
export type Pause = () => Promise<void>;

/** Lets others have their turn now and then within work of many steps, none of them long. */
export class Pacer {
  readonly #steps: number;
  readonly #pause: Pause;
  #left: number;

  /**
   * @param steps how many there are between two pauses
   * @param pause how others get their turn: that of `Turns` where there is much such work at a time
   */
  constructor(steps = STEPS, pause: Pause = yieldToEventLoop) {
    this.#steps = steps;
    this.#pause = pause;
    this.#left = steps;
  }

  /** To be called after each step, or after so many of them. */
  async step(steps = 1): Promise<void> {
    this.#left -= steps;
    if (this.#left > 0) return;
    this.#left = this.#steps;
    await this.#pause();
  }
}
