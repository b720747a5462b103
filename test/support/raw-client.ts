import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { ADMIN, type ApiOptions, type TestApi, testApi } from "./http.ts";

/** A connection with all that has come back on it. */
export class Client {
  readonly socket: Socket;
  /** Resolves when the server has closed it. */
  readonly closed: Promise<unknown>;
  /** A character for each byte. */
  received = "";

  constructor(address: string) {
    const { hostname, port } = new URL(address);
    this.socket = connect(Number(port), hostname.replace(/[[\]]/g, ""));
    this.socket
      .on("error", () => {})
      .on("data", (part: Buffer) => {
        this.received += part.toString("latin1");
      });
    this.closed = new Promise((resolve) => this.socket.once("close", resolve));
  }

  /** Sends bytes, and once more after each interval, in ms. */
  drip(first: string, byte: string, everyMs: number): this {
    this.socket.write(first);
    const timer = setInterval(() => this.socket.write(byte), everyMs);
    this.socket.once("close", () => clearInterval(timer));
    return this;
  }

  get status(): number {
    return Number(this.received.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
  }
}

/** The first lines of a request of the token with all scopes, without the empty one. */
export const head = (method: string, path: string, ...more: readonly string[]) =>
  [`${method} ${path} HTTP/1.1`, "Host: x", `Authorization: Bearer ${ADMIN}`, ...more].join("\r\n");
/** A space that is made, up to the length of the body. */
export const POST = head("POST", "/v2/spaces/", "Content-Type: application/json");
export const UNFINISHED_BODY = `${POST}\r\nContent-Length: 100000\r\n\r\n{`;

/** The API over real sockets, with clients that go when the test has finished. */
export async function servedRaw(bounds: ApiOptions["connections"], options: ApiOptions = {}) {
  const api = await testApi({ ...options, connections: { checkMs: 20, ...bounds } });
  const address = await api.listen();
  const client = () => {
    const made = new Client(address);
    onTestFinished(() => void made.socket.destroy());
    return made;
  };
  return { api, address, client };
}

/** Asks on its own connection. */
export async function ask(client: () => Client, path: string): Promise<Client> {
  const asking = client();
  asking.socket.write(`${head("GET", path, "Connection: close")}\r\n\r\n`);
  await asking.closed;
  return asking;
}

/** Opens a number of connections that send nothing, once the server has them. */
export async function openIdle(api: TestApi, client: () => Client, count: number): Promise<Client[]> {
  const accepted = new Promise<void>((resolve) => {
    let left = count;
    const note = () => {
      if (--left > 0) return;
      api.app.server.off("connection", note);
      resolve();
    };
    if (count === 0) resolve();
    else api.app.server.on("connection", note);
  });
  const clients = Array.from({ length: count }, client);
  await accepted;
  return clients;
}
