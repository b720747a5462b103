import { createServer } from "node:http";
import { onTestFinished } from "vitest";

/** Starts a server that gives one answer to all requests, until the test has finished. @returns its port */
export async function startStandIn(status: number, body: string): Promise<number> {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  return (server.address() as { readonly port: number }).port;
}
