import type { EngineContext } from "../context.ts";
import type { DeliveryMeans } from "../deliveries/deliveries.ts";

/** How often time alone is looked at: daily resets, events that lie ahead, corrections; in ms. */
const TICK_MS = 200;

/** What keeps the present going while a server runs. */
export interface LiveServer {
  /** Ends it in bounded time: calls under way are cut after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Begins to tell sockets and webhooks what happens.
 *
 * @param means what webhooks are called with
 */
export function startLive(context: EngineContext, means: DeliveryMeans): LiveServer {
  const { live, deliveries, telemetry } = context;
  const { alarm, observer } = means;
  telemetry.gauge("webhook_backlog_calls", () => sum(deliveries.backlogs().map(({ backlog }) => backlog)));
  telemetry.gauge("webhook_in_flight_calls", () =>
    sum(deliveries.backlogs().map(({ inFlight }) => inFlight)),
  );
  deliveries.start(means);
  let isStopped = false;
  let cancel = () => {};
  const tick = async (): Promise<void> => {
    await live.tick(context).catch((error: unknown) => observer.failed(error));
    if (isStopped) return;
    cancel = alarm.after(TICK_MS, () => {
      ticking = tick();
    });
  };
  const makeAll = live.makeAll(() => isStopped).catch((error: unknown) => observer.failed(error));
  let ticking = makeAll.then(tick);
  return {
    stop: async (graceMs) => {
      isStopped = true;
      cancel();
      await ticking;
      await deliveries.stop(graceMs);
    },
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
