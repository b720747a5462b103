import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { DAY_MS } from "../../src/domain/instant.ts";
import { ends, headcount, succeed, temporaryFolder } from "../support/headcount.ts";
import { ask, demand, LIVE_TOKEN, makeRoom, ServedDirectory } from "../support/live-api.ts";
import { ServedCluster } from "../support/live-cluster.ts";
import { storeSnapshots } from "../support/live-snapshots.ts";
import { describeWithPostgres } from "../support/postgres.ts";
import { numbersFrom } from "../support/random.ts";
import { until } from "../support/waiting.ts";
import { words } from "../support/words.ts";

const RANGE = "start_time=2024-05-06&end_time=2024-05-07";

/** Rows of a sensor in the morning of a day. */
const ROWS = Array.from({ length: 50 }, (_, row) => ({
  sensor_serial_number: "a",
  timestamp: new Date(Date.UTC(2024, 4, 6, 8) + row * 60_000).toISOString(),
  trajectory: row % 3 === 2 ? -1 : 1,
}));

const SPACE = { space_type: "space", time_zone: "Europe/Berlin" };

/** Days on which the clocks of a zone change, or which it skipped. */
const ZONES = [
  { zone: "Australia/Lord_Howe", from: "2024-04-06", to: "2024-04-09" },
  { zone: "America/New_York", from: "2024-11-02", to: "2024-11-05" },
  { zone: "Pacific/Apia", from: "2011-12-29", to: "2012-01-01" },
] as const;

/** A space in a time zone, whose daily reset is at an hour that may come twice, with an event every 20 minutes. */
async function addSpace(server: ServedDirectory, { zone, from, to }: (typeof ZONES)[number], index: number) {
  const address = await server.address();
  const serial = `sensor-${index}`;
  const space = { name: zone, space_type: "space", time_zone: zone, daily_reset: "01:45" };
  const id = await makeRoom(address, serial, space);
  const rows = [];
  for (let instant = Date.parse(from); instant < Date.parse(to); instant += 20 * 60_000)
    rows.push({
      sensor_serial_number: serial,
      timestamp: new Date(instant).toISOString(),
      trajectory: instant % 7 < 5 ? 1 : -1,
    });
  await demand(address, "/v2/sensor_events/?live=false", rows);
  return id;
}

describeWithPostgres("the commands of a cluster", (postgres) => {
  function served(directory: string, flags: readonly string[] = []): ServedDirectory {
    const server = new ServedDirectory(directory, flags);
    onTestFinished(async () => void (await server.end("SIGKILL")));
    return server;
  }

  /** What a site with history answers. */
  async function answers(server: ServedDirectory): Promise<string[]> {
    const address = await server.address();
    const paths = ["/v2/spaces/", "/v2/links/", "/v2/webhooks/", "/v2/audit_log/", `/v1/events/?${RANGE}`];
    const asked = [...paths, `/v2/spaces/spc_1/counts/?${RANGE}&interval=15m`].map((path) =>
      ask(address, path),
    );
    return (await Promise.all(asked)).map(({ status, text }) => `${status} ${text}`);
  }

  it("make a cluster of a directory with history, and a directory of a node independent again", async () => {
    const folder = temporaryFolder();
    const database = await postgres().createDatabase();
    const [first, second] = [join(folder, "first"), join(folder, "second")] as const;
    const alone = served(first);
    await alone.start();
    const address = await alone.address();
    await makeRoom(address, "a", SPACE);
    await demand(address, "/v2/webhooks/", { endpoint: "https://example.com/counts", type: "counts" });
    await demand(address, "/v2/sensor_events/?live=false", ROWS);
    const before = await answers(alone);
    expect(await alone.end("SIGTERM")).toBe(0);

    const refused = await headcount(["serve", "--data-dir", first, "--database", database, "--port", "0"]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/has data of its own|has no log/),
    ]);
    await succeed(["cluster", "init", "--data-dir", first, "--database", database]);
    await ends(
      1,
      "has a log already",
      words`
      cluster init --data-dir ${join(folder, "other")} --database ${database}`,
    );
    expect(existsSync(join(folder, "other"))).toBe(false);
    await ends(1, "headcount cluster leave", ["token", "list", "--data-dir", first]);

    const nodes = [
      served(first, ["--database", database]),
      served(second, ["--database", database]),
    ] as const;
    await Promise.all(nodes.map((node) => node.start()));
    for (const node of nodes) expect(await answers(node)).toEqual(before);
    await demand(await nodes[1].address(), "/v2/sensor_events/?live=false", [
      { ...ROWS[0], timestamp: "2024-05-06T12:00:00Z" },
    ]);
    const after = await answers(nodes[1]);
    expect(await answers(nodes[0])).toEqual(after);
    const status = await succeed(["cluster", "status", "--database", database, "--format", "json"]);
    const { nodes: listed } = JSON.parse(status.stdout);
    expect(listed).toHaveLength(2);
    expect(listed.flatMap(({ duties }: { duties: string[] }) => duties).sort()).toEqual([
      "notifications",
      "snapshots",
    ]);
    const url = await nodes[1].address();
    const through = await succeed(["cluster", "status", "--url", url, "--format", "json"], {
      env: { HEADCOUNT_TOKEN: LIVE_TOKEN },
    });
    expect(JSON.parse(through.stdout)).toMatchObject({
      nodes: listed.map(({ node }: { node: string }) => ({ node })),
    });
    // Nodes have no directory for commands: these work through any of them.
    const admin = ["--url", url, "--token", LIVE_TOKEN];
    const table = ["export", "rollups", "--format", "csv", "--start", "2024-05-01", ...admin];
    const exported = (await succeed(table)).stdout;
    await demand(url, "/v2/sensor_events/?live=false", [{ ...ROWS[0], timestamp: "2024-06-01T12:00:00Z" }]);
    const keep = `${Math.floor((Date.now() - Date.parse("2024-05-20")) / DAY_MS)}d`;
    const removal = await succeed(["retention", "--keep", keep, "--apply", ...admin]);
    expect(JSON.parse(removal.stdout)).toMatchObject({ removed: { events: ROWS.length + 1 } });
    const events = "/v1/events/?start_time=2024-01-01&end_time=2024-07-01";
    for (const node of nodes) {
      const at = await node.address();
      expect((await demand<{ results: unknown[] }>(at, events)).results).toHaveLength(1);
      const query = ["sql", "-c", "SELECT count(*) AS n FROM events", "--format", "csv"];
      const counted = await succeed([...query, "--url", at, "--token", LIVE_TOKEN]);
      expect(counted.stdout).toBe("n\n1\n");
    }
    expect((await succeed([...table, "--end", "2024-05-20"])).stdout).toBe(exported);
    const kept = await answers(nodes[1]);
    expect(await answers(nodes[0])).toEqual(kept);
    expect(kept.at(-1)).toBe(after.at(-1));
    expect(await nodes[0].end("SIGTERM")).toBe(0);
    expect(await nodes[1].end("SIGTERM")).toBe(0);

    const left = await succeed(["cluster", "leave", "--data-dir", second]);
    const { node } = JSON.parse(left.stdout);
    // A node that has stopped is taken for alive for some seconds more.
    await until(async () => {
      const { code, stderr } = await headcount(["cluster", "forget", node, "--database", database]);
      if (code !== 0) expect(stderr).toContain("is alive");
      return code === 0;
    });
    await ends(1, `no node ${node}`, ["cluster", "forget", node, "--database", database]);
    const verified = await succeed(["rebuild", "--verify", "--data-dir", second]);
    expect(JSON.parse(verified.stdout)).toMatchObject({ differences: [] });
    const independent = served(second);
    await independent.start();
    expect(await answers(independent)).toEqual(kept);
  });

  it("answer the same days in every time zone, on machines of other time zones, as a server alone does", async () => {
    const folder = temporaryFolder();
    const database = await postgres().createDatabase();
    const cluster = new ServedCluster(folder, {
      databases: [database, database, database],
      below: numbersFrom(3),
    });
    const alone = served(join(folder, "alone"));
    await Promise.all([cluster.start(), alone.start()]);
    onTestFinished(async () => void (await cluster.stop()));
    const answers: string[][] = [];
    let spaces: string[] = [];
    for (const server of [alone, ...cluster.nodes]) {
      const isFirst = server === alone || server === cluster.nodes[0];
      if (isFirst) {
        spaces = [];
        for (const [index, zone] of ZONES.entries()) spaces.push(await addSpace(server, zone, index));
      }
      const address = await server.address();
      const paths = ZONES.map(
        ({ from, to }, index) =>
          `/v2/spaces/${spaces[index]}/counts/?start_time=${from}&end_time=${to}&interval=1h`,
      );
      answers.push(await Promise.all(paths.map(async (path) => (await ask(address, path)).text)));
    }
    const [expected, ...others] = answers;
    for (const texts of expected ?? []) expect(texts).toContain('"entrances":');
    for (const other of others) expect(other).toEqual(expected);
  });

  it("a directory that lacks records which are gone is replaced by a snapshot", async () => {
    const folder = temporaryFolder();
    const database = await postgres().createDatabase();
    const [old, current] = ["old", "current"].map((name) =>
      served(join(folder, name), ["--database", database]),
    ) as [ServedDirectory, ServedDirectory];
    await Promise.all([old.start(), current.start()]);
    await demand(await old.address(), "/v2/spaces/", { ...SPACE, name: "Hall" });
    await old.end("SIGTERM");
    await demand(await current.address(), "/v2/spaces/", { ...SPACE, name: "Gym" });
    const expected = await ask(await current.address(), "/v2/spaces/");
    await storeSnapshots(database, await current.address());
    await old.start();
    expect(await ask(await old.address(), "/v2/spaces/")).toEqual(expected);
    const status = await succeed(["cluster", "status", "--database", database]);
    expect(status.stdout).toContain("2 snapshots");
    rmSync(folder, { recursive: true, force: true });
  });

  it("a directory of another log, and one that is ahead of its log, are refused with what to do", async () => {
    const folder = temporaryFolder();
    const [database, other] = [await postgres().createDatabase(), await postgres().createDatabase()];
    const node = served(join(folder, "node"), ["--database", database]);
    const foreign = served(join(folder, "foreign"), ["--database", other]);
    await Promise.all([node.start(), foreign.start()]);
    await Promise.all([node.end("SIGTERM"), foreign.end("SIGTERM")]);
    const args = ["serve", "--data-dir", node.directory, "--database", other, "--port", "0"];
    await ends(1, "follows another log", args);
    const secret = await ends(1, "127.0.0.1:1", [
      ...args.slice(0, 4),
      "postgres://user:hunter2@127.0.0.1:1/name",
      "--port",
      "0",
    ]);
    expect(secret.stderr).not.toContain("hunter2");
    const shown = served(join(folder, "shown"), [
      "--database",
      database.replace("headcount@", "headcount:hunter2@"),
    ]);
    const { child, stderr } = await shown.start();
    // The server of these tests need not outlive its machine.
    await expect.poll(stderr).toContain("in PostgreSQL fsync is off: acknowledged changes may be lost");
    expect(readFileSync(`/proc/${child.pid}/cmdline`, "utf8")).not.toContain("hunter2");
    const wrong = await headcount([...args.slice(0, 4), "mysql://localhost/name", "--port", "0"]);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining("postgres://user@host:5432/name"),
    ]);
  });
});
