import type { RouteOptions } from "fastify";
import { z } from "zod";
import type { JsonSchema } from "../../schemas/json-schema.ts";
import { PROBLEMS, type ProblemSlug, problemType, unknownBy } from "../problems.ts";

const SLUGS = Object.keys(PROBLEMS) as ProblemSlug[];

/** The body of an error (D17). */
export const PROBLEM_SCHEMA = {
  type: "object",
  description: "Problem details (RFC 9457)",
  properties: {
    type: {
      type: "string",
      description: "The stable name of the problem, and the path of its description",
      enum: SLUGS.map(problemType),
    },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    errors: {
      type: "array",
      description: "With a 400: what is wrong where",
      items: {
        type: "object",
        properties: { path: { type: "string" }, message: { type: "string" } },
        required: ["path", "message"],
      },
    },
  },
  required: ["type", "title", "status", "detail"],
} as const satisfies JsonSchema;

/** The errors that a route answers with, by status, from the parts that its requests have (D17, D18). */
export function problemResponses(
  { method, schema, config }: RouteOptions,
  conflicts: readonly ProblemSlug[],
): Record<string, unknown> {
  const isRead = method === "GET";
  const hasBody = schema?.body !== undefined;
  const mayHaveBody = hasBody || !isRead;
  const choosesFormat = (isRead || config?.formats !== undefined) && config?.access !== "open";
  const parameters = schema?.params instanceof z.ZodObject ? Object.keys(schema.params.shape) : [];
  const slugs = new Set<ProblemSlug>([
    ...(schema?.querystring !== undefined || hasBody ? (["invalid-request"] as const) : []),
    ...(mayHaveBody ? (["malformed-body", "body-too-large"] as const) : []),
    ...(mayHaveBody ? (["unsupported-media-type", "unsupported-content-encoding"] as const) : []),
    "invalid-token",
    ...(config?.access === "token" ? [] : (["missing-scope"] as const)),
    ...parameters.map(unknownBy),
    ...(choosesFormat ? (["not-acceptable"] as const) : []),
    ...conflicts,
    "request-timeout",
    "rate-limit-exceeded",
    "headers-too-large",
    "not-ready",
    "overloaded",
    "unavailable",
  ]);
  const responses: Record<string, { description: string; content: object }> = {};
  for (const slug of SLUGS.filter((each) => slugs.has(each))) {
    const { status, title } = PROBLEMS[slug];
    const description = `${title} (\`${problemType(slug)}\`)`;
    const response = responses[status];
    if (response === undefined) responses[status] = { description, content: PROBLEM_CONTENT };
    else response.description += `, ${description}`;
  }
  return responses;
}

const PROBLEM_CONTENT = {
  "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
};
