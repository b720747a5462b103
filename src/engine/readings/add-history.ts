import { groupBy } from "../../domain/collections.ts";
import { must } from "../../domain/errors.ts";
import type { TimedReading } from "../../domain/reading.ts";
import { type Passages, sumOfPassages } from "../../readings/spread.ts";
import { withRows } from "../catalog/import-rows.ts";
import { MadeSensors } from "../resources/sensors.ts";
import { addCorrections, joinCorrections } from "./corrected-events.ts";
import type { DecidedBatch, ReadingOutcome } from "./decide-readings.ts";
import { type JudgedAgain, judgeAgain } from "./judge-again.ts";
import { historyOrder, type JudgingChange, type TimedTotals } from "./judging-order.ts";

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
      const each = await judgeAgain({ ...change, catalog }, order, (serial) => sensors.of(serial).key);
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
