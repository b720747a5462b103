/** The time at the cursor of the charts. A store, so that a change does not render the charts again. */
export class CursorTime {
  #time: number | null = null;
  readonly #listeners = new Set<() => void>();

  /** In ms; null if the cursor is not on a chart. */
  get = (): number | null => this.#time;

  set = (time: number | null): void => {
    if (time === this.#time) return;
    this.#time = time;
    for (const listener of this.#listeners) listener();
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
