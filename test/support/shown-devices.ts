import type { components } from "../../src/client/generated/v2.ts";

type Sensor = components["schemas"]["Sensor"];
type Reading = components["schemas"]["Reading"];

const COUNTING: Sensor["counting"] = {
  ...{ reverse: false, cap: 1, width: null, time_zone: null, resets_at: null, direction: null, line: null },
};

const BASE: Sensor = {
  ...{ uuid: "0ed211e6-386c-5f86-8d0a-578882541361", organization_id: "org_1", serial_number: "device" },
  ...{ doorway_id: null, doorway_name: null, sensor_type: "s5", status: "online", alive: true },
  ...{ last_heartbeat: null, last_event: null, clock_ahead_seconds: null, duplicate_events: 0 },
  ...{ current_disposition: "LIVE", network_addresses: [], battery: null, problems: [], kind: null },
  ...{ state: null, state_detail: null, last_reading: null, ignored: false, counting: COUNTING },
  ...{
    firmware_version: null,
    created_at: "2026-05-06T06:00:00.000Z",
    updated_at: "2026-05-06T06:00:00.000Z",
  },
};

const AT = "2026-05-06T07:00:00.000Z";

/** A sensor of the API. @param more what differs from one that has never sent anything */
export function shownSensor(serial_number: string, more: Partial<Sensor> = {}): Sensor {
  return { ...BASE, uuid: `uuid of ${serial_number}`, serial_number, ...more };
}

/** The settings of a register that is a part of a line. */
export const partOf = (line: string, direction: "in" | "out" | null = null): Sensor["counting"] => ({
  ...COUNTING,
  line,
  direction,
});

const COUNTED = { kind: "total", state: "counting", last_reading: AT } as const;

/** A line that is suspended at a doorway, with all settings. */
export const SUSPENDED = shownSensor("entrance-west", {
  doorway_id: "drw_9",
  doorway_name: "West entrance",
  kind: "total",
  state: "suspended",
  state_detail:
    "the line is suspended: its totals fell three times in a row; a device that counts down, or is mounted the other way " +
    "round, has the setting `reverse` (since 2026-05-06T06:30:00.000Z)",
  last_reading: AT,
  battery: 64,
  counting: { ...COUNTING, cap: 2.5, width: 16, time_zone: "Europe/Berlin", resets_at: "00:00" },
});

/** Devices in all states: placed and waiting, with problems, and a line of two registers. */
export const DEVICES: readonly Sensor[] = [
  SUSPENDED,
  shownSensor("24E124716D000001", {
    ...COUNTED,
    battery: 7,
    problems: ["the lens is covered", "the light is not sufficient"],
  }),
  shownSensor("00:6E:02:08:12:A4:a-rather-long-name-of-a-line", { ...COUNTED, kind: "interval" }),
  shownSensor("cam:door", { last_event: AT }),
  shownSensor("cam:1", { ...COUNTED, counting: partOf("door", "in") }),
  shownSensor("cam:2", { ...COUNTED, counting: partOf("door", "out") }),
  shownSensor("desk-4", { last_heartbeat: AT }),
];

const TOTALS: Reading = {
  ...{ id: "rdg_1", kind: "total", at: AT, from: null, to: null, in_total: 1_204, out_total: 1_197 },
  ...{ in: null, out: null, coverage: null, received_at: AT, result: "counted" },
  ...{ counted: { in: 12, out: 9 }, note: null },
};

/** A reading of the API. @param more what differs from totals that are counted */
export function shownReading(more: Partial<Reading> = {}): Reading {
  return { ...TOTALS, ...more };
}

const NONE = { in: 0, out: 0 };
const SPAN = { kind: "interval", at: null, in_total: null, out_total: null, in: 3, out: 0 } as const;

/** Readings with all results, totals and intervals. */
export const READINGS: readonly Reading[] = [
  shownReading(),
  shownReading({ result: "baseline", counted: NONE }),
  shownReading({ result: "duplicate", counted: NONE }),
  shownReading({ result: "late", counted: NONE, note: "later totals have counted it already" }),
  shownReading({ result: "wrap" }),
  shownReading({ result: "reset", note: "the device has begun at 0 again" }),
  shownReading({ result: "jump", counted: NONE, note: "8888 crossings are more than 660" }),
  shownReading({ result: "backwards", counted: NONE, note: "the total fell by 10" }),
  shownReading({ result: "conflict", counted: NONE, note: "other totals of this instant were here before" }),
  shownReading({ kind: null, at: null, in_total: null, out_total: null, result: "refused", counted: NONE }),
  shownReading({ ...SPAN, from: "2026-05-06T06:45:00.000Z", to: AT, coverage: 0.5 }),
  shownReading({ ...SPAN, from: "2026-05-05T22:00:00.000Z", to: AT }),
].map((reading, index) => ({ ...reading, id: `rdg_${index}` }));
