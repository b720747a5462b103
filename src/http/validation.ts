import type { FastifySchemaCompiler } from "fastify";
import { z } from "zod";
import type { Issue } from "../domain/errors.ts";
import { explain, invalidInput, issuesOf } from "../schemas/read-value.ts";
import { Refusal } from "./errors.ts";
import { unknownBy } from "./problems.ts";
import { QueryNames } from "./query-names.ts";

/**
 * Checks requests by the routes' zod schemas. An invalid query or body becomes an `invalid` failure with an issue
 * for each field; an invalid path becomes a 404 (D17).
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  // Most requests have no parameters: their defaults are read once.
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

/** Checks a part of a request. @param issues found in it already */
function check(
  schema: z.ZodType,
  input: unknown,
  httpPart: string | undefined,
  issues: readonly Issue[] = [],
): { value: unknown } | { error: Error } {
  // Fastify passes null where there is no body; a body that is `null` is rejected before.
  const given = httpPart === "body" && (input === null || input === undefined) ? emptyBody(schema) : input;
  // Most requests are valid, and a check that explains nothing takes half the time.
  const result = schema.safeParse(given);
  if (result.success) return issues.length === 0 ? { value: result.data } : { error: invalidInput(issues) };
  const { error } = schema.safeParse(given, { error: (issue) => explain(issue, httpPart) });
  const explained = error ?? result.error;
  if (httpPart === "params") return { error: pathFailure(explained) };
  return { error: invalidInput([...issuesOf(explained, httpPart), ...issues]) };
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A missing body is an object without fields (D16), except where the schema is a list. */
function emptyBody(schema: z.ZodType): object | undefined {
  return schema instanceof z.ZodObject ? {} : undefined;
}

/** A malformed parameter in a path names a resource that cannot exist. */
function pathFailure({ issues: [issue] }: z.ZodError): Refusal {
  return new Refusal(unknownBy(String(issue?.path[0])), issue?.message ?? "the path does not exist");
}
