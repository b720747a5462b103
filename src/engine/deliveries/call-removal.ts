import type { DeliveryContext } from "./delivery-queue.ts";

/** Outcomes written before the next run of the removal. */
const OUTCOMES_BETWEEN = 50_000;

type CallRemovalContext = Pick<DeliveryContext, "bounds" | "observer"> & {
  readonly store: Pick<DeliveryContext["store"], "removeSurplus">;
};

/** Periodically deletes finished calls beyond the number that is kept, in steps. */
export class CallRemoval {
  readonly #context: CallRemovalContext;
  #outcomes = 0;
  #isWanted = false;
  #removing: Promise<void> | null = null;
  #isStopped = false;

  constructor(context: CallRemovalContext) {
    this.#context = context;
  }

  /** Counts written outcomes; requests a run after OUTCOMES_BETWEEN of them. */
  countOutcomes(outcomes: number): void {
    this.#outcomes += outcomes;
    if (this.#outcomes >= OUTCOMES_BETWEEN) this.request();
  }

  /** Deletes all surplus calls. */
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
    const { store, bounds, observer } = this.#context;
    const kept = { delivered: bounds.deliveredKept, dead: bounds.deadKept };
    while (this.#isWanted && !this.#isStopped) {
      this.#outcomes = 0;
      this.#isWanted = false;
      try {
        if ((await store.removeSurplus(kept, bounds.callsRemoved)) === bounds.callsRemoved)
          this.#isWanted = true;
      } catch (error) {
        observer.failed(error);
      }
    }
    this.#removing = null;
  }
}
