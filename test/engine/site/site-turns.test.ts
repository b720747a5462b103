import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { Catalog } from "../../../src/engine/catalog/catalog.ts";
import { createSpace, deleteSpace } from "../../../src/engine/resources/spaces.ts";
import { applySite } from "../../../src/engine/site/apply.ts";
import type { SiteDocument } from "../../../src/engine/site/document.ts";
import { openTestEngine } from "../../support/engine.ts";

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

  it("is written to the audit log once, for any number of intermediate changes", async () => {
    const { context } = await openTestEngine();
    const audited = vi.spyOn(Catalog.prototype, "audited");
    await applySite(context, rooms(50), EVERY_CHANGE);
    const given = audited.mock.calls.map(([, changes]) => changes?.length);
    audited.mockRestore();
    // House, rooms with their schedules, doorways, sensors, attachments, links, and the segment.
    expect(given).toEqual([2 * 51 + 4 * 50 + 1]);
  });

  it("is deleted without a read of resources of other spaces", async () => {
    const { context } = await openTestEngine();
    await applySite(context, rooms(50), EVERY_CHANGE);
    const { catalog } = context;
    const reads = [catalog.resets, catalog.timeSegments].map((table) => vi.spyOn(table, "all"));
    const room = catalog.spaces.all().find(({ name }) => name === "Room 7");
    await deleteSpace(context, room?.id ?? 0n, "Room 7");
    for (const read of reads) expect(read).not.toHaveBeenCalled();
    expect(catalog.timeSegments.all()[0]?.spaceIds).toHaveLength(49);
  });

  it("shows by name all spaces of a segment that has many", async () => {
    const { context } = await openTestEngine();
    const changes = await applySite(context, rooms(300), { dryRun: true, prune: false });
    const segment = changes.find(({ resourceType }) => resourceType === "time_segment");
    const names = segment?.changes.spaces?.to;
    expect(names).toHaveLength(300);
    expect(names).toContain("House / Room 299");
  });
});
