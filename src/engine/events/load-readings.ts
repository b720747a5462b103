import { must } from "../../domain/errors.ts";
import { READINGS_COMMITTED_MAX } from "../../domain/limits.ts";
import { addImport, nextImportId } from "../ingest/group-imports.ts";
import type { Draft } from "../journal/draft.ts";
import { loadNotifications } from "../live/load-notifications.ts";
import type {
  DecidedReadings,
  EventStore,
  LoadOptions,
  NumberedReading,
  ReadingFile,
  ReadingStore,
} from "../ports.ts";
import { ReadingsDecision } from "../readings/decide-readings.ts";
import { FileLines } from "../readings/file-lines.ts";
import { LineSummaries, type LineSummary } from "../readings/line-summaries.ts";
import { Lines } from "../readings/lines.ts";
import { MadeSensors } from "../resources/sensors.ts";
import { Pacer } from "../yielding.ts";
import type { FileLoading } from "./event-changes.ts";

/** The user who loads a file of readings, and the parts of the engine that it changes. */
export interface ReadingLoading extends Omit<FileLoading, "events"> {
  readonly events: Pick<EventStore, "acceptReadings" | "deriveRuns" | "logStart">;
  readonly readings: ReadingStore;
}

/** What became of the readings of a file. */
export interface ReadingLoadResult {
  /** Events that have been added to the log. */
  readonly events: number;
  /** By the serial number of the line. */
  readonly lines: ReadonlyMap<string, LineSummary>;
  /** The serial numbers of those that are suspended: they make no events until an operator decides. */
  readonly suspended: readonly string[];
  readonly importId: bigint;
}

/** How a file of readings is loaded. */
interface ReadingLoadOptions extends Pick<LoadOptions, "onProgress"> {
  /** The name of the file. */
  readonly name: string;
  /** Called for each reading that its line refuses. */
  readonly onRefuse: (reading: NumberedReading, reason: string) => void;
}

/**
 * Loads a file of readings and the events that they make as one transaction (D34). Its events cause no notifications
 * (D23). Each line's readings are decided in the order of time.
 *
 * @throws HeadcountError `unavailable` if the log is too full
 */
export async function loadReadings(
  change: ReadingLoading,
  file: ReadingFile,
  options: ReadingLoadOptions,
): Promise<ReadingLoadResult> {
  const { catalog, events, journal, readings } = change;
  const { onProgress } = options;
  const result = await journal.transact(change, async (draft) => {
    const serials = [...file.sensorRows.keys()];
    const sensors = new MadeSensors(draft);
    const added = serials.map((serial) => sensors.of(serial));
    const lines = new FileLines({ catalog, lines: await Lines.open(readings), readings }, added);
    const summaries = new LineSummaries();
    const importId = nextImportId(draft);
    const made = decide({ draft, sensors, lines, events, summaries, importId }, file, options);
    const { load } = await events.acceptReadings(made);
    if (sensors.made.length > 0) draft.save({ put: { sensor: sensors.made } });
    addImport(
      draft,
      importId,
      change.actor.name,
      { file: options.name, kind: "readings", ...figuresOf(file, summaries) },
      load,
    );
    draft.add({
      load,
      readings: { rows: [], lines: lines.changed },
      notifications: loadNotifications(draft),
    });
    const suspended = serials.filter((serial) => {
      const sensor = lines.catalog.sensorsBySerial.first(serial);
      return sensor !== undefined && (lines.lines.of(sensor.key)?.totals.suspended ?? null) !== null;
    });
    return { events: load.events, lines: summaries.lines, suspended, importId };
  });
  onProgress({ phase: "deriving", fraction: null, rows: file.rows, bytes: null });
  await events.deriveRuns();
  return result;
}

/** The figures of a file's import. */
function figuresOf({ rows }: ReadingFile, { lines }: LineSummaries) {
  const sum = { rows, accepted: 0, duplicates: 0 };
  for (const { results } of lines.values())
    for (const [result, number = 0] of Object.entries(results))
      sum[result === "duplicate" ? "duplicates" : "accepted"] += number;
  return { ...sum, rejected: rows - sum.accepted - sum.duplicates };
}

/** What is known while the readings of a file are decided. */
interface Deciding {
  readonly draft: Draft;
  readonly sensors: MadeSensors;
  readonly lines: FileLines;
  readonly events: Pick<EventStore, "logStart">;
  readonly summaries: LineSummaries;
  readonly importId: bigint;
}

/** Decides the readings of a file, part by part. */
async function* decide(
  { draft, sensors, lines, events, summaries, importId }: Deciding,
  file: ReadingFile,
  { onProgress, onRefuse }: ReadingLoadOptions,
): AsyncGenerator<DecidedReadings> {
  const accepted = [...file.sensorRows.values()].reduce((sum, rows) => sum + rows, 0);
  const pacer = new Pacer();
  let rows = 0;
  for await (const batch of file.batches(READINGS_COMMITTED_MAX)) {
    const readings = batch.map(({ reading }) => reading);
    const { catalog } = lines;
    const decision = new ReadingsDecision(
      { catalog, lines: lines.lines, readings: lines.readings, events },
      { now: draft.now, eventsMax: Infinity },
    );
    // What a reading has counted becomes events in the store: they are not in memory.
    const { decided, counted } = await decision.judge(readings, pacer, importId);
    for (const [place, outcome] of decided.entries()) {
      const numbered = must(batch[place], "reading");
      if ("reason" in outcome) onRefuse(numbered, outcome.reason);
      else summaries.add(numbered.reading.serialNumber, outcome);
    }
    const serials = new Set(readings.map(({ serialNumber }) => serialNumber));
    const own = Array.from(serials, (serial) => sensors.of(serial));
    const stored = decision.stored(own);
    lines.add(stored);
    yield {
      readings: stored.rows,
      counted: counted.map(({ line, ...each }) => ({ ...each, sensorKey: sensors.of(line).key })),
    };
    rows += batch.length;
    onProgress({ phase: "storing", fraction: rows / accepted, rows, bytes: null });
  }
}
