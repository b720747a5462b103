/** The time that a chart's cursor is at, which is followed without rendering the charts anew. */
export class CursorTime {
  #time: number | null = null;
  readonly #listeners = new Set<() => void>();

  /** In ms; null where the cursor is not on a chart. */
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
