import { formatInstant, MINUTE_MS } from "../../domain/instant.ts";

/** What a device has counted of a line. */
export interface LineLog {
  readonly line: string;
  /** People who passed in the log period, as far as the device was running. */
  readonly in: number;
  readonly out: number;
  /** Running totals since the device has begun at 0, before they wrap. */
  readonly inTotal: number;
  readonly outTotal: number;
}

/** What a device writes into its log at the end of a log period. */
export interface LogEntry {
  /** Number of the entry, from 0; it runs on when the device restarts. */
  readonly number: number;
  /** The log period, in ms since the epoch: whole seconds. */
  readonly from: number;
  readonly to: number;
  /** How often the device has restarted, and how often it has set its totals to 0 at the set time. */
  readonly restarts: number;
  readonly resets: number;
  /** How long it has been running, in ms. */
  readonly running: number;
  /** Share of the log period that it has measured, 0 to 1. */
  readonly measured: number;
  readonly lines: readonly LineLog[];
}

/** What a device sends at once, and when it arrives. */
export interface DeviceMessage {
  readonly device: string;
  /** In order of time, at least one. */
  readonly entries: readonly LogEntry[];
  /** When the network server received it, in ms, where there is one: totals without a time of their own have this. */
  readonly receivedAt: number;
  /** Number of the message; a repetition has another one. */
  readonly number: number;
  /** Whether the entries were held back, since the device could not send them at the end of their log periods. */
  readonly isHeld: boolean;
  /** When it arrives at the server, in ms since the epoch. */
  readonly at: number;
}

/** A kind of device, and how its messages look. Kinds are written after the vendors' documents, not after the adapters. */
export interface DeviceKind {
  /** The adapter at whose address the device sends (D32). */
  readonly adapter: string;
  readonly contentType: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly counts: "totals" | "intervals";
  /** Bits after which its totals wrap; null if they do not in practice. */
  readonly width: number | null;
  /** Length of its log periods if nothing else is set, in minutes. */
  readonly minutes: number;
  /** How many log entries that were held back a message has at most; 0 if what it could not send is lost. */
  readonly heldMax: number;
  /** Whether a message can be lost: the device gets no acknowledgement. */
  readonly loses: boolean;
  /** Whether a network server receives its messages, and gives those without a time the time of their receipt. */
  readonly isRelayed: boolean;
  /** Whether it can send its totals at each crossing, with times in whole seconds. */
  readonly hasCrossings?: boolean;
  /** Whether a log entry of totals shows that the device has restarted within its log period; absent if none does. */
  readonly tellsStart?: (entry: LogEntry) => boolean;
  /** The serial numbers that its lines can have, with the groups `device` and, where it has several lines, `line`. */
  readonly serialNumbers: RegExp;
  /** A serial number of a line. @param hex at least 16 hexadecimal digits, in upper case */
  readonly inventSerialNumber: (hex: string) => string;
  readonly settings?: { readonly time_zone: string };
  /** The bodies of a message: devices that send their lines, or their totals and periods, one after another have several. */
  readonly encode: (message: DeviceMessage) => readonly string[];
}

/** What most kinds of devices have in common that send by themselves. */
export const SELF_SENDING = {
  contentType: "application/json",
  minutes: 1,
  width: null,
  heldMax: 1,
  loses: false,
  isRelayed: false,
} as const satisfies Partial<DeviceKind>;

/** A total as a counter of some bits shows it. @param width null for a counter that does not wrap */
export function shown(total: number, width: number | null): number {
  return width === null ? total : total % 2 ** width;
}

/** A time without an offset, as `YYYY-MM-DDTHH:mm:ss`. @param minutes ahead of UTC */
export function wallText(instant: number, minutes = 0): string {
  return formatInstant(instant + minutes * MINUTE_MS).slice(0, "YYYY-MM-DDTHH:mm:ss".length);
}
