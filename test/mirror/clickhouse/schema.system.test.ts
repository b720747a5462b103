import { expect, it, onTestFinished } from "vitest";
import { analyticsServer } from "../../../src/mirror/clickhouse/analytics-server.ts";
import { ClickHouseConnection } from "../../../src/mirror/clickhouse/connection.ts";
import { MIRROR_VERSION, openMirrorSchema } from "../../../src/mirror/clickhouse/schema.ts";
import { statementsOf } from "../../../src/sql-scripts.ts";
import { describeWithClickHouse } from "../../support/clickhouse.ts";
import { type ClickHouseUser, installedConfiguration } from "../../support/clickhouse-configuration.ts";
import { startStandIn } from "../../support/clickhouse-stand-in.ts";

const TABLES = [...statementsOf("clickhouse/schema/001-mirror").keys()].sort();

/** A user of whose profile statements would have other results. */
const ODD: ClickHouseUser = {
  name: "odd",
  grants: ["GRANT ALL ON *.*"],
  settings: { data_type_default_nullable: "1", join_use_nulls: "1", join_default_strictness: "ANY" },
};

describeWithClickHouse(
  "the tables of a mirror",
  (node) => {
    function connect(database: string): ClickHouseConnection {
      const connection = new ClickHouseConnection(analyticsServer(node().url(database)));
      onTestFinished(() => connection.close());
      return connection;
    }

    async function tablesOf(database: string): Promise<unknown[]> {
      const rows = await node().query(
        `SELECT name FROM system.tables WHERE database = '${database}' AND engine != 'View' ORDER BY name`,
      );
      return rows.map(({ name }) => name);
    }

    const versionsOf = (database: string) =>
      node().query(`SELECT DISTINCT version FROM ${database}.schema_version ORDER BY version`);

    it("are made once, with their database, and kept", async () => {
      const connection = connect("once");
      await openMirrorSchema(connection);
      expect(await tablesOf("once")).toEqual(TABLES);
      await node().query("INSERT INTO once.event_base SELECT 1, 1700000000000, 2, 1, NULL, 5, 0");
      await openMirrorSchema(connection);
      expect(await versionsOf("once")).toEqual([{ version: MIRROR_VERSION }]);
      expect(await node().query("SELECT id, version FROM once.event_base")).toEqual([{ id: 1, version: 5 }]);
    });

    it("are the same whatever the profile of the user says", async () => {
      await openMirrorSchema(connect("usual"));
      const connection = new ClickHouseConnection(analyticsServer(node().url("other", "odd")));
      onTestFinished(() => connection.close());
      await openMirrorSchema(connection);
      const columnsOf = (database: string) =>
        node().query(
          `SELECT table, name, type FROM system.columns WHERE database = '${database}' ORDER BY table, position`,
        );
      expect(await columnsOf("other")).toEqual(await columnsOf("usual"));
    });

    it("are made by several servers at once", async () => {
      const connections = Array.from({ length: 4 }, () => connect("several"));
      await Promise.all(connections.map((connection) => openMirrorSchema(connection)));
      expect(await tablesOf("several")).toEqual(TABLES);
      expect(await versionsOf("several")).toEqual([{ version: MIRROR_VERSION }]);
    });

    it("are completed after a server that was killed while it made them", async () => {
      const [first = ""] = statementsOf("clickhouse/schema/001-mirror").values();
      await node().query("CREATE DATABASE partial");
      const connection = connect("partial");
      await connection.script(first);
      await openMirrorSchema(connection);
      expect(await tablesOf("partial")).toEqual(TABLES);
    });

    it("are kept when the server of ClickHouse is killed", async () => {
      await openMirrorSchema(connect("kept"));
      await node().kill();
      await node().start();
      expect(await tablesOf("kept")).toEqual(TABLES);
      await openMirrorSchema(connect("kept"));
    });

    it("of a newer release are refused", async () => {
      const connection = connect("newer");
      await openMirrorSchema(connection);
      await node().query(`INSERT INTO newer.schema_version SELECT ${MIRROR_VERSION + 1}`);
      await expect(openMirrorSchema(connection)).rejects.toMatchObject({
        kind: "store-newer",
        message: expect.stringMatching(
          /^the mirror in ClickHouse at 127.* newer release of Headcount .*; upgrade Headcount$/,
        ),
      });
    });

    it("are made again after it was noted that they lack what was shipped", async () => {
      const connection = connect("removed");
      await openMirrorSchema(connection);
      await node().query("DROP TABLE removed.hour_base SYNC");
      const noted: (readonly string[])[] = [];
      const note = async (names: readonly string[]) => {
        noted.push(names);
        expect(await tablesOf("removed")).not.toContain("hour_base");
      };
      await openMirrorSchema(connection, note);
      expect(noted).toEqual([["hour_base"]]);
      expect(await tablesOf("removed")).toEqual(TABLES);
      await openMirrorSchema(connection, note);
      expect(noted).toHaveLength(1);
    });

    it("keep the row of a key with the greatest version, unless it is removed", async () => {
      await openMirrorSchema(connect("rows"));
      const breach = (space: number, peak: number, version: number, isDeleted: number) =>
        node().query(
          `INSERT INTO rows.breach_base SELECT ${space}, 1000, NULL, ${peak}, 2000, 10, ${version}, ${isDeleted}`,
        );
      await breach(1, 12, 6, 0);
      await breach(1, 11, 5, 0);
      await breach(2, 13, 5, 0);
      await breach(2, 13, 6, 1);
      const rows = "SELECT space_id, peak_count FROM rows.breach_base FINAL ORDER BY space_id";
      expect(await node().query(rows)).toEqual([{ space_id: 1, peak_count: 12 }]);
      await node().query("OPTIMIZE TABLE rows.breach_base FINAL");
      expect(await node().query(rows)).toEqual([{ space_id: 1, peak_count: 12 }]);
    });

    it("are split by months of UTC", async () => {
      await openMirrorSchema(connect("months"));
      // The last ms of January and the first of February 2024; a local date of February that begins in January.
      for (const ts of [1706745599999, 1706745600000])
        await node().query(
          `INSERT INTO months.event_base SELECT 1, fromUnixTimestamp64Milli(${ts}), 2, 1, NULL, 5, 0`,
        );
      await node().query(
        "INSERT INTO months.day_base SELECT 1, toDate32('2024-02-01'), fromUnixTimestamp64Milli(1706698800000), " +
          "86400000, 0, 0, 0, 0, 0, 0, 5, 0",
      );
      expect(
        await node().query(
          "SELECT table, partition FROM system.parts WHERE database = 'months' AND active AND partition != 'tuple()' " +
            "ORDER BY table, partition",
        ),
      ).toEqual([
        { table: "day_base", partition: "202402" },
        { table: "event_base", partition: "202401" },
        { table: "event_base", partition: "202402" },
      ]);
    });
  },
  () => installedConfiguration([ODD]),
);

it.each<[string, (connection: ClickHouseConnection) => Promise<unknown>]>([
  ["when they are opened", openMirrorSchema],
  ["when they get rows", (connection) => connection.insertRows("insert-cut", [[1]])],
  [
    "when rows are removed",
    (connection) => connection.run("remove-old-rows", { table: "space", version: 1 }),
  ],
])("the tables of a mirror say which privilege their user lacks %s", async (_, work) => {
  // A real server is asked in test/docs/analytics.test.ts.
  const port = await startStandIn(
    403,
    "Code: 497. DB::Exception: ann: Not enough privileges. To execute this query, it's necessary to have the grant " +
      "INSERT(version, ts) ON mirror.cut. (ACCESS_DENIED) (version 24.8.1.1)\n",
  );
  const connection = new ClickHouseConnection(analyticsServer(`clickhouse://ann-1@127.0.0.1:${port}/mirror`));
  onTestFinished(() => connection.close());
  await expect(work(connection)).rejects.toMatchObject({
    kind: "unavailable",
    message:
      `ClickHouse at 127.0.0.1:${port}/mirror refuses its user ann-1, who lacks INSERT(version, ts) ON mirror.cut; an ` +
      "administrator can create the database and GRANT SELECT, INSERT, CREATE TABLE, CREATE VIEW, DROP TABLE, DROP VIEW ON " +
      "mirror.* TO `ann-1`, and CREATE TEMPORARY TABLE ON *.*, which files need",
  });
});
