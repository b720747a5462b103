import type { z } from "zod";
import { type Issue, invalidInput } from "../domain/errors.ts";
import { ISSUES_LISTED_MAX } from "../domain/limits.ts";

/** The names of the fields and the indexes of the lists that lead to a field, and its own name. */
export type FieldPath = readonly PropertyKey[];

/**
 * Reads a value by a schema, outside of a request.
 *
 * @param what the name of the value as a whole
 * @param explainType the message for a value that is not of the expected type; undefined is the usual message
 * @throws HeadcountError `invalid` with one issue a field
 */
export function readValue<T>(
  schema: z.ZodType<T>,
  value: unknown,
  what: string,
  explainType: (input: unknown, expected: string) => string | undefined,
): T {
  const result = schema.safeParse(value, {
    error: (issue) =>
      (issue.code === "invalid_type" && explainType(issue.input, issue.expected)) ||
      explain(issue, undefined),
  });
  if (!result.success) throw invalidInput(issuesOf(result.error.issues, what));
  return result.data;
}

/** The message of an issue; undefined where the schema has its own. */
function explain(issue: z.core.$ZodRawIssue, httpPart: string | undefined): string | undefined {
  if (issue.input === undefined) return "is required";
  if (httpPart === "querystring" && Array.isArray(issue.input)) return "is given more than once";
  return issueMessage(issue);
}

/** Reads a part of a request by a schema. Most are valid, and a check that explains nothing takes half the time. */
export function parse<T>(
  schema: z.ZodType<T>,
  value: unknown,
  httpPart: string | undefined,
): z.ZodSafeParseResult<T> {
  const result = schema.safeParse(value);
  return result.success ? result : schema.safeParse(value, { error: (issue) => explain(issue, httpPart) });
}

/** Reads a part of a request as `parse` does, its lists in turns with other work of the event loop. */
export async function parseInTurns<T>(
  schema: z.ZodType<T>,
  value: unknown,
  httpPart: string,
): Promise<z.ZodSafeParseResult<T>> {
  const result = await schema.safeParseAsync(value);
  return result.success
    ? result
    : schema.safeParseAsync(value, { error: (issue) => explain(issue, httpPart) });
}

export function isOfUnknownFields({ code }: z.core.$ZodIssue): boolean {
  return code === "unrecognized_keys";
}

/** The issues of a part of a request, or of another value, which `httpPart` names. */
export function issuesOf(issues: readonly z.core.$ZodIssue[], httpPart: string | undefined): Issue[] {
  return issues
    .filter((issue, index) => !isWiderBound(issue, issues[index + 1]))
    .slice(0, ISSUES_LISTED_MAX)
    .flatMap((issue) =>
      pathsOf(issue, ISSUES_LISTED_MAX).map((path) => ({
        path: pathOf(path, httpPart),
        message: issue.message,
      })),
    );
}

/** Whether an issue is the bound of all whole numbers, and the next one the narrower bound of the same field. */
function isWiderBound(issue: z.core.$ZodIssue, next: z.core.$ZodIssue | undefined): boolean {
  const isBound = (issue.code === "too_big" || issue.code === "too_small") && "note" in issue;
  return isBound && next?.code === issue.code && next.path.join(".") === issue.path.join(".");
}

/** The fields that an issue is about: the unknown ones, of which `max` are named, or the field at its path. */
export function pathsOf(issue: z.core.$ZodIssue, max: number): FieldPath[] {
  if (issue.code !== "unrecognized_keys") return [issue.path];
  return issue.keys.slice(0, max).map((key) => [...issue.path, key]);
}

function pathOf(path: FieldPath, httpPart: string | undefined): string {
  const parts = httpPart === "querystring" ? path.slice(0, 1) : path;
  return parts.map(String).join(".") || (httpPart ?? "request");
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  bigint: "an integer",
  boolean: "true or false",
  array: "an array",
  tuple: "an array",
  object: "an object",
  record: "an object",
  null: "null",
};

/**
 * The message of an issue, in place of zod's own. It continues the name of a field: `capacity must be at least 0`.
 *
 * @returns undefined where the schema has its own message
 */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPE_NAMES[issue.expected] ?? "of a different type"}`;
    case "too_small":
      return sizeMessage(issue.origin, issue.minimum, issue.inclusive === false ? "more than" : "at least");
    case "too_big":
      return sizeMessage(issue.origin, issue.maximum, issue.inclusive === false ? "less than" : "at most");
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${shown(issue.values[0])}`
        : `must be one of ${issue.values.map(shown).join(", ")}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_key":
      return "is not a valid name";
    case "invalid_format":
      return "has an invalid format";
    case "invalid_union":
      return "has none of the accepted forms";
    default:
      return undefined;
  }
}

function sizeMessage(origin: string, bound: number | bigint, relation: string): string {
  const unit = origin === "string" ? "character" : origin === "array" || origin === "set" ? "item" : null;
  if (unit === null) return `must be ${relation} ${bound}`;
  if (relation === "at least" && Number(bound) === 1)
    return unit === "character" ? "must not be empty" : "must have at least one item";
  return `must have ${relation} ${bound} ${unit}${Number(bound) === 1 ? "" : "s"}`;
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
