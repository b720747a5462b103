import { SerialQueue } from "../../domain/serial-queue.ts";
import type { DeliveryContext } from "./delivery-queue.ts";

/** Outcomes written before the next run of the removal. */
const OUTCOMES_BETWEEN = 50_000;

type DeliveryRemovalContext = Pick<DeliveryContext, "actor" | "bounds" | "clock" | "observer"> & {
  readonly store: Pick<DeliveryContext["store"], "surplus">;
  readonly journal: Pick<DeliveryContext["journal"], "transact">;
};

/** Periodically deletes finished deliveries beyond the number that is kept, in steps. */
export class DeliveryRemoval {
  readonly #context: DeliveryRemovalContext;
  readonly #runs = new SerialQueue();
  #outcomes = 0;
  #isStopped = false;

  constructor(context: DeliveryRemovalContext) {
    this.#context = context;
  }

  /** Counts written outcomes; requests a run after OUTCOMES_BETWEEN of them. */
  countOutcomes(outcomes: number): void {
    this.#outcomes += outcomes;
    if (this.#outcomes < OUTCOMES_BETWEEN) return;
    this.#outcomes = 0;
    this.request();
  }

  /** Deletes all surplus deliveries. */
  request(): void {
    void this.#runs.run(() => this.#removeAll());
  }

  /** Stops after the current step. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#runs.run(async () => {});
  }

  async #removeAll(): Promise<void> {
    const { bounds, observer } = this.#context;
    const kept = { delivered: bounds.deliveredKept, dead: bounds.deadKept };
    try {
      let removed = bounds.deliveriesRemoved;
      while (removed === bounds.deliveriesRemoved && !this.#isStopped)
        removed = await this.#remove(kept, bounds.deliveriesRemoved);
    } catch (error) {
      observer.failed(error);
    }
  }

  async #remove(kept: { readonly delivered: number; readonly dead: number }, limit: number): Promise<number> {
    const { journal, store } = this.#context;
    return journal.transact(this.#context, async (draft) => {
      const surplus = await store.surplus(kept, limit);
      if (surplus.deliveries.length + surplus.retried.length > 0) draft.add({ surplus });
      return surplus.deliveries.length;
    });
  }
}
