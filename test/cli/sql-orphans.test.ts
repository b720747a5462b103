import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { must } from "../../src/domain/errors.ts";
import { headcount, launchHeadcount, temporaryFolder } from "../support/headcount.ts";
import { DEAF, ENDLESS, isAlive, isBusy } from "../support/served-sql.ts";
import { moment } from "../support/waiting.ts";

/** How long after its server a process may end, in ms. */
const END_MS_MAX = 5_000;

/** Elsewhere no list of a process's children is to be had. */
const IS_LINUX = process.platform === "linux";

/** A server with a token, on a directory of its own. */
async function setUp() {
  const directory = join(temporaryFolder(), "data");
  mkdirSync(directory);
  const args = ["--data-dir", directory, "--name", "test", "--scopes", "sql", "--rate", "none"];
  const token = (await headcount(["token", "create", ...args])).stdout.trim();
  const serve = async () => {
    const server = launchHeadcount(["serve", "--data-dir", directory, "--port", "0"]);
    const address = await server.address;
    const ask = (query: string) =>
      fetch(`${address}/v2/sql`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ query }),
      }).then(
        async (response) => ({ status: response.status, text: await response.text() }),
        () => null,
      );
    return { ...server, ask };
  };
  return serve;
}

/** The processes that a process has started, as Linux lists them. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map(Number);
}

async function childOf(pid: number): Promise<number> {
  return vi.waitUntil(() => childrenOf(pid)[0], { timeout: 60_000, interval: 1 });
}

async function expectEnd(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid), { timeout: END_MS_MAX, interval: 5 }).toBe(false);
}

describe.skipIf(!IS_LINUX)(
  "if the server is killed, the process of its SQL ends",
  {
    timeout: 60_000,
  },
  () => {
    it("while it has nothing to do, and the next server has SQL", async () => {
      const serve = await setUp();
      const server = await serve();
      expect(await server.ask("SELECT 1")).toMatchObject({ status: 200 });
      const child = await childOf(must(server.child.pid, "server"));
      await server.stop("SIGKILL");
      const next = await serve();
      expect(await next.ask("SELECT 1")).toMatchObject({ status: 200 });
      await expectEnd(child);
    });

    it.each([
      ["endless", ENDLESS],
      ["that does not stop", DEAF],
    ])("while DuckDB is busy with a query %s", async (_what, query) => {
      const server = await (await setUp())();
      expect(await server.ask("SELECT 1")).toMatchObject({ status: 200 });
      const child = await childOf(must(server.child.pid, "server"));
      const running = server.ask(query);
      await isBusy(child);
      await server.stop("SIGKILL");
      await expectEnd(child);
      expect(await running).toBeNull();
    });

    it.each([0, 20, 60, 120, 200, 300])("%s ms after its start", async (ms) => {
      const server = await (await setUp())();
      const running = server.ask("SELECT 1");
      const child = await childOf(must(server.child.pid, "server"));
      await moment(ms);
      await server.stop("SIGKILL");
      await expectEnd(child);
      await running;
    });
  },
);
