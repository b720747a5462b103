import { expect, it, onTestFinished } from "vitest";
import type { MirrorProgress } from "../../src/engine/ports/mirrors.ts";
import { PostgresCluster } from "../../src/postgres/cluster.ts";
import { databaseServers } from "../../src/postgres/database-servers.ts";
import { describeWithPostgres, openLog } from "../support/postgres.ts";

const REPORT = { address: null, release: "1.0.0", recordFormat: 1, position: 0n };
const SHIPPED = { database: "127.0.0.1:8123/headcount", lag: 0, asOf: 1_715_342_400_000, rowsPerSecond: 1.5 };
/** What ClickHouse says can have any characters. */
const FAILURE = 'no "table"\n\0 \ud800 é';

describeWithPostgres("the nodes of a cluster", (server) => {
  it("list the mirrors of the one that has the duty, as it has reported them", async () => {
    const address = await server().createDatabase();
    const log = await openLog(address);
    const nodes = ["a", "b"].map((name) => new PostgresCluster(databaseServers(address), name));
    const [first, second] = nodes as [PostgresCluster, PostgresCluster];
    onTestFinished(async () => void (await Promise.all([log, ...nodes].map((each) => each.close()))));
    const listed = async () => (await second.nodes()).map(({ node, mirrors }) => [node, mirrors]);
    const report = (node: PostgresCluster, ...mirrors: MirrorProgress[]) =>
      node.report({ ...REPORT, mirrors });

    await report(first, { ...SHIPPED, failure: null });
    await report(second);
    const withoutDuty = [
      ["a", []],
      ["b", []],
    ];
    expect(await listed()).toEqual(withoutDuty);
    await first.take("mirrors");
    expect(await listed()).toEqual([
      ["a", [{ ...SHIPPED, failure: null }]],
      ["b", []],
    ]);
    // The first node ends without another report.
    await first.give("mirrors");
    expect(await listed()).toEqual(withoutDuty);
    await second.take("mirrors");
    const unknown = { ...SHIPPED, lag: null, asOf: null, rowsPerSecond: null, failure: FAILURE };
    await report(second, unknown);
    expect(await listed()).toEqual([
      ["a", []],
      ["b", [unknown]],
    ]);
  });
});
