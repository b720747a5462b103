import { type HeadcountError, invalid } from "../domain/errors.ts";
import type {
  AliveReading,
  DeviceHealth,
  IntervalReading,
  Reading,
  ReadingTime,
  TotalReading,
  TranslatedMessage,
} from "../domain/reading.ts";

/** A message as a device has sent it, by HTTP or MQTT. */
export interface DeviceMessage {
  readonly body: Buffer;
  /** The parameters of the address, by name. */
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The topic of a message by MQTT (D33). */
  readonly topic?: string;
  /** A name of this delivery of a message by MQTT, which no other has. */
  readonly deliveryId?: string;
  /** When it was received, in ms. */
  readonly receivedAt: number;
}

/**
 * Translates a message of a device or system (D32). It is a pure function.
 *
 * @throws HeadcountError `invalid` if the message is damaged or not of this adapter
 */
export type Adapter = (message: DeviceMessage) => TranslatedMessage;

/**
 * Translates a message by the adapter of a name, in a thread of its own.
 *
 * @throws HeadcountError `invalid` as adapters do
 */
export type TranslateApart = (adapter: string, message: DeviceMessage) => Promise<TranslatedMessage>;

/** Bytes of a message that takes at most some 20 ms to be translated. */
const AT_ONCE_BYTES_MAX = 32 * 1024;

/** Translates a message. @param apart translates a long one, for which other requests would wait; null if nothing can */
export function translateMessage(
  name: string,
  adapter: Adapter,
  message: DeviceMessage,
  apart: TranslateApart | null,
): TranslatedMessage | Promise<TranslatedMessage> {
  return apart !== null && message.body.length > AT_ONCE_BYTES_MAX ? apart(name, message) : adapter(message);
}

/** A message that an adapter does not use (D32). */
export const IGNORED: TranslatedMessage = { readings: [], ignored: 1, refused: [] };

export function messageOf(reading: Reading): TranslatedMessage {
  return { readings: [reading], ignored: 0, refused: [] };
}

/** A device is alive. @param at null for the time when its message is received */
export function aliveOf(
  serialNumber: string,
  at: ReadingTime | null = null,
  health: DeviceHealth = {},
): AliveReading {
  return { kind: "alive", serialNumber, at, health };
}

/** A message with the totals of a line, or why they cannot be a reading. */
export function totalOf(
  serialNumber: string,
  at: ReadingTime | null,
  totals: Pick<TotalReading, "inTotal" | "outTotal"> & Partial<TotalReading>,
): TranslatedMessage {
  if (at === null) return refusalOf(serialNumber, "has no time");
  if (totals.inTotal === null && totals.outTotal === null) return refusalOf(serialNumber, "has no count");
  const fixed = { kind: "total", width: null, isBoot: false, isUndirected: false } as const;
  return messageOf({ ...fixed, ...totals, serialNumber, at });
}

/** The start and the end of an interval, as far as they are known. */
export interface Span {
  readonly from: ReadingTime | null;
  readonly to: ReadingTime | null;
}

/** A message with what passed a line in a span, or why it cannot be a reading. */
export function intervalOf(
  serialNumber: string,
  { from, to }: Span,
  counts: Pick<IntervalReading, "in" | "out"> & Partial<IntervalReading>,
): TranslatedMessage {
  if (counts.in === null && counts.out === null) return refusalOf(serialNumber, "has no count");
  if (from === null || to === null) return refusalOf(serialNumber, "has no start and end of its counts");
  const fixed = { kind: "interval", coverage: null, isUndirected: false } as const;
  return messageOf({ ...fixed, ...counts, from, to, serialNumber });
}

/** Why a number of people who are somewhere cannot be a reading. */
export const OCCUPANCY = "is an occupancy, not a count of passages";

/** A message with a line that cannot be a reading. @param serialNumber null if it does not name its device */
export function refusalOf(serialNumber: string | null, reason: string): TranslatedMessage {
  return { readings: [], ignored: 0, refused: [{ serialNumber, reason }] };
}

/** What the parts of a message say together; it is not used if it has none. */
export function joined(parts: readonly TranslatedMessage[]): TranslatedMessage {
  if (parts.length === 0) return IGNORED;
  return {
    readings: parts.flatMap(({ readings }) => readings),
    ignored: parts.reduce((sum, part) => sum + part.ignored, 0),
    refused: parts.flatMap(({ refused }) => refused),
  };
}

/** A message that is damaged or not of an adapter. @param reason continues "body" */
export function unusable(reason: string): HeadcountError {
  return invalid("body", reason);
}
