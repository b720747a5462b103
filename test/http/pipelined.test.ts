import { describe, expect, it } from "vitest";
import { hold } from "../support/engine.ts";
import { ask, type Client, head, POST, servedRaw, UNFINISHED_BODY } from "../support/raw-client.ts";

const GARBAGE = "NOT HTTP\r\n\r\n";
const CREATED = `${POST}\r\nContent-Length: 15\r\n\r\n{"name":"Hall"}`;
const LISTED = `${head("GET", "/v2/spaces/")}\r\n\r\n`;
const DESCRIBED = `${head("GET", "/v2/openapi.json")}\r\n\r\n`;

/** The statuses of all answers on a connection; each must be whole. */
function statusesOf({ received }: Client): number[] {
  const statuses: number[] = [];
  for (let at = 0; at < received.length; ) {
    const end = received.indexOf("\r\n\r\n", at) + 4;
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(received.slice(at, end)) ?? [];
    const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(received.slice(at, end)) ?? [];
    expect({ status, length }, received.slice(at, at + 500)).toEqual({
      status: expect.any(String),
      length: expect.any(String),
    });
    statuses.push(Number(status));
    at = end + Number(length);
    expect(at).toBeLessThanOrEqual(received.length);
  }
  return statuses;
}

/** When the server has read what was sent before: it answers a later request on another connection, twice. */
async function hasRead(client: () => Client): Promise<void> {
  for (let time = 0; time < 2; time++) await ask(client, "/healthz");
}

describe("an unreadable request after others", () => {
  it("is rejected after their answers", async () => {
    const { client } = await servedRaw({});
    const asking = client();
    asking.socket.write(LISTED + LISTED);
    await expect.poll(() => statusesOf(asking)).toEqual([200, 200]);
    asking.socket.write(GARBAGE);
    await asking.closed;
    expect(statusesOf(asking)).toEqual([200, 200, 400]);
  });

  it.each([
    ["unreadable", GARBAGE],
    ["slow headers", "GET /v2/spaces/ HTTP/1.1\r\nHost: "],
    ["a slow body", UNFINISHED_BODY],
  ])("closes the connection while one of them is unanswered: %s", async (_, unread) => {
    const { api, client } = await servedRaw({ headersMs: 100, requestMs: 100 });
    const { letGo } = hold(api.context);
    const asking = client();
    asking.socket.write(CREATED + unread);
    await asking.closed;
    // No answer could pass for that of the first request.
    expect(asking.received).toBe("");
    letGo();
    await expect.poll(() => api.context.catalog.spaces.all().length).toBe(1);
  });

  it("does not break off an answer that is on its way", async () => {
    const { client } = await servedRaw({});
    const asking = client();
    asking.socket.pause();
    asking.socket.write(`${DESCRIBED.repeat(100)}${GARBAGE}`);
    await hasRead(client);
    asking.socket.resume();
    await asking.closed;
    // No refusal stands within an answer.
    expect(asking.received.match(/^HTTP\/1\.1 (?!200 )/gm) ?? []).toEqual([]);
  });
});
