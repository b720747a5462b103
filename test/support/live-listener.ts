import { once } from "node:events";
import { WebSocket } from "ws";
import { ask, type Served } from "./live-api.ts";
import type { SocketMessage } from "./sockets.ts";
import { moment } from "./waiting.ts";

/** A websocket client that comes back after each loss, and asks for what it has missed. */
export class LiveListener {
  /** The received events, as `event space direction`. */
  readonly received = new Set<string>();
  #after: bigint;
  #isOver = false;
  #socket: WebSocket | null = null;

  /** @param after an event that it knows of: it wants all after it */
  constructor(after: bigint) {
    this.#after = after;
  }

  /** Listens until `stop`. */
  async listen(server: Served): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.#listenOnce(server);
      } catch {
        await moment(20);
      }
    }
  }

  stop(): void {
    this.#isOver = true;
    this.#socket?.terminate();
  }

  async #listenOnce(server: Served): Promise<void> {
    const answer = await ask(await server.address(), "/v2/sockets/", { text: "" });
    const { url } = JSON.parse(answer.text) as { url: string };
    if (this.#isOver) return;
    // Of several servers any one takes the code.
    const { host } = new URL(await server.address());
    const elsewhere = Object.assign(new URL(url), { host });
    const socket = new WebSocket(`${elsewhere}&after=evt_${this.#after}`);
    this.#socket = socket;
    socket.on("error", () => {});
    socket.on("message", (data) => this.#take(JSON.parse(String(data)) as SocketMessage));
    await once(socket, "close");
  }

  #take({ payload: { event_id, space_id, direction } }: SocketMessage): void {
    if (event_id === null) return;
    const id = BigInt(event_id.slice("evt_".length));
    if (id > this.#after) this.#after = id;
    this.received.add(`${event_id} ${space_id} ${direction}`);
  }
}
