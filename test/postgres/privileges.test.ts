import { expect, it, onTestFinished } from "vitest";
import { PostgresCluster } from "../../src/postgres/cluster.ts";
import { databaseServers } from "../../src/postgres/database-servers.ts";
import { PostgresSnapshots } from "../../src/postgres/snapshots.ts";
import { describeWithPostgres, openLog } from "../support/postgres.ts";
import { readRepository } from "../support/repository.ts";

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
});
