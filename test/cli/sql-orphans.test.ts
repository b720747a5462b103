import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { must } from "../../src/domain/errors.ts";
import { launchHeadcount, temporaryFolder } from "../support/headcount.ts";
import { ask, LIVE_TOKEN } from "../support/live-api.ts";
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
    query: (query: string) => ask(address, "/v2/sql", { text: JSON.stringify({ query }) }).catch(() => null),
    child: () => vi.waitUntil(firstChild, { timeout: 60_000, interval: 1 }),
  };
}

async function expectEnd(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid), { timeout: END_MS_MAX, interval: 5 }).toBe(false);
}

describe.skipIf(!IS_LINUX)("if the server ends, the process of its SQL ends", { timeout: 60_000 }, () => {
  it("by SIGKILL while it has nothing to do, and the next server has SQL", async () => {
    const directory = join(temporaryFolder(), "data");
    const server = await serve(directory);
    expect(await server.query("SELECT 1")).toMatchObject({ status: 200 });
    const child = await server.child();
    await server.stop("SIGKILL");
    const next = await serve(directory);
    expect(await next.query("SELECT 1")).toMatchObject({ status: 200 });
    await expectEnd(child);
  });

  it.each([
    ["SIGKILL", "endless", ENDLESS],
    ["SIGKILL", "that does not stop", DEAF],
    ["SIGTERM", "endless", ENDLESS],
  ] as const)("by %s while DuckDB is busy with a query %s", async (signal, _what, query) => {
    const server = await serve();
    expect(await server.query("SELECT 1")).toMatchObject({ status: 200 });
    const child = await server.child();
    const running = server.query(query);
    await isBusy(child);
    await server.stop(signal);
    await expectEnd(child);
    await running;
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
