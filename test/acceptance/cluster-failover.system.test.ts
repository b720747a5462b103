import { expect, it, onTestFinished } from "vitest";
import { succeed, temporaryFolder } from "../support/headcount.ts";
import { ask, demand, ServedDirectory } from "../support/live-api.ts";
import { useWhileFailing } from "../support/live-chaos.ts";
import { ServedCluster } from "../support/live-cluster.ts";
import { describeWithPostgres, PostgresServer } from "../support/postgres.ts";
import { numbersFrom, SEEDS } from "../support/random.ts";
import { TcpLink } from "../support/tcp-link.ts";
import { moment, until } from "../support/waiting.ts";

/** How long all is let be before the failure and after it, in ms. */
const QUIET_MS = 2_000;

const SPACE = { space_type: "space", daily_reset: null };

interface Servers {
  readonly primary: PostgresServer;
  /** The link of all nodes to it. */
  readonly link: TcpLink;
  /** Another server, which has no data yet. */
  readonly other: PostgresServer;
  readonly cluster: ServedCluster;
}

/** Starts three nodes that know of two servers of PostgreSQL. */
async function startCluster(seed: number): Promise<Servers> {
  const primary = await PostgresServer.start();
  onTestFinished(() => primary.dispose());
  const database = await primary.createDatabase();
  const other = await PostgresServer.inNewFolder();
  onTestFinished(() => other.dispose());
  const link = await TcpLink.to(primary.port);
  const both = database.replace(/(?<=@)[^/]+/, `127.0.0.1:${link.port},127.0.0.1:${other.port}`);
  const cluster = new ServedCluster(temporaryFolder(), {
    databases: [both, both, both],
    below: numbersFrom(seed),
  });
  await cluster.start();
  return { primary, link, other, cluster };
}

async function namesAt(address: string): Promise<string[]> {
  const { results } = await demand<{ results: { name: string }[] }>(address, "/v2/spaces/");
  return results.map(({ name }) => name);
}

/** How a primary is lost without the last records. */
const LOSSES = [
  {
    name: "an asynchronous standby is promoted",
    /** The other server gets what there is now, and no more. */
    keep: async ({ primary, other }: Servers) => {
      await other.copy(primary, { isStandby: true });
      await other.resume();
      const [row] = await primary.query("SELECT pg_current_wal_lsn() AS lsn");
      const hasAll = `SELECT pg_last_wal_replay_lsn() >= '${row?.lsn}'::pg_lsn AS has_all`;
      await until(async () => (await other.query(hasAll))[0]?.has_all === true);
      await other.kill();
    },
    replace: async ({ primary, other }: Servers) => {
      await primary.kill();
      await other.resume();
      await other.query("SELECT pg_promote()");
    },
  },
  {
    name: "PostgreSQL is restored from an older backup",
    keep: ({ primary, other }: Servers) => other.copy(primary, { isStandby: false }),
    replace: async ({ primary, other }: Servers) => {
      await primary.kill();
      await other.resume();
    },
  },
] as const;

describeWithPostgres("a cluster whose primary is lost", () => {
  it(`goes on with the synchronous standby, and loses nothing (seed ${SEEDS[0]})`, async () => {
    const seed = Number(SEEDS[0]);
    const { primary, link, other, cluster } = await startCluster(seed);
    await other.copy(primary, { isStandby: true });
    await other.resume();
    await primary.waitForStandby();
    await useWhileFailing(cluster, seed, async (probes) => {
      await moment(QUIET_MS);
      // Meanwhile no change can be acknowledged.
      await probes.watch("the standby is away", [], async () => {
        await other.kill();
        await moment(2 * QUIET_MS);
        await other.resume();
      });
      await probes.watch("the primary is lost", [], async () => {
        // As a machine does that has gone, it answers nothing, and refuses nothing.
        link.fail("stalled");
        await primary.kill();
        await moment(QUIET_MS);
        await other.query("SELECT pg_promote()");
      });
      await moment(QUIET_MS);
    });
  });

  it.each(LOSSES)(
    "answers 503 where it has records that are lost, and goes on elsewhere, when $name",
    async (loss) => {
      const servers = await startCluster(1);
      const { cluster, primary } = servers;
      const [first, second, behind] = cluster.nodes as [ServedDirectory, ServedDirectory, ServedDirectory];
      const [at, alsoAt, behindAt] = await Promise.all([first.address(), second.address(), behind.address()]);
      await demand(at, "/v2/spaces/", { name: "Kept", ...SPACE });
      expect(await namesAt(behindAt)).toEqual(["Kept"]);
      await loss.keep(servers);
      behind.signal("SIGSTOP");
      for (const name of ["Lost", "Gone"]) await demand(at, "/v2/spaces/", { name, ...SPACE });
      expect(await namesAt(alsoAt)).toEqual(["Kept", "Lost", "Gone"]);
      await loss.replace(servers);
      for (const node of [first, second]) await until(async () => !(await node.isReady()));
      behind.signal("SIGCONT");
      await until(async () => (await ask(behindAt, "/v2/spaces/")).status === 200);
      // The log grows beyond what the others have.
      for (const name of ["New", "Newer", "Newest"])
        await demand(behindAt, "/v2/spaces/", { name, ...SPACE });
      expect(await namesAt(behindAt)).toEqual(["Kept", "New", "Newer", "Newest"]);
      for (const node of [first, second]) {
        const refused = await ask(await node.address(), "/v2/spaces/");
        expect(refused.status).toBe(503);
        expect(JSON.parse(refused.text).detail).toContain("a standby without the last records was promoted");
        expect(await node.isReady()).toBe(false);
        expect(await node.end("SIGTERM")).toBe(0);
      }
      // What only it has is still there.
      await succeed(["cluster", "leave", "--data-dir", first.directory]);
      const independent = new ServedDirectory(first.directory);
      await independent.start();
      expect(await namesAt(await independent.address())).toEqual(["Kept", "Lost", "Gone"]);
      expect(await independent.end("SIGTERM")).toBe(0);
      expect(await behind.end("SIGTERM")).toBe(0);
      await primary.kill();
    },
  );
});
