import { must } from "../../domain/errors.ts";
import type { ReadingList } from "../../domain/reading-list.ts";
import { crossingOf } from "../../readings/spread.ts";
import { asEvents } from "../event-columns.ts";
import type { LoggedEvent } from "../ports.ts";
import { MadeSensors } from "../resources/sensors.ts";
import { Pacer } from "../yielding.ts";
import { addCorrections, correctedEvents, uncounted } from "./corrected-events.ts";
import {
  type DecidedBatch,
  type ReadingParts,
  ReadingsDecision,
  type ReplacedInterval,
} from "./decide-readings.ts";
import type { JudgingChange } from "./judging-order.ts";

/** The sender of readings that replace others, and the parts of the engine that store them. */
export interface ReplacingChange extends JudgingChange {
  readonly lines: ReadingParts["lines"];
  readonly readings: JudgingChange["readings"] & ReadingParts["readings"];
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
    const revised = decision.replaced.map(({ stored }) =>
      uncounted(stored, "withdrawn", "other values have replaced it"),
    );
    const parts = { ...correctedEvents(old, events), readings: { ...decision.stored(found), revised } };
    addCorrections(draft, parts, sensors);
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

async function replacedEvents(
  events: ReplacingChange["events"],
  replaced: readonly ReplacedInterval[],
): Promise<LoggedEvent[]> {
  if (replaced.length === 0) return [];
  const spanOf = (line: number, register: number, from: number, to: number) =>
    [line, register, Math.max(from, events.logStart()), to].join(" ");
  const spans = new Set(replaced.map(({ line, register, from, to }) => spanOf(line, register, from, to)));
  const lines = [...new Set(replaced.map(({ line }) => line))];
  const span = {
    from: replaced.reduce((least, { from }) => Math.min(least, from), Infinity),
    to: replaced.reduce((most, { to }) => Math.max(most, to), -Infinity),
  };
  const found = await events.eventsOfReadings(lines, span);
  return found.filter(({ sensorKey, eventId }) => {
    const crossing = crossingOf(eventId ?? "");
    return crossing !== null && spans.has(spanOf(sensorKey, crossing.register, crossing.from, crossing.to));
  });
}
