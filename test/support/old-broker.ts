import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { generate, type ISubscribePacket, type Packet, parser } from "mqtt-packet";
import { onTestFinished } from "vitest";

/** What a broker that does not know MQTT 5 does with a client of it. */
type Refusal = "says so" | "closes";

/** A broker that speaks MQTT 3.1.1 alone: it accepts every client and subscription. It ends with the test. */
export class OldBroker {
  readonly port: number;
  /** The versions that clients have asked for, by their numbers in MQTT. */
  readonly versions: number[] = [];
  readonly filters: string[] = [];
  readonly acknowledged: number[] = [];
  #client: Socket | null = null;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(refusal: Refusal): Promise<OldBroker> {
    const sockets = new Set<Socket>();
    const listener = createServer((socket) => {
      sockets.add(socket);
      broker.#accept(socket, refusal);
    });
    await once(listener.listen(0, "127.0.0.1"), "listening");
    const broker = new OldBroker((listener.address() as AddressInfo).port);
    onTestFinished(() => {
      listener.close();
      for (const socket of sockets) socket.destroy();
    });
    return broker;
  }

  #accept(socket: Socket, refusal: Refusal): void {
    const reader = parser();
    reader.on("packet", (packet: Packet) => this.#answer(socket, packet, refusal));
    socket.on("data", (bytes) => reader.parse(bytes)).on("error", () => {});
  }

  #answer(socket: Socket, packet: Packet, refusal: Refusal): void {
    if (packet.cmd === "connect") {
      const version = packet.protocolVersion ?? 0;
      this.versions.push(version);
      if (version === 4) {
        this.#client = socket;
        socket.write(generate({ cmd: "connack", returnCode: 0, sessionPresent: false }));
      } else if (refusal === "closes") socket.end();
      else socket.end(generate({ cmd: "connack", returnCode: 1, sessionPresent: false }));
    }
    if (packet.cmd === "subscribe") this.#subscribe(socket, packet);
    if (packet.cmd === "puback") this.acknowledged.push(packet.messageId ?? 0);
  }

  #subscribe(socket: Socket, { subscriptions, messageId = 0 }: ISubscribePacket): void {
    this.filters.push(...subscriptions.map(({ topic }) => topic));
    socket.write(generate({ cmd: "suback", messageId, granted: subscriptions.map(() => 1) }));
  }

  /** Sends a message to the client. */
  publish(messageId: number, topic: string, payload: string): void {
    const flags = { qos: 1, dup: false, retain: false } as const;
    this.#client?.write(generate({ cmd: "publish", messageId, topic, payload, ...flags }));
  }
}
