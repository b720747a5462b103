import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { moment, until } from "./waiting.ts";

/**
 * What a link does instead of passing bytes. `cut`: it resets connections, and accepts no others. `stalled`: it holds
 * the bytes of both ways back, and passes them later. The others lose the bytes of one way.
 */
export type LinkFault = "cut" | "stalled" | "requests lost" | "answers lost";

/** What the `append` statement of a node begins with, in the extended protocol: an unnamed portal of it. */
const APPEND = "\0append\0";

/** How long a server has for a request whose answer is lost, in ms. */
const CARRIED_OUT_MS = 50;

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** Whether its answers are lost until it is reset. */
  isDeaf: boolean;
}

/** A TCP proxy in front of a server on loopback, which can fail as a network does. It ends with the test. */
export class TcpLink {
  readonly port: number;
  readonly #target: number;
  readonly #pairs = new Set<Pair>();
  /** How many connections there have been. */
  connections = 0;
  #fault: LinkFault | null = null;
  /** Called when an append has been passed whose answer is to be lost. */
  #onAppend: (() => void) | null = null;

  private constructor(port: number, target: number) {
    this.port = port;
    this.#target = target;
  }

  /** Opens a link to a port. */
  static async to(target: number): Promise<TcpLink> {
    const listener = createServer({ allowHalfOpen: true }, (client) => link.#accept(client));
    await once(listener.listen(0, "127.0.0.1"), "listening");
    const link = new TcpLink((listener.address() as AddressInfo).port, target);
    onTestFinished(() => {
      listener.close();
      link.#reset();
    });
    return link;
  }

  /** Lets the link fail. */
  fail(fault: LinkFault): void {
    this.#fault = fault;
    if (fault === "cut") this.#reset();
    if (fault === "stalled")
      for (const { client, server } of this.#pairs) for (const side of [client, server]) side.pause();
  }

  /** Ends the failure. Bytes that were held back are passed now; connections that have lost bytes are reset. */
  heal(): void {
    const isWhole = this.#fault === "stalled";
    this.#fault = null;
    if (!isWhole) this.#reset();
    for (const { client, server } of this.#pairs) for (const side of [client, server]) side.resume();
  }

  /** Passes the next append, loses its answer, and resets its connection. */
  async loseAnswerOfAppend(): Promise<void> {
    let isPassed = false;
    this.#onAppend = () => {
      isPassed = true;
    };
    await until(() => isPassed);
    await moment(CARRIED_OUT_MS);
    for (const pair of this.#pairs) if (pair.isDeaf) this.#resetPair(pair);
  }

  #accept(client: Socket): void {
    this.connections++;
    if (this.#fault === "cut") {
      client.resetAndDestroy();
      return;
    }
    const server = connect({ port: this.#target, host: "127.0.0.1", allowHalfOpen: true });
    const pair: Pair = { client, server, isDeaf: false };
    this.#pairs.add(pair);
    this.#pass(pair, client, server, (bytes) => {
      if (this.#onAppend !== null && bytes.includes(APPEND)) {
        pair.isDeaf = true;
        this.#onAppend();
        this.#onAppend = null;
      }
      return this.#fault === "requests lost";
    });
    this.#pass(pair, server, client, () => pair.isDeaf || this.#fault === "answers lost");
    if (this.#fault === "stalled") for (const side of [client, server]) side.pause();
  }

  /** @param isLost whether bytes are lost on the way */
  #pass(pair: Pair, from: Socket, to: Socket, isLost: (bytes: Buffer) => boolean): void {
    from.on("data", (bytes: Buffer) => {
      if (!isLost(bytes)) to.write(bytes);
    });
    from.on("end", () => {
      if (!isLost(Buffer.alloc(0))) to.end();
    });
    from.on("error", () => undefined);
    from.on("close", (hasFailed) => {
      // While a way is broken, the other side does not hear of the end.
      if (this.#fault === null && (hasFailed || from.errored !== null)) this.#resetPair(pair);
      if (pair.client.closed && pair.server.closed) this.#pairs.delete(pair);
    });
  }

  #reset(): void {
    for (const pair of this.#pairs) this.#resetPair(pair);
  }

  #resetPair({ client, server }: Pair): void {
    for (const side of [client, server]) if (!side.destroyed) side.resetAndDestroy();
  }
}
