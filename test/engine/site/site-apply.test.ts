import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { parseInstant } from "../../../src/domain/instant.ts";
import { spaceCounts } from "../../../src/engine/counts/count-queries.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { createSpace } from "../../../src/engine/resources/spaces.ts";
import { applySite } from "../../../src/engine/site/apply.ts";
import type { SiteDocument } from "../../../src/engine/site/document.ts";
import { exportSite } from "../../../src/schemas/site-export.ts";
import { openTestEngine, report } from "../../support/engine.ts";
import { HOUSE, openTestSite, siteOf } from "../../support/site.ts";

/** The count at an instant of the space with a name. */
async function spaceCountAt(context: Engine, name: string, instant: string): Promise<number> {
  const start = parseInstant(instant, "instant");
  const space = context.catalog.spaces.all().find((each) => each.name === name);
  const { samples } = await spaceCounts(context, space?.id ?? 0n, {
    start,
    end: start + 1_000,
    interval: { unit: "millisecond", amount: 60_000 },
    segments: {},
  });
  return samples.counts[0] ?? Number.NaN;
}

/** The file with a part replaced, which must be there. */
function changed(part: string, by: string, file = HOUSE): string {
  expect(file).toContain(part);
  return file.replace(part, by);
}

describe("applying a site file", () => {
  it("creates missing resources, and changes nothing the second time", async () => {
    const site = await openTestSite();
    expect(await site.apply(HOUSE)).toEqual([
      "create space House",
      "create space House / Hall",
      "create space House / Kitchen",
      "create assigned_team Cleaning for House",
      "create doorway Front door",
      "create doorway Back door",
      "create sensor_attachment a at Front door",
      "create sensor_attachment b at Back door",
      "create link Front door into House",
      "create link Front door into House / Hall",
      "create time_segment Office Hours",
      "create time_segment Lunch",
      "create time_segment_group Working week",
    ]);
    const before = site.context.catalog.rows();
    site.setClock("2024-05-11T12:00:00Z");
    expect(await site.apply(HOUSE)).toEqual([]);
    expect(await site.apply(HOUSE, { prune: true })).toEqual([]);
    expect(site.context.catalog.rows()).toEqual(before);
  });

  it("D2: gives a space the time zone of its parent where it has none, also with prune, and exports it back", async () => {
    const site = await openTestSite();
    const zonesOf = ({ context }: typeof site) =>
      context.catalog.spaces
        .all()
        .map(({ name, timeZone }) => `${name} ${timeZone}`)
        .join(", ");
    await site.apply(
      "spaces: [{ name: B, space_type: building, time_zone: Europe/Berlin, spaces: [{ name: F, space_type: floor, " +
        "spaces: [{ name: R }, { name: U, time_zone: UTC }] }] }]",
    );
    const expected = "B Europe/Berlin, F Europe/Berlin, R Europe/Berlin, U UTC";
    expect(zonesOf(site)).toBe(expected);
    const document = JSON.stringify(exportSite(site.context.catalog, { ids: false }));
    expect(await site.apply(document, { prune: true })).toEqual([]);
    const copy = await openTestSite();
    await copy.apply(document);
    expect(zonesOf(copy)).toBe(expected);
  });

  it("D5: counts events that were loaded before, and stores what it shows", async () => {
    const engine = await openTestEngine();
    await report(engine.context, "a 2024-05-10T10:00:00Z 1", "a 2024-05-10T10:01:00Z 1");
    await siteOf(engine.context, engine.clock.set).apply(HOUSE);
    expect(await spaceCountAt(engine.context, "House", "2024-05-10T11:00:00Z")).toBe(2);
    engine.clock.set("2024-05-10T13:00:00Z");
    const moved = changed("sensor_serial_number: a", "sensor_serial_number: c");
    await siteOf(engine.context, engine.clock.set).apply(moved, { prune: true });
    const { context, clock } = await engine.reopen();
    expect(context.catalog.rows()).toEqual(engine.context.catalog.rows());
    expect(await siteOf(context, clock.set).apply(moved, { prune: true })).toEqual([]);
  });

  it("D26: changes the given fields, clears those that are null, and keeps omitted ones", async () => {
    const site = await openTestSite(HOUSE);
    const file = "spaces:\n  - {name: House, capacity: null, address: 1 Sea Road}";
    const changes = { capacity: { from: 100, to: null }, address: { from: null, to: "1 Sea Road" } };
    const resourceId = expect.stringMatching(/^spc_/);
    expect(await site.plan(file)).toEqual([
      { action: "update", resourceType: "space", resourceId, name: "House", changes },
    ]);
    const [house] = site.context.catalog.spaces.all();
    expect(house).toMatchObject({ notes: "By the sea", spaceType: "building", tags: ["old", "red"] });
  });

  it("keeps resources that the file does not have, unless it prunes", async () => {
    const site = await openTestSite(HOUSE);
    const file = `
spaces:
  - {name: House, space_type: building, tags: [red], spaces: [{name: Hall}]}
doorways:
  - {name: Front door, sensor_serial_number: a, links: [{space: House, sensor_placement: 1}]}
time_segments:
  - {label: Lunch, start: "12:00", end: "13:00", days: [Monday]}
`;
    expect(await site.apply(file)).toEqual([]);
    const [capacity, notes] = [
      { from: 100, to: null },
      { from: "By the sea", to: "" },
    ];
    const tags = { from: ["old", "red"], to: ["red"] };
    expect(await site.plan(file, { prune: true })).toMatchObject([
      { action: "delete", name: "House / Kitchen" },
      { action: "update", name: "House", changes: { capacity, notes, tags } },
      { action: "delete", name: "Cleaning for House" },
      { action: "delete", name: "Back door" },
      { action: "update", name: "Front door", changes: { description: {}, tags: {} } },
      { action: "end", name: "b at Back door" },
      { action: "end", name: "Front door into House / Hall" },
      { action: "delete", name: "Office Hours" },
      { action: "update", name: "Lunch", changes: { spaces: { from: ["House / Kitchen"], to: [] } } },
      { action: "delete", name: "Working week" },
    ]);
    expect(await site.apply(file, { prune: true })).toEqual([]);
  });

  it("takes 24:00 as the end of a time segment, which is 00:00 (D14)", async () => {
    const site = await openTestSite(HOUSE);
    const file = "time_segments: [{label: Lunch, start: 12:00, end: 24:00, days: [Monday]}]";
    expect(await site.plan(file)).toMatchObject([{ changes: { end: { from: "13:00:00", to: "00:00:00" } } }]);
    expect(await site.apply(file)).toEqual([]);
  });

  it("writes one audit entry per change, with its actor", async () => {
    const { context, ...site } = await openTestSite(HOUSE);
    const all = { start: 0, end: 2 ** 52, order: "ASC", offset: 0, limit: 100 } as const;
    const read = () => context.catalog.auditLog({ tokenId: null, resourceId: null }, all);
    const { total } = await read();
    await site.apply(changed("name: Kitchen", "name: Kitchen\n        tags: [warm, white]"));
    const log = await read();
    const changes = { tags: { from: [], to: ["warm", "white"] } };
    const entry = { actor: { name: "test" }, action: "update", resourceType: "space", changes };
    expect(log.items.slice(total)).toMatchObject([entry]);
  });
});

describe("D5: past counts do not change", () => {
  async function counted() {
    const site = await openTestSite(HOUSE);
    await report(site.context, "a 2024-05-10T10:00:00Z 1", "a 2024-05-10T10:01:00Z 1");
    return site;
  }

  it("D5: another sensor ends one attachment and begins another", async () => {
    const site = await counted();
    const plan = await site.plan(changed("sensor_serial_number: a", "sensor_serial_number: c"));
    expect(plan).toMatchObject([
      { action: "end", name: "a at Front door", changes: {} },
      { action: "create", name: "c at Front door", changes: {} },
    ]);
    site.setClock("2024-05-10T13:00:00Z");
    await report(site.context, "a 2024-05-10T12:30:00Z 1", "c 2024-05-10T12:30:01Z 1");
    expect(await spaceCountAt(site.context, "House", "2024-05-10T11:00:00Z")).toBe(2);
    expect(await spaceCountAt(site.context, "House", "2024-05-10T12:59:00Z")).toBe(3);
  });

  it("D5: another placement ends one link and begins another from now on", async () => {
    const site = await counted();
    const plan = await site.plan(changed("House, sensor_placement: 1", "House, sensor_placement: -1"));
    const link = { resourceType: "link", name: "Front door into House" };
    const changes = { sensor_placement: { to: -1 }, effective_from: { to: "2024-05-10T12:00:00.000Z" } };
    expect(plan).toMatchObject([
      { action: "end", ...link },
      { action: "create", ...link, changes },
    ]);
    site.setClock("2024-05-10T13:00:00Z");
    await report(site.context, "a 2024-05-10T12:30:00Z 1");
    expect(await spaceCountAt(site.context, "House", "2024-05-10T11:00:00Z")).toBe(2);
    expect(await spaceCountAt(site.context, "House", "2024-05-10T12:59:00Z")).toBe(1);
  });

  it("doorways exchange sensors and names in one document", async () => {
    const site = await openTestSite(HOUSE);
    const ids = site.context.catalog.doorways.all().map(({ id }) => `drw_${id}`);
    const swapped = `
doorways:
  - {id: ${ids[0]}, name: Back door, sensor_serial_number: b}
  - {id: ${ids[1]}, name: Front door, sensor_serial_number: a}
`;
    expect(await site.plan(swapped)).toMatchObject([
      { resourceId: ids[0], action: "update", changes: { name: { from: "Front door", to: "Back door" } } },
      { resourceId: ids[1], action: "update", changes: { name: { from: "Back door", to: "Front door" } } },
      { action: "end", name: "a at Back door" },
      { action: "end", name: "b at Front door" },
      { action: "create", name: "b at Back door" },
      { action: "create", name: "a at Front door" },
    ]);
    expect(await site.apply(swapped)).toEqual([]);
  });
});

const EVERY_CHANGE = { dryRun: false, prune: true } as const;

/** A site of many rooms in one building, each with a doorway, and a segment that applies to all of them. */
function rooms(count: number): SiteDocument {
  const names = Array.from({ length: count }, (_, index) => `Room ${index}`);
  const inner = names.map((name) => ({ name, fields: { spaceType: "floor" as const }, spaces: [] }));
  const segment = { label: "Open", start: "08:00", end: "18:00", days: ["Monday" as const] };
  return {
    spaces: [{ name: "House", fields: { spaceType: "building" }, spaces: inner }],
    doorways: names.map((space) => ({
      name: `Into ${space}`,
      sensorSerialNumber: space,
      links: [{ space, sensorPlacement: 1 }],
    })),
    sensors: [],
    timeSegments: [{ ...segment, spaces: names }],
    timeSegmentGroups: [],
  };
}

describe("a site of many spaces", () => {
  it("is applied in many turns of the event loop, and no other change comes in between", async () => {
    const { context } = await openTestEngine();
    const { catalog } = context;
    let turns = 0;
    let isDone = false;
    const seen = new Set<number>();
    const applying = applySite(context, rooms(300), EVERY_CHANGE).then((changes) => {
      isDone = true;
      return changes;
    });
    const other = createSpace(context, { name: "Other" });
    for (; !isDone; turns++) {
      seen.add(catalog.spaces.all().length);
      await turn();
    }
    // A step or more for each space, doorway, attachment and link, and at most a hundred of them a turn.
    expect(turns).toBeGreaterThan((300 * 4) / 100);
    expect((await applying).map(({ name }) => name)).not.toContain("Other");
    await other;
    expect([...seen].filter((size) => size !== 0 && size < 301)).toEqual([]);
    expect(catalog.spaces.all().at(-1)?.name).toBe("Other");
  });

  it("shows by name all spaces of a segment that has many", async () => {
    const { context } = await openTestEngine();
    const changes = await applySite(context, rooms(300), { dryRun: true, prune: false });
    const segment = changes.find(({ resourceType }) => resourceType === "time_segment");
    const names = segment?.changes.spaces?.to;
    expect(names).toHaveLength(300);
    expect(names).toContain("House / Room 299");
  });

  it("may have as many entries of one name as a body of the greatest size", async () => {
    const { context } = await openTestEngine();
    const lunch = { label: "Lunch", start: "12:00", end: "13:00", days: ["Monday"] } as const;
    const timeSegments = Array.from({ length: 130_000 }, () => ({ ...lunch }));
    const document = { spaces: [], doorways: [], sensors: [], timeSegments, timeSegmentGroups: [] };
    expect(await applySite(context, document, { dryRun: true, prune: false })).toHaveLength(130_000);
  });
});
