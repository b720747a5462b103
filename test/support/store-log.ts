import { TextColumn } from "../../src/domain/text-column.ts";
import { buildEngine, type Engine } from "../../src/engine/build-engine.ts";
import type { Duplicates, PartResult } from "../../src/engine/ingest/incoming-group.ts";
import { reportsOf } from "../../src/engine/ingest/reports.ts";
import type {
  IdempotentRequest,
  LogColumns,
  LoggedEvent,
  SensorReport,
  Store,
} from "../../src/engine/ports.ts";
import { TEST_SETTINGS } from "./settings.ts";
import { at } from "./store-reports.ts";

/** The columns of some events. */
export function logColumns(events: readonly Omit<LoggedEvent, "id">[]): LogColumns {
  return {
    length: events.length,
    timestamps: Float64Array.from(events, (event) => event.timestamp),
    sensorKeys: Int32Array.from(events, (event) => event.sensorKey),
    trajectories: Int8Array.from(events, (event) => event.trajectory),
    eventIds: TextColumn.of(events.map((event) => event.eventId)),
  };
}

/** One engine a store: two would not wait for each other. */
const contexts = new WeakMap<Store, Promise<Engine>>();

function contextOf(store: Store): Promise<Engine> {
  let context = contexts.get(store);
  if (context === undefined) {
    context = buildEngine(store, { ...TEST_SETTINGS, clock: { now: () => at("2024-06-01 00:00") } });
    contexts.set(store, context);
  }
  return context;
}

async function submit(
  store: Store,
  reports: readonly SensorReport[],
  duplicates: Duplicates,
  key: IdempotentRequest | null,
): Promise<PartResult> {
  const context = await contextOf(store);
  const request = key && { key, answer: () => null };
  return context.ingest.submit({
    change: context,
    reports: reportsOf(reports),
    duplicates,
    live: false,
    request,
  });
}

/** Puts reports into a store's log as one batch, as the engine does. */
export async function logReports(
  store: Store,
  reports: readonly SensorReport[],
  keepDuplicates = false,
): Promise<Pick<PartResult, "accepted" | "duplicates">> {
  const { accepted, duplicates } = await submit(
    store,
    reports,
    keepDuplicates ? "keep-repeated" : "drop",
    null,
  );
  return { accepted, duplicates };
}

/** Puts one report into a store's log, also where it repeats another; gives back its event's id. */
export async function logReport(
  store: Store,
  report: SensorReport,
  request: IdempotentRequest | null = null,
): Promise<bigint> {
  const { last, remembered } = await submit(store, [report], "keep", request);
  const id = last?.id ?? remembered?.eventId;
  if (id === undefined) throw new Error("no event was made");
  return id;
}
