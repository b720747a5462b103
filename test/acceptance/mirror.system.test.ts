import { expect, it, vi } from "vitest";
import { type ClickHouseNode, describeWithClickHouse } from "../support/clickhouse.ts";
import { ends, headcount, temporaryFolder } from "../support/headcount.ts";
import { ask, askUntilAnswered, demand, LIVE_TOKEN, ServedDirectory } from "../support/live-api.ts";
import { Ledger, sendAll } from "../support/live-senders.ts";
import { makeLiveSite, SERIALS } from "../support/live-site.ts";
import { voidEvents } from "../support/live-writers.ts";
import { describeWithPostgres } from "../support/postgres.ts";
import { numbersFrom, SEEDS } from "../support/random.ts";
import { moment, until } from "../support/waiting.ts";

const DATABASE = "live";

/** How long the server and its mirror are left alone between two failures, in ms. */
const QUIET_MS = 1_500;

/** How long ClickHouse or the server is away, in ms. */
const AWAY_MS = 1_500;

/** What fails while events come in. */
const FAILURES: readonly ((server: ServedDirectory, node: ClickHouseNode) => Promise<void>)[] = [
  async (server) => {
    await server.end("SIGKILL");
    await server.start();
  },
  async (_, node) => {
    await node.kill();
    await moment(AWAY_MS);
    await node.start();
  },
  async (_, node) => {
    node.pause();
    await moment(AWAY_MS);
    node.resume();
  },
  async (_, node) => {
    // The server may make a table in it meanwhile, which ClickHouse refuses to drop at first.
    await vi.waitFor(() => node.query(`DROP DATABASE IF EXISTS ${DATABASE} SYNC`));
  },
  async (server, node) => {
    await Promise.all([server.end("SIGKILL"), node.kill()]);
    await node.start();
    await server.start();
  },
  async (server) => {
    expect(await server.end("SIGTERM")).toBe(0);
    await server.start();
  },
];

/** Rows of a query, by the server's own SQL. */
async function local(server: ServedDirectory, query: string): Promise<readonly unknown[]> {
  const { rows } = await demand<{ rows: unknown[] }>(await server.address(), "/v2/sql", { query });
  return rows;
}

/** Rows of a query, by ClickHouse. */
async function mirrored(node: ClickHouseNode, query: string): Promise<readonly unknown[]> {
  return (await node.query(query)).map((row) => Object.values(row));
}

/** Each question, in the SQL of both. */
const QUESTIONS = [
  [
    `SELECT id, epoch_ms("timestamp"), sensor_serial_number, trajectory FROM events ORDER BY id`,
    `SELECT id, toUnixTimestamp64Milli(timestamp), sensor_serial_number, trajectory FROM ${DATABASE}.events ORDER BY id`,
  ],
  [
    `SELECT id, space_id, epoch_ms("timestamp"), direction FROM space_events ORDER BY id, space_id`,
    `SELECT id, space_id, toUnixTimestamp64Milli(timestamp), direction FROM ${DATABASE}.space_events ORDER BY id, space_id`,
  ],
  [
    `SELECT space_id, epoch_ms("timestamp"), count, min, max, entrances, exits FROM hourly ORDER BY 1, 2`,
    `SELECT space_id, toUnixTimestamp64Milli(timestamp), count, min, max, entrances, exits FROM ${DATABASE}.hourly ORDER BY 1, 2`,
  ],
  [
    `SELECT space_id, local_date::VARCHAR, count, min, max, entrances, exits FROM daily ORDER BY 1, 2`,
    `SELECT space_id, toString(local_date), count, min, max, entrances, exits FROM ${DATABASE}.daily ORDER BY 1, 2`,
  ],
] as const;

/** Compares a mirror with a server when it has all of its data. All that came ahead of the clock is due. */
async function compare(server: ServedDirectory, node: ClickHouseNode): Promise<void> {
  const last = { sensor_serial_number: SERIALS.stray, timestamp: new Date().toISOString(), trajectory: 1 };
  const text = JSON.stringify([{ ...last, event_id: "last" }]);
  await askUntilAnswered(server, () => false, "/v2/sensor_events/", { text });
  const found = `SELECT count() AS found FROM ${DATABASE}.events WHERE event_id = 'last'`;
  await until(async () => (await node.query(found).catch(() => []))[0]?.found === 1);
  // Hours can be some seconds older than events: to compare them, the server brings them up to date.
  const through = ["--url", await server.address(), "--token", LIVE_TOKEN];
  await ends(0, /^Compared \d+ months of tables/, ["analytics", "verify", ...through]);
  for (const [own, theirs] of QUESTIONS) {
    const rows = await local(server, own);
    expect(rows.length).toBeGreaterThan(0);
    expect(await mirrored(node, theirs)).toEqual(rows);
  }
}

describeWithClickHouse("a mirror in ClickHouse", (node) => {
  it("loses nothing while it and its server are killed, it stands still, or is deleted", async () => {
    const [seed = 0] = SEEDS;
    const server = new ServedDirectory(temporaryFolder(), ["--analytics", node().url(DATABASE)]);
    await server.start();
    await makeLiveSite(await server.address());
    const ledger = new Ledger();
    let isOver = false;
    const parts = (offset: number) => ({
      server,
      ledger,
      below: numbersFrom(seed + offset),
      isOver: () => isOver,
    });
    const using = Promise.all([sendAll(parts(1)), voidEvents(parts(2))]);
    const failing = (async () => {
      for (const fail of FAILURES) {
        await moment(QUIET_MS);
        await fail(server, node());
      }
      await moment(QUIET_MS);
    })().finally(() => {
      isOver = true;
    });
    await Promise.all([failing, using]);
    expect(ledger.problems).toEqual([]);
    await ledger.isPast();
    await compare(server, node());
    const through = ["--url", await server.address(), "--token", LIVE_TOKEN];
    const status = await headcount(["analytics", "status", ...through, "--format", "json"]);
    expect(JSON.parse(status.stdout)).toMatchObject({ results: [{ lag_events: 0, error: null }] });
    const shown = await headcount(["analytics", "status", ...through]);
    expect(shown.stdout).toMatch(
      /│ mirror .* missing events │ behind │ as of .* rows\/s │ error │\n.*\n│ .* +0 │/,
    );
    // An operator's hand: the rows of an hour are gone, and a day is another.
    await node().query(
      `ALTER TABLE ${DATABASE}.hour_base DELETE WHERE space_id != 0 SETTINGS mutations_sync = 1`,
    );
    await node().query(
      `ALTER TABLE ${DATABASE}.day_base UPDATE max = max + 1 WHERE 1 SETTINGS mutations_sync = 1`,
    );
    const other = await headcount(["analytics", "verify", ...through]);
    expect(other.code).toBe(1);
    for (const table of ["hour_base", "day_base"])
      expect(other.stderr).toMatch(
        new RegExp(`${table} differs in \\d{4}-\\d\\d: it has \\d+ rows?, and the server \\d+`),
      );
    await node().query(
      `ALTER TABLE ${DATABASE}.event_base DELETE WHERE id % 2 = 0 SETTINGS mutations_sync = 1`,
    );
    const rebuilt = await headcount(["analytics", "rebuild", ...through]);
    expect(rebuilt.stderr).toMatch(/^Sent the data of the range to 1 mirror/);
    expect((await headcount(["analytics", "verify", ...through])).code).toBe(0);
    expect(server.errors).toEqual([]);
    expect(await server.end("SIGTERM")).toBe(0);
  });

  describeWithPostgres("of a cluster", (postgres) => {
    it("is brought up to date by another server when that of the duty ends without notice", async () => {
      await node().query(`DROP DATABASE IF EXISTS ${DATABASE} SYNC`);
      const database = await postgres().createDatabase();
      const flags = ["--database", database, "--analytics", node().url(DATABASE)];
      const nodes = [0, 1].map(() => new ServedDirectory(temporaryFolder(), flags));
      const [first, second] = nodes as [ServedDirectory, ServedDirectory];
      await first.start();
      await second.start();
      await makeLiveSite(await first.address());
      const ledger = new Ledger();
      let isOver = false;
      const parts = { ledger, below: numbersFrom(SEEDS[0] ?? 0), isOver: () => isOver, ageMs: 1_000 };
      const using = sendAll({ ...parts, server: second });
      await moment(QUIET_MS);
      await first.end("SIGKILL");
      await moment(QUIET_MS);
      isOver = true;
      await using;
      expect(ledger.problems).toEqual([]);
      await ledger.isPast();
      await compare(second, node());
      // The node that has been killed had the mirror when it reported last.
      const mirror = { database: `127.0.0.1:${node().port}/${DATABASE}`, lag_events: 0, error: null };
      const status = ["cluster", "status", "--database", database];
      await until(async () => {
        const listed = JSON.parse((await headcount([...status, "--format", "json"])).stdout);
        const found = listed.nodes.flatMap((each: { mirrors: object[] }) => each.mirrors);
        expect(found).toMatchObject([{ database: mirror.database }]);
        return found[0].lag_events === 0;
      });
      const { nodes: listed } = await demand<{ nodes: { duties: string[]; mirrors: unknown[] }[] }>(
        await second.address(),
        "/v2/admin/cluster/",
      );
      const known = {
        lag_seconds: expect.any(Number),
        as_of: expect.any(String),
        rows_per_second: expect.any(Number),
      };
      const holder = listed.find(({ duties }) => duties.includes("mirrors"));
      expect(holder?.mirrors).toEqual([{ ...mirror, ...known }]);
      const shown = (await headcount(status)).stdout;
      expect(shown).toMatch(/mirror .* missing events .* behind .* rows\/s .* error/);
      expect(shown).toContain(mirror.database);
      const { text: metrics } = await ask(await second.address(), "/metrics");
      expect(metrics).toMatch(/^headcount_mirrored_rows_total [1-9]/m);
      expect(await second.end("SIGTERM")).toBe(0);
    });
  });
});
