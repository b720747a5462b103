import type { DuplicateRule } from "../../src/domain/sensor-report.ts";
import { TextColumn } from "../../src/domain/text-column.ts";
import { buildEngine } from "../../src/engine/build-engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { reportsOf } from "../../src/engine/ingest/admission.ts";
import type { IngestPart, PartResult } from "../../src/engine/ingest/commit-group.ts";
import type {
  AttemptOutcome,
  CatalogWrite,
  DeliveryStore,
  IdempotentRequest,
  JournalStore,
  LogColumns,
  LoggedEvent,
  LogRecord,
  NewDelivery,
  NewEvents,
  QueuedDelivery,
  SensorReport,
  Store,
  VoidedEvents,
} from "../../src/engine/ports.ts";
import { TEST_SETTINGS } from "./settings.ts";
import { at } from "./store-reports.ts";

type Journaled = Pick<Store, "journal">;

/** A record that a test makes. */
export type NewRecord = Omit<LogRecord, "ids" | "actor">;

/** Appends a record with the ids that are next. @returns the whole record */
export async function commitTo(journal: JournalStore, record: NewRecord): Promise<LogRecord> {
  const whole = { ...record, ids: journal.nextIds(), actor: { tokenId: null, name: "test" } };
  await journal.append([{ record: whole }]);
  return whole;
}

/** Has records that are chosen, or all, rejected with an error; returns a function that ends this. */
export function failAppends(
  { journal }: Journaled,
  message: string,
  isChosen: (record: LogRecord) => boolean = () => true,
): () => void {
  const append = journal.append.bind(journal);
  journal.append = (records) =>
    records.some(({ record }) => isChosen(record)) ? Promise.reject(new Error(message)) : append(records);
  return () => {
    journal.append = append;
  };
}

/** Commits a change of the catalog. */
export async function saveCatalog({ journal }: Journaled, catalog: CatalogWrite): Promise<void> {
  await commitTo(journal, { now: 0, catalog });
}

/** Commits webhook calls, which are to get the ids that they have here. A message is new if it has its call's id. */
export async function queueCalls({ journal }: Journaled, queued: readonly QueuedDelivery[]): Promise<void> {
  const calls: NewDelivery[] = [];
  for (const { id, message, ...call } of queued) {
    const { id: messageId, eventId: event, ...content } = message;
    const shared = queued.find((each) => each.id === messageId && each.id < id);
    const earlier = shared && calls[queued.indexOf(shared)]?.message;
    calls.push({ ...call, message: messageId === id ? { ...content, event } : (earlier ?? message) });
  }
  const { deliveryId } = (await commitTo(journal, { now: 0, deliveries: calls })).ids;
  const [first] = queued;
  if (first !== undefined && deliveryId !== first.id)
    throw new Error(`the first call is ${deliveryId}, not ${first.id}`);
}

/** Events to be voided, of which a store needs only the ids. */
export function voidedEvents(...ids: readonly bigint[]): VoidedEvents {
  return { ids: Float64Array.from(ids, Number), sensorKeys: [] };
}

/** Removes the events before the start of a UTC day, in ms. */
export async function removeBefore({ journal }: Journaled, logStart: number, now: number): Promise<void> {
  await commitTo(journal, { now, logStart });
}

/** Commits outcomes of attempts at webhook calls. */
export async function recordOutcomes({ journal }: Journaled, outcomes: readonly AttemptOutcome[]) {
  await commitTo(journal, { now: 0, outcomes });
}

/** Removes calls that need not be kept, at most so many. @returns how many */
export async function removeSurplus(
  { journal, deliveries }: Pick<Store, "journal" | "deliveries">,
  ...[kept, limit]: Parameters<DeliveryStore["surplus"]>
): Promise<number> {
  const surplus = await deliveries.surplus(kept, limit);
  await commitTo(journal, { now: 0, surplus });
  return surplus.deliveries.length;
}

/** Events of one sensor at some instants in ms, which change no space. */
export function eventsAt(sensorKey: number, ...instants: readonly number[]): NewEvents {
  return {
    columns: logColumns(
      instants.map((timestamp) => ({ sensorKey, timestamp, trajectory: 1, eventId: null })),
    ),
    isLive: false,
  };
}

/** Commits the answer to a stored request, and returns the stored answer. */
export async function answerRequest(
  { journal, events }: Pick<Store, "journal" | "events">,
  request: IdempotentRequest,
  answer: string,
): Promise<string | null | undefined> {
  await commitTo(journal, { now: 0, answers: [{ request, answer }] });
  return (await events.requests([request]))[0]?.answer;
}

/** Has a store count the events of each commit that has some before the commit begins. */
export function observeCommits(
  { journal }: Journaled,
  begins: (events: number) => Promise<void> | void,
): void {
  const append = journal.append.bind(journal);
  journal.append = async (records) => {
    for (const { record } of records)
      if (record.events !== undefined) await begins(record.events.columns.length);
    return append(records);
  };
}

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
  duplicates: IngestPart["duplicates"],
  key: IdempotentRequest | null,
): Promise<PartResult> {
  const context = await contextOf(store);
  const request = key && { key, answer: () => null };
  return context.ingest.submit({
    change: context,
    reports: reportsOf(reports),
    duplicates,
    isLive: false,
    request,
  });
}

/** Puts reports into a store's log as one batch, as the engine does. */
export async function logReports(
  store: Store,
  reports: readonly SensorReport[],
  rule: DuplicateRule = "drop",
): Promise<Pick<PartResult, "accepted" | "duplicates">> {
  const { accepted, duplicates } = await submit(store, reports, rule, null);
  return { accepted, duplicates };
}

/** Puts one report into a store's log, also if it repeats another; gives back its event's id. */
export async function logReport(
  store: Store,
  report: SensorReport,
  request: IdempotentRequest | null = null,
): Promise<bigint> {
  const { last, remembered } = await submit(store, [report], "create", request);
  const id = last?.id ?? remembered?.eventId;
  if (id === undefined) throw new Error("no event was made");
  return id;
}
