import { z } from "zod";
import { depthProblem } from "../domain/hierarchy.ts";
import { SITE_ITEMS_MAX } from "../domain/limits.ts";
import { WEEKDAYS } from "../domain/time-segment.ts";
import type {
  SiteDocument,
  SiteDoorway,
  SiteReference,
  SiteSensor,
  SiteSpace,
  SiteTimeSegment,
  SiteTimeSegmentGroup,
} from "../engine/site/document.ts";
import type { SiteChange } from "../engine/site/plan.ts";
import { answerOf, text, textOrNull } from "./answers.ts";
import {
  defined,
  documented,
  engineFields,
  freeText,
  id,
  name,
  namedObject,
  segmentEnd,
  segmentTime,
  sensorPlacement,
  serialNumber,
  tagName,
  v2Schemas,
} from "./fields.ts";
import { list } from "./list.ts";
import { countingSettings, countingShape, previewAnswer } from "./sensor-settings.ts";
import { ownFields, spaceFields } from "./space.ts";

/** An object with these fields alone: people write them by hand, and a misspelt field must not be ignored. */
function known<Shape extends z.ZodRawShape>(shape: Shape) {
  const message = `is not a field; the fields are ${Object.keys(shape).join(", ")}`;
  return z.strictObject(shape, {
    error: ({ code }) => (code === "unrecognized_keys" ? message : undefined),
  });
}

const reference: z.ZodType<SiteReference> = documented(
  z.union([name, z.tuple([name], z.union([name, z.int().min(1)]))], {
    error: ({ input }) =>
      input === undefined
        ? undefined
        : "must be a name in quotes if it looks like a number, or a path of names such as [Campus, House, Room]",
  }),
  {
    anyOf: [
      { type: "string" },
      { type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }] } },
    ],
    description: "A name, or a path of names from the outermost space to the resource.",
  },
);

const siteSpace: z.ZodType<SiteSpace> = known({
  id: id("space").optional(),
  name,
  ...ownFields,
  tags: list(tagName).optional(),
  assigned_teams: list(name).optional(),
  spaces: z.lazy(() => list(siteSpace)).default([]),
}).transform(({ id: pinned, tags, assigned_teams: assignedTeams, spaces, ...given }) => {
  const { name: spaceName, ...fields } = spaceFields(given, "v2");
  return { ...defined({ id: pinned, tags, assignedTeams }), name: given.name, fields, spaces };
});

// The schema contains itself, so the OpenAPI document needs a name for it.
siteSpace.register(v2Schemas, { id: "SiteSpace" });

const siteDoorway: z.ZodType<SiteDoorway> = known({
  id: id("doorway").optional(),
  name,
  description: freeText.optional(),
  sensor_serial_number: serialNumber.nullable().optional(),
  tags: list(tagName).optional(),
  links: list(
    known({ space: reference, sensor_placement: sensorPlacement }).transform(engineFields),
  ).optional(),
}).transform(engineFields);

const siteSensor: z.ZodType<SiteSensor> = known({
  serial_number: serialNumber,
  counting: known(countingShape).transform(countingSettings).default({}),
  ignored: z.boolean().optional(),
}).transform(({ serial_number: serialNumber, counting, ignored }) => ({
  serialNumber,
  counting,
  ...defined({ isIgnored: ignored }),
}));

const siteTimeSegment: z.ZodType<SiteTimeSegment> = known({
  id: id("timeSegment").optional(),
  label: name,
  start: segmentTime,
  end: segmentEnd,
  days: list(z.enum(WEEKDAYS)),
  spaces: list(reference).optional(),
}).transform(engineFields);

const siteTimeSegmentGroup: z.ZodType<SiteTimeSegmentGroup> = known({
  id: id("timeSegmentGroup").optional(),
  name,
  time_segments: list(reference).optional(),
}).transform(engineFields);

/** A site in one document: what `GET /v2/admin/site/` answers, and the site file of the command line. */
export const siteDocument: z.ZodType<SiteDocument> = z
  .preprocess(
    (given, context) => {
      const problem = requireSection(given) ?? requireShallow(given) ?? requireFew(given);
      if (problem !== null) context.addIssue({ code: "custom", ...problem });
      return given;
    },
    known({
      spaces: list(siteSpace).default([]),
      doorways: list(siteDoorway).default([]),
      sensors: list(siteSensor).default([]),
      time_segments: list(siteTimeSegment).default([]),
      time_segment_groups: list(siteTimeSegmentGroup).default([]),
    }),
  )
  .transform(engineFields);

export const fieldChange = z.object({ from: z.unknown().optional(), to: z.unknown().optional() });

const siteChange = answerOf<SiteChange, { readonly dryRun: boolean }>()({
  action: [z.enum(["create", "update", "end", "delete"]), ({ action }) => action],
  resource_type: [text, ({ resourceType }) => resourceType],
  /** Null where a dry run would create the resource. */
  resource_id: [
    textOrNull,
    ({ action, resourceId }, { dryRun }) => (dryRun && action === "create" ? null : resourceId),
  ],
  name: [text, ({ name }) => name],
  changes: [z.record(z.string(), fieldChange), ({ changes }) => changes],
  judged: [
    previewAnswer.schema.nullable(),
    ({ judged }) => (judged === undefined ? null : previewAnswer.present(judged)),
  ],
});

export const planAnswer = namedObject("SitePlan", {
  dry_run: z.boolean(),
  created: z.int(),
  updated: z.int(),
  ended: z.int(),
  deleted: z.int(),
  changes: z.array(siteChange.schema),
});
export type SitePlan = z.output<typeof planAnswer>;

interface Problem {
  readonly path: string[];
  readonly message: string;
}

/** Rejects a document without any section: an empty file with `prune` would delete everything. */
function requireSection(given: unknown): Problem | null {
  const isEmpty = typeof given === "object" && given !== null && Object.keys(given).length === 0;
  const message = "is required; an empty site has an empty list of spaces";
  return isEmpty ? { path: ["spaces"], message } : null;
}

/** Rejects spaces that are nested so deeply that reading them could exhaust the stack. */
function requireShallow(given: unknown): Problem | null {
  let level: readonly unknown[] = [given];
  for (let depth = 0; level.length > 0; depth++) {
    const problem = depthProblem(depth);
    if (problem !== null) return { path: [], message: problem };
    level = level.flatMap((each) => {
      const inner = typeof each === "object" && each !== null && "spaces" in each ? each.spaces : [];
      return Array.isArray(inner) ? inner : [];
    });
  }
  return null;
}

const LISTS = "spaces doorways links sensors time_segments time_segment_groups tags assigned_teams".split(
  " ",
);

/** Rejects a document of so many items that applying them would hold up all other requests. */
function requireFew(given: unknown): Problem | null {
  const inner = typeof given === "object" && given !== null ? [given] : [];
  let items = 0;
  for (let value = inner.pop(); value !== undefined; value = inner.pop()) {
    if (Array.isArray(value)) items += value.length;
    if (items > SITE_ITEMS_MAX) {
      const message = `the lists of a document have at most ${SITE_ITEMS_MAX} items together; apply it in parts`;
      return { path: [], message };
    }
    const parts: unknown[] = Array.isArray(value) ? value : LISTS.map((name) => Reflect.get(value, name));
    for (const each of parts) if (typeof each === "object" && each !== null) inner.push(each);
  }
  return null;
}

export function presentPlan(changes: readonly SiteChange[], dryRun: boolean): SitePlan {
  const count = (wanted: SiteChange["action"]) => changes.filter(({ action }) => action === wanted).length;
  return {
    dry_run: dryRun,
    created: count("create"),
    updated: count("update"),
    ended: count("end"),
    deleted: count("delete"),
    changes: changes.map((change) => siteChange.present(change, { dryRun })),
  };
}
