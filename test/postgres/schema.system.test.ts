import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { PostgresCluster } from "../../src/postgres/cluster.ts";
import { databaseServers } from "../../src/postgres/database-servers.ts";
import { openSchema, SCHEMA_VERSION } from "../../src/postgres/schema.ts";
import { script, scriptsIn } from "../../src/sql-scripts.ts";
import { describeWithPostgres, openLog } from "../support/postgres.ts";

const OWN = scriptsIn("postgres/schema").map(script);

/** What a next release would add, and what one after it, which removes what the present one needs. */
const ADDED =
  "ALTER TABLE headcount.log_record ADD COLUMN note TEXT; CREATE TABLE headcount.note (id BIGINT)";
const REMOVED = `UPDATE headcount.log SET lowest_reader = ${SCHEMA_VERSION + 2}, lowest_writer = ${SCHEMA_VERSION + 2}`;
const NEXT = [...OWN, ADDED];
const LATER = [...NEXT, REMOVED];

describeWithPostgres("the tables of a log", (server) => {
  async function newLog() {
    const address = await server().createDatabase();
    const servers = databaseServers(address);
    const log = await openLog(address);
    const cluster = new PostgresCluster(servers, "1f2e3d4c");
    onTestFinished(async () => void (await Promise.all([log.close(), cluster.close()])));
    const database = new URL(address).pathname.slice(1);
    const query = (sql: string) => server().query(sql, database);
    const version = async () => (await query("SELECT schema_version FROM headcount.log"))[0]?.schema_version;
    return { address, cluster, database, log, query, servers, version };
  }

  it("get what a newer release adds, once, while nodes of this one go on", async () => {
    const { log, query, servers, version } = await newLog();
    const first = log.next(log.start, Buffer.from("before"));
    expect(await log.append(log.start, first)).toBe(true);
    expect(await log.read(log.start)).toHaveLength(1);
    const opened = await Promise.all(
      Array.from({ length: 3 }, () => openSchema(servers, { versions: NEXT })),
    );
    expect(new Set(opened.map(({ id }) => id))).toEqual(new Set(["test-log"]));
    expect(await version()).toBe(SCHEMA_VERSION + 1);
    expect(await query("SELECT note FROM headcount.log_record")).toHaveLength(2);
    const second = log.next(first.at, Buffer.from("after"));
    expect(await log.append(first.at, second)).toBe(true);
    expect(await log.read(log.start)).toEqual([first, second]);
    // Also those that are started again.
    expect(await openSchema(servers, {})).toMatchObject({ id: "test-log" });
    expect(await openSchema(servers, { isReader: true })).toMatchObject({ id: "test-log" });
    expect(await version()).toBe(SCHEMA_VERSION + 1);
  });

  it("of a newer release are refused, with what to do, when this release may not use them any more", async () => {
    const { servers } = await newLog();
    await openSchema(servers, { versions: LATER });
    for (const use of [{}, { isReader: true }])
      await expect(openSchema(servers, use)).rejects.toMatchObject({
        kind: "store-newer",
        message: expect.stringMatching(/upgraded by a newer release of Headcount .*; upgrade Headcount$/),
      });
  });

  it("are not changed in a way that excludes a node that is alive, which is named", async () => {
    const { cluster, query, servers, version } = await newLog();
    await cluster.report({
      address: "http://10.0.0.1:8080",
      release: "0.1.0",
      recordFormat: 1,
      position: 0n,
      mirrors: [],
    });
    await expect(openSchema(servers, { versions: LATER })).rejects.toMatchObject({
      reason: "older-node",
      message: expect.stringContaining("1f2e3d4c at http://10.0.0.1:8080 (release 0.1.0)"),
    });
    expect(await version()).toBe(SCHEMA_VERSION);
    await openSchema(servers, { versions: NEXT });
    await query("UPDATE headcount.node SET seen_at = now() - INTERVAL '1 minute'");
    await openSchema(servers, { versions: LATER });
    expect(await version()).toBe(SCHEMA_VERSION + 2);
  });

  it("are not upgraded by what only reads them", async () => {
    const { servers, version } = await newLog();
    await expect(openSchema(servers, { versions: NEXT, isReader: true })).rejects.toMatchObject({
      message: expect.stringMatching(/upgrade a server of the cluster first/),
    });
    expect(await version()).toBe(SCHEMA_VERSION);
  });

  it("are not upgraded, and delay others only briefly, while a dump reads them", async () => {
    const { address, log, servers, version } = await newLog();
    const dump = new pg.Client({ connectionString: address });
    await dump.connect();
    onTestFinished(() => dump.end());
    await dump.query("BEGIN; LOCK TABLE headcount.log_record IN ACCESS SHARE MODE");
    const upgrading = openSchema(servers, { versions: NEXT });
    await expect(upgrading).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringMatching(/another transaction, such as a dump, uses them; try again/),
    });
    expect(await version()).toBe(SCHEMA_VERSION);
    expect(await log.append(log.start, log.next(log.start, Buffer.from("meanwhile")))).toBe(true);
    await dump.query("COMMIT");
    await openSchema(servers, { versions: NEXT });
    expect(await version()).toBe(SCHEMA_VERSION + 1);
  });
});
