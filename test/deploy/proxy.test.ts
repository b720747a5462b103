import {
  createServer,
  get,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as send,
} from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { SETTINGS } from "../../src/cli/settings.ts";
import { BATCH_BYTES_MAX } from "../../src/domain/limits.ts";
import { PING_MS } from "../../src/http/sockets/open-sockets.ts";
import { ADMIN, type ApiOptions, type Body, type TestApi, testApi } from "../support/http.ts";
import { readRepository } from "../support/repository.ts";
import { Listener } from "../support/sockets.ts";

/** What a request looks like to a proxy's configuration, as far as it asks. */
type Variables = Readonly<Record<string, string>>;

/** The headers that an nginx configuration sets on the way to the server: name and value, with variables in it. */
function headersSetBy(configuration: string): [name: string, value: string][] {
  return [...configuration.matchAll(/^\s*proxy_set_header (\S+) (\S+);/gm)].map(
    ([, name = "", value = ""]) => [name.toLowerCase(), value],
  );
}

/** What a `map` of an nginx configuration makes of a value. */
function mapped(configuration: string, name: string, value: string): string {
  const [, body = ""] = new RegExp(`^map \\S+ \\$${name} \\{([^}]*)\\}`, "m").exec(configuration) ?? [];
  const cases = [...body.matchAll(/(\S+)\s+(\S+);/g)].map((match) => match.slice(1).map(unquoted));
  const found = cases.find(([from]) => from === value) ?? cases.find(([from]) => from === "default");
  return found?.[1] ?? "";
}

const unquoted = (text: string) => text.replaceAll("'", "");

/** The headers that the server gets of a request: nginx leaves the hop's own out, then sets the configured ones. */
function forwarded(configuration: string, request: IncomingMessage): IncomingHttpHeaders {
  const upgrade = request.headers.upgrade ?? "";
  const variables: Variables = {
    host: request.headers.host ?? "",
    scheme: "https",
    remote_addr: request.socket.remoteAddress ?? "",
    http_upgrade: upgrade,
    headcount_connection: mapped(configuration, "headcount_connection", upgrade),
  };
  const { connection: _connection, upgrade: _upgrade, ...headers } = request.headers;
  for (const [name, value] of headersSetBy(configuration)) {
    const filled = value.replace(/\$(\w+)/g, (whole, variable) => {
      const known = variables[variable];
      if (known === undefined) throw new Error(`${whole} is no variable here`);
      return known;
    });
    if (filled === "") delete headers[name];
    else headers[name] = filled;
  }
  return headers;
}

/**
 * A proxy that does to headers what an nginx configuration says, as if its clients spoke TLS with it. It goes when
 * the test has finished.
 *
 * @returns its address
 */
async function proxyLike(configuration: string, upstream: string): Promise<string> {
  const { hostname, port } = new URL(upstream);
  const pass = (request: IncomingMessage) => {
    const { method, url: path } = request;
    return send({ hostname, port, method, path, headers: forwarded(configuration, request) });
  };
  const server = createServer((request, response) => {
    request.pipe(
      pass(request).on("response", (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  server.on("upgrade", (request, client) => {
    pass(request)
      .on("upgrade", ({ rawHeaders }, socket, head) => {
        const lines = Array.from({ length: rawHeaders.length / 2 }, (_, at) =>
          rawHeaders.slice(2 * at, 2 * at + 2).join(": "),
        );
        client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
        client.write(head);
        for (const [one, other] of [
          [client, socket],
          [socket, client],
        ] as const)
          one
            .on("error", () => other.destroy())
            .on("close", () => other.destroy())
            .pipe(other);
      })
      .on("response", (answer) => client.end(`HTTP/1.1 ${answer.statusCode} Refused\r\n\r\n`))
      .end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

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
