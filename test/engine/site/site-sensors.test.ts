import { describe, expect, it, vi } from "vitest";
import { parseInstant } from "../../../src/domain/instant.ts";
import { REJUDGED_READINGS_MAX } from "../../../src/domain/limits.ts";
import type { TotalReading } from "../../../src/domain/reading.ts";
import { spaceCountAt } from "../../../src/engine/counts/count-queries.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { ingestReadings } from "../../../src/engine/ingest/ingest-readings.ts";
import { changeCounting } from "../../../src/engine/readings/change-counting.ts";
import { openTestEngine } from "../../support/engine.ts";
import { HOUSE, openTestSite, siteOf } from "../../support/site.ts";

/** Every setting, as it is exported. */
const ALL = `
sensors:
  - serial_number: a
    counting: {reverse: true, cap: 2, width: 16, time_zone: Europe/Berlin, resets_at: "03:00", direction: in, line: "1"}
  - serial_number: b
    counting: {cap: 0.5}
`;

/** A site file with other settings of sensor `a`, beside what it has. */
function withSettings(counting: string, more = ""): string {
  return `${HOUSE}sensors:\n  - serial_number: a\n    counting: ${counting}\n${more}`;
}

const START = parseInstant("2024-05-10T11:00:00Z", "start");

/** Totals of a sensor every five minutes, of both directions, or of one that the device does not name. */
async function sendTotals(
  context: Engine,
  serialNumber: string,
  totals: readonly (readonly [inTotal: number, outTotal: number | null])[],
) {
  const readings = totals.map(
    ([inTotal, outTotal], step): TotalReading => ({
      kind: "total",
      serialNumber,
      at: START + step * 300_000,
      inTotal,
      outTotal,
      width: null,
      isBoot: false,
      isUndirected: outTotal === null,
    }),
  );
  return ingestReadings(context, readings);
}

/** Totals of a device that is mounted the other way round: in them, 40 people come and 4 leave. */
const FALLING = [0, 1, 2, 3, 4].map((step) => [500 - 10 * step, 400 - step] as const);

/** What becomes of them, from the second on, when `reverse` is set. */
const FIGURES = { readings: 4, changed: 4, before: { in: 0, out: 0 }, after: { in: 40, out: 4 } };
const REVERSED = { since: START + 300_000, ...FIGURES };

function countOf({ catalog, ...context }: Engine, name: string): Promise<number> {
  const space = catalog.spaces.all().find((each) => each.name === name);
  return spaceCountAt({ ...context, catalog }, space?.id ?? 0n, null);
}

function stateOf({ catalog, lines }: Engine, serialNumber: string) {
  const sensor = catalog.sensorBySerial(serialNumber);
  return lines.of(sensor.key)?.totals.suspended === null ? "counting" : "suspended";
}

describe("settings of sensors in a site file (D32)", () => {
  it("apply for all time to sensors without readings, and change nothing the second time", async () => {
    const site = await openTestSite(HOUSE);
    const noPassages = { in: 0, out: 0 };
    expect(await site.plan(`spaces: []${ALL}`)).toEqual([
      {
        action: "update",
        resourceType: "sensor",
        resourceId: expect.stringMatching(/^snr_/),
        name: "a",
        changes: {
          ...{ reverse: { from: false, to: true }, cap: { from: 1, to: 2 }, width: { from: null, to: 16 } },
          ...{ time_zone: { from: null, to: "Europe/Berlin" }, resets_at: { from: null, to: "03:00" } },
          ...{ direction: { from: null, to: "in" }, line: { from: null, to: "1" } },
        },
        judged: { since: -Infinity, readings: 0, changed: 0, before: noPassages, after: noPassages },
      },
      expect.objectContaining({ name: "b", changes: { cap: { from: 1, to: 0.5 } } }),
    ]);
    const { catalog } = site.context;
    const rows = catalog.rows();
    expect(rows.counting).toMatchObject([
      { isReversed: true, from: -Infinity, to: Infinity },
      { cap: 0.5, from: -Infinity, to: Infinity },
    ]);
    site.setClock("2024-05-11T12:00:00Z");
    expect(await site.apply(`${HOUSE}${ALL}`)).toEqual([]);
    expect(await site.apply(`${HOUSE}${ALL}`, { prune: true })).toEqual([]);
    expect(catalog.rows()).toEqual(rows);
  });

  it("are exported where they are not the defaults, and a copy of the site has the same file", async () => {
    const site = await openTestSite(`${HOUSE}${ALL}  - {serial_number: c, counting: {cap: 1, line: null}}\n`);
    const file = site.export();
    expect(file).toContain(ALL);
    expect(file).not.toContain("serial_number: c");
    const copy = await openTestSite(file);
    expect(copy.export()).toBe(file);
    expect(await copy.apply(file, { prune: true })).toEqual([]);
  });

  it("register a sensor, whose id a dry run does not have yet", async () => {
    const site = await openTestSite(HOUSE);
    const yaml = "sensors: [{serial_number: cam, counting: {direction: out, line: door}}]";
    const [change] = await site.plan(yaml, { dryRun: true });
    const changes = { direction: { to: "out" }, line: { to: "door" } };
    expect(change).toMatchObject({ action: "create", name: "cam", changes });
    const { catalog } = site.context;
    expect(catalog.sensorsBySerial.first("cam")).toBeUndefined();
    expect(await site.apply(yaml)).toEqual(["create sensor cam"]);
    expect(catalog.sensorsBySerial.first("cam")).toBeDefined();
  });

  it("stay where the file does not have them, and return to their defaults if it prunes", async () => {
    const site = await openTestSite(`${HOUSE}${ALL}`);
    const fewer = withSettings("{cap: 2}");
    const rows = site.context.catalog.rows();
    expect(await site.apply(fewer)).toEqual([]);
    expect(site.context.catalog.rows()).toEqual(rows);
    const changes = { reverse: { from: true, to: false }, line: { from: "1", to: null } };
    expect(await site.plan(fewer, { prune: true })).toMatchObject([
      { action: "update", name: "a", changes },
      { action: "update", name: "b", changes: { cap: { from: 0.5, to: 1 } } },
    ]);
    expect(site.export()).toContain("sensors:\n  - serial_number: a\n    counting: {cap: 2}\n");
    expect(await site.apply(fewer, { prune: true })).toEqual([]);
    await site.apply(HOUSE, { prune: true });
    expect(site.export()).not.toContain("counting");
  });

  it("judge the readings of a suspended line again, in the one write that moves its doorway, too", async () => {
    const engine = await openTestEngine();
    const { context, store } = engine;
    const site = siteOf(context, engine.clock.set);
    await site.apply(HOUSE);
    await sendTotals(context, "a", FALLING);
    expect(stateOf(context, "a")).toBe("suspended");
    const [hall, kitchen] = ["{space: Hall, sensor_placement: -1}", "{space: Kitchen, sensor_placement: 1}"];
    const file = withSettings("{reverse: true}").replace(hall, kitchen);
    const rows = context.catalog.rows();
    const foreseen = await site.plan(file, { prune: true, dryRun: true });
    expect(foreseen).toMatchObject([
      { action: "end", name: "Front door into House / Hall" },
      { action: "create", name: "Front door into House / Kitchen" },
      { action: "update", name: "a", changes: { reverse: { to: true } }, judged: REVERSED },
    ]);
    expect(context.catalog.rows()).toEqual(rows);
    expect([stateOf(context, "a"), await countOf(context, "House")]).toEqual(["suspended", 0]);
    const appended = vi.spyOn(store.journal, "append");
    const applied = await site.plan(file, { prune: true });
    expect(applied.map(({ name }) => name)).toEqual(foreseen.map(({ name }) => name));
    expect(appended).toHaveBeenCalledOnce();
    const counts = (of: Engine) => Promise.all(["House", "Hall", "Kitchen"].map((name) => countOf(of, name)));
    expect([stateOf(context, "a"), await counts(context)]).toEqual(["counting", [36, 0, 36]]);
    const { context: again } = await engine.reopen();
    expect([stateOf(again, "a"), await counts(again)]).toEqual(["counting", [36, 0, 36]]);
    expect(await site.apply(file, { prune: true })).toEqual([]);
  });

  it("make one line of two registers, whose readings are judged again together", async () => {
    const site = await openTestSite("spaces: [{name: House}]");
    const { context } = site;
    const register = (step: number) => [0, 1, 2].map((index) => [step * index, null] as const);
    await sendTotals(context, "cam:1", register(10));
    await sendTotals(context, "cam:2", register(20));
    const file = `
spaces: [{name: House}]
doorways: [{name: Door, sensor_serial_number: "cam:door", links: [{space: House, sensor_placement: 1}]}]
sensors:
  - {serial_number: "cam:1", counting: {direction: out, line: door}}
  - {serial_number: "cam:2", counting: {direction: in, line: door}}
`;
    expect((await site.plan(file)).slice(-2)).toMatchObject([
      { name: "cam:1", judged: { readings: 3, changed: 3, after: { in: 0, out: 20 } } },
      { name: "cam:2", judged: { readings: 3, changed: 3, after: { in: 40, out: 0 } } },
    ]);
    expect([stateOf(context, "cam:1"), stateOf(context, "cam:2")]).toEqual(["counting", "counting"]);
    expect(await countOf(context, "House")).toBe(20);
    expect((await context.events.summary()).events).toBe(60);
  });

  it("leave a line suspended whose settings the file does not change", async () => {
    const site = await openTestSite(withSettings("{cap: 2}"));
    await sendTotals(site.context, "a", FALLING);
    expect(await site.apply(withSettings("{cap: 2}"))).toEqual([]);
    expect(await site.apply(withSettings("{cap: 2}"), { prune: true })).toEqual([]);
    expect(stateOf(site.context, "a")).toBe("suspended");
  });

  it("change from now on where readings are counted, and keep the history of those that stay the same", async () => {
    const site = await openTestSite(HOUSE);
    const { context } = site;
    const totals = [0, 1].map((step) => [5 * step, step] as const);
    await sendTotals(context, "a", totals);
    await changeCounting(context, "a", { cap: 3 }, { effectiveFrom: START });
    await changeCounting(context, "a", { cap: 4 });
    site.setClock("2024-05-10T13:00:00Z");
    const now = parseInstant("2024-05-10T13:00:00Z", "now");
    const [change] = await site.plan(withSettings("{cap: 4, reverse: true}"));
    expect(change).toMatchObject({ changes: { reverse: {} }, judged: { since: now, readings: 0 } });
    expect(await countOf(context, "House")).toBe(4);
    const spans = context.catalog.countings.all().toSorted((a, b) => a.from - b.from);
    expect(spans.map(({ cap, isReversed, from }) => [cap, isReversed, from])).toEqual([
      [1, false, -Infinity],
      [3, false, START],
      [4, false, parseInstant("2024-05-10T12:00:00Z", "before")],
      [4, true, now],
    ]);
  });

  it.each([
    ["a misspelt setting", "{caps: 2}", "counting.caps: is not a field; the fields are reverse, cap, width,"],
    ["a number for the name of a line", "{line: 1}", 'counting.line: is a number; put text in quotes: "1"'],
    ["no such zone", "{time_zone: Mars/Base}", "counting.time_zone: "],
    ["no time of day", '{resets_at: "3"}', "counting.resets_at: "],
    ["a cap of 0", "{cap: 0}", "counting.cap: "],
    ["a long line", `{line: ${"x".repeat(255)}}`, "counting.line: makes a serial number of more than"],
    ["no settings", "", "counting: has no value"],
  ])("are rejected with %s, at its line", async (_, counting, message) => {
    const site = await openTestSite(HOUSE);
    const rows = site.context.catalog.rows();
    const yaml = withSettings(counting, "  - {serial_number: c, counting: {cap: 2}}\n");
    const line = yaml.split("\n").findIndex((each) => each.includes("counting:")) + 1;
    await expect(site.plan(yaml)).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining(`site.yaml:${line}: sensors[0].${message}`),
    });
    expect(site.context.catalog.rows()).toEqual(rows);
  });

  it("are rejected if too many readings would have to be judged again, also by a file that prunes", async () => {
    const site = await openTestSite(withSettings("{cap: 2}"));
    const { context } = site;
    await sendTotals(context, "a", FALLING);
    vi.spyOn(context.readings, "readings").mockResolvedValue({ total: REJUDGED_READINGS_MAX + 1, items: [] });
    const message =
      'sensor "a" has more than 500000 readings since this instant; choose a later effective_from';
    await expect(site.plan("sensors: [{serial_number: a, counting: {cap: 3}}]")).rejects.toThrow(
      `site.yaml:1: sensors[0]: ${message}`,
    );
    await expect(site.plan("spaces: []", { prune: true })).rejects.toThrow(`sensors: ${message}`);
    expect(stateOf(context, "a")).toBe("suspended");
  });

  it("are rejected if a sensor has them twice", async () => {
    const site = await openTestSite(HOUSE);
    const twice = withSettings("{cap: 2}", "  - {serial_number: ' a ', counting: {cap: 3}}\n");
    await expect(site.plan(twice)).rejects.toThrow('sensors[1].serial_number: sensor "a" has settings above');
  });
});
