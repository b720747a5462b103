import type { z } from "zod";
import { HeadcountError, type Issue } from "../domain/errors.ts";
import { ISSUES_LISTED_MAX } from "../domain/limits.ts";
import { issueMessage } from "./issue-messages.ts";

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
  if (!result.success) throw invalidInput(issuesOf(result.error, what));
  return result.data;
}

/** The message of an issue; undefined where the schema has its own. */
export function explain(issue: z.core.$ZodRawIssue, httpPart: string | undefined): string | undefined {
  if (issue.input === undefined) return "is required";
  if (httpPart === "querystring" && Array.isArray(issue.input)) return "is given more than once";
  return issueMessage(issue);
}

/** The issues of a part of a request, or of another value, which `httpPart` names. */
export function issuesOf(error: z.ZodError, httpPart: string | undefined): Issue[] {
  return error.issues
    .filter((issue) => !isWiderBound(issue, error.issues))
    .slice(0, ISSUES_LISTED_MAX)
    .map((issue) => ({ path: pathOf(issue, httpPart), message: issue.message }));
}

/** Whether an issue is the bound of all whole numbers, and the value exceeds the narrower bound of its field, too. */
function isWiderBound(issue: z.core.$ZodIssue, all: readonly z.core.$ZodIssue[]): boolean {
  if ((issue.code !== "too_big" && issue.code !== "too_small") || !("note" in issue)) return false;
  const path = issue.path.join(".");
  return all.some((other) => other !== issue && other.code === issue.code && other.path.join(".") === path);
}

/** The failure of an invalid input, with as many issues as are listed. */
export function invalidInput(issues: readonly Issue[]): HeadcountError {
  const listed = issues.slice(0, ISSUES_LISTED_MAX);
  const message = listed.map((issue) => `${issue.path}: ${issue.message}`).join("; ");
  return new HeadcountError("invalid", message, { issues: listed });
}

/** The path of a field, or the name of a parameter, whichever of its repeated values is invalid. */
function pathOf({ path }: z.core.$ZodIssue, httpPart: string | undefined): string {
  const parts = httpPart === "querystring" ? path.slice(0, 1) : path;
  return parts.map(String).join(".") || (httpPart ?? "request");
}
