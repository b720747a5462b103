/** A set of listeners. */
export class Listeners<Arguments extends readonly unknown[] = []> {
  readonly #listeners = new Set<(...args: Arguments) => void>();

  /** Adds a listener. @returns removes it */
  add = (listener: (...args: Arguments) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls all listeners. */
  call(...args: Arguments): void {
    for (const listener of this.#listeners) listener(...args);
  }
}
