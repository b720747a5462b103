import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { analyticsServer } from "../../src/clickhouse/analytics-server.ts";
import { AnalyticsSql } from "../../src/clickhouse/analytics-sql.ts";
import { identifier } from "../../src/clickhouse/identifier.ts";
import { MirrorTables } from "../../src/clickhouse/mirror-tables.ts";
import { MIRROR_TABLES, MIRROR_VIEWS } from "../../src/clickhouse/schema.ts";
import { examplesIn } from "../../src/sql-scripts.ts";
import { describeWithClickHouse } from "../support/clickhouse.ts";
import {
  type ClickHouseUser,
  documentedUser,
  installedConfiguration,
} from "../support/clickhouse-configuration.ts";
import { temporaryFolder } from "../support/headcount.ts";

const AS_OF = Date.UTC(2024, 4, 10, 12);

const ANALYST = documentedUser("analyst");

/** The privileges of a documented user, but no `readonly`: docs/sql-service.md, "Queries in ClickHouse". */
const READER: ClickHouseUser = { ...ANALYST, name: "reader", settings: { max_execution_time: "60" } };

/** A reader with other privileges besides. */
function readerAnd(name: string, ...grants: readonly string[]): ClickHouseUser {
  return { ...READER, name, grants: [...READER.grants, ...grants] };
}

const ROLE = { name: "writers", grants: ["GRANT INSERT ON headcount.*"] };

const MORE = "may do more than read\\. An administrator of ClickHouse runs";
const BELOW = "may read the tables below the views, .*\\. An administrator of ClickHouse runs";
const ROLES = ", or does so for the role that gives the privilege$";
const ALL_VIEWS = [...MIRROR_VIEWS.keys()].map((view) => `SELECT ON headcount\\.${view}`).join(", ");

/** Users with a fault, and what is said of each. */
const FAULTY: readonly (readonly [ClickHouseUser, string])[] = [
  [ANALYST, "may not change settings, .* runs ALTER USER analyst MODIFY SETTING readonly = 0$"],
  [
    { ...READER, name: "strict", settings: { readonly: "1" } },
    "may not change settings, .* runs ALTER USER strict MODIFY SETTING readonly = 0$",
  ],
  [
    readerAnd("inserter", "GRANT INSERT ON headcount.*"),
    `${MORE} REVOKE INSERT ON headcount\\.\\* FROM inserter${ROLES}`,
  ],
  [
    readerAnd(
      "column-writer",
      "GRANT INSERT(id, version), ALTER UPDATE(id) ON headcount.event_base WITH GRANT OPTION",
    ),
    `${MORE} REVOKE INSERT\\(id, version\\), ALTER UPDATE\\(id\\) ON headcount\\.event_base FROM \`column-writer\`${ROLES}`,
  ],
  [
    readerAnd(
      "creator",
      "GRANT CREATE TABLE, DROP TABLE ON headcount.*",
      "GRANT CREATE TEMPORARY TABLE ON *.*",
    ),
    `${MORE} REVOKE CREATE TEMPORARY TABLE ON \\*\\.\\* FROM creator; ` +
      `REVOKE CREATE TABLE, DROP TABLE ON headcount\\.\\* FROM creator${ROLES}`,
  ],
  [
    readerAnd("far", "GRANT FILE, URL, REMOTE ON *.*"),
    `${MORE} REVOKE READ, WRITE ON FILE FROM far; REVOKE READ, WRITE ON REMOTE FROM far; REVOKE READ, WRITE ON URL FROM far${ROLES}`,
  ],
  [
    readerAnd("engineer", "GRANT TABLE ENGINE ON Memory"),
    `${MORE} REVOKE TABLE ENGINE ON Memory FROM engineer${ROLES}`,
  ],
  [readerAnd("member", `GRANT ${ROLE.name}`), `${MORE} REVOKE INSERT ON headcount\\.\\* FROM member${ROLES}`],
  [
    readerAnd("below", "GRANT SELECT(space_id) ON headcount.hour_base"),
    `${BELOW} REVOKE SELECT\\(space_id\\) ON headcount\\.hour_base FROM below${ROLES}`,
  ],
  [
    readerAnd("beginning", "GRANT SELECT ON headcount.ho*"),
    `${BELOW} REVOKE SELECT ON headcount\\.ho\\* FROM beginning; GRANT ${ALL_VIEWS} TO beginning${ROLES}`,
  ],
  [
    { name: "all-tables", grants: ["GRANT SELECT ON headcount.*"], settings: {} },
    `${BELOW} REVOKE SELECT ON headcount\\.\\* FROM \`all-tables\`; GRANT ${ALL_VIEWS} TO \`all-tables\`${ROLES}`,
  ],
  [
    {
      name: "everywhere",
      grants: ["GRANT SELECT ON *.*", "REVOKE SELECT ON headcount.hour_base"],
      settings: {},
    },
    `${BELOW} REVOKE SELECT ON \\*\\.\\* FROM everywhere; GRANT ${ALL_VIEWS} TO everywhere${ROLES}`,
  ],
  [
    {
      ...READER,
      name: "less-reader",
      grants: READER.grants.filter((text) => !/\.(?:as_of|daily)$/.test(text)),
    },
    "cannot read as_of, daily\\. An administrator of ClickHouse runs " +
      "GRANT SELECT ON headcount\\.as_of, SELECT ON headcount\\.daily TO `less-reader`$",
  ],
];

/** Users that the statements of their faults do not mend. */
const BOUNDED: ClickHouseUser = { ...READER, name: "bounded", maxima: { max_memory_usage: "1000" } };
const OWNER = documentedUser("headcount");

/** All tables but those of the mirror: the views, and what others have made. */
const EXCEPT: ClickHouseUser = {
  name: "except",
  grants: [
    "GRANT SELECT ON headcount.*",
    ...MIRROR_TABLES.map((table) => `REVOKE SELECT ON headcount.${table}`),
  ],
  settings: {},
};
const ELSEWHERE = readerAnd("elsewhere", "GRANT SELECT ON regions.*", "GRANT SHOW TABLES ON *.*");

const OTHERS = [READER, OWNER, BOUNDED, EXCEPT, ELSEWHERE];

/** A user after the statements that its fault names. Files of users have them without the user's name. */
function mended(user: ClickHouseUser, fault: string): ClickHouseUser {
  const grants = [...fault.matchAll(/\b(?:REVOKE|GRANT) .+?(?= (?:FROM|TO) [\w`-]+)/g)].map(String);
  const settings = [...fault.matchAll(/MODIFY SETTING (\w+) = (\d+)/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  return {
    ...user,
    grants: [...user.grants, ...grants],
    settings: { ...user.settings, ...Object.fromEntries(settings) },
  };
}

describeWithClickHouse(
  "users of ClickHouse who run queries of people",
  (node) => {
    beforeAll(async () => {
      await node().query("CREATE DATABASE headcount");
      const tables = new MirrorTables(analyticsServer(node().url("headcount", OWNER.name)));
      const point = { eventId: 0n, voidedUntil: 0, lastVoided: new Set<bigint>(), asOf: AS_OF };
      const empty = await tables.state();
      const origin = { version: 1n, organizationId: "org_1", catalogDigest: "" };
      await tables.complete({ ...empty, ...origin, events: point, counts: point });
      await tables.close();
    });

    function open({ name }: ClickHouseUser): AnalyticsSql {
      const limits = { memoryBytes: 256 * 2 ** 20, timeMsMax: 60_000 };
      const server = analyticsServer(node().url("headcount", name));
      const sql = new AnalyticsSql(server, { folder: join(temporaryFolder(), "sql"), ...limits });
      onTestFinished(() => sql.close());
      return sql;
    }

    async function ask(sql: AnalyticsSql, query: string): Promise<unknown> {
      const { pieces } = await sql.query({ query, format: "json" }, new AbortController().signal);
      return JSON.parse(await textOf(Readable.from(pieces)));
    }

    it("have no faults as the page makes them, and read all views", async () => {
      const sql = open(READER);
      expect(await sql.userFaults()).toEqual([]);
      expect((await sql.relations()).map(({ name }) => name).sort()).toEqual([...MIRROR_VIEWS.keys()].sort());
      for (const view of MIRROR_VIEWS.keys())
        expect(await ask(sql, `SELECT * FROM ${view}`), view).toMatchObject({ truncated: false });
      expect(await ask(sql, "SELECT timestamp FROM as_of")).toMatchObject({
        rows: [["2024-05-10T12:00:00.000Z"]],
        as_of: "2024-05-10T12:00:00.000Z",
      });
    });

    it.each(examplesIn("clickhouse/examples"))("may run the example $name", async ({ query }) => {
      expect(await ask(open(READER), query)).toMatchObject({ truncated: false });
    });

    it("can neither write nor read the tables, even without the server", async () => {
      for (const statement of [
        "SELECT space_id FROM hour_base",
        "INSERT INTO event_base SELECT 1, 1700000000000, 2, 1, NULL, 5, 0",
        "CREATE TABLE own (x Int8) ENGINE = Memory",
        "DROP VIEW hourly",
      ])
        await expect(node().query(statement, "headcount", READER.name), statement).rejects.toThrow(
          /ACCESS_DENIED/,
        );
    });

    it.each([EXCEPT, ELSEWHERE])("have no faults with views besides other tables: $name", async (user) => {
      const sql = open(user);
      expect(await sql.userFaults()).toEqual([]);
      expect(await ask(sql, "SELECT name FROM spaces")).toMatchObject({ rows: [] });
    });

    it.each(FAULTY)("show what is wrong with them, and what mends it: $name", async (user, fault) => {
      expect(await open(user).userFaults()).toEqual([
        expect.stringMatching(new RegExp(`^its user ${user.name} ${fault}`)),
      ]);
    });

    it("have names that are quoted as ClickHouse reads them", async () => {
      const names = ["plain_1", "with-dash", "1st", "with`quote", "with\\back"];
      for (const name of names) await node().query(`CREATE DATABASE ${identifier(name)}`);
      const found = await node().query(
        "SELECT name FROM system.databases WHERE name LIKE 'with%' OR name IN ('1st', 'plain_1')",
      );
      expect(found.map(({ name }) => name).sort()).toEqual(names.sort());
      expect(identifier("plain_1")).toBe("plain_1");
    });

    it("show which limits they may not have", async () => {
      const [fault = "", ...others] = (await open(BOUNDED).userFaults()) ?? [];
      expect(others).toEqual([]);
      expect(fault).toMatch(
        /^its user bounded may not have the limits .*max_memory_usage.*1000.*--sql-memory/,
      );
      expect(fault).toMatch(/ ALTER USER bounded MODIFY SETTING /);
      await expect(ask(open(BOUNDED), "SELECT 1")).rejects.toMatchObject({ kind: "invalid" });
    });

    it("must be replaced if they may do much more, such as the user of the mirror", async () => {
      const [fault = "", ...others] = (await open(OWNER).userFaults()) ?? [];
      expect(others).toEqual([]);
      expect(fault).toMatch(/^its user headcount may do more than read the views\. .*CREATE USER reader/);
      const made = { ...mended({ ...OWNER, grants: [] }, fault), name: READER.name };
      expect(made.grants.join()).toBe(`GRANT ${ALL_VIEWS.replaceAll("\\", "")}`);
    });

    it("have no faults after the statements that they were told", async () => {
      const users = [];
      for (const [user] of FAULTY) {
        const [fault = ""] = (await open(user).userFaults()) ?? [];
        for (const [statement] of fault.matchAll(/\b(?:REVOKE|GRANT|ALTER USER) .+?(?=;|, or does|$)/g)) {
          const [parsed] = await node().query(`SELECT formatQuery($$${statement}$$) AS text`);
          // As ALTER USER … SETTINGS would.
          expect(parsed?.text).not.toMatch(/DROP ALL/);
        }
        // The administrator mends the role of a member.
        users.push(mended(user, fault));
      }
      const files = installedConfiguration([...users, ...OTHERS], [], [{ ...ROLE, grants: [] }]);
      await node().kill();
      writeFileSync(join(node().folder, "users.xml"), files["users.xml"] as string);
      await node().start();
      for (const user of users) {
        const sql = open(user);
        expect(await sql.userFaults(), user.name).toEqual([]);
        expect(await ask(sql, "SELECT name FROM spaces"), user.name).toMatchObject({ rows: [] });
      }
    });
  },
  () => installedConfiguration([...FAULTY.map(([user]) => user), ...OTHERS], [], [ROLE]),
);
