import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { type ClickHouseFiles, describeWithClickHouse } from "../support/clickhouse.ts";
import { readPages } from "../support/doc-pages.ts";
import { suiteFolder } from "../support/headcount.ts";
import { openApi } from "../support/http.ts";
import { mirrorOf } from "../support/mirrors.ts";
import { openDirectory } from "../support/store-directory.ts";

const PAGE = readPages().find(({ path }) => path === "docs/analytics.md");
const BLOCKS = PAGE?.blocks ?? [];

/** The files of the page, by where they are put. */
const FILES: ClickHouseFiles = Object.fromEntries(
  BLOCKS.filter(({ directive }) => directive?.kind === "file").map(({ directive, text }) => [
    directive?.text,
    text,
  ]),
);

const SYSTEM_TABLE = (name: string) => `<${name}><database>system</database><table>${name}</table></${name}>`;

/** The configuration that a server is installed with, as far as the page concerns it, with further users. */
function installed(tables: readonly string[], users: readonly ConfiguredUser[]): ClickHouseFiles {
  const profiles = users.map(({ name, settings }) => `<${name}>${settings}</${name}>`).join("");
  return {
    "config.xml":
      "<clickhouse><users_config>users.xml</users_config><user_directories><users_xml><path>users.xml</path></users_xml>" +
      "</user_directories><access_control_improvements><table_engines_require_grant>true</table_engines_require_grant>" +
      `</access_control_improvements>${tables.map(SYSTEM_TABLE).join("")}</clickhouse>`,
    "users.xml":
      `<clickhouse><profiles><default/>${profiles}</profiles><quotas><default/></quotas>` +
      `<users><default>${loginOf("default")}<access_management>1</access_management></default>` +
      `${users.map(({ name, grants }) => `<${name}>${loginOf(name)}${grants}</${name}>`).join("")}</users></clickhouse>`,
  };
}

/** What a user may do, in the form in which users are configured. */
interface ConfiguredUser {
  readonly name: string;
  readonly settings: string;
  readonly grants: string;
}

function loginOf(profile: string): string {
  return `<password/><networks><ip>127.0.0.1</ip></networks><profile>${profile}</profile><quota>default</quota>`;
}

const REMOVED = [...(FILES["config.d/small.xml"] ?? "").matchAll(/<(\w+_log) remove="1"\/>/g)].map(
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
        const text = path.exec(FILES[file] ?? "")?.[1] ?? "";
        return Object.fromEntries(
          [...text.matchAll(/<(\w+)>(\d+)</g)].map(([, name, value]) => [name, value]),
        );
      };
      const expected = {
        server_settings: bounds("config.d/small.xml", /<clickhouse>(.*)<merge_tree>/s),
        merge_tree_settings: bounds("config.d/small.xml", /<merge_tree>(.*)<\/merge_tree>/s),
        settings: bounds("users.d/small.xml", /<default>(.*)<\/default>/s),
      };
      for (const [table, values] of Object.entries(expected)) {
        expect(Object.keys(values).length).toBeGreaterThan(2);
        const rows = await node().query(`SELECT name, value FROM system.${table}`);
        const found = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
        expect(found).toMatchObject(values);
      }
    });

    it("keeps a mirror", async () => {
      await node().query("CREATE TABLE default.kept (id Int64) ENGINE = ReplacingMergeTree ORDER BY id");
      for (const id of [1, 1]) await node().query(`INSERT INTO default.kept SELECT ${id}`);
      await node().query("OPTIMIZE TABLE default.kept FINAL");
      expect(await node().query("SELECT count() AS rows FROM default.kept")).toEqual([{ rows: 1 }]);
    });
  },
  () => ({ ...installed([...REMOVED, "session_log"], []), ...FILES }),
);

const STATEMENTS = BLOCKS.filter(({ language }) => language === "sql")
  .map(({ text }) => text)
  .join("\n");

/** A user as the page's statements create it, but without a password. */
function userOf(name: string): ConfiguredUser {
  const created = new RegExp(`^CREATE USER ${name} IDENTIFIED BY '[^']*'(?: SETTINGS ([^;]*))?;$`, "m");
  const settings = [...(created.exec(STATEMENTS)?.[1] ?? "").matchAll(/(\w+) = (\d+)/g)];
  const grants = STATEMENTS.matchAll(new RegExp(`^(GRANT [^;]*) TO ${name};$`, "gm"));
  return {
    name,
    settings: settings.map(([, setting, value]) => `<${setting}>${value}</${setting}>`).join(""),
    grants: `<grants>${[...grants].map(([, grant]) => `<query>${grant}</query>`).join("")}</grants>`,
  };
}

describeWithClickHouse(
  "with the privileges of the page",
  (node) => {
    const folder = suiteFolder();
    const TABLES = ["hour_base", "event_base", "space", "cut"];
    let differences: unknown;

    beforeAll(async () => {
      await node().query("CREATE DATABASE headcount");
      const store = await openDirectory(join(folder, "data"));
      const api = await openApi({ store });
      try {
        await api.site();
        await api.report("a 2024-05-06T08:00:00Z 1");
        await mirrorOf(api.context, node().url("headcount", "headcount"), folder).catchUp();
        // As after a start: the tables are there, and the views are made again.
        const mirror = mirrorOf(api.context, node().url("headcount", "headcount"), folder);
        await mirror.catchUp();
        differences = (await mirror.verify()).differences;
      } finally {
        await api.app.close();
        await store.close();
      }
    });

    it("a server keeps its mirror, which has its rows", async () => {
      expect(differences).toEqual([]);
      const [row] = await node().query("SELECT count() AS events FROM events", "headcount", "headcount");
      expect(row).toEqual({ events: 1 });
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

    it("a reader is limited, and may limit its own queries", async () => {
      const query = "SELECT getSetting('max_execution_time') AS seconds";
      expect(await node().query(query, "headcount", "analyst")).toEqual([{ seconds: 60 }]);
      const own = `${query} SETTINGS max_execution_time = 10`;
      expect(await node().query(own, "headcount", "analyst")).toEqual([{ seconds: 10 }]);
    });
  },
  () => installed([], [userOf("headcount"), userOf("analyst")]),
);
