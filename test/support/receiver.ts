import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { OutgoingCall } from "../../src/engine/deliveries/delivery-runtime.ts";
import { HttpSender, type SenderOptions } from "../../src/outbound/webhook-sender.ts";

/** The calls of a receiver. */
export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhook calls on loopback. */
export interface Receiver {
  readonly address: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** The connections that are open. */
  readonly sockets: ReadonlySet<Socket>;
  /** How many connections there have been. */
  connections(): number;
}

/** The secret of every call in these tests. */
export const SECRET = `whsec_${Buffer.from("a secret of twenty-four bytes").toString("base64")}`;

export const TIMEOUTS = { connect: 1_000, whole: 5_000 };

/** Starts a receiver that takes a whole request, then answers it in its own way. */
export async function receiverThat(
  answer: (response: ServerResponse, request: Received, index: number) => void,
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      const { method, url, headers } = request;
      const whole = { method, url, headers, body };
      received.push(whole);
      answer(response, whole, received.length - 1);
    });
  });
  return { ...(await listening(server)), received };
}

/** Starts a receiver that answers 204 to everything. */
export function willingReceiver(): Promise<Receiver> {
  return receiverThat((response) => response.writeHead(204).end());
}

/** Starts a server that speaks no HTTP unless it is made to. */
export async function socketServerThat(accept: (socket: Socket) => void): Promise<Receiver> {
  return { ...(await listening(createSocketServer(accept))), received: [] };
}

async function listening(server: Server): Promise<Omit<Receiver, "received">> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, port, sockets, connections: () => connections };
}

/** A sender that closes when the test has finished, and may call loopback by default. */
export function testSender(options: Partial<SenderOptions> = {}) {
  const sender = new HttpSender({
    release: "1.2.3",
    clock: { now: () => Date.now() },
    privateAdvice: null,
    timeouts: TIMEOUTS,
    ...options,
  });
  onTestFinished(() => sender.close());
  return sender;
}

/** A call to an address. */
export function callTo(endpoint: string, fields: Partial<OutgoingCall> = {}): OutgoingCall {
  const body = JSON.stringify({ space_id: "spc_1", count: 3 });
  return { id: "msg_1", endpoint, headers: {}, secret: SECRET, body, sequence: 7, ...fields };
}
