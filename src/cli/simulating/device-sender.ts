import type { operations } from "../../client/generated/v2.ts";
import type { Publisher } from "../../mqtt/publisher.ts";
import type { DeviceKind, DeviceMessage } from "../../simulation/devices/device-kind.ts";
import type { Fleet } from "../../simulation/devices/fleet.ts";
import { info } from "../process.ts";
import type { ServerClient } from "../server-client.ts";
import { sendUntilAnswered } from "./simulated-requests.ts";

/** A way of messages to the server: resolves when a message is there, with false if the simulation was stopped before. */
export type Transport = (device: string, body: string, stop: AbortSignal) => Promise<boolean>;

type AdapterInPath = operations["storeDeviceMessage"]["parameters"]["path"]["adapter"];

/** Messages by HTTP to the address of the adapter. @param pathToken null for the token of the server, in the header */
export function httpTransport(
  server: ServerClient,
  { adapter: name, contentType, query = {} }: DeviceKind,
  pathToken: string | null,
): Transport {
  const adapter = name as AdapterInPath;
  let isRejectionShown = false;
  return async (_device, text, stop) => {
    const sent = { body: text, bodySerializer: (body: unknown) => String(body) };
    const headers = { "content-type": contentType };
    const answer = await sendUntilAnswered(
      server,
      ({ v2 }, { answerOf }) => {
        if (pathToken === null)
          return answerOf(
            v2.POST("/v2/devices/{adapter}/", { params: { path: { adapter }, query }, ...sent, headers }),
          );
        return answerOf(
          v2.POST("/v2/devices/{adapter}/{token}/", {
            params: { path: { adapter, token: pathToken }, query },
            ...sent,
            headers: { ...headers, authorization: null },
          }),
        );
      },
      stop,
    );
    const [problem] = answer?.errors ?? [];
    if (problem !== undefined && !isRejectionShown) {
      isRejectionShown = true;
      info(`Some readings are rejected: ${problem.message}`);
    }
    return answer !== null;
  };
}

/** Messages by MQTT, at the topic `<prefix>/<device>`: the broker has a message when it is there. */
export function mqttTransport(publisher: Publisher, prefix: string): Transport {
  return async (device, text, stop) => {
    // The signs of topic filters are no part of a topic.
    const topic = `${prefix}/${device.replaceAll(/[/+#]/g, "-")}`;
    const stopped = new Promise<false>((resolve) => {
      if (stop.aborted) resolve(false);
      stop.addEventListener("abort", () => resolve(false), { once: true });
    });
    return Promise.race([publisher.publish(topic, text).then(() => true), stopped]);
  };
}

/** Sends messages of devices: those of one device in order, each again until it is there. */
export function deviceSender(kind: DeviceKind, fleet: Fleet, transport: Transport, stop: AbortSignal) {
  /** `isCutOff`: whether it is unknown of a message if it is there, since the simulation was stopped. */
  const sent = { messages: 0, isCutOff: false };
  const sendOne = async (message: DeviceMessage) => {
    for (const body of kind.encode(message)) {
      if (await transport(message.device, body, stop)) continue;
      sent.isCutOff = true;
      return;
    }
    sent.messages++;
    fleet.stored(message);
  };
  const sendInOrder = async (messages: readonly DeviceMessage[]) => {
    for (const message of messages) if (!stop.aborted) await sendOne(message);
  };
  /** @param devices the messages of each device */
  const send = (devices: readonly (readonly DeviceMessage[])[]) => Promise.all(devices.map(sendInOrder));
  return { send, sent };
}
