import { describe, expect, it } from "vitest";
import { parseSite, readSiteFile } from "../../../src/cli/site-file.ts";
import { SPACE_DEPTH_MAX } from "../../../src/domain/limits.ts";
import { openTestSite } from "../../support/site.ts";

const SITE = `
spaces:
  - name: House
    space_type: building
    spaces: [{name: Hall}, {name: Room}, {name: Room}]
doorways:
  - {name: Front door, sensor_serial_number: a, links: [{space: Hall, sensor_placement: 1}]}
`;

/** An error in a file, and the message for it. */
const WRONG: readonly [what: string, yaml: string, message: string | RegExp][] = [
  ["nothing", "", "site.yaml is empty; a site file has spaces, doorways"],
  ["only comments", "# spaces:\n", "site.yaml is empty"],
  ["no section", "{}", "site.yaml:1: spaces: is required; an empty site has an empty list of spaces"],
  ["an empty section", "spaces:\n", "site.yaml:1: spaces: has no value; remove it, or give it a value"],
  ["a list", "- name: Hall", "site.yaml:1: the file: must have fields, each with its name, a colon and"],
  ["a name for a space", "spaces:\n  - Hall", "site.yaml:2: spaces[0]: must have fields, each with"],
  [
    "fields for a list",
    "spaces:\n  name: A",
    "site.yaml:1: spaces: must be a list: each entry begins with -",
  ],
  ["no YAML", "spaces:\n  - name: [Hall\n", "site.yaml:3: Flow sequence in block collection"],
  ["a key twice", "spaces:\n  - name: Hall\n    name: Room", "site.yaml:3: duplicate field"],
  ["two documents", "spaces: []\n---\nspaces: []", "site.yaml:2: a second YAML document begins here"],
  ["an alias of nothing", "spaces:\n  - name: A\n  - *a", "site.yaml:3: alias *a has no anchor &a before it"],
  ["a list for a name of a field", "? [a, b]\n: c", "site.yaml:1: [ a, b ]: is not a field"],
  ["an unknown YAML tag", "spaces:\n  - name: !secret x", "site.yaml:2: Unresolved tag: !secret"],
  ["a misspelt section", "space: []", "site.yaml:1: space: is not a field; the fields are spaces,"],
  [
    "a misspelt field",
    "spaces:\n  - name: Hall\n    capcity: 5",
    "site.yaml:3: spaces[0].capcity: is not a field; the fields are id, name,",
  ],
  [
    "an unknown field",
    "doorways:\n  - name: Door\n    colour: red",
    "[0].colour: is not a field; the fields are id, name, description, sensor_serial_number, tags, links",
  ],
  [
    "an omitted space of a link",
    "spaces: []\ndoorways:\n  - name: Door\n    links:\n      - sensor_placement: 1",
    "site.yaml:5: doorways[0].links[0].space: is required",
  ],
  [
    "a number for a text",
    "doorways:\n  - name: Door\n    sensor_serial_number: 1001",
    'site.yaml:3: doorways[0].sensor_serial_number: is a number; put text in quotes: "1001"',
  ],
  [
    "a number that begins with zeros",
    "doorways:\n  - name: Door\n    sensor_serial_number: 007001",
    'is a number; put text in quotes: "007001"',
  ],
  [
    "a number with more digits than numbers keep, in a list",
    "spaces: [{name: Hall, tags: [18446744073709551557]}]",
    'spaces[0].tags[0]: is a number; put text in quotes: "18446744073709551557"',
  ],
  ["a text for a number", "spaces: [{name: A, capacity: many}]", /spaces\[0\].capacity: must be a number/],
  [
    "a number beyond all numbers",
    `spaces:\n  - name: A\n    capacity: ${"9".repeat(30)}`,
    /^site.yaml:3: spaces\[0\].capacity: must be at most 2147483647$/,
  ],
  [
    "D21: a campus in a floor",
    "spaces:\n  - name: A\n    space_type: floor\n    spaces:\n      - name: B\n        space_type: campus",
    "site.yaml:5: spaces[0].spaces[0]: a campus cannot be inside a floor",
  ],
  [
    "D21: rent of a floor",
    "spaces:\n  - name: A\n    space_type: floor\n    annual_rent: 5",
    "site.yaml:4: spaces[0].annual_rent: only a building has an annual rent",
  ],
  [
    "an unknown space",
    "spaces: [{name: A}]\ndoorways:\n  - name: Door\n    links:\n      - {space: B, sensor_placement: 1}",
    'site.yaml:5: doorways[0].links[0].space: none of the spaces in the document is named "B"',
  ],
  [
    "a space that is in the catalog only",
    "doorways: [{name: Door, links: [{space: Hall, sensor_placement: 1}]}]",
    'none of the spaces in the document is named "Hall"',
  ],
  [
    "a path that leads nowhere",
    "spaces: [{name: A}]\ndoorways: [{name: Door, links: [{space: [A, B], sensor_placement: 1}]}]",
    'none of the spaces in the document is at ["A","B"]',
  ],
  [
    "a name of several spaces",
    `${SITE}  - {name: Door, links: [{space: Room, sensor_placement: 1}]}`,
    '"Room" is the name of 2 spaces; use ["House","Room",1] or ["House","Room",2]',
  ],
  [
    "a path to several spaces",
    `${SITE}  - {name: Door, links: [{space: [House, Room], sensor_placement: 1}]}`,
    '2 spaces are at ["House","Room"]; add a number after the name, such as 1',
  ],
  [
    "an unknown segment",
    "time_segment_groups:\n  - name: All\n    time_segments: [Lunch]",
    'site.yaml:3: time_segment_groups[0].time_segments[0]: none of the time segments in the document is named "Lunch"',
  ],
  [
    "a doorway twice",
    "doorways:\n  - name: Door\n  - name: Door",
    'site.yaml:3: doorways[1].name: duplicate doorway name "Door"',
  ],
  [
    "D5: a sensor at two doorways",
    "doorways:\n  - {name: A, sensor_serial_number: x}\n  - {name: B, sensor_serial_number: x}",
    'site.yaml:3: doorways[1].sensor_serial_number: sensor "x" is already attached to another doorway above',
  ],
  [
    "D5: a sensor of a doorway that the file does not name",
    "doorways:\n  - name: Other\n    sensor_serial_number: a",
    'site.yaml:3: doorways[0].sensor_serial_number: sensor "a" is attached to doorway "Front door"',
  ],
  [
    "a link twice",
    "spaces: [{name: A}]\ndoorways: [{name: D, links: [&a {space: A, sensor_placement: 1}, *a]}]",
    "doorways[0].links[1].space: duplicate link to this space",
  ],
  [
    "an id that does not exist",
    "spaces:\n  - id: spc_999\n    name: A",
    "site.yaml:2: spaces[0].id: space spc_999 does not exist; omit the id to create one",
  ],
  ["an id of another kind", "spaces: [{id: drw_1, name: A}]", 'spaces[0].id: "drw_1" is not a space id'],
  ["an id twice", "spaces: [{id: spc_1, name: A}, {id: spc_1, name: B}]", "duplicate id spc_1"],
];

describe("an invalid site file", () => {
  it.each(WRONG)("with %s is rejected, and nothing is written", async (_, yaml, message) => {
    const site = await openTestSite(SITE);
    const before = site.context.catalog.rows();
    await expect(site.plan(yaml)).rejects.toMatchObject({
      kind: "invalid",
      message: message instanceof RegExp ? expect.stringMatching(message) : expect.stringContaining(message),
    });
    expect(site.context.catalog.rows()).toEqual(before);
  });

  it("reports all of several problems, in the order of the lines", async () => {
    const site = await openTestSite();
    const yaml = "doorways:\n  - name: 5\n    lnks: []\nspaces:\n  - name: A\n    capacity: x\n";
    const message = await site.plan(yaml).catch((error: Error) => error.message);
    expect(String(message).split("\n")).toEqual([
      "3 problems in site.yaml:",
      '  site.yaml:2: doorways[0].name: is a number; put text in quotes: "5"',
      expect.stringMatching(/^ {2}site.yaml:3: doorways\[0\].lnks: is not a field; the fields are id,/),
      expect.stringMatching(/^ {2}site.yaml:6: spaces\[0\].capacity: must be a number/),
    ]);
  });

  it.each([
    ["a directory", "fixtures", "cannot read fixtures: it is a directory"],
    ["no file", "fixtures/none.yaml", "cannot read fixtures/none.yaml: no such file or directory"],
  ])("that is %s cannot be read", async (_, path, message) => {
    await expect(readSiteFile(path)).rejects.toMatchObject({ kind: "unreadable-input", message });
  });

  it("that is not text is rejected", () => {
    expect(() => parseSite(Buffer.from([0x73, 0xff, 0xfe]), "site.yaml")).toThrow("not UTF-8 text");
  });

  it("whose aliases expand to too much data is rejected", async () => {
    const site = await openTestSite();
    const lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"];
    for (const [from, to] of ["ab", "bc", "cd"]) lines.push(`${to}: &${to} [${`*${from}, `.repeat(10)}]`);
    await expect(site.plan(lines.join("\n"))).rejects.toThrow(
      "site.yaml: its aliases (*) expand to too much data",
    );
  });

  it(`may have spaces ${SPACE_DEPTH_MAX} levels deep, but not more`, async () => {
    const site = await openTestSite();
    const nested = (depth: number) => `${"spaces: [{name: A, ".repeat(depth)}${"}]".repeat(depth)}`;
    expect(await site.plan(nested(SPACE_DEPTH_MAX))).toHaveLength(SPACE_DEPTH_MAX);
    await expect(site.plan(nested(SPACE_DEPTH_MAX + 1))).rejects.toThrow(
      `more than ${SPACE_DEPTH_MAX} levels deep`,
    );
  });
});

describe("a valid site file", () => {
  it("may use anchors, and refer to a space by the id beside its name", async () => {
    const site = await openTestSite("spaces: [{name: A}]");
    const [space] = site.context.catalog.spaces.all();
    const yaml = `
spaces: [{id: spc_${space?.id}, name: A}]
doorways: [{name: D, links: [{space: spc_${space?.id}, sensor_placement: 1}]}]
time_segments:
  - {label: Early, start: "06:00", end: "07:00", days: &week [Monday, Tuesday]}
  - {label: Late, start: "20:00", end: "21:00", days: *week}
`;
    expect(await site.apply(yaml)).toHaveLength(4);
    expect(await site.apply(yaml, { prune: true })).toEqual([]);
  });
});
