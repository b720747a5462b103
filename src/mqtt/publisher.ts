import mqtt from "mqtt";
import { HeadcountError, messageOfError } from "../domain/errors.ts";
import { SECOND_MS } from "../domain/instant.ts";
import { type BrokerAddress, clientOptions } from "./broker-address.ts";

/** How long after a lost connection the next attempt is made, in ms. */
const RECONNECT_MS = SECOND_MS;

/** A connection that publishes messages as devices do. */
export type Publisher = Awaited<ReturnType<typeof connectPublisher>>;

/**
 * Connects to a broker to publish messages with QoS 1: a lost connection is made again, and what was on its way is sent
 * again.
 *
 * @throws HeadcountError `unavailable` if the broker cannot be reached, or refuses the user
 */
export async function connectPublisher(broker: BrokerAddress) {
  const { shown } = broker;
  const options = { ...clientOptions(broker), reconnectPeriod: RECONNECT_MS };
  const connecting = mqtt.connectAsync(`${options.protocol}://${shown}`, options, false);
  const client = await connecting.catch((error: unknown) => {
    const message = `cannot reach the broker ${shown}: ${messageOfError(error)}`;
    throw new HeadcountError("unavailable", message, { cause: error });
  });
  // The client tries again by itself.
  client.on("error", () => {});
  return {
    /** Publishes a message; the broker has it when this resolves. */
    publish: (topic: string, body: string) => client.publishAsync(topic, body, { qos: 1 }),
    close: () => client.endAsync(true),
  };
}
