import type { Reports } from "../domain/report-columns.ts";
import { TextColumn } from "../domain/text-column.ts";
import type { LogColumns } from "./ports.ts";

export function select<Column extends Float64Array | Int32Array | Int8Array>(
  column: Column,
  rows: Int32Array,
  selected: Column,
): Column {
  for (let index = 0; index < rows.length; index++) selected[index] = column[rows[index] as number] as number;
  return selected;
}

export function selectEvents(events: LogColumns, rows: Int32Array): LogColumns {
  const { length } = rows;
  return {
    length,
    timestamps: select(events.timestamps, rows, new Float64Array(length)),
    trajectories: select(events.trajectories, rows, new Int8Array(length)),
    sensorKeys: select(events.sensorKeys, rows, new Int32Array(length)),
    eventIds: events.eventIds?.select(rows) ?? null,
  };
}

/** The sensors of some events, each once, by their keys; and of each event, the index of its sensor among these. */
export function sensorsOf(sensorKeys: Int32Array): { keys: number[]; indexes: Int32Array } {
  const keys: number[] = [];
  // By key: an array is faster than a map, and also takes little if it has few and great keys.
  const indexOf: (number | undefined)[] = [];
  const indexes = new Int32Array(sensorKeys.length);
  for (let row = 0; row < indexes.length; row++) {
    const key = sensorKeys[row] as number;
    indexes[row] = indexOf[key] ??= keys.push(key) - 1;
  }
  return { keys, indexes };
}

/** Reports as events of the log. @param keyOf the key of a sensor, by its serial number */
export function asEvents(reports: Reports, keyOf: (serialNumber: string) => number): LogColumns {
  const { length, serialNumbers, sensors, timestamps, trajectories, eventIds } = reports;
  const keys = serialNumbers.map(keyOf);
  const sensorKeys = sensors.map((index) => keys[index] as number);
  return { length, timestamps, trajectories, sensorKeys, eventIds };
}

export function joinedEvents(parts: readonly LogColumns[]): LogColumns {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const timestamps = new Float64Array(length);
  const trajectories = new Int8Array(length);
  const sensorKeys = new Int32Array(length);
  let start = 0;
  for (const part of parts) {
    timestamps.set(part.timestamps, start);
    trajectories.set(part.trajectories, start);
    sensorKeys.set(part.sensorKeys, start);
    start += part.length;
  }
  return { length, timestamps, trajectories, sensorKeys, eventIds: joinedIds(parts) };
}

/** The ids of events one after another; null if none has one. */
export function joinedIds(parts: readonly Pick<LogColumns, "length" | "eventIds">[]): TextColumn | null {
  const ids = parts.map(({ length, eventIds }) => ({ length, texts: eventIds }));
  return ids.every(({ texts }) => texts === null) ? null : TextColumn.joined(ids);
}
