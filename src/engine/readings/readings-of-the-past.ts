import { groupBy } from "../../domain/collections.ts";
import { must } from "../../domain/errors.ts";
import type { TimedReading } from "../../domain/reading.ts";
import type { ReadingList } from "../../domain/reading-list.ts";
import { crossingOf, type Passages, sumOfPassages } from "../../readings/spread.ts";
import { withRows } from "../catalog/import-rows.ts";
import { asEvents } from "../event-columns.ts";
import type { LoggedEvent } from "../ports.ts";
import { MadeSensors } from "../resources/sensors.ts";
import { Pacer } from "../yielding.ts";
import { addCorrections, correctedEvents, joinCorrections, uncounted } from "./corrected-events.ts";
import {
  type DecidedBatch,
  type ReadingOutcome,
  type ReadingParts,
  ReadingsDecision,
  type ReplacedInterval,
} from "./decide-readings.ts";
import { type JudgedAgain, judgeAgain } from "./judge-again.ts";
import { historyOrder, type JudgingChange, type TimedTotals } from "./judging-order.ts";

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
    const events = asEvents(reports, sensors.keyOf);
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

/**
 * Stores totals from before the first ones of their lines, as one write (D31): each takes its place by time and is judged
 * there, as those after it are judged again. No socket or webhook is notified.
 *
 * @param importId the import that they came with, which is there
 * @returns what becomes of each, and how much more those after them count, in people
 * @throws HeadcountError `invalid` if the import has been taken back; `conflict` if there are too many readings or events for
 * one change
 */
export function addHistory(
  change: JudgingChange,
  totals: readonly TimedTotals[],
  importId: bigint | null,
): Promise<Pick<DecidedBatch, "decided"> & { readonly later: Passages }> {
  return change.journal.transact(change, async (draft) => {
    const { catalog } = draft;
    const sensors = new MadeSensors(draft);
    const judged: JudgedAgain[] = [];
    const outcomes = new Map<TimedReading, ReadingOutcome>();
    for (const [serialNumber, readings] of groupBy(totals, (each) => each.serialNumber)) {
      const sensor = catalog.sensorBySerial(serialNumber);
      const line = must(change.lines.of(sensor.key), "line");
      const order = historyOrder(draft, sensor, line, { readings, importId });
      const each = await judgeAgain(change, order, sensors);
      judged.push(each);
      for (const [index, reading] of readings.entries())
        outcomes.set(reading, must(each.added[index], "outcome"));
    }
    const parts = joinCorrections(judged.map((each) => each.parts));
    const decided = totals.map((each) => must(outcomes.get(each), "outcome"));
    addCorrections(draft, parts, sensors);
    if (importId !== null) {
      const found = catalog.named("import", importId, "import_id");
      // Its rows have been added before, when it was seen that these are of the past.
      const figures = { ...figuresOf(decided), rows: 0 };
      draft.also({ import: [withRows(found, figures, draft.ids.eventId, parts.load?.rows ?? 0)] });
    }
    return { decided, later: sumOfPassages(judged.map(({ later }) => later)) };
  });
}

/** How many readings have been stored, repeated or refused; not those that wait for their place in the past. */
export function figuresOf(outcomes: readonly ReadingOutcome[]) {
  const figures = { accepted: 0, duplicates: 0, rejected: 0 };
  for (const outcome of outcomes) {
    if ("isHistory" in outcome) continue;
    if ("reason" in outcome) figures.rejected++;
    else if (outcome.result === "duplicate") figures.duplicates++;
    else figures.accepted++;
  }
  return figures;
}
