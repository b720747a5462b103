import { SerialQueue } from "../../domain/serial-queue.ts";
import type { DeliveryContext } from "./delivery-queue.ts";

/** Outcomes written before the next run of the removal. */
const OUTCOMES_BETWEEN = 50_000;

type CallRemovalContext = Pick<DeliveryContext, "bounds" | "observer"> & {
  readonly store: Pick<DeliveryContext["store"], "removeSurplus">;
};

/** Periodically deletes finished calls beyond the number that is kept, in steps. */
export class CallRemoval {
  readonly #context: CallRemovalContext;
  readonly #runs = new SerialQueue();
  #outcomes = 0;
  #isStopped = false;

  constructor(context: CallRemovalContext) {
    this.#context = context;
  }

  /** Counts written outcomes; requests a run after OUTCOMES_BETWEEN of them. */
  countOutcomes(outcomes: number): void {
    this.#outcomes += outcomes;
    if (this.#outcomes < OUTCOMES_BETWEEN) return;
    this.#outcomes = 0;
    this.request();
  }

  /** Deletes all surplus calls. */
  request(): void {
    void this.#runs.run(() => this.#removeAll());
  }

  /** Stops after the current step. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#runs.run(async () => {});
  }

  async #removeAll(): Promise<void> {
    const { store, bounds, observer } = this.#context;
    const kept = { delivered: bounds.deliveredKept, dead: bounds.deadKept };
    try {
      let removed = bounds.callsRemoved;
      while (removed === bounds.callsRemoved && !this.#isStopped)
        removed = await store.removeSurplus(kept, bounds.callsRemoved);
    } catch (error) {
      observer.failed(error);
    }
  }
}
