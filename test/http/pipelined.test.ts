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

/** When the server has cut another connection on which the same was sent later. */
async function isCut(client: () => Client, sent: string): Promise<void> {
  const later = client();
  later.socket.write(sent);
  await later.closed;
}

describe("an unreadable request is rejected after the answers to earlier requests", () => {
  it("if these are still being worked on", async () => {
    const { api, client } = await servedRaw({});
    const { letGo } = hold(api.context);
    const asking = client();
    asking.socket.write(CREATED + LISTED + GARBAGE);
    await hasRead(client);
    asking.socket.write(GARBAGE);
    await hasRead(client);
    expect(asking.received).toBe("");
    letGo();
    await asking.closed;
    expect(statusesOf(asking)).toEqual([201, 200, 400]);
  });

  it("if these are on their way to a client that reads slowly", async () => {
    const { client } = await servedRaw({});
    const asking = client();
    asking.socket.pause();
    asking.socket.write(`${DESCRIBED.repeat(100)}${GARBAGE}`);
    await hasRead(client);
    asking.socket.resume();
    await asking.closed;
    expect(statusesOf(asking)).toEqual([...Array.from({ length: 100 }, () => 200), 400]);
  });

  it("if one of them closes the connection: then it is not answered", async () => {
    const { api, client } = await servedRaw({});
    const { letGo } = hold(api.context);
    const asking = client();
    asking.socket.write(`${CREATED.replace("\r\n", "\r\nConnection: close\r\n")}${GARBAGE}`);
    await hasRead(client);
    letGo();
    await asking.closed;
    expect(statusesOf(asking)).toEqual([201]);
  });
});

it.each([
  ["headers", { headersMs: 100 }, "GET /v2/spaces/ HTTP/1.1\r\nHost: "],
  ["bodies", { bodyWindowMs: 100, bodyWindowBytes: 1_000 }, UNFINISHED_BODY],
])(
  "%s that are too slow are rejected after the answers to earlier requests",
  async (_, bounds, unfinished) => {
    const { api, client } = await servedRaw(bounds);
    const { letGo } = hold(api.context);
    const asking = client();
    asking.socket.write(CREATED + unfinished);
    await isCut(client, unfinished);
    expect(asking.received).toBe("");
    letGo();
    await asking.closed;
    expect(statusesOf(asking)).toEqual([201, 408]);
  },
);
