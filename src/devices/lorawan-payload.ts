import type { DeviceHealth } from "../domain/reading.ts";
import { numberOf } from "./message-fields.ts";
import { label, record } from "./message-schemas.ts";

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
