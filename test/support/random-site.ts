import fc from "fast-check";
import { WEEKDAYS } from "../../src/domain/daily-reset.ts";
import { HeadcountError } from "../../src/domain/errors.ts";
import {
  SAFE_THRESHOLD_MODES,
  SPACE_FUNCTIONS,
  SPACE_TYPES,
  type SpaceType,
} from "../../src/domain/resources.ts";
import { isStorable } from "../../src/domain/sensor-report.ts";
import type { Engine } from "../../src/engine/build-engine.ts";
import { createDoorway } from "../../src/engine/resources/doorways.ts";
import { createLink, deleteLink } from "../../src/engine/resources/links.ts";
import { assignTeam, createSpace, type SpaceFields, updateSpace } from "../../src/engine/resources/spaces.ts";
import { addTag } from "../../src/engine/resources/tags.ts";
import { createTimeSegment, createTimeSegmentGroup } from "../../src/engine/resources/time-segments.ts";

/** Texts that YAML, paths and ids might trip over, and few enough to come up more than once. */
const TRICKY = [
  "Room",
  "Hall",
  "101",
  "1e3",
  "null",
  "yes",
  "~",
  "04:00",
  "spc_1",
  "tsm_1",
  "- x",
  "a: b # c",
  " lead",
  "trail ",
  "two\nlines\n",
  "{x}",
  "*a",
  "&a",
  "!b",
  "%c",
  "@d",
  "`e",
  '"f"',
  "'",
  "\\",
  "\u2028",
  "\u0085",
  "\ufeff",
  "\t",
  "é😀",
  "---",
  "...",
  "<<",
  "__proto__",
];

const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TRICKY) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 20, unit: "binary" }).filter(isStorable) },
);
const text = fc.oneof(fc.constant(""), name);
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

const wallTime = fc.constantFrom("00:00", "09:00:00", "17:30:15", "23:59:59");

/** What to build a site from; numbers stand for one of the resources made before. */
export const randomSite = fc.record({
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
      sensorSerialNumber: fc.option(name),
      tags: fc.uniqueArray(tag, { maxLength: 2 }),
      links: fc.array(
        fc.record({ space: index, placement: fc.constantFrom<1 | -1>(1, -1), ends: fc.boolean() }),
        {
          maxLength: 3,
        },
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
  groups: fc.array(fc.record({ name, segments: fc.array(index, { maxLength: 3 }) }), { maxLength: 3 }),
});
export type RandomSite = typeof randomSite extends fc.Arbitrary<infer T> ? T : never;

/** Builds a site as clients of the API would; what the rules refuse is left out. */
export async function build(context: Engine, site: RandomSite): Promise<void> {
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
