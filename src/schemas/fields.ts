import { z } from "zod";
import { parseDailyReset } from "../domain/daily-reset.ts";
import { HeadcountError } from "../domain/errors.ts";
import { describeKind, formatId, type IdKind, readId } from "../domain/ids.ts";
import { parseInstant } from "../domain/instant.ts";
import { NAME_LENGTH_MAX, SERIAL_LENGTH_MAX, TEXT_LENGTH_MAX } from "../domain/limits.ts";
import { parseLocalTime, parseTimeZone } from "../domain/local-time.ts";
import { CONTROLS_REFUSED, hasControls, inOneLine } from "../domain/names.ts";
import type { SensorPlacement } from "../domain/resources.ts";
import { isSerialNumber, isStorable, trimmed } from "../domain/sensor-report.ts";
import { parseSegmentEnd, parseSegmentTime } from "../domain/time-segment.ts";
import type { EffectiveFrom } from "../engine/catalog/spans.ts";
import { list } from "./list.ts";

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The schemas that each version's description names, by name: `schema.register(v1Schemas, { id: "Space" })`. */
export const v1Schemas = z.registry<{ readonly id: string }>();
export const v2Schemas = z.registry<{ readonly id: string }>();

/** The schema of an object that the description of version 2 names. */
export function namedObject<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return z.object(shape).register(v2Schemas, { id });
}

/** A schema with the JSON Schema that the OpenAPI document has for it, in place of the one that zod derives. */
export function documented<Schema extends z.ZodType>(schema: Schema, json: JsonSchema): Schema {
  return schema.meta({ json });
}

function readBy<T>(read: (text: string, path: string) => T, json: JsonSchema) {
  const schema = z.string().transform((text, context): T => {
    try {
      return read(text, "");
    } catch (error) {
      if (!(error instanceof HeadcountError)) throw error;
      context.addIssue({ code: "custom", message: error.issues[0]?.message ?? error.message });
      return z.NEVER;
    }
  });
  return documented(schema, { type: "string", ...json });
}

/** An instant in any form of D1, in ms. */
export const instant = readBy(parseInstant, {
  description: "An ISO 8601 time, in UTC if it has no offset.",
  examples: ["2024-05-06T07:00:00Z"],
});

/** A time; a date alone is its midnight in the time zone of each space. */
export const localTime = readBy(parseLocalTime, {
  description:
    "An ISO 8601 time, in UTC if it has no offset. A date alone is its midnight, of counts in the time zone of each space.",
  examples: ["2024-05-06"],
});

/** A zone of the tz database (D2). */
export const timeZone = readBy(parseTimeZone, { examples: ["America/New_York"] });

/** A daily reset's `HH:MM` (D8). */
export const dailyReset = readBy(parseDailyReset, { description: "Format: `HH:MM`.", examples: ["04:00"] });

/** A time segment's `HH:MM:SS` or `HH:MM` (D14). */
export const segmentTime = readBy(parseSegmentTime, {
  description: "Format: `HH:MM:SS`.",
  examples: ["09:00:00"],
});

export const segmentEnd = readBy(parseSegmentEnd, {
  description: "Format: `HH:MM:SS`. `24:00` is `00:00`.",
  examples: ["17:00:00"],
});

/** When a correction takes effect (D5). */
export const effectiveFrom = documented(
  z.union([z.literal("beginning"), instant], {
    error: 'must be a time such as 2024-05-06T07:08:09.123Z, or "beginning"',
  }) satisfies z.ZodType<NonNullable<EffectiveFrom>>,
  { type: "string", description: "An ISO 8601 time, or `beginning` for all past time." },
);

/** An id as the API writes it, such as `spc_12` (D20). */
export function id(kind: IdKind) {
  const example = formatId(kind, 12n);
  const read = (text: string) => {
    const value = readId(kind, text);
    if (value !== null) return value;
    const shown = JSON.stringify(text.slice(0, NAME_LENGTH_MAX));
    const article = /^[aeiou]/.test(kind) ? "an" : "a";
    throw new HeadcountError(
      "invalid",
      `${shown} is not ${article} ${describeKind(kind)} id such as ${example}`,
    );
  };
  return readBy(read, { examples: [example] });
}

/**
 * A reference to a resource: its id, or the object that answers have for it, with the id as `id` or as `space_id` and the
 * like (D16).
 */
export function reference(kind: IdKind) {
  const keys = ["id", `${describeKind(kind).replaceAll(" ", "_")}_id`];
  const read = z.preprocess((value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const key = keys.find((each) => Object.hasOwn(value, each));
    return key && Reflect.get(value, key);
  }, id(kind));
  const text: JsonSchema = { type: "string", examples: [formatId(kind, 12n)] };
  const object = (key: string) => ({ type: "object" as const, properties: { [key]: text }, required: [key] });
  return documented(read, { anyOf: [text, ...keys.map(object)] });
}

const UNSTORABLE = "contains characters that cannot be stored";

export const name = z
  .string()
  .overwrite(inOneLine)
  .max(NAME_LENGTH_MAX)
  .min(1)
  .refine((given) => !hasControls(given), { error: CONTROLS_REFUSED, abort: true })
  .refine(isStorable, UNSTORABLE);

export const freeText = z.string().max(TEXT_LENGTH_MAX).refine(isStorable, UNSTORABLE);

/** A sensor's serial number in a path, whether or not there is such a sensor. */
export const serialInPath = z.string().overwrite(trimmed);

/** A sensor's serial number (D20). */
export const serialNumber = documented(
  serialInPath.refine(isSerialNumber, `must have 1 to ${SERIAL_LENGTH_MAX} characters`),
  { type: "string", minLength: 1, maxLength: SERIAL_LENGTH_MAX },
);

const TAG = /^[A-Za-z0-9_-]{1,64}$/;

/** A tag (D28). */
export const tagName = z.string().regex(TAG, "must be 1 to 64 letters, digits, underscores or minus signs");

/** `1` where the sensor is inside the space, `-1` where it is outside. */
export const sensorPlacement = z.literal([1, -1], {
  error: ({ input }) => (input === undefined ? undefined : "must be 1 or -1"),
});

/** A parameter that selects events by direction: for a space (D16), or as their sensor reported it (D4). */
export const direction = documented(
  z
    // A repeated parameter has the message that all of them have.
    .enum(["1", "+1", "-1"], { error: ({ input }) => (Array.isArray(input) ? undefined : "must be 1 or -1") })
    .transform((text): SensorPlacement => (text === "-1" ? -1 : 1)),
  { type: "integer", enum: [1, -1] },
);

/** A parameter that is `true` or `false`, in any case. */
export const flag = documented(z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] }), {
  type: "boolean",
});

/** The order of a list by time, in any case (D16). */
export const order = orderOr("ASC");

export function orderOr(usual: "ASC" | "DESC") {
  const read = z
    .string()
    .toUpperCase()
    .pipe(z.enum(["ASC", "DESC"]))
    .default(usual);
  return documented(read, { type: "string", enum: ["ASC", "DESC"], default: usual });
}

export const repeated = documented(
  z.union([z.string(), list(z.string())]).transform((given) => [given].flat()),
  { type: "array", items: { type: "string" } },
);

/** Ids in a parameter that is repeated or comma-separated (D14). */
export function idList(kind: IdKind) {
  const read = repeated.transform((given) => given.flatMap((part) => part.split(","))).pipe(list(id(kind)));
  return documented(read, {
    type: "array",
    items: { type: "string", examples: [formatId(kind, 12n)] },
    description: "Can be repeated or comma-separated.",
  });
}

/** A JSON body with these fields. Others are removed before it is checked, and a missing body has none (D16). */
export function body<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape);
}

/** The values that are not undefined; the others change nothing (D26). */
export function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // The compiler cannot see that filtering the entries only takes undefined values away.
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as ReturnType<typeof defined<T>>;
}

/** A field's name of the API as the engine has it: `timeZone` for `time_zone`. */
type EngineName<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<EngineName<Rest>>}`
  : Name;

export function engineName(name: string): string {
  return name.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase());
}

/** The values that are not undefined, by the engine's names. */
export function engineFields<T extends object>(
  given: T,
): { [Name in keyof T as EngineName<Name>]: Exclude<T[Name], undefined> } {
  const renamed = Object.entries(given).map(([name, value]) => [engineName(name), value] as const);
  return defined(Object.fromEntries(renamed)) as ReturnType<typeof engineFields<T>>;
}
