import { SerialQueue } from "../domain/serial-queue.ts";

const STEPS = 100;

/** Lets other work of the event loop run. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Serializes turns of long tasks: each turn begins in a separate iteration of the event loop, in the order of the
 * calls, so that other work runs in between.
 */
export class YieldQueue {
  readonly #turns = new SerialQueue();

  take(): Promise<void> {
    return this.#turns.run(yieldToEventLoop);
  }
}

/** Processes items in chunks, yielding to the event loop in between. */
export async function inChunks<T>(
  items: readonly T[],
  size: number,
  work: (some: readonly T[]) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await yieldToEventLoop();
    work(items.slice(start, start + size));
  }
}

/** Yields to other work. */
type Pause = () => Promise<void>;

/** Yields regularly within work of many short steps. */
export class Pacer {
  readonly #steps: number;
  readonly #pause: Pause;
  #left: number;

  /**
   * @param steps steps between two pauses
   * @param pause how to yield: by a `YieldQueue` if many such tasks run at a time
   */
  constructor(steps = STEPS, pause: Pause = yieldToEventLoop) {
    this.#steps = steps;
    this.#pause = pause;
    this.#left = steps;
  }

  /** Call after each step, or after several. */
  async step(steps = 1): Promise<void> {
    this.#left -= steps;
    if (this.#left > 0) return;
    this.#left = this.#steps;
    await this.#pause();
  }
}
