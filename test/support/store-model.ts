import { DAY_MS } from "../../src/domain/instant.ts";
import type { SensorPlacement } from "../../src/domain/resources.ts";
import type { DuplicateRule } from "../../src/domain/sensor-report.ts";
import type { CatalogRows, IngestResult, SensorReport } from "../../src/engine/ports.ts";

/** An effect of an event on a space (D4). */
export interface ModelEffect {
  readonly spaceId: bigint;
  readonly direction: SensorPlacement;
}

/** An event of the log with all that follows from the spans (D5). */
export interface ModelEvent {
  /** How many events that hold the log had before it. */
  readonly arrival: number;
  readonly timestamp: number;
  readonly sensorId: bigint;
  readonly trajectory: SensorPlacement;
  readonly doorwayId: bigint | null;
  readonly effects: readonly ModelEffect[];
}

/** A run, its changes as `millisecond of the day` with the sign of their direction after a blank. */
export interface ModelRun {
  readonly spaceId: bigint;
  readonly day: number;
  readonly changes: readonly string[];
}

/** The parts of a catalog that decide where events belong. */
export type Spans = Pick<CatalogRows, "sensor" | "attachment" | "link">;

/** The log, kept as plainly as can be. */
export class ModelLog {
  readonly #reports: SensorReport[] = [];
  readonly #voided = new Set<SensorReport>();
  /** Reports from before this instant, in ms, have been removed; the runs that they had led to stay. */
  #logStart = 0;
  #keptRuns: readonly ModelRun[] = [];

  get logStart(): number {
    return this.#logStart;
  }

  /** Removes the reports from before an instant, with what follows from the spans now as what stays of them. */
  removeBefore(boundary: number, spans: Spans): void {
    if (boundary <= this.#logStart) return;
    const old = this.events(spans).filter(({ timestamp }) => timestamp < boundary);
    this.#keptRuns = [...this.#keptRuns, ...modelRuns(old)];
    const left = this.#reports.filter(({ timestamp }) => timestamp >= boundary);
    this.#reports.splice(0, this.#reports.length, ...left);
    this.#logStart = boundary;
  }

  /** The runs of some spaces, ascending by space, then by day. */
  runs(spans: Spans, spaceIds: readonly bigint[]): ModelRun[] {
    const runs = [...this.#keptRuns, ...modelRuns(this.events(spans))];
    return runs.filter(({ spaceId }) => spaceIds.includes(spaceId)).sort(bySpaceAndDay);
  }

  /** Appends a batch as D9 says. */
  ingest(batch: readonly SensorReport[], rule: DuplicateRule): IngestResult {
    // What has been voided is stored still.
    const stored = new Set(this.#reports.map(identityOf));
    const repeated = new Set<string>();
    const added = batch.filter((report) => {
      const identity = identityOf(report);
      if (stored.has(identity)) return false;
      const isRepeated = repeated.has(identity);
      repeated.add(identity);
      const isCrossing = rule === "keep" || (rule === "auto" && report.timestamp % 1_000 === 0);
      return !isRepeated || (isCrossing && report.eventId === null);
    });
    for (const report of added) this.#reports.push({ ...report });
    return { accepted: added.length, duplicates: batch.length - added.length };
  }

  /** Appends a report, also if it repeats another (D9). */
  create(report: SensorReport): void {
    this.#reports.push({ ...report });
  }

  /** Voids the event after a number of valid events (D5). */
  void(arrival: number): void {
    const report = this.#valid()[arrival];
    if (report === undefined) throw new Error(`no event ${arrival}`);
    this.#voided.add(report);
  }

  /** The timestamp of each sensor's last event since an instant, by serial number; a voided one came, too. */
  lastEvents(since: number): ReadonlyMap<string, number> {
    const last = new Map<string, number>();
    for (const { serialNumber, timestamp } of this.#reports) {
      if (timestamp >= since)
        last.set(serialNumber, Math.max(timestamp, last.get(serialNumber) ?? timestamp));
    }
    return last;
  }

  #valid(): SensorReport[] {
    return this.#reports.filter((report) => !this.#voided.has(report));
  }

  /** The events that hold, in the order of D6, with the doorways and spaces that the spans give them. */
  events(spans: Spans): ModelEvent[] {
    return this.#valid()
      .map((report, arrival) => boundEvent(report, arrival, spans))
      .sort((a, b) => a.timestamp - b.timestamp || a.arrival - b.arrival);
  }
}

/** What two reports of the same event have in common (D9). */
function identityOf({ serialNumber, timestamp, trajectory, eventId }: SensorReport): string {
  return JSON.stringify([serialNumber, timestamp, trajectory, eventId]);
}

function boundEvent(report: SensorReport, arrival: number, { sensor, attachment, link }: Spans): ModelEvent {
  const { timestamp, trajectory } = report;
  const sensorId = sensor.find(({ serialNumber }) => serialNumber === report.serialNumber)?.id;
  if (sensorId === undefined) throw new Error(`sensor ${report.serialNumber} is not registered`);
  const at = (span: { readonly from: number | null; readonly to: number | null }) =>
    (span.from === null || span.from <= timestamp) && (span.to === null || timestamp < span.to);
  const doorwayId = attachment.find((span) => span.sensorId === sensorId && at(span))?.doorwayId ?? null;
  const effects = link
    .filter((span) => span.doorwayId === doorwayId && at(span))
    .map((span) => ({
      spaceId: span.spaceId,
      direction: (trajectory * span.sensorPlacement) as SensorPlacement,
    }))
    .sort((a, b) => (a.spaceId < b.spaceId ? -1 : 1));
  return { arrival, timestamp, sensorId, trajectory, doorwayId, effects };
}

/** The runs of events that stand in the order of D6, ascending by space, then by day. */
export function modelRuns(events: readonly ModelEvent[]): ModelRun[] {
  const runs = new Map<string, ModelRun & { changes: string[] }>();
  for (const { timestamp, effects } of events) {
    for (const { spaceId, direction } of effects) {
      const day = Math.floor(timestamp / DAY_MS);
      const run = runs.get(`${spaceId} ${day}`) ?? { spaceId, day, changes: [] };
      run.changes.push(`${timestamp - day * DAY_MS} ${direction > 0 ? "+" : "-"}`);
      runs.set(`${spaceId} ${day}`, run);
    }
  }
  return [...runs.values()].sort(bySpaceAndDay);
}

function bySpaceAndDay(a: ModelRun, b: ModelRun): number {
  return a.spaceId === b.spaceId ? a.day - b.day : a.spaceId < b.spaceId ? -1 : 1;
}
