import { SerialQueue } from "../../domain/serial-queue.ts";
import type { DeliveryContext } from "./delivery-queue.ts";

/** Outcomes written before the next run of the removal. */
const OUTCOMES_BETWEEN = 50_000;

/** Periodically deletes finished deliveries beyond the number that is kept, in steps. */
export function deliveryRemoval(context: DeliveryContext) {
  const { bounds, journal, observer, store } = context;
  const kept = { delivered: bounds.deliveredKept, dead: bounds.deadKept };
  const runs = new SerialQueue();
  let outcomes = 0;
  let isStopped = false;
  /** @returns the number of deliveries that have been deleted */
  const remove = () =>
    journal.transact(context, async (draft) => {
      const surplus = await store.surplus(kept, bounds.deliveriesRemoved);
      if (surplus.deliveries.length + surplus.retried.length > 0) draft.add({ surplus });
      return surplus.deliveries.length;
    });
  const removeAll = async () => {
    try {
      let removed = bounds.deliveriesRemoved;
      while (removed === bounds.deliveriesRemoved && !isStopped) removed = await remove();
    } catch (error) {
      observer.failed(error);
    }
  };
  const request = () => void runs.run(removeAll);
  /** Counts written outcomes; requests a run after OUTCOMES_BETWEEN of them. */
  const countOutcomes = (written: number) => {
    outcomes += written;
    if (outcomes < OUTCOMES_BETWEEN) return;
    outcomes = 0;
    request();
  };
  const stop = async () => {
    isStopped = true;
    await runs.run(async () => {});
  };
  return { request, countOutcomes, stop };
}
