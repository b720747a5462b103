import type { DeliveryStore } from "../ports/delivery-store.ts";
import type { DeliveryBounds } from "./bounds.ts";

/** Outcomes after which there may be enough to remove. */
const OUTCOMES_BETWEEN = 50_000;

interface CompactionParts {
  readonly store: Pick<DeliveryStore, "compact">;
  readonly bounds: DeliveryBounds;
  readonly failed: (error: unknown) => void;
}

/** Removes calls that need not be kept, now and then, step by step. */
export class Compaction {
  readonly #parts: CompactionParts;
  #outcomes = 0;
  #isWanted = false;
  #removing: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: CompactionParts) {
    this.#parts = parts;
  }

  /** So many more outcomes have been written. */
  note(outcomes: number): void {
    this.#outcomes += outcomes;
    if (this.#outcomes >= OUTCOMES_BETWEEN) this.request();
  }

  /** Removes what there is to remove by now. */
  request(): void {
    this.#isWanted = true;
    this.#removing ??= this.#removeAll();
  }

  /** Removes no more; waits for the step that is under way. */
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
