import { lookup } from "node:dns/promises";
import type { AddressInfo } from "node:net";
import { HeadcountError } from "../domain/errors.ts";
import type { buildStartingApp } from "../http/starting-app.ts";
import type { SettingsOf } from "./settings.ts";

type Listening = Pick<ReturnType<typeof buildStartingApp>, "listen" | "server">;

/** The address that a server listens on. */
export type Listener = Pick<SettingsOf<"serve">, "host" | "port">;

/**
 * Listens on one address, the first of a name.
 *
 * @returns the URL of the server
 * @throws HeadcountError `unavailable` if the port cannot be used
 */
export async function listen(app: Listening, settings: Listener): Promise<string> {
  return listenAt(app, settings).catch((error) => explainListen(settings, error));
}

async function listenAt(app: Listening, { host, port }: Listener): Promise<string> {
  // Fastify would listen on further addresses of `localhost` with servers that the bounds on connections do not cover.
  const first = await lookup(host, { order: "ipv4first" });
  await app.listen({ host: first.address, port });
  const { address, port: chosen, family } = app.server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${chosen}`;
}

function explainListen({ host, port }: Listener, error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  const why =
    code === "EADDRINUSE"
      ? "another program uses that port; choose another --port (0 picks a free one)"
      : message;
  throw new HeadcountError("unavailable", `cannot listen on ${host}:${port}: ${why}`, { cause: error });
}
