import { groupBy } from "../../domain/collections.ts";
import { must } from "../../domain/errors.ts";
import { READINGS_COMMITTED_MAX } from "../../domain/limits.ts";
import { UNCOMPARED_RESULTS } from "../../domain/reading.ts";
import type { Sensor } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Engine } from "../engine.ts";
import { addImport, nextImportId } from "../ingest/group-imports.ts";
import type { Draft } from "../journal/draft.ts";
import type {
  DecidedReadings,
  EventStore,
  Line,
  LoadOptions,
  LoggedEvent,
  NewReadings,
  NumberedReading,
  ReadingFile,
  ReadingStore,
  ReadingsSpan,
  StoredReading,
} from "../ports.ts";
import { addCorrections, voidedOf } from "../readings/corrected-events.ts";
import type { CountedReading } from "../readings/counted-readings.ts";
import { type ReadingOutcome, type ReadingParts, ReadingsDecision } from "../readings/decide-readings.ts";
import { judgeLine } from "../readings/judge-again.ts";
import { historyOrder, type TimedTotals } from "../readings/judging-order.ts";
import { LineSummaries } from "../readings/line-summaries.ts";
import { Lines } from "../readings/lines.ts";
import { MadeSensors } from "../resources/sensors.ts";
import { Pacer } from "../yielding.ts";
import type { FileLoading } from "./event-changes.ts";

type ReadingLoading = FileLoading & Pick<Engine, "readings">;
interface ReadingLoadOptions extends Pick<LoadOptions, "onProgress"> {
  readonly name: string;
  readonly onRefuse: (reading: NumberedReading, reason: string) => void;
}

/**
 * Loads a file of readings and the events that they make as one transaction (D34). Its events cause no notifications
 * (D23). Each line's readings are decided in the order of time.
 *
 * @throws HeadcountError `unavailable` if the log is too full
 */
export async function loadReadings(change: ReadingLoading, file: ReadingFile, options: ReadingLoadOptions) {
  const { catalog, events, journal, readings } = change;
  const { onProgress } = options;
  const result = await journal.transact(change, async (draft) => {
    const sensors = new MadeSensors(draft);
    const added = Array.from(file.sensorRows.keys(), (serial) => sensors.of(serial));
    const lines = fileLines(catalog, await Lines.open(readings), readings, added);
    const summaries = new LineSummaries();
    const importId = nextImportId(draft);
    const corrected = { old: [] as LoggedEvent[], revised: [] as StoredReading[] };
    const deciding = { draft, sensors, lines, events, readings, summaries, importId, corrected };
    const { load } = await events.acceptReadings(decide(deciding, file, options));
    const { old, revised } = corrected;
    const stored = { rows: [], revised, lines: [...lines.changed.values()] };
    const voided = old.length > 0 && { voided: voidedOf(old) };
    addCorrections(draft, { load, ...voided, readings: stored }, sensors);
    const figures = { file: options.name, kind: "readings" as const, ...figuresOf(file, summaries) };
    addImport(draft, importId, change.actor.name, figures, load);
    const suspended = added.filter(({ key }) => (lines.lines.of(key)?.totals.suspended ?? null) !== null);
    return {
      events: load.events,
      lines: summaries.lines,
      // They make no events until an operator decides.
      suspended: suspended.map(({ serialNumber }) => serialNumber),
      importId,
    };
  });
  onProgress({ phase: "deriving", fraction: null, rows: file.rows, bytes: null });
  await events.deriveRuns();
  return result;
}

function figuresOf({ rows }: ReadingFile, { lines }: LineSummaries) {
  const sum = { rows, accepted: 0, duplicates: 0 };
  for (const { results } of lines.values())
    for (const [result, number = 0] of Object.entries(results))
      sum[result === "duplicate" ? "duplicates" : "accepted"] += number;
  return { ...sum, rejected: rows - sum.accepted - sum.duplicates };
}

interface Deciding {
  readonly draft: Draft;
  readonly sensors: MadeSensors;
  readonly lines: ReturnType<typeof fileLines>;
  readonly events: Pick<EventStore, "logStart" | "eventsOfReadings">;
  readonly readings: ReadingStore;
  readonly summaries: LineSummaries;
  readonly importId: bigint;
  /** What else changes where totals of the past take their places: events that count no more, and stored readings. */
  readonly corrected: { readonly old: LoggedEvent[]; readonly revised: StoredReading[] };
}

async function* decide(
  deciding: Deciding,
  file: ReadingFile,
  { onProgress, onRefuse }: ReadingLoadOptions,
): AsyncGenerator<DecidedReadings> {
  const { draft, sensors, lines, events, summaries, importId } = deciding;
  const accepted = [...file.sensorRows.values()].reduce((sum, rows) => sum + rows, 0);
  const pacer = new Pacer();
  const take = (numbered: NumberedReading, outcome: ReadingOutcome) => {
    if ("isHistory" in outcome) history.push(numbered);
    else if ("reason" in outcome) onRefuse(numbered, outcome.reason);
    else summaries.add(numbered.reading.serialNumber, outcome);
  };
  let history: NumberedReading[] = [];
  let rows = 0;
  for await (const batch of file.batches(READINGS_COMMITTED_MAX)) {
    const readings = batch.map(({ reading }) => reading);
    const decision = new ReadingsDecision({ ...lines, events }, { now: draft.now, eventsMax: Infinity });
    // What a reading has counted becomes events in the store: they are not in memory.
    const { decided, counted } = await decision.judge(readings, pacer, importId);
    for (const [place, outcome] of decided.entries()) take(must(batch[place], "reading"), outcome);
    const serials = new Set(readings.map(({ serialNumber }) => serialNumber));
    const own = Array.from(serials, (serial) => sensors.of(serial));
    const stored = decision.stored(own);
    lines.add(stored);
    yield { readings: stored.rows, counted: countedAt(sensors, counted) };
    rows += batch.length;
    onProgress({ phase: "storing", fraction: rows / accepted, rows, bytes: null });
    const open = readings.at(-1)?.serialNumber;
    const ended = history.filter(({ reading }) => reading.serialNumber !== open);
    history = history.filter(({ reading }) => reading.serialNumber === open);
    yield* decideHistory(deciding, ended, take);
  }
  yield* decideHistory(deciding, history, take);
}

/** Decides totals from before the first ones of their lines, all those of a line together (D31). */
async function* decideHistory(
  { draft, sensors, lines, events, readings: store, summaries, importId, corrected }: Deciding,
  numbered: readonly NumberedReading[],
  take: (numbered: NumberedReading, outcome: ReadingOutcome) => void,
): AsyncGenerator<DecidedReadings> {
  const { catalog } = draft;
  for (const [serialNumber, ofLine] of groupBy(numbered, ({ reading }) => reading.serialNumber)) {
    const sensor = sensors.of(serialNumber);
    const line = must(lines.lines.of(sensor.key), "line");
    const readings = ofLine.map(({ reading }) => reading as TimedTotals);
    const order = historyOrder(draft, sensor, line, { readings, importId });
    const judged = await judgeLine({ catalog, events, readings: store }, order);
    const { added, later, old, counted, stored } = judged;
    summaries.addLater(serialNumber, later);
    for (const [index, each] of ofLine.entries()) take(each, must(added[index], "outcome"));
    corrected.old.push(...old);
    corrected.revised.push(...stored.revised);
    lines.add({ rows: [], lines: stored.lines });
    yield { readings: stored.rows, counted: countedAt(sensors, counted) };
  }
}

function countedAt(sensors: MadeSensors, counted: readonly CountedReading[]): DecidedReadings["counted"] {
  return counted.map(({ line, ...each }) => ({ ...each, sensorKey: sensors.of(line).key }));
}

/**
 * The lines while the readings of a file are decided, part by part, before any of them is stored. The readings come line
 * by line in the order of time, so that of the parts before only the last reading can overlap the next ones.
 *
 * @param added the sensors that are registered with the file
 */
function fileLines(
  { sensorsBySerial, countingsOfSensor }: Catalog,
  stored: Lines,
  store: Pick<ReadingStore, "find">,
  added: readonly Sensor[],
) {
  const bySerial = new Map(added.map((sensor) => [sensor.serialNumber, sensor]));
  const changed = new Map<number, Line>();
  let last: StoredReading | null = null;
  const parts: Pick<ReadingParts, "catalog" | "lines" | "readings"> = {
    catalog: {
      countingsOfSensor,
      sensorsBySerial: { first: (serial) => sensorsBySerial.first(serial) ?? bySerial.get(serial) },
    },
    // They are stored with the last part.
    lines: { of: (key) => changed.get(key) ?? stored.of(key), storedEvery: Infinity },
    readings: {
      find: async (spans) => {
        const found = await store.find(spans);
        return last !== null && spans.some((span) => isSought(span, last)) ? [...found, last] : found;
      },
    },
  };
  const add = ({ rows, lines, derived = [] }: NewReadings): void => {
    for (const line of [...lines, ...derived]) changed.set(line.sensorKey, line);
    for (const reading of rows) if (!UNCOMPARED_RESULTS.has(reading.result)) last = reading;
  };
  return { ...parts, changed, add };
}

function isSought({ sensorKey, from, to }: ReadingsSpan, last: StoredReading | null): boolean {
  if (sensorKey !== last?.sensorKey || last.from === null) return false;
  return last.to === null ? from === last.from : last.from < to && last.to > from;
}
