import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { packBackup } from "../../src/backup/archive.ts";
import { DAY_MS } from "../../src/domain/instant.ts";
import { databaseServers } from "../../src/postgres/database-servers.ts";
import { PostgresSnapshots } from "../../src/postgres/snapshots.ts";
import { SCHEMA_VERSION } from "../../src/store/duckdb/schema.ts";
import { changeManifest } from "../support/backups.ts";
import { balance, SteadyClients, untilBalanced } from "../support/balancer.ts";
import {
  ends,
  headcount,
  headcountProcess,
  succeed,
  suiteFolder,
  temporaryFolder,
} from "../support/headcount.ts";
import { ask, askUntilAnswered, LIVE_TOKEN, type Served, ServedDirectory } from "../support/live-api.ts";
import { ServedCluster } from "../support/live-cluster.ts";
import { LiveReceiver } from "../support/live-receiver.ts";
import { buildNextRelease, NEXT_RELEASE } from "../support/next-release.ts";
import { describeWithPostgres } from "../support/postgres.ts";
import { numbersFrom } from "../support/random.ts";
import { until } from "../support/waiting.ts";
import { words } from "../support/words.ts";

const FORMAT = NEXT_RELEASE.recordFormat;
const ROOT = suiteFolder();

/** Stores a backup of a server as a snapshot, as the node with that duty does. @param changes of its manifest */
async function storeSnapshot(database: string, address: string, changes: object = {}): Promise<void> {
  const headers = { authorization: `Bearer ${LIVE_TOKEN}` };
  const answer = await fetch(`${address}/v2/spaces/`, { headers });
  const position = BigInt(answer.headers.get("headcount-position") ?? "");
  const backup = join(temporaryFolder(), "backup");
  await succeed(["backup", backup, "--url", address, "--token", LIVE_TOKEN]);
  changeManifest(backup, changes);
  const snapshots = new PostgresSnapshots(databaseServers(database));
  await snapshots.store(position, packBackup(backup));
  await snapshots.close();
}

/** What a server answers about everything, once it is ready. @param range the time of its events */
async function answers(address: string, space: string, range: string): Promise<string[]> {
  const paths = ["spaces/", "links/", "sensors/", "webhooks/", "audit_log/"];
  const counts = `spaces/${space}/counts/?${range}&interval=1h`;
  const events = `spaces/${space}/events/?${range}`;
  const served = { address: async () => address };
  const asked = [...paths, counts, events].map((path) =>
    askUntilAnswered(served, () => false, `/v2/${path}`, {}),
  );
  const answered = await Promise.all(asked);
  expect(answered.map((answer) => answer?.status)).toEqual(asked.map(() => 200));
  return answered.map((answer) => (answer?.text ?? "").replaceAll(address, ""));
}

describeWithPostgres("servers that are upgraded one after the other", (postgres) => {
  let next: string;
  beforeAll(async () => {
    const folder = join(ROOT, "next");
    mkdirSync(folder);
    next = await buildNextRelease(folder);
  });

  /** The formats of the records of a log, in their order. */
  async function formats(database: string): Promise<number[]> {
    const rows = await postgres().query(
      "SELECT get_byte(record, 3) AS format FROM headcount.log_record ORDER BY position",
      new URL(database).pathname.slice(1),
    );
    return rows.map(({ format }) => format);
  }

  it("go on answering, write a new format when all can read it, and leave none behind unnoticed", async () => {
    const folder = temporaryFolder();
    const database = await postgres().createDatabase();
    const cluster = new ServedCluster(folder, { databases: [database, database], below: numbersFrom(1) });
    const served = (name: string, program?: string) => {
      const server = new ServedDirectory(join(folder, name), ["--database", database]);
      server.program = program;
      onTestFinished(async () => void (await server.end("SIGKILL")));
      return server;
    };
    const forgotten = served("forgotten");
    // It has the duties.
    const { stderr } = await forgotten.start();
    await cluster.start();
    const balancer = await balance(cluster.nodes);
    const space = await SteadyClients.createSpace(balancer);
    const receiver = await LiveReceiver.listen(() => 1);
    await receiver.register(balancer);
    const clients = new SteadyClients();
    clients.start(balancer, space);
    await storeSnapshot(database, await forgotten.address());

    const upgrade = async (server: Served = cluster) => {
      const args = ["cluster", "upgrade", "--url", await server.address(), "--token", LIVE_TOKEN];
      return headcountProcess(args, { program: next });
    };
    expect((await upgrade()).stderr).toContain(`in format ${FORMAT - 1}`);
    for (const node of cluster.nodes) {
      expect(await node.end("SIGTERM")).toBe(0);
      node.program = next;
      await node.start();
      await untilBalanced(node);
      // A program of the release before can still read the tables, which have been upgraded.
      const { stdout } = await succeed(["cluster", "status", "--database", database, "--format", "json"]);
      const state = JSON.parse(stdout);
      expect(state.log).toMatchObject({ record_format: FORMAT - 1, common_record_format: FORMAT - 1 });
    }
    const named = new RegExp(
      `cannot read records in format ${FORMAT}: \\w+ \\(release [^)]*\\); upgrade or stop them`,
    );
    for (const server of [cluster, forgotten]) {
      const refused = await upgrade(server);
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(named)]);
    }
    expect(new Set(await formats(database))).toEqual(new Set([FORMAT - 1]));

    // A node that stands still is taken for gone.
    forgotten.signal("SIGSTOP");
    let said = "";
    await until(async () => {
      const upgraded = await upgrade();
      said = upgraded.stderr;
      return upgraded.code === 0;
    });
    expect(said).toMatch(/The node \w+ with release .*, seen \d+ s ago, cannot read it: upgrade it/);
    forgotten.signal("SIGCONT");
    const left = await forgotten.address();
    const unready = "the log of the cluster has records in a format of a later release";
    await until(async () => (await (await fetch(`${left}/readyz`)).text()).includes(unready));
    expect(await ask(left, "/v2/spaces/")).toMatchObject({ status: 503 });
    const formatsShown = `written in format ${FORMAT}; all nodes that are alive can read format ${FORMAT - 1}`;
    await until(async () =>
      (await succeed(["cluster", "status", "--database", database])).stdout.includes(formatsShown),
    );
    expect(await forgotten.end("SIGTERM"), stderr()).toBe(0);
    await clients.stop();
    expect(clients.failures).toEqual([]);

    const refusal = new RegExp(`records in format ${FORMAT} of a newer release .*; upgrade Headcount`);
    for (const name of ["forgotten", "new"]) {
      const args = ["serve", "--data-dir", join(folder, name), "--database", database, "--port", "0"];
      await ends(1, refusal, args);
    }
    expect(existsSync(join(folder, "new"))).toBe(false);

    const [returned, added] = [served("forgotten", next), served("new", next)];
    await returned.start();
    expect((await added.start()).stderr()).toContain("loaded a snapshot");
    const [start, end] = [Date.now() - DAY_MS, Date.now()].map((instant) => new Date(instant).toISOString());
    const range = `start_time=${start}&end_time=${end}`;
    const expected = await answers(await added.address(), space, range);
    expect(JSON.parse(expected[0] ?? "").results[0].current_count).toBe(clients.sent);
    for (const node of [...cluster.nodes, returned])
      expect(await answers(await node.address(), space, range)).toEqual(expected);
    const all = await formats(database);
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    expect(new Set(all)).toEqual(new Set([FORMAT - 1, FORMAT]));
    await until(() => receiver.queue("counts", space).length >= clients.sent);
    expect(receiver.problems).toEqual([]);
    expect(await cluster.stop()).toEqual([0, 0]);
  });

  it("refuse a snapshot of a newer release with what to do", async () => {
    const database = await postgres().createDatabase();
    const node = new ServedDirectory(join(temporaryFolder(), "node"), ["--database", database]);
    await node.start();
    const newer = { release: NEXT_RELEASE.version, schema_version: SCHEMA_VERSION + 1 };
    await storeSnapshot(database, await node.address(), newer);
    const directory = join(temporaryFolder(), "new");
    const { code, stderr } = await headcount(words`
      serve --data-dir ${directory} --database ${database} --port 0`);
    const refusal = /the snapshot of the cluster was written by a newer release .* upgrade Headcount/;
    expect([code, stderr]).toEqual([1, expect.stringMatching(refusal)]);
    expect(existsSync(join(directory, "headcount.duckdb"))).toBe(false);
  });
});
