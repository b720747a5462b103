import { getOrInsert } from "../../domain/collections.ts";
import { must } from "../../domain/errors.ts";
import type { ReadingResult } from "../../domain/reading.ts";
import { crossingOf, NO_PASSAGES } from "../../readings/spread.ts";
import { joinedEvents, selectEvents } from "../event-columns.ts";
import type { Draft } from "../journal/draft.ts";
import { loadNotifications } from "../live/notifications.ts";
import type { CatalogWrite, LogColumns, LoggedEvent, LogRecord, StoredReading } from "../ports.ts";
import type { MadeSensors } from "../resources/sensors.ts";

/** The parts of a record that have events take the place of others, as one write (D5), and stored readings change. */
export type Corrections = Pick<LogRecord, "part" | "load" | "voided" | "readings">;

/**
 * Voids events and adds others in their place. An event that is to be added and is there already stays as it is.
 *
 * @param old events that count
 */
export function correctedEvents(
  old: readonly LoggedEvent[],
  made: LogColumns,
): Omit<Corrections, "readings"> {
  const kept = new Map<string, LoggedEvent[]>();
  for (const event of old) {
    const key = keyOf(event.sensorKey, event.timestamp, event.trajectory, event.eventId);
    getOrInsert(kept, key, () => []).push(event);
  }
  const added: number[] = [];
  for (let row = 0; row < made.length; row++) {
    const [sensorKey = 0, timestamp = 0, trajectory = 0] = [
      made.sensorKeys[row],
      made.timestamps[row],
      made.trajectories[row],
    ];
    const key = keyOf(sensorKey, timestamp, trajectory, made.eventIds?.at(row) ?? null);
    if (kept.get(key)?.pop() === undefined) added.push(row);
  }
  const voided = [...kept.values()].flat();
  return {
    ...(voided.length > 0 && { voided: voidedOf(voided) }),
    ...(added.length > 0 && addedOf(selectEvents(made, Int32Array.from(added)))),
  };
}

function addedOf(columns: LogColumns): Pick<LogRecord, "part" | "load"> {
  const { length } = columns;
  const rows = Int32Array.from({ length }, (_, row) => row);
  return { part: { columns, rows }, load: { events: length, rows: length } };
}

/** Names a crossing, of whichever revision: it has the span of the reading that counts it. */
function keyOf(sensorKey: number, timestamp: number, trajectory: number, eventId: string | null): string {
  const { from, to, register } = must(crossingOf(eventId ?? ""), "crossing of a reading");
  return `${sensorKey} ${timestamp} ${trajectory} ${from} ${to} ${register}`;
}

/** A stored reading that counts for nothing from now on. @param note why */
export function uncounted(reading: StoredReading, result: ReadingResult, note: string): StoredReading {
  return { ...reading, result, counted: NO_PASSAGES, note };
}

export function voidedOf(events: readonly LoggedEvent[]): NonNullable<LogRecord["voided"]> {
  return {
    ids: Float64Array.from(events, ({ id }) => Number(id)).sort(),
    sensorKeys: [...new Set(events.map(({ sensorKey }) => sensorKey))],
  };
}

/**
 * Puts corrections into a write, with the sensors that it has made. No socket or webhook is notified of them (D23).
 *
 * @param rows further rows of the catalog
 */
export function addCorrections(
  draft: Draft,
  parts: Corrections,
  { made }: Pick<MadeSensors, "made">,
  rows: CatalogWrite = {},
): void {
  if (made.length > 0 || rows.put !== undefined)
    draft.save({ ...rows, put: { ...(made.length > 0 && { sensor: made }), ...rows.put } });
  const isOfEvents = parts.load !== undefined || parts.voided !== undefined;
  draft.add({ ...parts, ...(isOfEvents && { notifications: loadNotifications(draft) }) });
}

export function joinCorrections(corrections: readonly Corrections[]): Corrections {
  const voided = corrections.flatMap((each) => each.voided ?? []);
  const parts = corrections.flatMap(({ part }) => part?.columns ?? []);
  const readings = corrections.flatMap((each) => each.readings ?? []);
  const ids = Float64Array.from(voided.flatMap((each) => [...each.ids])).sort();
  const columns = joinedEvents(parts);
  return {
    ...(ids.length > 0 && {
      voided: { ids, sensorKeys: [...new Set(voided.flatMap(({ sensorKeys }) => sensorKeys))] },
    }),
    ...(columns.length > 0 && addedOf(columns)),
    ...(readings.length > 0 && {
      readings: {
        rows: readings.flatMap(({ rows }) => [...rows]),
        revised: readings.flatMap(({ revised = [] }) => revised),
        lines: readings.flatMap(({ lines }) => lines),
      },
    }),
  };
}
