import type { FastifySchemaCompiler } from "fastify";
import { z } from "zod";
import { type Issue, invalidInput } from "../domain/errors.ts";
import type { SegmentSelection } from "../engine/resources/time-segments.ts";
import { idList, type JsonSchema, repeated } from "../schemas/fields.ts";
import { issuesOf, parse } from "../schemas/read-value.ts";
import { Refusal } from "./errors.ts";
import { unknownBy } from "./problems.ts";
import type { App } from "./types.ts";

/**
 * Checks requests by the routes' zod schemas. An invalid query or body becomes an `invalid` failure with an issue
 * for each field; an invalid path becomes a 404 (D17).
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  // `checkFields` has checked it; an invalid path has precedence over its error.
  if (httpPart === "body" && (schema instanceof z.ZodObject || schema instanceof z.ZodPipe))
    return (input: unknown) => (input instanceof Error ? { error: input } : { value: input });
  if (httpPart !== "querystring" || !(schema instanceof z.ZodObject))
    return (input: unknown) => check(schema, input, httpPart);
  const known = Object.keys(schema.shape);
  const repeatable = known.filter((name) => isRepeatable(schema.shape[name]));
  return (input: Query) => {
    const query = withoutBrackets(input, repeatable);
    return check(schema, query, httpPart, unknownSegments(query, known));
  };
};

/** Checks a part of a request. @param issues found in it already */
function check(
  schema: z.ZodType,
  input: unknown,
  httpPart: string | undefined,
  issues: readonly Issue[] = [],
): { value: unknown } | { error: Error } {
  // Fastify passes null if there is no body; a body that is `null` is rejected before.
  const given = input ?? undefined;
  const { data, error } = parse(schema, given, httpPart);
  if (error === undefined) return issues.length === 0 ? { value: data } : { error: invalidInput(issues) };
  if (httpPart === "params") {
    // A malformed parameter in a path names a resource that cannot exist.
    const [issue] = error.issues;
    const message = issue?.message ?? "the path does not exist";
    return { error: new Refusal(unknownBy(String(issue?.path[0])), message) };
  }
  return { error: invalidInput([...issuesOf(error.issues, httpPart), ...issues]) };
}

/** The parameters that restrict counts and the events of a space to time segments (D14). */
export const segmentParameters = {
  time_segment_ids: idList("timeSegment").optional(),
  time_segment_group_ids: idList("timeSegmentGroup").optional(),
  time_segment_groups: idList("timeSegmentGroup").optional(),
  time_segment_labels: repeated.optional(),
};

export function segmentSelection(query: z.output<z.ZodObject<typeof segmentParameters>>): SegmentSelection {
  return {
    ids: query.time_segment_ids,
    groupIds: query.time_segment_group_ids,
    groups: query.time_segment_groups,
    labels: query.time_segment_labels,
  };
}

/**
 * Checks the queries of routes without parameters, too: a parameter that looks like a filter by time segments is
 * rejected (D16).
 */
export function checkEveryQuery(app: App): void {
  app.addHook("onRoute", (route) => {
    route.schema = { querystring: z.object({}), ...route.schema };
  });
}

const SEGMENT_PREFIX = "time_segment";
const SEGMENT_PARAMETERS = Object.keys(segmentParameters).join(", ");
const UNKNOWN_SEGMENTS = `is not a parameter of this path; only counts and events of a space have ${SEGMENT_PARAMETERS}`;

/** The suffix that some clients give to the name of a repeated parameter: `[]`, or `[0]`, `[1]`, … */
const BRACKETS = /\[\d*\]$/;

type Query = Readonly<Record<string, unknown>>;

/**
 * The query with the values of `name[]` and `name[0]` as values of `name`, for parameters that may be repeated, as some
 * clients write them (D16).
 */
function withoutBrackets(query: Query, repeatable: readonly string[]): Query {
  const bracketed = Object.keys(query).filter((key) => BRACKETS.test(key) && repeatable.includes(bare(key)));
  if (bracketed.length === 0) return query;
  const read = new Map(Object.entries(query));
  for (const key of bracketed) {
    const values = [read.get(bare(key)) ?? [], read.get(key)].flat();
    read.delete(key);
    read.set(bare(key), values);
  }
  return Object.fromEntries(read);
}

/**
 * The issues of unknown parameters that look like a filter by time segments: to ignore one would answer counts of
 * all time. Other unknown parameters are ignored.
 */
function unknownSegments(query: Query, known: readonly string[]): Issue[] {
  const unknown = Object.keys(query).filter((key) => key.startsWith(SEGMENT_PREFIX) && !known.includes(key));
  return unknown.map((path) => ({ path, message: UNKNOWN_SEGMENTS }));
}

function bare(key: string): string {
  return key.replace(BRACKETS, "");
}

/** Whether a parameter may be repeated: its schema is described as a list. */
function isRepeatable(schema: z.core.$ZodType | undefined): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isRepeatable(schema.unwrap());
  const json = schema instanceof z.ZodType ? (schema.meta()?.json as JsonSchema | undefined) : undefined;
  return json?.type === "array";
}
