export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** How long a task works before other work of the event loop runs, in ms. */
const TURN_MS = 2;

/** Iterations of a loop between two looks at the clock: a look takes as long as some of them. */
const LOOK_EVERY = 64;

export class Pacer {
  #end = performance.now() + TURN_MS;

  /** Call after each step; it pauses if the task has worked long enough. */
  async step(): Promise<void> {
    if (performance.now() >= this.#end) await this.pause();
  }

  /** Whether to pause now, within a loop of steps that are shorter than a call of `step`; by their index. */
  isDue(index: number): boolean {
    return index % LOOK_EVERY === LOOK_EVERY - 1 && performance.now() >= this.#end;
  }

  async pause(): Promise<void> {
    await yieldToEventLoop();
    this.#end = performance.now() + TURN_MS;
  }
}
