import { get, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { SETTINGS } from "../../src/cli/settings.ts";
import { BATCH_BYTES_MAX } from "../../src/domain/limits.ts";
import { PING_MS } from "../../src/http/sockets/open-sockets.ts";
import { ADMIN, type ApiOptions, type Body, type TestApi, testApi } from "../support/http.ts";
import { headersSetBy, proxyLike } from "../support/proxy.ts";
import { readRepository } from "../support/repository.ts";
import { Listener } from "../support/sockets.ts";

const NGINX = readRepository("deploy/nginx.conf");
const CADDY = readRepository("deploy/Caddyfile");

/** The name that clients know the server by. */
const NAME = "counts.example.com";

/** The value of a directive of the nginx configuration. */
const directive = (name: string) => new RegExp(`^\\s*${name} (\\S+);`, "m").exec(NGINX)?.[1];

/** The API with two spaces, behind a proxy; asks through it as clients do. */
async function behindProxy(options: ApiOptions) {
  const api = await testApi(options);
  await api.site();
  await api.create("/v2/spaces/", { name: "Other" });
  const proxy = await proxyLike(NGINX, await api.listen());
  const ask = async (path: string, more: { readonly method?: string; readonly headers?: object } = {}) => {
    const headers = { host: NAME, authorization: `Bearer ${ADMIN}`, ...more.headers };
    const { method = "GET" } = more;
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      get(`${proxy}${path}`, { method, headers }, resolve).on("error", reject),
    );
    return { status: answer.statusCode, body: (await json(answer)) as Body };
  };
  return { api, proxy, ask };
}

/** Opens a websocket where an answered address leads through the proxy, and expects the message of an event. */
async function follow(api: TestApi, proxy: string, address: string): Promise<void> {
  const { pathname, search } = new URL(address);
  const socket = new WebSocket(`${proxy.replace("http", "ws")}${pathname}${search}`, {
    headers: { host: NAME },
  });
  onTestFinished(() => socket.terminate());
  const listener = new Listener(socket);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  await api.report("a 2024-05-10T11:00:00Z 1");
  expect(await listener.events(1)).toHaveLength(1);
}

describe("behind a proxy that speaks TLS", () => {
  it.each([
    ["--trust-proxy", { trustProxy: "127.0.0.1" }],
    ["--public-url", { publicUrl: `https://${NAME}` }],
  ])("links and websocket URLs lead back to it, with %s", async (_flag, options) => {
    const { api, proxy, ask } = await behindProxy(options);
    const list = await ask("/v2/spaces/?page_size=1");
    expect(list.body.next).toBe(`https://${NAME}/v2/spaces/?page_size=1&page=2`);
    const last = await ask("/v2/spaces/?page_size=1&page=2");
    expect(last.body.previous).toBe(`https://${NAME}/v2/spaces/?page_size=1&page=1`);
    const made = await ask("/v2/sockets/", { method: "POST" });
    expect(made.status).toBe(201);
    expect(made.body.url).toMatch(new RegExp(`^wss://${NAME}/v2/\\?code=skc_`));
    await follow(api, proxy, String(made.body.url));
  });

  it("a client cannot forge its address", async () => {
    const { ask } = await behindProxy({ trustProxy: "127.0.0.1", rateLimit: 3 });
    const statuses = [];
    for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]) {
      const headers = { authorization: "Bearer wrong", "x-forwarded-for": address };
      statuses.push((await ask("/v2/spaces/", { headers })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 429]);
  });
});

describe("the recipes for proxies", () => {
  it("accept bodies as large as the server does", () => {
    expect(directive("client_max_body_size")).toBe(`${BATCH_BYTES_MAX / 2 ** 20}m`);
    expect(/max_size (\S+)/.exec(CADDY)?.[1]).toBe(`${BATCH_BYTES_MAX / 2 ** 20}MiB`);
  });

  it("proxy to the default address of the server", () => {
    const address = `${SETTINGS.serve.host.default}:${SETTINGS.serve.port.default}`;
    expect(directive("server")).toBe(address);
    expect(CADDY).toContain(`reverse_proxy {$UPSTREAM:${address}}`);
  });

  it("send Strict-Transport-Security, with errors too", () => {
    const year = "max-age=31536000";
    expect(CADDY).toMatch(new RegExp(`^\\theader Strict-Transport-Security "${year}"$`, "m"));
    expect(NGINX).toMatch(new RegExp(`^    add_header Strict-Transport-Security "${year}" always;$`, "m"));
  });

  it("nginx sets the headers that Caddy sets by default, keeps websockets open, and does not buffer", () => {
    const names = headersSetBy(NGINX).map(([name]) => name);
    const forwarded = [
      "x-forwarded-for",
      "x-forwarded-host",
      "x-forwarded-proto",
      "host",
      "upgrade",
      "connection",
    ];
    expect(names.toSorted()).toEqual(forwarded.toSorted());
    expect(Number.parseInt(directive("proxy_read_timeout") ?? "", 10) * 1_000).toBeGreaterThan(2 * PING_MS);
    expect([directive("proxy_buffering"), directive("proxy_request_buffering")]).toEqual(["off", "off"]);
    expect(directive("proxy_http_version")).toBe("1.1");
  });
});
