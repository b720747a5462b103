import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSite } from "../../../src/cli/site-file.ts";
import { HeadcountError } from "../../../src/domain/errors.ts";
import { CAP_MAX, COUNTER_BITS_MAX, COUNTER_BITS_MIN } from "../../../src/domain/limits.ts";
import { hasControls } from "../../../src/domain/names.ts";
import {
  type CountingSettings,
  SAFE_THRESHOLD_MODES,
  SPACE_FUNCTIONS,
  SPACE_TYPES,
  type SpaceType,
} from "../../../src/domain/resources.ts";
import { isStorable, trimmed } from "../../../src/domain/sensor-report.ts";
import { WEEKDAYS } from "../../../src/domain/time-segment.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { changeCounting } from "../../../src/engine/readings/change-counting.ts";
import { createDoorway } from "../../../src/engine/resources/doorways.ts";
import { createLink, deleteLink } from "../../../src/engine/resources/links.ts";
import {
  assignTeam,
  createSpace,
  type SpaceFields,
  updateSpace,
} from "../../../src/engine/resources/spaces.ts";
import { addTag } from "../../../src/engine/resources/tags.ts";
import { createTimeSegment, createTimeSegmentGroup } from "../../../src/engine/resources/time-segments.ts";
import type { SiteReference, SiteSpace } from "../../../src/engine/site/document.ts";
import { checkProperty } from "../../support/random.ts";
import { openTestSite } from "../../support/site.ts";

/** Texts that YAML, paths and ids might trip over, and few enough to come up more than once. */
const TRICKY = [
  ...["Room", "Hall", "101", "1e3", "null", "yes", "~", "04:00", "spc_1", "tsm_1", "- x", "a: b # c"],
  ...[" lead", "trail ", "two\nlines\n", "{x}", "*a", "&a", "!b", "%c", "@d", "`e", '"f"', "'", "\\"],
  ...["\u2028", "\u0085", "\ufeff", "\t", "é😀", "---", "...", "<<", "__proto__"],
];

const storable = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TRICKY) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 20, unit: "binary" }).filter(isStorable) },
);
const name = storable.filter((text) => !hasControls(text));
const text = fc.oneof(fc.constant(""), storable);
const tag = fc.constantFrom("a", "b", "1", "no", "-", "_x");
const capacity = fc.option(fc.nat(2 ** 31 - 1));
const real = fc.double({ noNaN: true, noDefaultInfinity: true });
const index = fc.nat(30);

const fields = fc.record(
  {
    notes: text,
    meta: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value))),
    function: fc.option(fc.constantFrom(...SPACE_FUNCTIONS)),
    timeZone: fc.constantFrom("UTC", "Europe/Berlin", "Australia/Lord_Howe"),
    dailyReset: fc.option(fc.constantFrom("04:00", "00:00", "23:59")),
    capacity,
    targetCapacity: capacity,
    safeCapacity: capacity,
    safeThresholdMode: fc.option(fc.constantFrom(...SAFE_THRESHOLD_MODES)),
    safeThresholdValue: fc.option(fc.double({ min: 1e-9, max: 1e9, noNaN: true })),
    address: fc.option(text),
    latitude: fc.option(fc.double({ min: -90, max: 90, noNaN: true })),
    longitude: fc.option(fc.double({ min: -180, max: 180, noNaN: true })),
    sizeArea: fc.option(real),
    sizeAreaUnit: fc.constantFrom("square_feet", "square_meters"),
    annualRentCurrency: name,
    inheritsTimeSegments: fc.boolean(),
    tags: fc.uniqueArray(tag),
  },
  { requiredKeys: [] },
);

const serial = name.map(trimmed).filter((text) => text !== "");

const settings = fc.record(
  {
    isReversed: fc.boolean(),
    cap: fc.double({ min: 0.001, max: CAP_MAX, noNaN: true }),
    width: fc.option(fc.integer({ min: COUNTER_BITS_MIN, max: COUNTER_BITS_MAX })),
    timeZone: fc.option(fc.constantFrom("UTC", "Europe/Berlin")),
    resetsAt: fc.option(fc.constantFrom("03:00", "23:59")),
    direction: fc.option(fc.constantFrom<"in" | "out">("in", "out")),
    line: fc.option(name),
  },
  { requiredKeys: [] },
);

const wallTime = fc.constantFrom("00:00", "09:00:00", "17:30:15", "23:59:59");

/** The parts of a site; numbers stand for one of the resources made before. */
const randomSite = fc.record({
  spaces: fc.array(
    fc.record({
      name,
      spaceType: fc.constantFrom<SpaceType>(...SPACE_TYPES),
      parent: fc.option(index),
      fields,
      teams: fc.uniqueArray(name, { maxLength: 2 }),
    }),
    { maxLength: 10 },
  ),
  moves: fc.array(fc.record({ space: index, parent: fc.option(index) }), { maxLength: 3 }),
  doorways: fc.array(
    fc.record({
      name,
      description: text,
      sensorSerialNumber: fc.option(serial),
      tags: fc.uniqueArray(tag, { maxLength: 2 }),
      links: fc.array(
        fc.record({ space: index, placement: fc.constantFrom<1 | -1>(1, -1), ends: fc.boolean() }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 5 },
  ),
  segments: fc.array(
    fc.record({
      label: name,
      start: wallTime,
      end: wallTime,
      days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
      spaces: fc.array(index, { maxLength: 3 }),
    }),
    { maxLength: 4 },
  ),
  sensors: fc.array(fc.record({ serialNumber: serial, settings }), { maxLength: 4 }),
  groups: fc.array(fc.record({ name, segments: fc.array(index, { maxLength: 3 }) }), { maxLength: 3 }),
});
type RandomSite = typeof randomSite extends fc.Arbitrary<infer T> ? T : never;

/** Builds a site as clients of the API would; changes that the rules reject are left out. */
async function build(context: Engine, site: RandomSite): Promise<void> {
  const { catalog } = context;
  const pick = <Row>(rows: readonly Row[], at: number) => rows[at % Math.max(rows.length, 1)];
  const space = (at: number) => pick(catalog.spaces.all(), at)?.id;
  for (const { name: called, spaceType, parent, fields: given, teams } of site.spaces) {
    const parentId = (parent === null ? null : space(parent)) ?? null;
    // Fields that the generator has left out are not there at all.
    const made = { ...(given as Partial<SpaceFields>), name: called, spaceType, parentId };
    const created = await allowed(() => createSpace(context, made));
    if (created === null) continue;
    for (const team of teams) await assignTeam(context, created.id, team);
  }
  for (const { space: at, parent } of site.moves) {
    const id = space(at);
    const parentId = (parent === null ? null : space(parent)) ?? null;
    if (id !== undefined) await allowed(() => updateSpace(context, id, { parentId }));
  }
  for (const { links, tags, ...given } of site.doorways) {
    const doorway = await allowed(() => createDoorway(context, given));
    if (doorway === null) continue;
    for (const tag of tags) await addTag(context, "doorway", doorway.id, tag);
    for (const { space: at, placement, ends } of links) {
      const spaceId = space(at);
      if (spaceId === undefined) continue;
      const fields = { spaceId, doorwayId: doorway.id, sensorPlacement: placement };
      const link = await allowed(() => createLink(context, fields));
      if (link !== null && ends) await deleteLink(context, link.id, { erase: false });
    }
  }
  for (const { serialNumber, settings: given } of site.sensors) {
    // Fields that the generator has left out are not there at all.
    await allowed(() => changeCounting(context, serialNumber, given as Partial<CountingSettings>));
  }
  for (const { spaces, ...given } of site.segments) {
    await createTimeSegment(context, { ...given, spaceIds: spaces.flatMap((at) => space(at) ?? []) });
  }
  for (const { segments, ...given } of site.groups) {
    const ids = segments.flatMap((at) => pick(catalog.timeSegments.all(), at)?.id ?? []);
    await createTimeSegmentGroup(context, { ...given, timeSegmentIds: ids });
  }
}

async function allowed<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HeadcountError) return null;
    throw error;
  }
}

const RUNS = { numRuns: 16 };

describe("random sites", () => {
  it("survive export, apply and export byte for byte, and applying again changes nothing", async () => {
    await checkProperty(
      fc.asyncProperty(randomSite, fc.boolean(), async (random, prune) => {
        const original = await openTestSite();
        await build(original.context, random);
        const file = original.export();
        const rows = original.context.catalog.rows();
        expect(await original.apply(file, { prune })).toEqual([]);
        expect(await original.apply(original.export({ ids: true }), { prune })).toEqual([]);
        expect(original.context.catalog.rows()).toEqual(rows);
        const copy = await openTestSite(file);
        expect(copy.export()).toBe(file);
        expect(await copy.apply(file, { prune })).toEqual([]);
      }),
      RUNS,
    );
  });

  it("become one another, entirely or not at all, and then stay the same", async () => {
    await checkProperty(
      fc.asyncProperty(randomSite, randomSite, fc.boolean(), async (from, to, prune) => {
        const wanted = await openTestSite();
        await build(wanted.context, to);
        const file = wanted.export();
        const site = await openTestSite();
        await build(site.context, from);
        const rows = site.context.catalog.rows();
        const foreseen = await site.apply(file, { prune, dryRun: true }).catch(messageOf);
        expect(site.context.catalog.rows()).toEqual(rows);
        expect(await site.apply(file, { prune }).catch(messageOf)).toEqual(foreseen);
        if (typeof foreseen === "string") {
          expect(site.context.catalog.rows()).toEqual(rows);
          return;
        }
        expect(await site.apply(file, { prune })).toEqual([]);
        if (prune) expect(contents(site.export())).toEqual(contents(file));
      }),
      RUNS,
    );
  });
});

/** The message for a rejected file; any other error is a bug. */
function messageOf(error: unknown): string {
  if (!(error instanceof HeadcountError) || error.kind !== "invalid") throw error;
  return error.message;
}

/** The contents of a file without the order of siblings, which is that of their creation. */
function contents(yaml: string): string[] {
  const { document } = parseSite(Buffer.from(yaml), "site.yaml");
  const contained: unknown[] = [];
  const addSpaces = (spaces: readonly SiteSpace[], path: readonly string[]) => {
    for (const { name, fields, tags = [], assignedTeams = [], spaces: inner } of spaces) {
      const sortedFields = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
      contained.push(["space", path, name, sortedFields, tags.toSorted(), assignedTeams.toSorted()]);
      addSpaces(inner, [...path, name]);
    }
  };
  addSpaces(document.spaces, []);
  for (const { links = [], tags = [], ...doorway } of document.doorways) {
    const linked = links.map(({ space, sensorPlacement }) =>
      JSON.stringify([nameIn(space), sensorPlacement]),
    );
    contained.push(["doorway", doorway, tags.toSorted(), linked.sort()]);
  }
  for (const { serialNumber, counting } of document.sensors) {
    const sorted = Object.entries(counting).sort(([a], [b]) => (a < b ? -1 : 1));
    contained.push(["sensor", serialNumber, sorted]);
  }
  for (const { spaces = [], ...segment } of document.timeSegments) {
    contained.push(["segment", segment, spaces.map(nameIn)]);
  }
  for (const { name, timeSegments = [] } of document.timeSegmentGroups) {
    contained.push(["group", name, timeSegments.map(nameIn)]);
  }
  return contained.map((each) => JSON.stringify(each)).sort();
}

function nameIn(reference: SiteReference): string {
  return typeof reference === "string"
    ? reference
    : String(reference.findLast((part) => typeof part === "string"));
}
