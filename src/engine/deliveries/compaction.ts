import type { DeliveryStore } from "../ports.ts";
import type { DeliveryBounds } from "./bounds.ts";

/** Outcomes written before the next run. */
const OUTCOMES_BETWEEN = 50_000;

interface CompactionParts {
  readonly store: Pick<DeliveryStore, "compact">;
  readonly bounds: DeliveryBounds;
  readonly failed: (error: unknown) => void;
}

/** Periodically deletes finished calls beyond the number that is kept, in steps. */
export class Compaction {
  readonly #parts: CompactionParts;
  #outcomes = 0;
  #isWanted = false;
  #removing: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: CompactionParts) {
    this.#parts = parts;
  }

  /** Counts written outcomes; requests a run after OUTCOMES_BETWEEN of them. */
  countOutcomes(outcomes: number): void {
    this.#outcomes += outcomes;
    if (this.#outcomes >= OUTCOMES_BETWEEN) this.request();
  }

  /** Deletes what can be deleted now. */
  request(): void {
    this.#isWanted = true;
    this.#removing ??= this.#removeAll();
  }

  /** Stops after the current step. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#removing;
  }

  async #removeAll(): Promise<void> {
    const { store, bounds, failed } = this.#parts;
    const kept = { delivered: bounds.deliveredKept, dead: bounds.deadKept };
    while (this.#isWanted && !this.#isStopped) {
      this.#outcomes = 0;
      this.#isWanted = false;
      try {
        if ((await store.compact(kept, bounds.callsRemoved)) === bounds.callsRemoved) this.#isWanted = true;
      } catch (error) {
        failed(error);
      }
    }
    this.#removing = null;
  }
}
