import { readFileSync } from "node:fs";
import { z } from "zod";
import { must } from "../domain/errors.ts";
import { SPACE_FUNCTIONS, SPACE_TYPES } from "../domain/resources.ts";
import { SAFE_THRESHOLD_MODES } from "../domain/safe-threshold.ts";
import { WEEKDAYS } from "../domain/time-segment.ts";
import type { EngineContext } from "../engine/context.ts";
import { createDoorway } from "../engine/doorways.ts";
import { createLink } from "../engine/links.ts";
import type { Crowd } from "../engine/simulation/people.ts";
import { createSpace } from "../engine/spaces.ts";
import { createTimeSegment, createTimeSegmentGroup } from "../engine/time-segments.ts";

const placement = z.union([z.literal(1), z.literal(-1)]);

/** The shape of `fixtures/demo-site.json`: a site, and how people use it. Things are named by name. */
const siteSchema = z.strictObject({
  spaces: z.array(
    z.strictObject({
      name: z.string(),
      space_type: z.enum(SPACE_TYPES),
      parent: z.string().optional(),
      function: z.enum(SPACE_FUNCTIONS).optional(),
      capacity: z.int().optional(),
      target_capacity: z.int().optional(),
      safe_capacity: z.int().optional(),
      safe_threshold_mode: z.enum(SAFE_THRESHOLD_MODES).optional(),
      safe_threshold_value: z.number().optional(),
      address: z.string().optional(),
    }),
  ),
  doorways: z.array(
    z.strictObject({
      name: z.string(),
      sensor_serial_number: z.string(),
      links: z.array(z.strictObject({ space: z.string(), sensor_placement: placement })),
    }),
  ),
  time_segments: z.array(
    z.strictObject({
      label: z.string(),
      start: z.string(),
      end: z.string(),
      days: z.array(z.enum(WEEKDAYS)),
      spaces: z.array(z.string()),
    }),
  ),
  time_segment_groups: z.array(z.strictObject({ name: z.string(), time_segments: z.array(z.string()) })),
  passages: z.array(
    z.strictObject({ serial_number: z.string(), from: z.string().nullable(), into: z.string() }),
  ),
  habits: z.array(
    z.strictObject({
      place: z.string(),
      visitors: z.number(),
      arrival: z.number(),
      arrival_spread: z.number(),
      stay: z.number(),
      stay_spread: z.number(),
    }),
  ),
  error_rate: z.number(),
});
export type DemoSite = z.infer<typeof siteSchema>;

/** Reads the demo's site, which comes with the program. */
export function readDemoSite(): DemoSite {
  const text = readFileSync(new URL("../../fixtures/demo-site.json", import.meta.url), "utf8");
  return siteSchema.parse(JSON.parse(text));
}

/** Sets the site up in an empty catalog. */
export async function createDemoSite(
  context: EngineContext,
  site: DemoSite,
  timeZone: string,
): Promise<void> {
  const spaces = new Map<string, bigint>();
  const spaceId = (name: string) => must(spaces.get(name), `space ${name}`);
  for (const space of site.spaces) {
    const { id } = await createSpace(context, {
      name: space.name,
      timeZone,
      spaceType: space.space_type,
      parentId: space.parent === undefined ? null : spaceId(space.parent),
      function: space.function ?? null,
      capacity: space.capacity ?? null,
      targetCapacity: space.target_capacity ?? null,
      safeCapacity: space.safe_capacity ?? null,
      safeThresholdMode: space.safe_threshold_mode ?? null,
      safeThresholdValue: space.safe_threshold_value ?? null,
      address: space.address ?? null,
    });
    spaces.set(space.name, id);
  }
  for (const { name, sensor_serial_number: sensorSerialNumber, links } of site.doorways) {
    const doorway = await createDoorway(context, { name, sensorSerialNumber });
    for (const { space, sensor_placement: sensorPlacement } of links) {
      await createLink(context, { spaceId: spaceId(space), doorwayId: doorway.id, sensorPlacement });
    }
  }
  const segments = new Map<string, bigint>();
  for (const { spaces: names, ...segment } of site.time_segments) {
    const { id } = await createTimeSegment(context, { ...segment, spaceIds: names.map(spaceId) });
    segments.set(segment.label, id);
  }
  for (const { name, time_segments: labels } of site.time_segment_groups) {
    const timeSegmentIds = labels.map((label) => must(segments.get(label), `time segment ${label}`));
    await createTimeSegmentGroup(context, { name, timeSegmentIds });
  }
}

/** The people who use the site. */
export function demoCrowd(site: DemoSite, timeZone: string, seed: number): Crowd {
  return {
    timeZone,
    seed,
    errorRate: site.error_rate,
    passages: site.passages.map(({ serial_number: serialNumber, from, into }) => {
      const doorway = site.doorways.find((each) => each.sensor_serial_number === serialNumber);
      const link = doorway?.links.find(({ space }) => space === into);
      // Going in is an entrance: trajectory × placement is +1 (D4).
      return {
        serialNumber,
        from,
        into,
        inward: must(link, `link of ${serialNumber} to ${into}`).sensor_placement,
      };
    }),
    habits: site.habits.map((habit) => ({
      place: habit.place,
      visitors: habit.visitors,
      arrival: habit.arrival,
      arrivalSpread: habit.arrival_spread,
      stay: habit.stay,
      staySpread: habit.stay_spread,
    })),
  };
}
