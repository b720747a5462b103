import { expect, it, onTestFinished } from "vitest";
import { PostgresCluster } from "../../src/postgres/cluster.ts";
import { databaseServers } from "../../src/postgres/database-servers.ts";
import { PostgresLog } from "../../src/postgres/postgres-log.ts";
import { PostgresSnapshots } from "../../src/postgres/snapshots.ts";
import { describeWithPostgres, openLog } from "../support/postgres.ts";
import { readRepository } from "../support/repository.ts";

const IDENTITY = { id: "test-log", organizationId: 1n, beginsWithSnapshot: false, recordFormat: 1 };

/** The statements that set PostgreSQL up, for a user and a database with another name. */
function setUpFor(name: string): string[] {
  const text = readRepository("deploy/postgres/primary.sql")
    .replace(/^(?:--|\\).*$/gm, "")
    .replaceAll(":'password'", "'secret'")
    .replaceAll(/\bheadcount\b/g, name);
  return text
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

describeWithPostgres("the user that deploy/postgres/primary.sql creates", (server) => {
  it("has the privileges that a node needs, and is no superuser", async () => {
    // The server of the tests has a superuser with the name of the file.
    const name = "documented";
    for (const statement of setUpFor(name)) await server().query(statement);
    const address = `postgres://${name}:secret@127.0.0.1:${server().port}/${name}`;
    const servers = databaseServers(address);
    const log = await openLog(address);
    const cluster = new PostgresCluster(servers, "node");
    const snapshots = new PostgresSnapshots(servers);
    const all = [log, cluster, snapshots];
    onTestFinished(async () => void (await Promise.all(all.map((each) => each.close()))));
    const record = log.next(log.start, Buffer.from("a record"));
    expect(await log.append(log.start, record)).toBe(true);
    await (await log.lock())();
    await cluster.report({ address: null, release: "1.0.0", recordFormat: 1, position: 1n, mirrors: [] });
    expect(await cluster.take("snapshots")).toBe(true);
    await snapshots.store(
      1n,
      (async function* () {
        yield Buffer.from("a snapshot");
      })(),
    );
    expect(await cluster.nodes()).toMatchObject([{ node: "node", duties: ["snapshots"] }]);
    expect(await cluster.database()).toMatchObject({
      lastPosition: 1n,
      standbys: 0,
      synchronousCommit: "on",
    });
    await expect(cluster.forget("node")).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringMatching(/^the node node is alive: it was seen \d+ s ago; stop it/),
    });
    await server().query(`UPDATE headcount.node SET seen_at = seen_at - INTERVAL '20 s'`, name);
    expect(await cluster.forget("node")).toBe(true);
    const [role] = await server().query(
      `SELECT rolsuper, rolcreatedb, rolcreaterole, rolconfig FROM pg_roles WHERE rolname = '${name}'`,
    );
    expect(role).toEqual({
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      // It keeps no lock when it stands still.
      rolconfig: ["idle_in_transaction_session_timeout=3s"],
    });
  });

  it.each([
    [
      "a privilege that was taken away",
      "REVOKE SELECT, INSERT ON headcount.log_record FROM PUBLIC, limited",
      null,
    ],
    [
      "an attribute that makes it only read",
      "ALTER ROLE limited SET default_transaction_read_only = on",
      "append",
    ],
    ["a database that is not there", "SELECT 1", "connect"],
  ])("refuses a node by %s, which repeating does not mend", async (_, statement, at) => {
    await server().query("DROP DATABASE IF EXISTS limited");
    await server().query("DROP ROLE IF EXISTS limited");
    await server().query("CREATE ROLE limited LOGIN");
    await server().query("CREATE DATABASE limited OWNER limited");
    const address = `postgres://limited@127.0.0.1:${server().port}/limited`;
    const first = await openLog(address);
    const record = first.next(first.start, Buffer.from("a record"));
    await first.close();
    await server().query(statement, "limited");
    const servers = databaseServers(at === "connect" ? address.replace(/limited$/, "missing") : address);
    const identity = { ...IDENTITY, startChain: first.start.chain };
    const log = new PostgresLog(servers, identity, "node");
    onTestFinished(() => log.close());
    await expect(at === "append" ? log.append(log.start, record) : log.head()).rejects.toMatchObject({
      kind: "unavailable",
      isLasting: true,
      message: expect.stringMatching(
        /an administrator of PostgreSQL has to allow it, or correct --database$/,
      ),
    });
  });
});
