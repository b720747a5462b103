import { createServer, type IncomingHttpHeaders, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What a request looks like to a proxy's configuration, as far as it asks. */
type Variables = Readonly<Record<string, string>>;

/** The headers that an nginx configuration sets on the way to the server: name and value, with variables in it. */
export function headersSetBy(configuration: string): [name: string, value: string][] {
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

/** The headers that the server gets of a request: nginx leaves the hop's own out, then sets what it is told to. */
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
export async function proxyLike(configuration: string, upstream: string): Promise<string> {
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
