import { lookup } from "node:dns/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import type { App } from "../types.ts";

/** The addresses of a host name, the preferred first. */
type Resolve = (host: string) => Promise<readonly string[]>;

/** The system's errors for an address that the machine does not have, as often with IPv6. */
const NO_SUCH_ADDRESS = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT", "EINVAL"]);

/**
 * Listens until the app is closed: on all addresses of `localhost`, often 127.0.0.1 and ::1, or on one address.
 * Fastify would create a second server for each further address, without the limits on connections; here, all
 * connections belong to the app's one server.
 *
 * @returns the address of that server
 * @throws the system's error if it cannot listen on one of the addresses
 */
export async function listen(
  app: App,
  { host, port }: { readonly host: string; readonly port: number },
  resolve: Resolve = addressesOf,
): Promise<AddressInfo> {
  const [first = host, ...others] = host === "localhost" ? await resolve(host) : [host];
  const further: Server[] = [];
  const closing: Promise<void>[] = [];
  app.addHook("preClose", async () => {
    for (const server of further) closing.push(new Promise((closed) => server.close(() => closed())));
  });
  // Its connections end with those of the app's server.
  app.addHook("onClose", async () => void (await Promise.all(closing)));
  await app.listen({ host: first, port });
  const own = app.server.address() as AddressInfo;
  for (const address of others) {
    const server = await listenFor(app, address, own.port);
    if (server !== null) further.push(server);
  }
  return own;
}

async function addressesOf(host: string): Promise<string[]> {
  const addresses = await lookup(host, { all: true });
  return [...new Set(addresses.map(({ address }) => address))];
}

/** Passes the connections of an address to the app's server; null if the machine does not have the address. */
async function listenFor(app: App, host: string, port: number): Promise<Server | null> {
  // As HTTP servers are.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit("connection", socket),
  );
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen({ host, port }, resolve);
    });
    return server;
  } catch (error) {
    if (NO_SUCH_ADDRESS.has((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
