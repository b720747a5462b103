import { Listeners } from "../../listeners.ts";

/** The time at the cursor of the charts. A store, so that a change does not render the charts again. */
export class CursorTime {
  #time: number | null = null;
  readonly #listeners = new Listeners();

  readonly subscribe = this.#listeners.add;

  /** In ms; null if the cursor is not on a chart. */
  get = (): number | null => this.#time;

  set = (time: number | null): void => {
    if (time === this.#time) return;
    this.#time = time;
    this.#listeners.call();
  };
}
