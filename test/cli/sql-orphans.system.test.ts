import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { must } from "../../src/domain/errors.ts";
import { launchHeadcount, temporaryFolder } from "../support/headcount.ts";
import { LIVE_TOKEN } from "../support/live-api.ts";
import { DEAF, ENDLESS, isAlive, isBusy } from "../support/served-sql.ts";
import { moment } from "../support/waiting.ts";

/** How long after its server a process may end, in ms. */
const END_MS_MAX = 5_000;

/** Other systems have no list of the children of a process. */
const IS_LINUX = process.platform === "linux";

/** A server, queries to it, and the process that it starts for them. */
async function serve(directory = join(temporaryFolder(), "data")) {
  const args = ["serve", "--data-dir", directory, "--port", "0", "--rate-limit", "none"];
  const server = launchHeadcount(args, { HEADCOUNT_TOKEN: LIVE_TOKEN });
  const address = await server.address;
  const path = `/proc/${must(server.child.pid, "server")}/task/${server.child.pid}/children`;
  const firstChild = () => Number(readFileSync(path, "utf8").trim().split(/\s+/)[0]);
  return {
    ...server,
    query: (query: string, signal: AbortSignal | null = null) => {
      const headers = { authorization: `Bearer ${LIVE_TOKEN}`, "content-type": "application/json" };
      const request = { method: "POST", headers, body: JSON.stringify({ query }), signal };
      return fetch(`${address}/v2/sql`, request).catch(() => null);
    },
    child: () => vi.waitUntil(firstChild, { timeout: 180_000, interval: 1 }),
  };
}

async function expectEnd(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid), { timeout: END_MS_MAX, interval: 5 }).toBe(false);
}

/** Ends a server by a signal while DuckDB is busy with a query. */
async function endsWhileBusy(
  server: Awaited<ReturnType<typeof serve>>,
  signal: NodeJS.Signals,
  query: string,
): Promise<void> {
  expect(await server.query("SELECT 1")).toMatchObject({ status: 200 });
  const child = await server.child();
  const giving = new AbortController();
  const running = server.query(query, giving.signal);
  await isBusy(child);
  const ended = server.stop(signal);
  // The server would cut the connection itself, after it has computed for seconds.
  giving.abort();
  await ended;
  await expectEnd(child);
  await running;
}

describe.skipIf(!IS_LINUX)("if the server ends, the process of its SQL ends", () => {
  it("by SIGKILL while it has nothing to do, and by SIGTERM while the next server's DuckDB is busy", async () => {
    const directory = join(temporaryFolder(), "data");
    const server = await serve(directory);
    expect(await server.query("SELECT 1")).toMatchObject({ status: 200 });
    const child = await server.child();
    await server.stop("SIGKILL");
    await endsWhileBusy(await serve(directory), "SIGTERM", ENDLESS);
    await expectEnd(child);
  });

  it("by SIGKILL while DuckDB is busy with a query that does not stop", async () => {
    await endsWhileBusy(await serve(), "SIGKILL", DEAF);
  });

  it.each([0, 60, 200])("by SIGKILL %s ms after its start", async (ms) => {
    const server = await serve();
    const running = server.query("SELECT 1");
    const child = await server.child();
    await moment(ms);
    await server.stop("SIGKILL");
    await expectEnd(child);
    await running;
  });
});
