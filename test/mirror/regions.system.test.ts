import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { MIRROR_VIEWS } from "../../src/mirror/clickhouse/schema.ts";
import { ClickHouseNode, describeWithClickHouse } from "../support/clickhouse.ts";
import {
  ANALYTICS_BLOCKS,
  type ClickHouseUser,
  documentedFile,
  documentedUser,
  installedConfiguration,
} from "../support/clickhouse-configuration.ts";
import { suiteFolder } from "../support/headcount.ts";
import { openApi } from "../support/http.ts";
import { mirrorOf } from "../support/mirrors.ts";
import { openDirectory } from "../support/store-directory.ts";

/** The statements of docs/analytics.md about regions, in their order. */
const STATEMENTS = ANALYTICS_BLOCKS.filter(
  ({ language, text }) => language === "sql" && text.includes("regions."),
).flatMap(({ text }) => text.trim().split(/;\n?/).filter(Boolean));

/** The cluster of docs/analytics.md, of servers of this machine that know their users without passwords. */
function clusterOf(ports: readonly number[]): string {
  let index = 0;
  const text = documentedFile("config.d/regions.xml")
    .replaceAll(/clickhouse-\w+\.example\.com/g, "127.0.0.1")
    .replaceAll(/<password>.*<\/password>/g, "<password/>")
    .replaceAll("9000", () => String(ports[index++]));
  expect(index).toBe(ports.length);
  return text;
}

const analyst = documentedUser("analyst");
const ONLY_TABLES: ClickHouseUser = { name: "tables", grants: ["GRANT SELECT ON regions.*"], settings: {} };
const READER: ClickHouseUser = {
  ...analyst,
  name: "reader",
  grants: [...analyst.grants, ...ONLY_TABLES.grants],
};
const users = [documentedUser("headcount"), analyst, ONLY_TABLES, READER];

/** Views that have rows in both mirrors. */
const FILLED = ["as_of", "spaces", "hourly", "daily", "events", "space_events", "typical_week", "help"];

describeWithClickHouse(
  "mirrors of two servers, each in a ClickHouse server of its own",
  (node) => {
    const folder = suiteFolder();
    let second: ClickHouseNode;
    const nodes = () => [node(), second];

    /** Runs a statement on the second server, as an administrator. */
    const ask = (statement: string) => second.query(statement);

    /** The rows of a view in each mirror, with the number of its server. */
    async function rowsOfEach(view: string) {
      const rows = nodes().map(async (each, index) =>
        (await each.query(`SELECT * FROM headcount.${view} ORDER BY ALL`)).map((row) => ({
          region: index + 1,
          ...row,
        })),
      );
      return (await Promise.all(rows)).flat();
    }

    /** Fills the mirror of a server whose one space has the same id as that of the other. */
    async function fill(index: number, zone: string, times: readonly string[]): Promise<void> {
      const store = await openDirectory(join(folder, `data-${index}`));
      const api = await openApi({ store });
      try {
        await api.site({ name: zone, time_zone: zone, capacity: 10 });
        await api.report(...times.map((time) => `a ${time} 1`));
        await mirrorOf(api.context, (nodes()[index] as ClickHouseNode).url("headcount", "headcount"), {
          folder,
        }).catchUp();
      } finally {
        await api.app.close();
        await store.close();
      }
    }

    beforeAll(async () => {
      second = await ClickHouseNode.start((port) => ({
        ...installedConfiguration(users),
        "config.d/regions.xml": clusterOf([node().nativePort, port]),
      }));
      for (const each of nodes()) await each.query("CREATE DATABASE headcount");
      await fill(0, "Europe/Berlin", ["2024-05-06T08:00:00Z", "2024-05-08T09:30:00Z"]);
      await fill(1, "America/New_York", [
        "2024-05-07T15:00:00Z",
        "2024-05-07T16:00:00Z",
        "2024-05-08T17:30:00Z",
      ]);
      for (const statement of STATEMENTS.filter((text) => text.startsWith("CREATE"))) await ask(statement);
      for (const view of MIRROR_VIEWS.keys())
        await ask(
          `CREATE TABLE IF NOT EXISTS regions.${view} AS headcount.${view} ENGINE = Distributed(regions, headcount, ${view})`,
        );
      return () => second.dispose();
    });

    it.each([...MIRROR_VIEWS.keys()])("%s of all has the rows of both", async (view) => {
      const expected = await rowsOfEach(view);
      if (FILLED.includes(view))
        expect(new Set(expected.map(({ region }) => region))).toEqual(new Set([1, 2]));
      expect(await ask(`SELECT _shard_num AS region, * FROM regions.${view} ORDER BY ALL`)).toEqual(expected);
    });

    it("a reader needs privileges for the tables and for the views of the server that is asked", async () => {
      const query = "SELECT count() > 0 AS some FROM regions.hourly";
      expect(await second.query(query, "regions", READER.name)).toEqual([{ some: 1 }]);
      for (const name of [ONLY_TABLES.name, "analyst"])
        await expect(second.query(query, "default", name), name).rejects.toThrow(/ACCESS_DENIED/);
    });

    it("the spaces of both have the same id", async () => {
      const ids = await ask("SELECT id, count() AS spaces FROM regions.spaces GROUP BY id");
      expect(ids).toEqual([{ id: expect.any(String), spaces: 2 }]);
    });

    it("the query of the page joins the rows of each server", async () => {
      const [query = "", ...others] = STATEMENTS.filter((text) => text.startsWith("SELECT"));
      expect(others).toEqual([]);
      expect(await ask(query)).toEqual([
        { region: 1, space: "Europe/Berlin", people: 2 },
        { region: 2, space: "America/New_York", people: 3 },
      ]);
      const without = query.replace(/SETTINGS .*/, "");
      await expect(ask(without)).rejects.toThrow(/distributed_product_mode/);
      // What the page warns of: every space gets the people of both.
      const wrong = await ask(without.replace("JOIN", "GLOBAL JOIN"));
      expect(new Set(wrong.map(({ people }) => people))).toEqual(new Set([2, 3]));
      expect(wrong.length).toBe(4);
    });

    it("aggregates and conditions are computed where the rows are", async () => {
      const query = "SELECT sum(entrances) AS people FROM regions.hourly WHERE timestamp >= '2024-05-08'";
      expect(await ask(query)).toEqual([{ people: 2 }]);
      const plan = (await ask(`EXPLAIN ${query}`)).map(({ explain }) => explain).join("\n");
      expect(plan).toMatch(/MergingAggregated/);
    });

    it("one view of another server can be read without such tables", async () => {
      const [theirs] = await rowsOfEach("daily");
      const address = `127.0.0.1:${node().nativePort}`;
      const rows = await ask(
        `SELECT 1 AS region, * FROM remote('${address}', headcount.daily, 'analyst', '') ORDER BY ALL LIMIT 1`,
      );
      expect(rows).toEqual([theirs]);
    });

    it("a server that is away makes queries fail, unless it is skipped", async () => {
      await node().kill();
      try {
        const query = "SELECT count() > 0 AS some, min(_shard_num) AS region FROM regions.hourly";
        await expect(ask(query)).rejects.toThrow(/ALL_CONNECTION_TRIES_FAILED/);
        expect(await ask(`${query} SETTINGS skip_unavailable_shards = 1`)).toEqual([{ some: 1, region: 2 }]);
      } finally {
        await node().start();
      }
      expect((await ask("SELECT DISTINCT _shard_num AS region FROM regions.hourly")).length).toBe(2);
    });
  },
  () => installedConfiguration(users),
);
