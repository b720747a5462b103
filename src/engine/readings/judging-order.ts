import type { TimedReading } from "../../domain/reading.ts";
import type { CountingSpan, Import, Sensor } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Draft } from "../journal/draft.ts";
import type { CatalogChange } from "../journal/journal.ts";
import type { EventStore, Line, ReadingStore } from "../ports.ts";
import type { Lines } from "./lines.ts";

export interface JudgingParts {
  readonly catalog: Pick<Catalog, "sensorsBySerial" | "countingsOfSensor">;
  readonly events: Pick<EventStore, "eventsOfReadings" | "logStart">;
  readonly readings: Pick<ReadingStore, "readings">;
}

/** The author of a change by which readings are judged again, and the parts of the engine that do it. */
export interface JudgingChange extends CatalogChange, Pick<JudgingParts, "events" | "readings"> {
  readonly lines: Pick<Lines, "of">;
}

export type TimedTotals = TimedReading & { readonly kind: "total" };

export interface JudgingOrder {
  readonly sensor: Sensor;
  readonly line: Line;
  readonly settings: readonly CountingSpan[];
  /** The start of the readings, in ms. */
  readonly since: number;
  /** When they are judged, in ms. */
  readonly now: number;
  /** An import whose readings and events count no more; null if there is none. */
  readonly voided: Pick<Import, "id" | "firstIds" | "lastIds"> | null;
  /** Totals of the past that take their places among them, in the order of arrival, and the import that they came with. */
  readonly added?: { readonly readings: readonly TimedTotals[]; readonly importId: bigint | null };
}

export function historyOrder(
  { catalog, now }: Pick<Draft, "catalog" | "now">,
  sensor: Sensor,
  line: Line,
  added: NonNullable<JudgingOrder["added"]>,
): JudgingOrder {
  const since = added.readings.reduce((least, { at }) => Math.min(least, at), Infinity);
  return { sensor, line, settings: catalog.countingsOfSensor.of(sensor.id), since, now, voided: null, added };
}
