import type { components } from "../../../src/client/generated/v2.ts";
import { answerOf, Problem } from "../../../src/client/index.ts";
import { useAll, useFetched, usePaged } from "./resources.ts";

export type Sensor = components["schemas"]["Sensor"];
export type CountingPreview = components["schemas"]["CountingPreview"];
export type Reading = components["schemas"]["Reading"];

/** The time between refetches of all sensors. */
const SENSORS_MS = 60_000;
/** The time between refetches of one sensor, and of its readings: devices send once a minute or less often. */
const SENSOR_MS = 10_000;

/** All sensors, by serial number. @param refetchMs the time between refetches */
export const useSensors = (refetchMs = SENSORS_MS) =>
  useAll(
    "sensors",
    (v2, query) => v2.GET("/v2/sensors/", { params: { query } }),
    (sensor) => sensor.serial_number,
    refetchMs,
  );

/** One sensor, as a list that is empty if there is none with this serial number. */
export function useSensor(serial_number: string) {
  return useFetched<readonly Sensor[]>(
    ["sensors", serial_number],
    async (v2, signal) => {
      const params = { path: { serial_number } };
      try {
        return [await answerOf(v2.GET("/v2/sensors/{serial_number}/", { params, signal }))];
      } catch (error) {
        if (error instanceof Problem && error.status === 404) return [];
        throw error;
      }
    },
    { refetchInterval: SENSOR_MS },
  );
}

/** The readings of a sensor, newest first (D31). */
export function useReadings(serial_number: string) {
  return usePaged(
    ["readings", serial_number],
    (v2, query) =>
      v2.GET("/v2/sensors/{serial_number}/readings/", { params: { path: { serial_number }, query } }),
    () => SENSOR_MS,
  );
}

/** The events of a sensor since an instant in ms, newest first. */
export function useSensorEvents(serialNumber: string, since: number) {
  const path = { serial_number: serialNumber };
  const range = { start_time: new Date(since).toISOString(), order: "DESC" } as const;
  return usePaged(["sensor-events", serialNumber, since], (v2, page) =>
    v2.GET("/v2/sensors/{serial_number}/events/", { params: { path, query: { ...page, ...range } } }),
  );
}
