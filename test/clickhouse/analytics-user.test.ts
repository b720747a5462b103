import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { analyticsServer } from "../../src/clickhouse/analytics-server.ts";
import { AnalyticsSql } from "../../src/clickhouse/analytics-sql.ts";
import { describeWithClickHouse } from "../support/clickhouse.ts";
import {
  type ClickHouseUser,
  documentedUser,
  installedConfiguration,
} from "../support/clickhouse-configuration.ts";
import { fillMirror } from "../support/filled-mirrors.ts";
import { suiteFolder, temporaryFolder } from "../support/headcount.ts";

const analyst = documentedUser("analyst");

/** A user with the grants of docs/analytics.md that are left, and others. */
function userWith(name: string, more: Partial<ClickHouseUser> = {}): ClickHouseUser {
  return { name, grants: analyst.grants, settings: {}, ...more };
}

const USERS = [
  userWith("reader"),
  userWith("writer", { grants: [...analyst.grants, "GRANT INSERT ON headcount.cut"] }),
  userWith("partial", { grants: analyst.grants.filter((grant) => !/\.(?:daily|spaces)$/.test(grant)) }),
  userWith("locked", { settings: analyst.settings }),
];

describeWithClickHouse(
  "the user for queries of people on a mirror",
  (node) => {
    const folder = suiteFolder();

    beforeAll(() => fillMirror(node(), "default", folder));

    function open(user: string): AnalyticsSql {
      const options = { folder: join(temporaryFolder(), "sql"), memoryBytes: 2 ** 28, timeMsMax: 60_000 };
      const sql = new AnalyticsSql(analyticsServer(node().url("headcount", user)), options);
      onTestFinished(() => sql.close());
      return sql;
    }

    it("has no faults if it may read the views only, and its queries are answered", async () => {
      const sql = open("reader");
      expect(await sql.userFaults()).toEqual([]);
      const request = { query: "SELECT id FROM events", format: "json" } as const;
      const result = await sql.query(request, new AbortController().signal);
      result.close();
      expect(result.rows).toBe(3);
    });

    it.each([
      ["writer", "REVOKE INSERT ON headcount.cut FROM writer"],
      ["partial", "cannot read spaces, daily. "],
      ["locked", "ALTER USER locked SETTINGS readonly = 0"],
    ])("%s has a fault, which is named", async (user, said) => {
      expect(await open(user).userFaults()).toEqual([expect.stringContaining(said)]);
    });
  },
  () => installedConfiguration(USERS),
);
