import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DATABASE_FILE } from "../../../src/domain/data-directory.ts";
import { voidEvent } from "../../../src/engine/events/event-changes.ts";
import { createDoorway } from "../../../src/engine/resources/doorways.ts";
import { check } from "../../support/random.ts";
import { FileLoads, readText } from "../../support/store-files.ts";
import { at } from "../../support/store-reports.ts";

const HEADER = "sensor_serial_number,timestamp,trajectory,event_id";

function csv(...rows: readonly string[]): string {
  return `${[HEADER, ...rows].join("\n")}\n`;
}

describe("loading a file", () => {
  it("twice adds nothing the second time, by any name and in any format (D9)", async () => {
    const loads = await FileLoads.open();
    const file = csv("a,2024-05-06T08:00:00Z,1,", "a,2024-05-06T08:00:00Z,1,x", "b,2024-05-06T08:00:00Z,1,");
    expect(await loads.loadText("a.csv", file)).toMatchObject({ accepted: 3, duplicates: 0 });
    expect(await loads.load(loads.path("a.csv"))).toMatchObject({ accepted: 0, duplicates: 3 });
    const ndjson = ["", "x"].map((event_id) =>
      JSON.stringify({
        event_id,
        trajectory: 1,
        timestamp: "2024-05-06 13:45+05:45",
        sensor_serial_number: "a",
      }),
    );
    expect(await loads.loadText("b.ndjson", ndjson.join("\n"))).toMatchObject({ accepted: 0, duplicates: 2 });
  });

  it("again does not bring back an event of it that was voided (D5, D9)", async () => {
    const loads = await FileLoads.open();
    const file = csv("a,2024-05-06T08:00:00Z,1,", "a,2024-05-06T09:00:00Z,1,x");
    await loads.loadText("a.csv", file);
    for (const id of [1n, 2n]) await voidEvent(loads.world.context, id);
    expect(await loads.load(loads.path("a.csv"))).toMatchObject({ accepted: 0, duplicates: 2, events: [] });
  });

  it("has its repeated rows by the rule, and those with an event id never (D9)", async () => {
    const rows = [
      "a,2024-05-06,1,",
      "a,2024-05-06,1,x",
      "a,2024-05-06,1,",
      "a,2024-05-06,1,x",
      "a,2024-05-06,-1,",
    ];
    for (const [rule, accepted] of [
      ["drop", 3],
      ["auto", 4],
      ["keep", 4],
    ] as const) {
      const loads = await FileLoads.open();
      const loaded = await loads.loadText("a.csv", csv(...rows), { duplicateRule: rule });
      expect(loaded).toMatchObject({ accepted, duplicates: 5 - accepted });
    }
    const precise = rows.map((row) => row.replace("2024-05-06", "2024-05-06T08:00:00.500Z"));
    const sensor = await FileLoads.open();
    expect(await sensor.loadText("a.csv", csv(...precise))).toMatchObject({ accepted: 3, duplicates: 2 });
    const keeping = await FileLoads.open();
    const keep = { duplicateRule: "keep" } as const;
    expect(await keeping.loadText("a.csv", csv(...rows), keep)).toMatchObject({ accepted: 4, duplicates: 1 });
    expect(await keeping.load(keeping.path("a.csv"), keep)).toMatchObject({ accepted: 0, duplicates: 5 });
    expect(await keeping.load(keeping.path("a.csv"))).toMatchObject({ accepted: 0, duplicates: 5 });
  });

  it("keeps the first of rows that repeat each other, wherever they stand among others of their time (D9)", async () => {
    const row = fc.tuple(
      fc.constantFrom("a", "b"),
      fc.integer({ min: 1, max: 4 }).map((ms) => `2024-05-06T08:00:00.00${ms}Z`),
      fc.constantFrom("1", "-1"),
      fc.constantFrom("", "", "x", "y"),
    );
    const loads = await FileLoads.open();
    let files = 0;
    await check(10, fc.array(row, { minLength: 1, maxLength: 60 }), async (drawn) => {
      // Each file has its own sensors.
      files++;
      const rows = drawn.map(([serial, ...others]) => [`${serial}${files}`, ...others]);
      const firsts = [...new Map(rows.map((fields) => [fields.join(), fields] as const)).values()];
      const { events } = await loads.loadText("a.csv", csv(...rows.map((fields) => fields.join())));
      expect(events).toEqual(firsts.map(([serial, time, trajectory]) => `${serial} ${time} ${trajectory}`));
    });
  });

  it("numbers its events in the order of its rows, over many blocks (D6)", async () => {
    const loads = await FileLoads.open();
    const instants = Array.from({ length: 6_000 }, (_, row) => ((row * 7919) % 6_000) * 1_000);
    const rows = instants.map((instant, row) => `s${row % 3},${new Date(instant).toISOString()},1,`);
    const { events } = await loads.loadText("a.csv", csv(...rows));
    expect(events).toEqual(
      instants.map((instant, row) => `s${row % 3} ${new Date(instant).toISOString()} 1`),
    );
  });

  it("registers sensors in the order in which they appear, and counts them for their doorways (D5, D20)", async () => {
    const loads = await FileLoads.open();
    const { world } = loads;
    const hall = await world.space("Hall");
    await world.link(hall, await world.doorway("Front", "b"));
    await loads.loadText(
      "a.csv",
      csv("9,2024-05-06,1,", "b,2024-05-07,-1,", "a,2024-05-06,1,", "9,2024-05-07,1,", "bad,,,"),
    );
    const sensors = world.context.catalog.sensors
      .all()
      .map(({ serialNumber, key }) => `${key} ${serialNumber}`);
    expect(sensors).toEqual(["1 b", "2 9", "3 a"]);
    await createDoorway(world.context, { name: "Back", sensorSerialNumber: "9" });
    const again = await world.reopen();
    expect(again.context.catalog.sensorBySerial("9").id).toBe(9n);
    const { total } = await again.context.events.spaceEvents(
      { spaceId: hall },
      {
        start: 0,
        end: at("2025-01-01 00:00"),
        order: "ASC",
        offset: 0,
        limit: 9,
      },
    );
    expect(total).toBe(1);
  });

  it("tells how far it has come, phase by phase", async () => {
    const loads = await FileLoads.open();
    const { progress } = await loads.loadText("a.csv", csv("a,2024-05-06,1,", "bad,,,"));
    expect(progress.filter(({ phase }) => phase !== "reading")).toEqual([
      { phase: "storing", fraction: null, rows: 2, bytes: null },
      { phase: "deriving", fraction: null, rows: 2, bytes: null },
    ]);
  });

  it.each([
    ["DuckDB", "", 300_000],
    ["the program, as a row is malformed", "bad,2024-05-06\n", 50_000],
  ])("tells how far the reading of a long file has come, by %s", async (_, lastRow, rows) => {
    const text = `${csv("a,2024-05-06,1,")}${"a,2024-05-06T07:00:00Z,1,\n".repeat(rows)}${lastRow}`;
    const { progress } = await readText("a.csv", text);
    const reading = progress.filter(({ phase }) => phase === "reading");
    expect(reading[0]).toMatchObject({ fraction: 0 });
    expect(reading.at(-1)).toMatchObject({ bytes: text.length });
    const between = reading.filter(({ fraction }) => fraction !== null && fraction > 0 && fraction < 1);
    expect(between.length).toBeGreaterThan(0);
    for (const step of between) expect(step.rows).toBeLessThan(1.2 * rows);
  });

  it("changes nothing if the caller's own part throws", async () => {
    const loads = await FileLoads.open();
    const file = csv("a,2024-05-06,1,", "bad,,,");
    const onReject = () => {
      throw new Error("the disk for the rejects is full");
    };
    await expect(loads.loadText("a.csv", file, { onReject })).rejects.toThrow(
      "the disk for the rejects is full",
    );
    expect(loads.world.context.catalog.sensors.all()).toEqual([]);
    expect(await loads.events()).toEqual([]);
    expect(await loads.load(loads.path("a.csv"))).toMatchObject({ accepted: 1 });
  });

  it("does not take a data directory's own file for one", async () => {
    const loads = await FileLoads.open();
    expect(await loads.expectUnreadable(loads.path(DATABASE_FILE))).toBe("there is no such file");
  });
});
