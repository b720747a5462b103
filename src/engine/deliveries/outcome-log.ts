import { SerialQueue } from "../../domain/serial-queue.ts";
import type { AttemptOutcome } from "../ports.ts";
import type { Cancel } from "../timers.ts";
import type { DeliveryContext } from "./delivery-queue.ts";

/** How long outcomes wait to be written together, in ms. */
const BATCH_DELAY_MS = 100;

/** How long to wait before a failed write is retried, in ms. */
const RETRY_MS = 1_000;

/**
 * Writes the outcomes of attempts in batches, in order.
 *
 * @param written called after a write, when there is room again
 */
export function outcomeLog(context: DeliveryContext, written: (outcomes: number) => void) {
  const { bounds, journal, observer, timers } = context;
  const writes = new SerialQueue();
  let waiting: AttemptOutcome[] = [];
  let cancel: Cancel | null = null;
  let isClosed = false;

  const remove = (isGone: (outcome: AttemptOutcome) => boolean) => {
    const before = waiting.length;
    waiting = waiting.filter((outcome) => !isGone(outcome));
    if (waiting.length < before) written(before - waiting.length);
  };
  const write = async () => {
    if (waiting.length === 0) return;
    let stored: ReadonlySet<AttemptOutcome> = new Set();
    try {
      await journal.transact(context, (draft) => {
        const outcomes = waiting.slice();
        stored = new Set(outcomes);
        // Another engine may make these calls again: only its outcomes count then.
        if (outcomes.length > 0 && (context.isOnDuty?.() ?? true)) draft.add({ outcomes });
      });
    } catch (error) {
      observer.failed(error);
      schedule(RETRY_MS);
      return;
    }
    remove((outcome) => stored.has(outcome));
  };
  const flush = () => writes.run(write);
  const schedule = (delayMs: number) => {
    if (isClosed) return;
    cancel ??= timers.after(delayMs, () => {
      cancel = null;
      void flush();
    });
  };
  return {
    flush,
    hasRoomFor: (calls: number) => waiting.length + calls <= bounds.outcomesWaiting,
    add: (outcome: AttemptOutcome) => {
      if (isClosed) return;
      waiting.push(outcome);
      schedule(BATCH_DELAY_MS);
    },
    close: async () => {
      await flush();
      isClosed = true;
      cancel?.();
    },
    /** Notes that outcomes are stored. They may be written ones of which no answer came: these are not written again. */
    stored: (outcomes: readonly AttemptOutcome[]) => {
      if (outcomes.length === 0) return;
      const names = new Set(outcomes.map(nameOf));
      remove((outcome) => names.has(nameOf(outcome)));
    },
  };
}

export type OutcomeLog = ReturnType<typeof outcomeLog>;

function nameOf({ deliveryId, attempt }: AttemptOutcome): string {
  return `${deliveryId} ${attempt}`;
}
