import { Pool } from "undici";
import type { Target } from "../served.ts";

/** The number of reporting sensors of the site, from S1 on. */
const SENSORS = 1_500;

/** Posts single events with unique timestamps to a server. */
export class Poster {
  readonly #pool: Pool;
  readonly #headers: Readonly<Record<string, string>>;
  #made = 0;
  #lastTimestamp = 0;

  constructor({ origin, token }: Target, connections: number) {
    this.#pool = new Pool(origin, { connections, pipelining: 1 });
    this.#headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  }

  /** The timestamp for the next event, in the format of messages and webhook calls. */
  nextTimestamp(): string {
    this.#lastTimestamp = Math.max(this.#lastTimestamp + 1, Date.now());
    return new Date(this.#lastTimestamp).toISOString();
  }

  /** Posts an event of the next sensor, and waits until it is acknowledged. */
  async post(timestamp: string): Promise<void> {
    const number = this.#made++;
    const sensor = (number % SENSORS) + 1;
    const trajectory = Math.floor(number / SENSORS) % 2 === 0 ? 1 : -1;
    const { statusCode, body } = await this.#pool.request({
      path: "/v2/sensor_events/",
      method: "POST",
      headers: this.#headers,
      body: JSON.stringify([{ sensor_serial_number: `S${sensor}`, timestamp, trajectory }]),
    });
    const text = await body.text();
    if (statusCode !== 200)
      throw new Error(`the server answered an event with ${statusCode}: ${text.slice(0, 200)}`);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
