import { describe, expect, it } from "vitest";
import { HOUSE, openTestSite } from "../../support/site.ts";

describe("the resource of an entry", () => {
  it("an id identifies a space, doorway, segment or group that is renamed or moved", async () => {
    const site = await openTestSite(HOUSE);
    const pinned = site.export({ ids: true });
    const renamed = ["House", "Kitchen", "Front door", "Office Hours", "Working week"].reduce(
      (file, name) => file.replaceAll(name, `New ${name}`),
      pinned,
    );
    const before = site.context.catalog.rows();
    expect((await site.plan(renamed)).map(({ action, name }) => `${action} ${name}`)).toEqual([
      "update New House",
      "update New House / New Kitchen",
      "update New Front door",
      "update New Office Hours",
      "update New Working week",
    ]);
    expect(site.context.catalog.rows().nextId).toBe(before.nextId);
    expect(site.export({ ids: true })).toBe(renamed);
  });

  it("D21: spaces move and change types in any order", async () => {
    const site = await openTestSite(`
spaces:
  - name: A
    space_type: campus
    spaces:
      - name: B
        space_type: building
        spaces: [{name: C, space_type: floor, spaces: [{name: D, spaces: [{name: E}]}]}]
`);
    const id = Object.fromEntries(
      site.context.catalog.spaces.all().map((space) => [space.name, `spc_${space.id}`]),
    );
    const turned = `
spaces:
  - id: ${id.B}
    name: B
    space_type: campus
    spaces:
      - {id: ${id.A}, name: A, space_type: building}
      - id: ${id.C}
        name: C
        space_type: space
        spaces: [{id: ${id.E}, name: E, spaces: [{id: ${id.D}, name: D}]}]
`;
    expect(await site.plan(turned)).toMatchObject([
      { name: "B", changes: { parent: { from: "A", to: null }, space_type: { to: "campus" } } },
      { name: "B / A", changes: { parent: { from: null, to: "B" } } },
      { name: "B / C", changes: { space_type: { from: "floor", to: "space" } } },
      { name: "B / C / E" },
      { name: "B / C / E / D" },
    ]);
    expect(await site.apply(turned)).toEqual([]);
  });

  it("D21: the one child of a space is replaced by another", async () => {
    const site = await openTestSite("spaces: [{name: Hall, spaces: [{name: Booth}]}]");
    const other = "spaces: [{name: Hall, spaces: [{name: Bar}]}]";
    await expect(site.apply(other)).rejects.toThrow(
      "site.yaml:1: spaces[0].spaces[0]: a space holds at most one child space",
    );
    expect(await site.apply(other, { prune: true })).toEqual([
      "delete space Hall / Booth",
      "create space Hall / Bar",
    ]);
  });

  it("spaces of one name are distinguished by their order, or by ids if some are omitted", async () => {
    const file = `
spaces:
  - name: House
    space_type: building
    spaces: [{name: Room, capacity: 1}, {name: Room, capacity: 2}]
doorways:
  - {name: Door, links: [{space: [House, Room, 2], sensor_placement: 1}]}
`;
    const site = await openTestSite(file);
    expect(await site.apply(file, { prune: true })).toEqual([]);
    expect(site.export()).toContain("{space: [House, Room, 2], sensor_placement: 1}");
    const rooms = site.context.catalog.spaces.all().filter(({ name }) => name === "Room");
    const one = "spaces: [{name: House, space_type: building, spaces: [{name: Room, capacity: 2}]}]";
    await expect(site.apply(one, { prune: true })).rejects.toThrow(
      `spaces[0].spaces[0].name: "Room" is ambiguous: 2 spaces there have this name, and the document has 1; ` +
        `add the id spc_${rooms[0]?.id} or spc_${rooms[1]?.id}`,
    );
    expect(
      await site.apply(one.replace("name: Room", `id: spc_${rooms[1]?.id}, name: Room`), { prune: true }),
    ).toEqual(["delete space House / Room", "delete doorway Door", "end link Door into House / Room"]);
    expect(site.context.catalog.spaces.all().map(({ id }) => id)).toContain(rooms[1]?.id);
  });

  it("D14: segments of one label, and groups of one name, are distinguished by their order", async () => {
    const hours = 'end: "17:00", days: [Monday]';
    const file = `
time_segments:
  - {label: Early, start: "06:00", ${hours}}
  - {label: Early, start: "07:00", ${hours}}
time_segment_groups:
  - {name: All, time_segments: [[Early, 2], [Early, 1]]}
  - {name: All, time_segments: [[Early, 2]]}
`;
    const site = await openTestSite(file);
    expect(await site.apply(file, { prune: true })).toEqual([]);
    const fewer = `time_segments: [{label: Early, start: "07:00", ${hours}}]`;
    expect(await site.apply(fewer, { prune: true })).toEqual([
      "delete time_segment Early",
      "update time_segment Early",
      "delete time_segment_group All",
      "delete time_segment_group All",
    ]);
  });
});
