import type { DeviceHealth } from "../domain/reading.ts";
import { label, numberOf, record } from "./message-fields.ts";

/** The fields of a payload that a codec of the network server has decoded. */
export type PayloadFields = ReadonlyMap<string, unknown>;

export interface PayloadTotals {
  /** In ms; null for the time when the uplink was received. */
  readonly at: number | null;
  /** Null if the device has one line. */
  readonly line: string | null;
  readonly inTotal: number | null;
  readonly outTotal: number | null;
  /** The bits of the device's counter. */
  readonly width: number;
  readonly isBoot: boolean;
}

/** What a payload of a known device says. */
export interface Payload {
  /** In order of time. */
  readonly totals: readonly PayloadTotals[];
  /** The lines that it names, also those without totals; empty if it names none. */
  readonly lines: readonly string[];
  readonly health: DeviceHealth;
  /** Why parts of it cannot be readings. */
  readonly refused: readonly string[];
}

/** Reads the payload of a kind of devices; null if it is of none of them. */
export type PayloadReader = (fields: PayloadFields) => Payload | null;

/** The fields of an object; none if it is no object. */
export function fieldsOf(value: unknown): PayloadFields {
  return new Map(Object.entries(record.safeParse(value).data ?? {}));
}

/** The value of the first of the named fields that is there; empty if it is no text or number. */
export function labelOf(fields: PayloadFields, ...names: readonly string[]): string {
  const found = names.find((name) => fields.has(name)) ?? "";
  return label.safeParse(fields.get(found)).data ?? "";
}

/** Whether a field says yes, as a number, a text or a boolean. */
export function isSet(value: unknown): boolean {
  return value === true || numberOf(value) === 1;
}

/** How a codec names the fields of a device that counts one line. */
interface CounterFields {
  readonly inTotal: string;
  readonly outTotal: string;
  /** The bits of the totals. */
  readonly width: number;
  /** Counts per period, which formats without totals have alone. */
  readonly periods: readonly string[];
  /** What payloads without counts have: states and settings. */
  readonly others: readonly string[];
}

const TERABEE: CounterFields = {
  inTotal: "count_in",
  outTotal: "count_out",
  width: 32,
  periods: [],
  others: ["flags"],
};

const IMBUILDINGS: CounterFields = {
  inTotal: "total_counter_a",
  outTotal: "total_counter_b",
  width: 16,
  periods: ["counter_a", "counter_b"],
  others: [],
};

const PCR2: CounterFields = {
  inTotal: "LTR_SUM",
  outTotal: "RTL_SUM",
  width: 16,
  periods: ["LTR", "RTL"],
  others: ["DeviceType"],
};

const NO_TOTALS = "sends counts of periods without totals: set it to a payload that has totals";

/** What flags of Terabee mean; others are no problem. */
const FLAGS: Readonly<Record<string, string>> = {
  TPC_STOPPED: "counting has stopped",
  TPC_STUCK: "counting is stuck",
  MULTI_DEV_ISSUE: "its devices do not work together",
};

/** People Flow Counting of Terabee. Flags of a device that does not count are problems; its totals are passed on. */
export const readTerabee: PayloadReader = (fields) => {
  if (!fields.has("flags")) return readCounter(fields, TERABEE, {});
  const flags = fieldsOf(fields.get("flags"));
  const problems = Object.entries(FLAGS).flatMap(([name, problem]) =>
    isSet(flags.get(name)) ? problem : [],
  );
  return readCounter(fields, TERABEE, { problems });
};

/**
 * People Counter of IMBuildings. Its counters have no direction: `a` is taken for in, `b` for out, which the setting
 * `reverse` of the sensor exchanges (D32).
 */
export const readImBuildings: PayloadReader = (fields) => readCounter(fields, IMBUILDINGS, {});

/**
 * PCR2 of Parametric, whose sums begin at 0 when it is powered up. They have no direction: left to right is taken for
 * in, right to left for out, which the setting `reverse` of the sensor exchanges (D32).
 */
export const readPcr2: PayloadReader = (fields) => {
  const firmwareVersion = labelOf(fields, "FirmwareVersion", "Firmware");
  return readCounter(fields, PCR2, firmwareVersion ? { firmwareVersion } : {});
};

function readCounter(fields: PayloadFields, names: CounterFields, health: DeviceHealth): Payload | null {
  const [inTotal, outTotal] = [numberOf(fields.get(names.inTotal)), numberOf(fields.get(names.outTotal))];
  const said = { lines: [], health, refused: [] };
  if (inTotal !== null || outTotal !== null) {
    const { width } = names;
    return { ...said, totals: [{ at: null, line: null, inTotal, outTotal, width, isBoot: false }] };
  }
  if (names.periods.some((name) => fields.has(name)))
    return { ...said, totals: [], health: { ...health, problems: [NO_TOTALS] } };
  return names.others.some((name) => fields.has(name)) ? { ...said, totals: [] } : null;
}
