import type { FastifySchemaCompiler } from "fastify";
import { z } from "zod";
import { HeadcountError, type Issue } from "../domain/errors.ts";
import { ISSUES_LISTED_MAX } from "../domain/limits.ts";
import { Refusal } from "./errors.ts";
import { issueMessage } from "./issue-messages.ts";
import { unknownBy } from "./problems.ts";
import { QueryNames } from "./query-names.ts";

/**
 * Checks requests by the routes' zod schemas. What is wrong becomes an `invalid` failure with one issue a
 * field, named as the documents name it; in a path it becomes `not-found` (D17).
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  // Most requests have no parameters, and what that comes to is always the same.
  const nothing = httpPart === "querystring" ? schema.safeParse({}).data : undefined;
  const names = httpPart === "querystring" && schema instanceof z.ZodObject ? new QueryNames(schema) : null;
  return (input: unknown) => {
    if (isPlain(nothing) && isPlain(input) && Object.keys(input).length === 0)
      return { value: { ...nothing } };
    if (names === null || !isPlain(input)) return check(schema, input, httpPart);
    const query = names.withoutBrackets(input);
    return check(schema, query, httpPart, names.unknownSegments(query));
  };
};

/** Checks a part of a request in which some things may have been found wrong already. */
function check(
  schema: z.ZodType,
  input: unknown,
  httpPart: string | undefined,
  issues: readonly Issue[] = [],
): { value: unknown } | { error: Error } {
  // Fastify hands over null where there is no body; one that is `null` has been refused before.
  const given = httpPart === "body" && (input === null || input === undefined) ? emptyBody(schema) : input;
  // Most requests are right, which takes half the time to find out where nothing can be explained.
  const result = schema.safeParse(given);
  if (result.success) return issues.length === 0 ? { value: result.data } : { error: refusal(issues) };
  const { error } = schema.safeParse(given, { error: (issue) => explain(issue, httpPart) });
  const explained = error ?? result.error;
  if (httpPart === "params") return { error: pathFailure(explained) };
  return { error: refusal([...issuesOf(explained, httpPart), ...issues]) };
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** No body is one without fields (D16); where a list is wanted it is none. */
function emptyBody(schema: z.ZodType): object | undefined {
  return schema instanceof z.ZodObject ? {} : undefined;
}

/**
 * Reads a value that did not come in a request by a schema.
 *
 * @param what the value as a whole is called
 * @param explainType says what is wrong with a value that is not of the expected type; undefined leaves that
 * to the words used elsewhere
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
  if (!result.success) throw refusal(issuesOf(result.error, what));
  return result.data;
}

/** Says what is wrong in plain words; undefined leaves it to the schema. */
function explain(issue: z.core.$ZodRawIssue, httpPart: string | undefined): string | undefined {
  if (issue.input === undefined) return "is required";
  if (httpPart === "querystring" && Array.isArray(issue.input)) return "is given more than once";
  return issueMessage(issue);
}

function issuesOf(error: z.ZodError, httpPart: string | undefined): Issue[] {
  return error.issues
    .filter((issue) => !isWiderBound(issue, error.issues))
    .slice(0, ISSUES_LISTED_MAX)
    .map((issue) => ({ path: pathOf(issue, httpPart), message: issue.message }));
}

/** Whether an issue is that of all whole numbers with a value that is beyond a closer bound, too. */
function isWiderBound(issue: z.core.$ZodIssue, all: readonly z.core.$ZodIssue[]): boolean {
  if ((issue.code !== "too_big" && issue.code !== "too_small") || !("note" in issue)) return false;
  const path = issue.path.join(".");
  return all.some((other) => other !== issue && other.code === issue.code && other.path.join(".") === path);
}

function refusal(issues: readonly Issue[]): HeadcountError {
  const listed = issues.slice(0, ISSUES_LISTED_MAX);
  const message = listed.map((issue) => `${issue.path}: ${issue.message}`).join("; ");
  return new HeadcountError("invalid", message, { issues: listed });
}

/** Where an issue lies: the whole path of a field, but a parameter's name alone, whichever part is wrong. */
function pathOf({ path }: z.core.$ZodIssue, httpPart: string | undefined): string {
  const parts = httpPart === "querystring" ? path.slice(0, 1) : path;
  return parts.map(String).join(".") || (httpPart ?? "request");
}

/** A malformed parameter in a path names a resource that cannot exist. */
function pathFailure({ issues: [issue] }: z.ZodError): Refusal {
  return new Refusal(unknownBy(String(issue?.path[0])), issue?.message ?? "the path does not exist");
}
