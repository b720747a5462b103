import { describe, expect, it } from "vitest";
import { SETTINGS } from "../../src/cli/settings/settings.ts";
import { must } from "../../src/domain/errors.ts";
import { BATCH_BYTES_MAX } from "../../src/domain/limits.ts";
import { PING_MS } from "../../src/http/sockets/open-sockets.ts";
import { ADMIN, type ApiOptions, type Body, testApi } from "../support/http.ts";
import { readRepository } from "../support/repository.ts";

const NGINX = readRepository("deploy/nginx.conf");
const CADDY = readRepository("deploy/Caddyfile");
const CLUSTER_CADDY = readRepository("deploy/cluster.Caddyfile");

/** The name that clients know the server by. */
const NAME = "counts.example.com";

/** The value of a directive of the nginx configuration. */
const directive = (name: string) => new RegExp(`^\\s*${name} (\\S+);`, "m").exec(NGINX)?.[1];

/** The headers that the nginx configuration sets on the way to the server: name and value, with variables in it. */
const HEADERS = [...NGINX.matchAll(/^\s*proxy_set_header (\S+) (\S+);/gm)].map(
  ([, name = "", value = ""]) => [name.toLowerCase(), value] as const,
);

/** The values of the variables of nginx for a request of a client. */
const VARIABLES: Readonly<Record<string, string>> = {
  $host: NAME,
  $scheme: "https",
  $remote_addr: "192.0.2.1",
  $http_upgrade: "",
  $headcount_connection: "",
};

/** The API with two spaces, and requests as nginx forwards them: with its headers in place of the client's. */
async function behindProxy(options: ApiOptions) {
  const api = await testApi(options);
  await api.site();
  await api.create("/v2/spaces/", { name: "Other" });
  const ask = async (
    method: "GET" | "POST",
    path: string,
    ofClient: Readonly<Record<string, string>> = {},
  ) => {
    const ofProxy = HEADERS.map(([name, value]) => [name, must(VARIABLES[value], value)]);
    const filled = Object.fromEntries(ofProxy.filter(([, value]) => value !== ""));
    const headers = { authorization: `Bearer ${ADMIN}`, ...ofClient, ...filled };
    const answer = await api.app.inject({ method, url: path, headers });
    return { status: answer.statusCode, body: answer.json<Body>() };
  };
  return ask;
}

describe("behind a proxy that speaks TLS", () => {
  it.each([
    ["--trust-proxy", { trustProxy: "127.0.0.1" }],
    ["--public-url", { publicUrl: `https://${NAME}` }],
  ])("links and websocket URLs lead back to it, with %s", async (_flag, options) => {
    const ask = await behindProxy(options);
    const list = await ask("GET", "/v2/spaces/?page_size=1");
    expect(list.body.next).toBe(`https://${NAME}/v2/spaces/?page_size=1&page=2`);
    const last = await ask("GET", "/v2/spaces/?page_size=1&page=2");
    expect(last.body.previous).toBe(`https://${NAME}/v2/spaces/?page_size=1&page=1`);
    const made = await ask("POST", "/v2/sockets/");
    expect(made.status).toBe(201);
    expect(made.body.url).toMatch(new RegExp(`^wss://${NAME}/v2/\\?code=skc_`));
  });

  it("a client cannot forge its address", async () => {
    const ask = await behindProxy({ trustProxy: "127.0.0.1", rateLimit: 3 });
    const statuses = [];
    for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]) {
      const headers = { authorization: "Bearer wrong", "x-forwarded-for": address };
      statuses.push((await ask("GET", "/v2/spaces/", headers)).status);
    }
    expect(statuses).toEqual([403, 403, 403, 429]);
  });
});

describe("the recipes for proxies", () => {
  it("accept bodies as large as the server does", () => {
    expect(directive("client_max_body_size")).toBe(`${BATCH_BYTES_MAX / 2 ** 20}m`);
    for (const caddy of [CADDY, CLUSTER_CADDY])
      expect(/max_size (\S+)/.exec(caddy)?.[1]).toBe(`${BATCH_BYTES_MAX / 2 ** 20}MiB`);
  });

  it("proxy to the default address of the server", () => {
    const address = `${SETTINGS.serve.host.default}:${SETTINGS.serve.port.default}`;
    expect(directive("server")).toBe(address);
    expect(CADDY).toContain(`reverse_proxy {$UPSTREAM:${address}}`);
  });

  it("send requests to nodes of a cluster only while these are ready", () => {
    expect(CLUSTER_CADDY).toMatch(/^\treverse_proxy \{\$UPSTREAMS\} \{$/m);
    expect(CLUSTER_CADDY).toMatch(/^\t\thealth_uri \/readyz$/m);
    expect(CLUSTER_CADDY).toMatch(/^\t\thealth_interval 1s$/m);
  });

  it("send Strict-Transport-Security, with errors too", () => {
    const year = "max-age=31536000";
    for (const caddy of [CADDY, CLUSTER_CADDY])
      expect(caddy).toMatch(new RegExp(`^\\theader Strict-Transport-Security "${year}"$`, "m"));
    expect(NGINX).toMatch(new RegExp(`^    add_header Strict-Transport-Security "${year}" always;$`, "m"));
  });

  it("nginx sets the headers that Caddy sets by default, keeps websockets open, and does not buffer", () => {
    expect(HEADERS.map(([name]) => name).toSorted()).toEqual(
      [
        "x-forwarded-for",
        "x-forwarded-host",
        "x-forwarded-proto",
        "host",
        "upgrade",
        "connection",
      ].toSorted(),
    );
    // A request for a websocket keeps its header Connection, others have none.
    expect(NGINX).toMatch(
      /^map \$http_upgrade \$headcount_connection \{\s+default upgrade;\s+''\s+'';\s+\}/m,
    );
    expect(Number.parseInt(directive("proxy_read_timeout") ?? "", 10) * 1_000).toBeGreaterThan(2 * PING_MS);
    expect([directive("proxy_buffering"), directive("proxy_request_buffering")]).toEqual(["off", "off"]);
    expect(directive("proxy_http_version")).toBe("1.1");
  });
});
