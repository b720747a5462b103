import { z } from "zod";
import type { Issue } from "../domain/errors.ts";

/** A field of a body that its schema does not take. */
interface IgnoredField {
  /** The names of the fields and the indexes of the lists that lead to it, and its own name. */
  readonly path: readonly (string | number)[];
  /** Whether answers have it: clients send back what they have read. */
  readonly isReadOnly: boolean;
  /** The fields that its object may have. */
  readonly known: readonly string[];
}

type Schema = z.core.$ZodType | undefined;

/**
 * The fields of a value that a schema ignores (D16), also of nested objects as far as the schema describes them. What
 * it does not describe, such as `meta`, may have any.
 *
 * @param answered the schema of answers, whose other fields are read-only
 */
export function ignoredFields(schema: Schema, answered: Schema, value: unknown): IgnoredField[] {
  const taken = described(schema);
  const read = described(answered);
  if (taken instanceof z.ZodArray && Array.isArray(value)) {
    const element = read instanceof z.ZodArray ? read.element : undefined;
    return value.flatMap((item, index) => within(index, ignoredFields(taken.element, element, item)));
  }
  if (!(taken instanceof z.ZodObject) || !isFields(value)) return [];
  const fields: z.ZodRawShape = taken.shape;
  const readable: z.ZodRawShape = read instanceof z.ZodObject ? read.shape : {};
  return Object.entries(value).flatMap(([name, given]): IgnoredField[] => {
    const isReadOnly = Object.hasOwn(readable, name);
    if (!Object.hasOwn(fields, name)) return [{ path: [name], isReadOnly, known: Object.keys(fields) }];
    return within(name, ignoredFields(fields[name], isReadOnly ? readable[name] : undefined, given));
  });
}

/** Whether a schema is of an object with fields. */
export function takesFields(schema: Schema): boolean {
  return described(schema) instanceof z.ZodObject;
}

/** The schema of an object or a list within those that only add to it. */
function described(schema: Schema): Schema {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return described(schema.unwrap());
  if (schema instanceof z.ZodLazy) return described(schema.unwrap());
  // What has a description of its own reads more forms than one.
  if (schema instanceof z.ZodPipe && schema.meta()?.json === undefined)
    return described(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  return schema;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function within(part: string | number, fields: readonly IgnoredField[]): IgnoredField[] {
  return fields.map((field) => ({ ...field, path: [part, ...field.path] }));
}

/** The issue of a field for a request that is handled strictly. */
export function fieldIssue({ path, isReadOnly, known }: IgnoredField): Issue {
  const shown = path.map((part) => (typeof part === "number" ? part : part.slice(0, NAME_SHOWN_MAX)));
  return {
    path: shown.join("."),
    message: isReadOnly ? "is read-only: it cannot be set" : hint(path, known),
  };
}

function hint(path: IgnoredField["path"], known: readonly string[]): string {
  const name = plain(String(path.at(-1)));
  const distances = known.map((other) => distance(name, plain(other)));
  const least = Math.min(...distances);
  return least <= Math.max(2, name.length / 3)
    ? `unknown field; did you mean ${known[distances.indexOf(least)]}?`
    : `unknown field; the fields are ${known.join(", ")}`;
}

/** Longer names are neither compared nor shown in full. */
const NAME_SHOWN_MAX = 64;

/** A name without what only the style of names decides: `timeZone`, `time-zone` and `time_zone` are the same. */
function plain(name: string): string {
  return name.slice(0, NAME_SHOWN_MAX).toLowerCase().replace(/[_-]/g, "");
}

/** The least number of characters to insert, delete or replace to turn one text into the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, char] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries())
      next.push(
        Math.min(
          (next[j] as number) + 1,
          (row[j + 1] as number) + 1,
          (row[j] as number) + (char === other ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) as number;
}

/**
 * The path of a field as a header has it, such as `links[0].spce_id`. Characters of names other than letters, digits, `_`
 * and `-` are percent-encoded.
 */
export function headerPath({ path }: IgnoredField): string {
  const parts = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${headerName(part)}`));
  return parts.join("").replace(/^\./, "");
}

function headerName(name: string): string {
  // As a text of bytes, it has no half of a surrogate pair.
  const text = Buffer.from(name.slice(0, NAME_SHOWN_MAX)).toString();
  const escaped = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[.!~*'()]/g, escaped);
}
