import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** What happens to a POST: it is forwarded, also if its answer is lost then, or it has been treated already. */
type Treatment = "forward" | "lose the answer" | "treated";

/**
 * A server that forwards requests to another, and treats some POSTs in its own way. It ends with the test.
 *
 * @param treat called with the number of each POST, from 0
 * @returns its address, and the number of POSTs so far
 */
export async function forwardingServer(
  target: string,
  treat: (post: number, request: IncomingMessage, response: ServerResponse) => Treatment,
): Promise<{ readonly address: string; readonly posts: () => number }> {
  let posts = 0;
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const { method = "GET", url, headers } = request;
    const treatment = method === "POST" ? treat(posts++, request, response) : "forward";
    if (treatment === "treated") return;
    const { authorization = "", "content-type": type = "application/json" } = headers;
    const init = { method, headers: { authorization, "content-type": type } };
    const answer = await fetch(`${target}${url}`, method === "POST" ? { ...init, body } : init);
    const text = await answer.text();
    if (treatment === "lose the answer") request.socket.destroy();
    else response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  };
  const server = createServer((request, response) => {
    forward(request, response).catch(() => request.socket.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, posts: () => posts };
}
