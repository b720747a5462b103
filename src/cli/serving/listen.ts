import { lookup } from "node:dns/promises";
import type { AddressInfo } from "node:net";
import { HeadcountError } from "../../domain/errors.ts";
import type { buildStartingApp } from "../../http/health.ts";
import type { SettingsOf } from "../settings/settings.ts";

type Listening = Pick<ReturnType<typeof buildStartingApp>, "listen" | "server">;

export type Listener = Pick<SettingsOf<"serve">, "host" | "port">;

/**
 * Listens on one address, the first of a name.
 *
 * @returns the URL of the server
 * @throws HeadcountError `unavailable` if the port cannot be used
 */
export async function listen(app: Listening, { host, port }: Listener): Promise<string> {
  try {
    // Fastify would listen on further addresses of `localhost` with servers that the bounds on connections do not cover.
    const first = await lookup(host, { order: "ipv4first" });
    await app.listen({ host: first.address, port });
    const { address, port: chosen, family } = app.server.address() as AddressInfo;
    return `http://${family === "IPv6" ? `[${address}]` : address}:${chosen}`;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const taken = "another program uses that port; choose another --port (0 picks a free one)";
    const why = `cannot listen on ${host}:${port}: ${code === "EADDRINUSE" ? taken : message}`;
    throw new HeadcountError("unavailable", why, { cause: error });
  }
}

/** Says what the server does, in a sentence without its full stop. */
export type Say = (doing: string) => void;

/**
 * Answers requests with 503 and what the server does, while it does what it cannot serve before. A server that gets a
 * free port does not listen yet: its address is not known to clients.
 *
 * @throws HeadcountError `unavailable` if the port cannot be used; what the work throws
 */
export async function whileStarting<T>(listener: Listener, work: (say: Say) => Promise<T>): Promise<T> {
  let doing = "the server is starting";
  const say: Say = (text) => {
    doing = text;
  };
  if (listener.port === 0) return work(say);
  const { buildStartingApp } = await import("../../http/health.ts");
  const app = buildStartingApp(() => doing);
  try {
    await listen(app, listener);
    return await work(say);
  } finally {
    await app.close();
  }
}
