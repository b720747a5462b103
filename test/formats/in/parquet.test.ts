import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { REPORT_PROBLEMS as WHY } from "../../../src/domain/sensor-report.ts";
import { FileLoads, readFile, writeParquet } from "../../support/store-files.ts";
import { temporaryFolder } from "../../support/store-harness.ts";
import { mapped } from "../../support/store-reports.ts";

const EVENTS = ["a 2024-05-06T08:00:00.123Z 1", "b 2024-05-06T09:00:00.999Z -1"];

/** Two rows, their times read as SQL from the texts `t` and kept in whole seconds if the type has no more. */
function rows(time: string, { trajectory = "d", serial = "s" } = {}): string {
  return `SELECT ${serial} AS sensor_serial_number, ${time} AS timestamp, ${trajectory} AS trajectory
    FROM (VALUES ('a', '2024-05-06 08:00:00.123456', 1), ('b', '2024-05-06 09:00:00.999999', -1)) rows(s, t, d)`;
}

const wholeSeconds = EVENTS.map((event) => event.replace(/\.\d+/, ".000"));

const TYPES: readonly [what: string, query: string, events: readonly string[]][] = [
  ["TIMESTAMP_S times", rows("left(t, 19)::TIMESTAMP_S"), wholeSeconds],
  ["TIMESTAMP_MS times", rows("left(t, 23)::TIMESTAMP_MS"), EVENTS],
  ["TIMESTAMP_NS times", rows("(t || '999')::TIMESTAMP_NS"), EVENTS],
  ["UBIGINT times in ms", rows("epoch_ms(t::TIMESTAMP)::UBIGINT"), EVENTS],
  [
    "columns that are not asked for",
    `SELECT 5 AS id, [1, 2] AS list, *, {'a': 1} AS nested FROM (${rows("t")})`,
    EVENTS,
  ],
  ["an ENUM of serial numbers", rows("t", { serial: "s::ENUM('a', 'b')" }), EVENTS],
];

/** Writes the rows of a query to a Parquet file, and reads it without a store. */
async function readQuery(query: string, groupRows?: number) {
  const path = join(temporaryFolder(), "a.parquet");
  await writeParquet(path, query, groupRows);
  return readFile(path);
}

describe("a Parquet file", () => {
  it.each(TYPES)("is read with %s", async (_, query, events) => {
    expect(await readQuery(query)).toMatchObject({ rows: 2, rejects: [], events });
  });

  it("is known by its content, with mapped columns, numbers for serial numbers and event ids (D9, D20)", async () => {
    const loads = await FileLoads.open();
    const path = loads.path("it's a [file]*.csv");
    await writeParquet(
      path,
      `SELECT 423::BIGINT AS "dpu ""id""", TIMESTAMP '2024-05-06 08:00:00' AS At, 1 AS trajectory, e AS event_id
       FROM (VALUES ('x'), (''), (NULL), ('x'), ('y')) ids(e)`,
    );
    const loaded = await loads.load(path, {
      layout: mapped({ sensor_serial_number: 'dpu "id"', timestamp: "At" }),
    });
    expect(loaded).toMatchObject({ rows: 5, accepted: 4, duplicates: 1 });
    expect(loads.world.context.catalog.sensors.all()).toMatchObject([{ id: 423n, serialNumber: "423" }]);
  });

  it.each([
    [
      "TIMESTAMP",
      "'epoch'",
      ["NULL", "'1969-12-31 23:59:59.999'", "'infinity'", "'10000-01-01'", "'9999-12-31 23:59:59.999'"],
    ],
    [
      "DATE",
      "'1970-01-01'",
      ["NULL", "'1969-12-31'", "'5877642-06-25 (BC)'", "'10000-01-01'", "'9999-12-31'"],
    ],
    ["VARCHAR", "'1970-01-01'", ["NULL", "'1969-12-31'", "''", "'0'", "'9999-12-31'"]],
  ])("has %s times beyond the years of D1 rejected by row", async (type, first, others) => {
    const values = [first, ...others].map((value, index) => `(${index}, ${value}::${type})`).join();
    const { rejects, events } = await readQuery(
      `SELECT 's' AS sensor_serial_number, t AS timestamp, 1 AS trajectory FROM (VALUES ${values}) rows(i, t) ORDER BY i`,
    );
    expect(events).toEqual(["s 1970-01-01T00:00:00.000Z 1"]);
    expect(rejects).toEqual(
      [2, 3, 4, 5].map((row) => `${row}: ${WHY["bad-timestamp"]}`).concat(`6: ${WHY["future-timestamp"]}`),
    );
  });

  it("has its rows rejected by number and reason, in a file of many blocks", async () => {
    const { rejects } = await readQuery(
      `SELECT CASE WHEN i = 1 THEN '' WHEN i = 2 THEN repeat('s', 129) ELSE 'a' END AS sensor_serial_number,
         CASE WHEN i = 3000 THEN NULL ELSE make_timestamp(i * 1000000) END AS timestamp,
         CASE WHEN i = 3001 THEN 2 WHEN i = 15000 THEN NULL ELSE 1 END AS trajectory,
         CASE WHEN i = 14999 THEN repeat('e', 65) END AS event_id
       FROM range(1, 15001) rows(i)`,
      2_048,
    );
    expect(rejects).toEqual([
      `1: ${WHY["no-sensor"]}`,
      `2: ${WHY["no-sensor"]}`,
      `3000: ${WHY["bad-timestamp"]}`,
      `3001: ${WHY["bad-trajectory"]}`,
      `14999: ${WHY["bad-event-id"]}`,
      `15000: ${WHY["bad-trajectory"]}`,
    ]);
  });
});
