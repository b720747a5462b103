import { parentPort } from "node:worker_threads";
import type { DeviceMessage } from "../../devices/adapter.ts";
import { HeadcountError } from "../../domain/errors.ts";
import type { TranslatedMessage } from "../../domain/reading.ts";
import { MQTT_ADAPTERS, type MqttAdapterName } from "../../mqtt/mqtt-adapters.ts";

/** A message that is to be translated. Threads pass its body as plain bytes. */
export interface TranslationOrder {
  /** The name of an adapter for HTTP or MQTT. */
  readonly adapter: string;
  readonly message: Omit<DeviceMessage, "body"> & { readonly body: Uint8Array };
}

/** What a message says, or why it is refused. Threads do not pass classes of errors. */
export type Translation = TranslatedMessage | Pick<HeadcountError, "message" | "issues">;

parentPort?.on("message", (order: TranslationOrder) => parentPort?.postMessage(translated(order)));

/** Another error ends the thread. */
function translated({ adapter, message }: TranslationOrder): Translation {
  try {
    return MQTT_ADAPTERS[adapter as MqttAdapterName]({ ...message, body: Buffer.from(message.body) });
  } catch (error) {
    if (!(error instanceof HeadcountError)) throw error;
    return { message: error.message, issues: error.issues };
  }
}
