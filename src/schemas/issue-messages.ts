import type { z } from "zod";

type RawIssue = z.core.$ZodRawIssue;

/** The names of zod's types in messages. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

/**
 * The message of an issue, in place of zod's own. It continues the name of a field: `capacity must be at least 0`.
 *
 * @returns undefined where the schema has its own message
 */
export function issueMessage(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPE_NAMES[issue.expected] ?? "of another type"}`;
    case "too_small":
      return sizeMessage(issue.origin, issue.minimum, issue.inclusive === false ? "more than" : "at least");
    case "too_big":
      return sizeMessage(issue.origin, issue.maximum, issue.inclusive === false ? "less than" : "at most");
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${shown(issue.values[0])}`
        : `must be one of ${issue.values.map(shown).join(", ")}`;
    case "unrecognized_keys":
      return `has unknown fields: ${issue.keys.join(", ")}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_key":
      return "is not a valid name";
    case "invalid_format":
      return "is not written as it must be";
    case "invalid_union":
      return "is none of the forms that are possible here";
    default:
      return undefined;
  }
}

/** A bound of a number, or of the length of a text or list. */
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
