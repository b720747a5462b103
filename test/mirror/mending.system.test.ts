import { beforeAll, expect, it } from "vitest";
import { MIRROR_TABLES, MIRROR_VIEWS } from "../../src/mirror/clickhouse/schema.ts";
import type { Mirror } from "../../src/mirror/mirror.ts";
import type { MirrorTables } from "../../src/mirror/mirror-tables.ts";
import { describeWithClickHouse } from "../support/clickhouse.ts";
import { suiteFolder } from "../support/headcount.ts";
import { openApi, type TestApi } from "../support/http.ts";
import { mirrorOf } from "../support/mirrors.ts";
import { directoryData, setUp } from "../support/replica.ts";

const EVERYTHING = { from: 0, to: Date.UTC(2030, 0) };

/** Changes by hand to the tables of the catalog, by table, a round of them at once. */
const CHANGES: readonly Readonly<Record<string, string>>[] = [
  {
    space:
      "INSERT INTO space SELECT * REPLACE ('renamed' AS name, version + 1000 AS version) FROM space FINAL LIMIT 1",
    sensor: "DELETE FROM sensor WHERE 1",
    link: "INSERT INTO link SELECT * REPLACE (id + 100 AS id, 1 AS version) FROM link FINAL",
    schedule: "TRUNCATE TABLE schedule",
    zone_span: "INSERT INTO zone_span SELECT * REPLACE (offset_ms + 1 AS offset_ms) FROM zone_span FINAL",
    daily_reset: "TRUNCATE TABLE daily_reset",
  },
  { space: "ALTER TABLE space UPDATE capacity = 7 WHERE 1 SETTINGS mutations_sync = 1" },
];

describeWithClickHouse("a mirror that is changed by hand", (node) => {
  const DATABASE = "mended";
  const folder = suiteFolder();
  let api: TestApi;
  let mirror: Mirror;
  beforeAll(async () => {
    const data = await directoryData();
    api = await openApi({ store: data.store });
    api.at("2024-05-10T12:00:00Z");
    await setUp(api);
    for (const month of ["02", "03", "04"]) await api.report(`a 2024-${month}-03T11:00:00Z 1`);
    const reading = { sensor_serial_number: "t", timestamp: "2024-05-09T10:00:00Z", in_total: 3 };
    const readings = [reading, { ...reading, timestamp: "2024-05-09T11:00:00Z", in_total: 5 }];
    await api.post("/v2/readings/", readings);
    mirror = mirrorOf(api.context, node().url(DATABASE), { folder });
    await mirror.catchUp();
    return async () => {
      await api.app.close();
      await data.dispose();
    };
  });

  const query = (sql: string) => node().query(sql, DATABASE);

  /** Another mirror, before the first call of which something is done. */
  function interrupted(call: keyof MirrorTables, statement: string): Mirror {
    const before = { call, work: () => query(statement) };
    return mirrorOf(api.context, node().url(DATABASE), { folder, before });
  }

  it.each(CHANGES)(
    "has other rows in tables of the catalog, which is found and mended: %j",
    async (changes) => {
      for (const statement of Object.values(changes)) await query(statement);
      const { differences } = await mirror.verify();
      expect(differences).toHaveLength(Object.keys(changes).length);
      for (const table of Object.keys(changes))
        expect(differences).toContainEqual(expect.objectContaining({ table, month: null }));
      await mirror.rebuild(EVERYTHING);
      expect((await mirror.verify()).differences).toEqual([]);
    },
  );

  it("has other views, which are found and mended", async () => {
    await query("CREATE OR REPLACE VIEW hourly AS SELECT 1 AS x");
    const view = { table: "hourly", month: null, expected: null, found: null };
    expect((await mirror.verify()).differences).toEqual([view]);
    await mirror.rebuild(EVERYTHING);
    expect((await mirror.verify()).differences).toEqual([]);
    await query("DROP VIEW hourly");
    // What is not there is made again at once.
    expect((await mirror.verify()).differences).toEqual([]);
    expect(await query("SELECT count() > 0 AS is_filled FROM hourly")).toEqual([{ is_filled: 1 }]);
  });

  it("lacks a table, which is said once, and made and filled again", async () => {
    const rowsOfViews = async () => {
      const names = [...MIRROR_VIEWS.keys()].filter((name) => name !== "as_of" && name !== "spaces");
      const rows = await Promise.all(names.map((name) => query(`SELECT * FROM ${name} ORDER BY ALL`)));
      return Object.fromEntries(names.map((name, index) => [name, rows[index]]));
    };
    const before = await rowsOfViews();
    // Those with rows of its own are missing alone, all others some at a time.
    const alone = ["schema_version", "cut", "reading_position", "event_base"];
    const others = MIRROR_TABLES.filter((table) => !alone.includes(table));
    const parts = [0, 1, 2, 3].map((part) => others.filter((_, index) => index % 4 === part));
    for (const tables of [...alone.map((table) => [table]), ...parts]) {
      const names = tables.join(", ");
      for (const table of tables) await query(`DROP TABLE ${table} SYNC`);
      // The site changes before it is noticed.
      await api.post("/v2/spaces/", { name: `Without ${names}`, time_zone: "UTC", daily_reset: null });
      await expect(mirror.verify(), names).rejects.toMatchObject({
        kind: "unavailable",
        message: expect.stringMatching(
          new RegExp(`lacked tables that it had: ${names};.* all of it is shipped again$`),
        ),
      });
      expect((await mirror.verify()).differences, names).toEqual([]);
    }
    expect(await rowsOfViews()).toEqual(before);
  });

  it.each([
    ["verify", "monthSums", "event_base"],
    ["verify", "monthSums", "hour_base"],
    ["verify", "compareCatalog", "space"],
    ["rebuild", "greatestVersion", "reading_base"],
    ["rebuild", "begin", "cut"],
    ["rebuild", "putCatalog", "space"],
  ] as const)("loses a table during %s before %s, which is said, and mended", async (work, call, table) => {
    const other = interrupted(call, `DROP TABLE ${table} SYNC`);
    const done = work === "verify" ? other.verify() : other.rebuild(EVERYTHING);
    await expect(done).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringMatching(/lacked tables that it had: \w+; .* all of it is shipped again$/),
    });
    expect((await other.verify()).differences).toEqual([]);
    expect((await mirror.verify()).differences).toEqual([]);
  });

  it("loses a view while it is compared, which is found", async () => {
    const other = interrupted("changedViews", "DROP VIEW hourly");
    expect((await other.verify()).differences).toMatchObject([{ table: "hourly" }]);
    expect((await other.verify()).differences).toEqual([]);
  });

  it("loses its database, which is said, and made and filled again", async () => {
    const other = interrupted("monthSums", `DROP DATABASE ${DATABASE} SYNC`);
    await expect(other.verify()).rejects.toMatchObject({ kind: "unavailable" });
    expect((await other.verify()).differences).toEqual([]);
    await node().query(`DROP DATABASE ${DATABASE} SYNC`, "default");
    await expect(mirror.verify()).rejects.toMatchObject({ kind: "unavailable" });
    expect((await mirror.verify()).differences).toEqual([]);
  });
});
