import { type TranslateApart, translateMessage } from "../devices/adapter.ts";
import { HeadcountError, isOfEnvironment } from "../domain/errors.ts";
import { BODY_BYTES_MAX } from "../domain/limits.ts";
import type { RefusedReading, TranslatedMessage } from "../domain/reading.ts";
import { ingestMessage, type ReadingIngest } from "../engine/ingest/ingest-readings.ts";
import { MQTT_ADAPTERS, type MqttAdapterName } from "./mqtt-adapters.ts";

/** A message as a broker has sent it. */
export interface PublishedMessage {
  readonly topic: string;
  readonly body: Buffer;
  /** Whether the broker had kept it for those who subscribe later. */
  readonly isRetained: boolean;
  /** When it was received, in ms. */
  readonly receivedAt: number;
  /** A name that no other message has, nor another delivery of this one. */
  readonly deliveryId: string;
}

/** Why retained messages are refused: they were sent at any time before, and come again at each subscription. */
const RETAINED = "is a retained message, which does not say what passes now";

/**
 * Translates a message, and stores what it says. All is on disk when it resolves.
 *
 * @returns why something of it was refused; null if nothing was
 * @throws HeadcountError `unavailable` as `ingestMessage` and `translateApart` do
 */
export async function takeMessage(
  sender: ReadingIngest,
  adapter: MqttAdapterName,
  { topic, body, isRetained, receivedAt, deliveryId }: PublishedMessage,
  translateApart: TranslateApart | null = null,
): Promise<string | null> {
  // A broker of MQTT 5 does not send it.
  if (body.length > BODY_BYTES_MAX) return `has more than ${BODY_BYTES_MAX} bytes`;
  let translated: TranslatedMessage;
  try {
    const message = { body, query: {}, topic, receivedAt, deliveryId };
    translated = await translateMessage(adapter, MQTT_ADAPTERS[adapter], message, translateApart);
  } catch (error) {
    if (isOfEnvironment(error)) throw error;
    // The broker would give a message again and again that an adapter has a bug with.
    return refusalReason(error) ?? `unexpected error: ${error instanceof Error ? error.stack : error}`;
  }
  try {
    const { errors } = await ingestMessage(sender, isRetained ? asRetained(translated) : translated);
    return errors[0]?.message ?? null;
  } catch (error) {
    const reason = refusalReason(error);
    if (reason === null) throw error;
    return reason;
  }
}

function refusalReason(error: unknown): string | null {
  if (!(error instanceof HeadcountError) || error.kind !== "invalid") return null;
  return error.issues[0]?.message ?? error.message;
}

/** What is left of a retained message: that its sensors have sent one. */
function asRetained({ readings, events = [], refused, ignored }: TranslatedMessage): TranslatedMessage {
  const named = [
    ...[...readings, ...refused].map(({ serialNumber }) => serialNumber),
    ...events.map((row) => {
      const value: unknown = Reflect.get(Object(row), "sensor_serial_number");
      return typeof value === "string" ? value.trim() : null;
    }),
  ];
  const given = [...new Set(named)].map(
    (serialNumber): RefusedReading => ({ serialNumber, reason: RETAINED }),
  );
  return { readings: [], refused: given, ignored };
}
