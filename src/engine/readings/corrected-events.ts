import { joinedEvents, selectEvents } from "../event-columns.ts";
import type { LogColumns, LoggedEvent, LogRecord } from "../ports.ts";

/** The parts of a record that have events take the place of others, as one write (D5). */
export type CorrectedEvents = Pick<LogRecord, "part" | "load" | "voided">;

/**
 * Voids events and adds others in their place. An event that is to be added and is there already stays as it is.
 *
 * @param old events that count
 */
export function correctedEvents(old: readonly LoggedEvent[], made: LogColumns): CorrectedEvents {
  const kept = new Map<string, LoggedEvent[]>();
  for (const event of old) {
    const key = keyOf(event.sensorKey, event.timestamp, event.trajectory);
    const alike = kept.get(key);
    if (alike === undefined) kept.set(key, [event]);
    else alike.push(event);
  }
  const added: number[] = [];
  for (let row = 0; row < made.length; row++) {
    const [sensorKey = 0, timestamp = 0, trajectory = 0] = [
      made.sensorKeys[row],
      made.timestamps[row],
      made.trajectories[row],
    ];
    if (kept.get(keyOf(sensorKey, timestamp, trajectory))?.pop() === undefined) added.push(row);
  }
  const voided = [...kept.values()].flat();
  return {
    ...(voided.length > 0 && { voided: voidedOf(voided) }),
    ...(added.length > 0 && {
      part: {
        columns: selectEvents(made, Int32Array.from(added)),
        rows: Int32Array.from(added, (_row, index) => index),
      },
      load: { events: added.length, rows: added.length },
    }),
  };
}

function keyOf(sensorKey: number, timestamp: number, trajectory: number): string {
  return `${sensorKey} ${timestamp} ${trajectory}`;
}

/** Some events as a record voids them. */
export function voidedOf(events: readonly LoggedEvent[]): NonNullable<LogRecord["voided"]> {
  return {
    ids: Float64Array.from(events, ({ id }) => Number(id)).sort(),
    sensorKeys: [...new Set(events.map(({ sensorKey }) => sensorKey))],
  };
}

/** Several corrections as one, of different sensors. */
export function joinCorrections(
  corrections: readonly (CorrectedEvents & Pick<LogRecord, "readings">)[],
): CorrectedEvents & Pick<LogRecord, "readings"> {
  const voided = corrections.flatMap((each) => each.voided ?? []);
  const parts = corrections.flatMap(({ part }) => part?.columns ?? []);
  const readings = corrections.flatMap((each) => each.readings ?? []);
  const ids = Float64Array.from(voided.flatMap((each) => [...each.ids])).sort();
  const columns = joinedEvents(parts);
  return {
    ...(ids.length > 0 && {
      voided: { ids, sensorKeys: [...new Set(voided.flatMap(({ sensorKeys }) => sensorKeys))] },
    }),
    ...(columns.length > 0 && {
      part: { columns, rows: Int32Array.from({ length: columns.length }, (_, row) => row) },
      load: { events: columns.length, rows: columns.length },
    }),
    ...(readings.length > 0 && {
      readings: {
        rows: readings.flatMap(({ rows }) => [...rows]),
        revised: readings.flatMap(({ revised = [] }) => revised),
        lines: readings.flatMap(({ lines }) => lines),
      },
    }),
  };
}
