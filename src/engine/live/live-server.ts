import type { ClockStep, SteadyClock } from "../../domain/clock.ts";
import type { Change } from "../catalog/catalog.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { DeliveryRuntime } from "../deliveries/delivery-queue.ts";
import type { SensorActivity } from "../resources/sensor-activity.ts";
import type { Telemetry } from "../telemetry.ts";
import type { Live } from "./live.ts";

/** How often time alone is looked at: daily resets, events that lie ahead, corrections; in ms. */
const TICK_MS = 200;

/** The parts of the engine that follow the clock. */
export interface LiveServerParts extends Change {
  readonly live: Live;
  readonly deliveries: Deliveries;
  readonly telemetry: Telemetry;
  readonly steadyClock: SteadyClock;
  readonly activity: SensorActivity;
}

/** What a server calls webhooks with, and its observer of the clock. */
export interface LiveMeans extends DeliveryRuntime {
  /** Called when the system's clock has been set. */
  readonly clockStepped: (step: ClockStep) => void;
}

/** The live part of a running server. */
export interface LiveServer {
  /** Ends it in bounded time: calls under way are cut after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Begins to notify sockets and webhooks.
 *
 * @param means what webhooks are called with
 */
export function startLive(parts: LiveServerParts, means: LiveMeans): LiveServer {
  const { live, deliveries, telemetry, steadyClock, activity } = parts;
  const { timers, observer, clockStepped } = means;
  telemetry.gauge("webhook_backlog_calls", () => sum(deliveries.backlogs().map(({ backlog }) => backlog)));
  telemetry.gauge("webhook_in_flight_calls", () =>
    sum(deliveries.backlogs().map(({ inFlight }) => inFlight)),
  );
  deliveries.start(means);
  let isStopped = false;
  let cancel = () => {};
  const makeAll = () => live.makeAll(() => isStopped).catch((error: unknown) => observer.failed(error));
  const tick = async (): Promise<void> => {
    const step = steadyClock.follow();
    if (step !== null) clockStepped(step);
    if (step?.kind === "back") activity.capAt(step.instant);
    await live.tick(parts).catch((error: unknown) => observer.failed(error));
    if (step?.kind === "back") await makeAll();
    if (isStopped) return;
    cancel = timers.after(TICK_MS, () => {
      ticking = tick();
    });
  };
  let ticking = makeAll().then(tick);
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
