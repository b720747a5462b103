import { must } from "../../domain/errors.ts";
import type { ReadingList } from "../../domain/reading-list.ts";
import { crossingOf } from "../../readings/spread.ts";
import { asEvents } from "../event-columns.ts";
import type { CatalogChange } from "../journal/journal.ts";
import { loadNotifications } from "../live/load-notifications.ts";
import type { EventStore, LoggedEvent, StoredReading } from "../ports.ts";
import { MadeSensors } from "../resources/sensors.ts";
import { Pacer } from "../yielding.ts";
import { correctedEvents } from "./corrected-events.ts";
import {
  type DecidedBatch,
  type ReadingParts,
  ReadingsDecision,
  type ReplacedInterval,
} from "./decide-readings.ts";

/** The sender of readings that replace others, and the parts of the engine that store them. */
export interface ReplacingChange extends CatalogChange, Pick<ReadingParts, "lines" | "readings"> {
  readonly events: Pick<EventStore, "eventsOfReadings" | "logStart">;
}

/**
 * Stores readings of which intervals replace those with other values (D31): the events of before are voided, as one write
 * with the new ones. No socket or webhook is notified.
 *
 * @returns what becomes of the first readings; the others make too many events for one write, or replace one of the first
 */
export function replaceReadings(
  change: ReplacingChange,
  given: ReadingList,
): Promise<DecidedBatch["decided"]> {
  const readings = untilRepeated(given);
  return change.journal.transact(change, async (draft) => {
    const decision = new ReadingsDecision(change, { now: draft.now, replaces: true });
    const { decided, reports } = await decision.decide(readings, new Pacer());
    const sensors = new MadeSensors(draft);
    const found = reports.serialNumbers.map((serialNumber) => sensors.of(serialNumber));
    const old = await replacedEvents(change.events, decision.replaced);
    const events = asEvents(reports, (serialNumber) => sensors.of(serialNumber).key);
    if (sensors.made.length > 0) draft.save({ put: { sensor: sensors.made } });
    const corrected = correctedEvents(old, events);
    const isSilent = corrected.load !== undefined || corrected.voided !== undefined;
    draft.add({
      ...corrected,
      ...(isSilent && { notifications: loadNotifications(draft) }),
      readings: {
        ...decision.stored(found),
        revised: await replacedReadings(change.readings, decision.replaced),
      },
    });
    return decided;
  });
}

/** The first readings, of which none replaces another one. */
function untilRepeated(given: ReadingList): ReadingList {
  const values = new Map<string, string>();
  for (let row = 0; row < given.length; row++) {
    const reading = must(given.at(row), "reading");
    if ("reason" in reading || reading.kind === "total") continue;
    const span = `${reading.from} ${reading.to} ${reading.serialNumber}`;
    const value = `${reading.in} ${reading.out}`;
    // With the same values it is a duplicate.
    if ((values.get(span) ?? value) !== value) return given.slice(0, row);
    values.set(span, value);
  }
  return given;
}

/** The stored readings of intervals that are replaced, as they are from now on: they count for nothing. */
async function replacedReadings(
  readings: ReplacingChange["readings"],
  replaced: readonly ReplacedInterval[],
): Promise<StoredReading[]> {
  const spans = replaced.map(({ line, register, from, to }) => ({ sensorKey: register || line, from, to }));
  const keyOf = ({ sensorKey, from, to }: Pick<StoredReading, "sensorKey" | "from" | "to">) =>
    `${sensorKey} ${from} ${to}`;
  const keys = new Set(spans.map(keyOf));
  const found = await readings.find(spans);
  return found.filter((reading) => keys.has(keyOf(reading))).map((reading) => ({ ...reading, ...REPLACED }));
}

const REPLACED = {
  result: "withdrawn",
  counted: { in: 0, out: 0 },
  note: "other values have replaced it",
} as const satisfies Partial<StoredReading>;

/** The events of intervals that are replaced. */
async function replacedEvents(
  events: ReplacingChange["events"],
  replaced: readonly ReplacedInterval[],
): Promise<LoggedEvent[]> {
  if (replaced.length === 0) return [];
  const spanOf = (line: number, register: number, from: number, to: number) =>
    [line, register, Math.max(from, events.logStart()), to].join(" ");
  const spans = new Set(replaced.map(({ line, register, from, to }) => spanOf(line, register, from, to)));
  const lines = [...new Set(replaced.map(({ line }) => line))];
  const start = replaced.reduce((least, { from }) => Math.min(least, from), Infinity);
  const found = await events.eventsOfReadings(lines, start);
  return found.filter(({ sensorKey, eventId }) => {
    const crossing = crossingOf(eventId ?? "");
    return crossing !== null && spans.has(spanOf(sensorKey, crossing.register, crossing.from, crossing.to));
  });
}
