import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { MIRROR_VIEWS } from "../../src/mirror/clickhouse/schema.ts";
import { describeWithClickHouse } from "../support/clickhouse.ts";
import {
  ANALYTICS_BLOCKS,
  type ClickHouseUser,
  documentedFile,
  documentedUser,
  installedConfiguration,
} from "../support/clickhouse-configuration.ts";
import { readPages } from "../support/doc-pages.ts";
import { fillMirror } from "../support/filled-mirrors.ts";
import { suiteFolder, temporaryFolder } from "../support/headcount.ts";

const STATEMENTS = ANALYTICS_BLOCKS.filter(({ language }) => language === "sql").map(({ text }) => text);
const COMMANDS = ANALYTICS_BLOCKS.filter(({ language }) => language === "sh").map(({ text }) => text);

const SERVER_FILE = "config.d/small.xml";
const USERS_FILE = "users.d/small.xml";
const REMOVED = [...documentedFile(SERVER_FILE).matchAll(/<(\w+_log) remove="1"\/>/g)].map(
  ([, name = ""]) => name,
);

describeWithClickHouse(
  "a small ClickHouse server with the configuration of the page",
  (node) => {
    it("writes none of the tables that the page turns off, and others", async () => {
      expect(REMOVED).toEqual(expect.arrayContaining(["query_log", "text_log", "trace_log", "metric_log"]));
      await node().query("SYSTEM FLUSH LOGS");
      const tables = "SELECT name FROM system.tables WHERE database = 'system' AND name LIKE '%\\_log'";
      expect(await node().query(tables)).toEqual([{ name: "session_log" }]);
    });

    it("has the bounds of the page", async () => {
      const bounds = (file: string, path: RegExp) => {
        const text = path.exec(documentedFile(file))?.[1] ?? "";
        return Object.fromEntries(
          [...text.matchAll(/<(\w+)>(\d+)</g)].map(([, name, value]) => [name, value]),
        );
      };
      const expected = {
        server_settings: bounds(SERVER_FILE, /<clickhouse>(.*)<merge_tree>/s),
        merge_tree_settings: bounds(SERVER_FILE, /<merge_tree>(.*)<\/merge_tree>/s),
        settings: bounds(USERS_FILE, /<default>(.*)<\/default>/s),
      };
      for (const [table, values] of Object.entries(expected)) {
        expect(Object.keys(values).length).toBeGreaterThan(2);
        const rows = await node().query(`SELECT name, value FROM system.${table}`);
        expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toMatchObject(values);
      }
    });

    it("keeps a mirror", async () => {
      expect(await fillMirror(node(), "default", temporaryFolder())).toEqual([]);
      await node().query("OPTIMIZE TABLE headcount.hour_base FINAL");
      expect(await node().query("SELECT count() AS events FROM headcount.events")).toEqual([{ events: 3 }]);
    });
  },
  () => ({
    ...installedConfiguration([], [...REMOVED, "session_log"]),
    [SERVER_FILE]: documentedFile(SERVER_FILE),
    [USERS_FILE]: documentedFile(USERS_FILE),
  }),
);

/** What ClickHouse asks for, of the privileges of the page; the others are for other versions. */
const NEEDED = ["SELECT", "INSERT", "CREATE TABLE", "DROP TABLE", "TABLE ENGINE"];

/** A user with the privileges of the page for a database of the same name, which may create it, but for one of them. */
function userWithout(privilege: string): ClickHouseUser {
  const name = `without_${privilege.replace(" ", "_").toLowerCase()}`;
  const grants = documentedUser("headcount").grants.flatMap((grant) => {
    const [, privileges = "", place = ""] = /^GRANT (.*) ON (.*)$/.exec(grant) ?? [];
    const others = privileges.split(", ").filter((each) => each !== privilege);
    return others.length === 0 ? [] : [`GRANT ${others.join(", ")} ON ${place.replace("headcount", name)}`];
  });
  return { name, grants: [...grants, `GRANT CREATE DATABASE ON ${name}.*`], settings: {} };
}

describeWithClickHouse(
  "with the privileges of the page",
  (node) => {
    const folder = suiteFolder();
    const TABLES = ["hour_base", "event_base", "space", "cut"];
    let differences: unknown;

    beforeAll(async () => {
      await node().query("CREATE DATABASE headcount");
      differences = await fillMirror(node(), "headcount", folder);
    });

    it("a server keeps its mirror, which has its rows", async () => {
      expect(differences).toEqual([]);
      const [row] = await node().query("SELECT count() AS events FROM events", "headcount", "headcount");
      expect(row).toEqual({ events: 3 });
    });

    it("a server that may creates the database", async () => {
      const { name } = userWithout("nothing");
      expect(await fillMirror(node(), name, temporaryFolder(), name)).toEqual([]);
    });

    it.each(NEEDED)("but for %s, a server keeps no mirror, and says so", async (privilege) => {
      const { name } = userWithout(privilege);
      const filled = fillMirror(node(), name, temporaryFolder(), name);
      await expect(filled).rejects.toThrow(new RegExp(`(?:lacks|the grant) [^;]*${privilege}`));
    });

    it("a reader reads every view, and no table below them", async () => {
      const views = await node().query("SELECT name FROM help", "headcount", "analyst");
      expect(views.length).toBeGreaterThan(10);
      for (const { name } of views) {
        const read = node().query(`SELECT count() AS rows FROM ${name}`, "headcount", "analyst");
        expect(await read, String(name)).toEqual([{ rows: expect.any(Number) }]);
      }
      for (const name of TABLES) {
        expect(await node().query(`SELECT count() > 0 AS some FROM ${name}`, "headcount")).toEqual([
          { some: 1 },
        ]);
        const read = node().query(`SELECT * FROM ${name}`, "headcount", "analyst");
        await expect(read, name).rejects.toThrow(/ACCESS_DENIED/);
      }
    });

    it("a reader changes nothing", async () => {
      for (const statement of [
        "INSERT INTO hour_base SELECT * FROM hour_base",
        "DROP VIEW hourly",
        "CREATE TABLE own (id Int64) ENGINE = MergeTree ORDER BY id",
        "TRUNCATE TABLE cut",
      ])
        await expect(node().query(statement, "headcount", "analyst"), statement).rejects.toThrow(
          /ACCESS_DENIED|READONLY/,
        );
    });

    it("months are kept as files, which can be read again", async () => {
      const [write = "", read = ""] = STATEMENTS.filter((text) => text.includes("file('"));
      // A month that has changed is written again.
      for (const _ of [1, 2]) await node().query(write);
      const months = [
        { month: "2024-03", events: 1 },
        { month: "2024-04", events: 2 },
      ];
      expect(await node().query(read)).toEqual(months);
      const all = await node().query("SELECT * FROM headcount.events ORDER BY id");
      expect(await node().query("SELECT * FROM file('events-*.parquet') ORDER BY id")).toEqual(all);

      const [command = ""] = COMMANDS.filter((text) => text.includes("FORMAT Parquet"));
      const [, query = ""] = /<< 'END'\n(.*)END\n/s.exec(command) ?? [];
      const answer = await fetch(`http://127.0.0.1:${node().port}/?user=analyst&database=headcount`, {
        method: "POST",
        body: query,
      });
      expect(answer.status).toBe(200);
      const path = join(folder, "events-2024-04.parquet");
      writeFileSync(path, Buffer.from(await answer.arrayBuffer()));
      const instance = await DuckDBInstance.create();
      const connection = await instance.connect();
      try {
        const reader = await connection.runAndReadAll(
          "SELECT id, epoch_ms(timestamp) AS at, trajectory FROM read_parquet($path) ORDER BY timestamp",
          { path },
        );
        expect(reader.getRowObjectsJson()).toEqual([
          { id: "evt_2", at: String(Date.parse("2024-04-01T00:00:00Z")), trajectory: -1 },
          { id: "evt_3", at: String(Date.parse("2024-04-30T08:00:00Z")), trajectory: 1 },
        ]);
      } finally {
        connection.closeSync();
        instance.closeSync();
      }
    });

    it("the time zone of a session changes no times, and no comparison with a text", async () => {
      const query =
        "SELECT timestamp, local_timestamp, local_date, local_hour, weekday, " +
        "formatDateTime(local_timestamp, '%Y-%m-%d %H:%i') AS shown FROM hourly " +
        "WHERE timestamp >= '2024-04-01' ORDER BY timestamp LIMIT 2";
      const rows = await node().query(query, "headcount", "analyst");
      expect(rows[0]).toMatchObject({ timestamp: "2024-04-01 00:00:00.000", shown: "2024-04-01 09:00" });
      const elsewhere = `${query} SETTINGS session_timezone = 'America/New_York'`;
      expect(await node().query(elsewhere, "headcount", "analyst")).toEqual(rows);
    });

    it("a reader is limited, and may limit its own queries", async () => {
      const query = "SELECT getSetting('max_execution_time') AS seconds";
      expect(await node().query(query, "headcount", "analyst")).toEqual([{ seconds: 60 }]);
      const own = `${query} SETTINGS max_execution_time = 10`;
      expect(await node().query(own, "headcount", "analyst")).toEqual([{ seconds: 10 }]);
    });
  },
  () =>
    installedConfiguration([
      ...["headcount", "analyst"].map(documentedUser),
      ...["nothing", ...NEEDED].map(userWithout),
    ]),
);

it("the YAML of the pages about analytics is sound", () => {
  const blocks = readPages()
    .filter(({ path }) => ["docs/analytics.md", "docs/grafana.md"].includes(path))
    .flatMap((page) => page.blocks.filter(({ language }) => language === "yaml"));
  const [profile, sources, ...dataSources] = blocks.map(({ text }) => parse(text) as unknown);
  expect(profile).toMatchObject({
    headcount: { target: "analytics", outputs: { analytics: { type: "clickhouse", schema: "models" } } },
  });
  const { tables } = (sources as { sources: [{ tables: { name: string }[] }] }).sources[0];
  expect(tables.filter(({ name }) => !MIRROR_VIEWS.has(name))).toEqual([]);
  expect(dataSources).toMatchObject([
    { datasources: [{ type: "yesoreyeram-infinity-datasource" }] },
    { datasources: [{ type: "grafana-clickhouse-datasource", secureJsonData: { username: "analyst" } }] },
  ]);
});
