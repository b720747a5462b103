import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { listen } from "../../src/http/connections/listen.ts";
import { hold } from "../support/engine.ts";
import { type ApiOptions, testApi } from "../support/http.ts";
import { Client, head, POST, UNFINISHED_BODY } from "../support/raw-client.ts";
import { open, refusal, socketUrl } from "../support/sockets.ts";

/** Linux has all of 127.0.0.0/8; elsewhere there is IPv6. */
const [FIRST, SECOND] = process.platform === "linux" ? ["127.0.0.1", "127.0.0.2"] : ["127.0.0.1", "::1"];
const LISTED = `${head("GET", "/v2/spaces/", "Connection: close")}\r\n\r\n`;

/** The API on `localhost`, which has two addresses. */
async function servedTwice(bounds: ApiOptions["connections"]) {
  const api = await testApi({ connections: { checkMs: 20, ...bounds } });
  const { port } = await listen(api.app, { host: "localhost", port: 0 }, async () => [FIRST, SECOND]);
  const addresses = [FIRST, SECOND].map(
    (host) => `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
  );
  const clients = addresses.map((address) => () => {
    const made = new Client(address);
    onTestFinished(() => void made.socket.destroy());
    return made;
  });
  const [address = "", other = ""] = addresses;
  const [first, second] = clients as [() => Client, () => Client];
  return { api, address, other, first, second };
}

/** Sends something, and gives back all that comes until the connection is closed. */
async function exchange(client: Client, sent: string): Promise<Client> {
  client.socket.write(sent);
  await client.closed;
  return client;
}

it("both addresses are served, websockets and offers of other protocols, too", async () => {
  const { api, address, other, first, second } = await servedTwice({});
  for (const client of [first, second]) {
    expect((await exchange(client(), LISTED)).status).toBe(200);
    const offering = client();
    offering.socket.write(LISTED.replace("close", "Upgrade\r\nUpgrade: h2c"));
    await expect.poll(() => offering.status).toBe(200);
    const wrong = await exchange(client(), "NOT HTTP\r\n\r\n");
    expect(wrong.status).toBe(400);
    expect(wrong.received).toContain("application/problem+json");
  }
  for (const each of [address, other]) await open(await socketUrl(api, each));
  expect(await refusal(`${other.replace("http", "ws")}/v2/?code=none`)).toMatchObject({ status: 403 });
});

it("the number of connections is bounded for both addresses together", async () => {
  const { first, second } = await servedTwice({ total: 4, perAddress: 4 });
  const idle = [first(), first(), second(), second()];
  await Promise.all(idle.map(({ socket }) => new Promise((resolve) => socket.once("connect", resolve))));
  for (const client of [first, second])
    await expect.poll(async () => (await exchange(client(), LISTED)).status).toBe(503);
  idle[0]?.socket.destroy();
  for (const client of [first, second])
    await expect.poll(async () => (await exchange(client(), LISTED)).status).toBe(200);
});

it("requests that do not arrive are cut at both addresses", async () => {
  const { first, second } = await servedTwice({ headersMs: 200, bodyWindowMs: 200, bodyWindowBytes: 1_000 });
  for (const client of [first, second]) {
    expect((await exchange(client(), "GET / HTTP/1.1\r\nX: ")).status).toBe(408);
    expect((await exchange(client(), UNFINISHED_BODY)).status).toBe(408);
  }
});

it("answers that the client does not read are cut off at both addresses", async () => {
  const { first, second } = await servedTwice({ answerStallMs: 200 });
  for (const lazy of [first(), second()]) {
    lazy.socket.pause();
    lazy.socket.write(`${head("GET", "/v2/openapi.json")}\r\n\r\n`.repeat(2_000));
    // Nothing is read; that the server has gone is seen by writing.
    const writing = setInterval(() => lazy.socket.write(" "), 50);
    await lazy.closed;
    clearInterval(writing);
    expect(lazy.received).toBe("");
  }
});

it("a server that closes waits for the requests at both addresses, and cuts idle connections", async () => {
  const { api, second } = await servedTwice({});
  const { letGo } = hold(api.context);
  const [idle, asking] = [second(), second()];
  asking.socket.write(`${POST}\r\nConnection: close\r\nContent-Length: 15\r\n\r\n{"name":"Hall"}`);
  idle.socket.write(LISTED.replace("close", "keep-alive"));
  await expect.poll(() => idle.status).toBe(200);
  expect((await exchange(second(), LISTED)).status).toBe(200);
  let isClosed = false;
  const closing = api.app.close().then(() => {
    isClosed = true;
  });
  await idle.closed;
  await expect.poll(async () => (await exchange(second(), LISTED)).received).toBe("");
  expect(isClosed).toBe(false);
  letGo();
  await closing;
  await asking.closed;
  expect(asking.status).toBe(201);
});

it("an address that another program has is an error; one that the machine does not have is none", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, SECOND, resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as { port: number };
  const api = await testApi();
  const both = async () => [FIRST, SECOND];
  await expect(listen(api.app, { host: "localhost", port }, both)).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
  const other = await testApi();
  const { address } = await listen(other.app, { host: "localhost", port: 0 }, async () => [
    FIRST,
    "192.0.2.1",
  ]);
  expect(address).toBe(FIRST);
});
