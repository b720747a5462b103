import mqtt, { type MqttClient } from "mqtt";
import { HeadcountError } from "../domain/errors.ts";
import { SECOND_MS } from "../domain/instant.ts";
import type { BrokerAddress } from "./broker-address.ts";

/** How long a broker may take to accept a connection, and after a lost one until the next attempt, in ms. */
const CONNECT_MS = 10 * SECOND_MS;
const RECONNECT_MS = SECOND_MS;

/** Publishes messages as devices do, with QoS 1: a lost connection is made again, and what was on its way is sent again. */
export class Publisher {
  readonly #client: MqttClient;

  private constructor(client: MqttClient) {
    this.#client = client;
  }

  /** @throws HeadcountError `unavailable` if the broker cannot be reached, or refuses the user */
  static async connect({ host, port, isSecure, user, password, shown }: BrokerAddress): Promise<Publisher> {
    const secret = password();
    const options = {
      protocol: isSecure ? "mqtts" : "mqtt",
      host,
      port,
      ...(user !== null && { username: user }),
      ...(secret !== null && { password: secret }),
      connectTimeout: CONNECT_MS,
      reconnectPeriod: RECONNECT_MS,
      // The library's own log has the password.
      log: () => {},
    } as const;
    try {
      const client = await mqtt.connectAsync(`${options.protocol}://${shown}`, options, false);
      // The client tries again by itself.
      return new Publisher(client.on("error", () => {}));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new HeadcountError("unavailable", `cannot reach the broker ${shown}: ${reason}`, {
        cause: error,
      });
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
