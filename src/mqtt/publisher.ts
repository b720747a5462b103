import mqtt, { type MqttClient } from "mqtt";
import { HeadcountError, messageOfError } from "../domain/errors.ts";
import { SECOND_MS } from "../domain/instant.ts";
import { type BrokerAddress, clientOptions } from "./broker-address.ts";

/** How long after a lost connection the next attempt is made, in ms. */
const RECONNECT_MS = SECOND_MS;

/** Publishes messages as devices do, with QoS 1: a lost connection is made again, and what was on its way is sent again. */
export class Publisher {
  readonly #client: MqttClient;

  private constructor(client: MqttClient) {
    this.#client = client;
  }

  /** @throws HeadcountError `unavailable` if the broker cannot be reached, or refuses the user */
  static async connect(broker: BrokerAddress): Promise<Publisher> {
    const { shown } = broker;
    const options = { ...clientOptions(broker), reconnectPeriod: RECONNECT_MS };
    try {
      const client = await mqtt.connectAsync(`${options.protocol}://${shown}`, options, false);
      // The client tries again by itself.
      return new Publisher(client.on("error", () => {}));
    } catch (error) {
      const message = `cannot reach the broker ${shown}: ${messageOfError(error)}`;
      throw new HeadcountError("unavailable", message, { cause: error });
    }
  }

  /** Publishes a message; the broker has it when this resolves. */
  async publish(topic: string, body: string): Promise<void> {
    await this.#client.publishAsync(topic, body, { qos: 1 });
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true);
  }
}
