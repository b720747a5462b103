import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** What a stand-in answers: the status of HTTP, and the body. */
type Answer = readonly [status: number, body: string];

/** Starts a server that gives one answer to all requests, until the test has finished. @returns its port */
export function startStandIn(...answer: Answer): Promise<number> {
  return startAnswering(() => answer);
}

/** As `startStandIn`, with an answer to each statement. */
export async function startAnswering(answerTo: (statement: string) => Answer): Promise<number> {
  const server = createServer(async (request, response) => {
    const [status, body] = answerTo(await text(request));
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  return (server.address() as { readonly port: number }).port;
}
