import type { Reports } from "../../src/engine/ingest/reports.ts";

/** Reports row by row. */
export function rowsOf({ length, serialNumbers, sensors, timestamps, trajectories, eventIds }: Reports) {
  return Array.from({ length }, (_, row) => ({
    serialNumber: serialNumbers[sensors[row] as number],
    timestamp: timestamps[row],
    trajectory: trajectories[row],
    eventId: eventIds?.at(row) ?? null,
  }));
}
