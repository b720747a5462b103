import { type HeadcountError, invalid } from "../domain/errors.ts";
import type { Reading, TranslatedMessage } from "../domain/reading.ts";

/** A message as a device has sent it, by HTTP or MQTT. */
export interface DeviceMessage {
  readonly body: Buffer;
  /** The parameters of the address, by name. */
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The topic of a message by MQTT (D33). */
  readonly topic?: string;
  /** When it was received, in ms. */
  readonly receivedAt: number;
}

/**
 * Translates a message of a device or system (D32). It is a pure function.
 *
 * @throws HeadcountError `invalid` if the message is damaged or not of this adapter
 */
export type Adapter = (message: DeviceMessage) => TranslatedMessage;

/** A message that an adapter does not use (D32). */
export const IGNORED: TranslatedMessage = { readings: [], ignored: 1, refused: [] };

/** A message that says one thing. */
export function messageOf(reading: Reading): TranslatedMessage {
  return { readings: [reading], ignored: 0, refused: [] };
}

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
