/** Steps between two pauses: few enough that what they take is not felt by whoever else waits. */
const STEPS = 100;

/** Lets whatever else waits have its turn. */
export function othersTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Lets others have their turn now and then within work of many steps, none of them long. */
export class Pacer {
  #left = STEPS;

  /** To be called after each step, or after so many of them. */
  async step(steps = 1): Promise<void> {
    this.#left -= steps;
    if (this.#left > 0) return;
    this.#left = STEPS;
    await othersTurn();
  }
}
