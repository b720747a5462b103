import { expect, it } from "vitest";
import { analyticsServer } from "../../src/clickhouse/analytics-server.ts";
import { rightsFaults } from "../../src/clickhouse/reader-faults.ts";
import { MIRROR_VIEWS } from "../../src/clickhouse/schema.ts";

const SERVER = analyticsServer("clickhouse://reader@127.0.0.1/mirror");
const VIEWS: ReadonlySet<string> = new Set(MIRROR_VIEWS.keys());

/** The faults of a user with some grants, as SHOW GRANTS writes them. */
const faultsOf = (...grants: string[]) => rightsFaults(SERVER, { grants, views: VIEWS });

it("a user who only reads has no faults", () => {
  expect(
    faultsOf(
      "GRANT SELECT ON mirror.hourly TO reader",
      "GRANT SHOW TABLES, SELECT(id, name), dictGet ON mirror.* TO reader WITH GRANT OPTION",
      "GRANT SELECT ON *.* TO reader",
      "REVOKE SELECT, INSERT ON system.users FROM reader",
      "GRANT analysts TO reader",
    ),
  ).toEqual([]);
});

it.each([
  ["GRANT SELECT, INSERT ON mirror.* TO reader", "REVOKE INSERT ON mirror.* FROM reader, "],
  [
    "GRANT SELECT(a, b), INSERT(a, b), ALTER UPDATE(a) ON mirror.event_base TO `a reader` WITH GRANT OPTION",
    "REVOKE INSERT(a, b), ALTER UPDATE(a) ON mirror.event_base FROM `a reader`, ",
  ],
  [
    "GRANT URL, CREATE TEMPORARY TABLE ON *.* TO reader",
    "REVOKE URL, CREATE TEMPORARY TABLE ON *.* FROM reader, ",
  ],
  ["GRANT TABLE ENGINE ON * TO reader", "REVOKE TABLE ENGINE ON * FROM reader, "],
])("a user with %s may do more, and the statement that mends it is said", (grant, statement) => {
  expect(faultsOf("GRANT SELECT ON mirror.hourly TO reader", grant)).toEqual([
    expect.stringContaining(
      `its user reader may do more than read. An administrator of ClickHouse runs ${statement}`,
    ),
  ]);
});

it("for a user with many privileges, how to make another user is said", () => {
  const grants = ["a", "b", "c", "d"].map((table) => `GRANT INSERT ON mirror.${table} TO reader`);
  expect(faultsOf(...grants.slice(1))).toEqual([
    expect.stringContaining("REVOKE INSERT ON mirror.d FROM reader"),
  ]);
  const [fault = "", ...others] = faultsOf(...grants);
  expect(others).toEqual([]);
  expect(fault).toContain(
    "CREATE USER reader IDENTIFIED BY 'password'; GRANT SELECT ON mirror.as_of, SELECT ON mirror.",
  );
  expect(fault).toContain("--analytics-sql clickhouse://reader:password@host:port/mirror");
  expect(fault).not.toContain("REVOKE");
});

it("views that the user cannot read are named, with the statement that mends it", () => {
  const views = new Set([...VIEWS].filter((view) => view !== "daily" && view !== "spaces"));
  expect(rightsFaults(SERVER, { grants: [], views })).toEqual([
    "its user reader cannot read spaces, daily. An administrator of ClickHouse runs GRANT SELECT ON mirror.spaces, SELECT ON " +
      "mirror.daily TO reader",
  ]);
});
