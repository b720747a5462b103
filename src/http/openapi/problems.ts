import type { RouteOptions } from "fastify";
import type { JsonSchema } from "./json-schema.ts";

/** The body of an error (D17). */
export const PROBLEM_SCHEMA = {
  type: "object",
  description: "Problem details (RFC 9457)",
  properties: {
    type: { type: "string" },
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

/** The errors that a route answers with, by status, from what its requests have that can be wrong (D17, D18). */
export function problemResponses(
  { method, schema, config }: RouteOptions,
  conflict: string | undefined,
): Record<string, unknown> {
  const isRead = method === "GET";
  const neverHasBody = schema?.body === undefined && isRead;
  const causes: Readonly<Record<number, string | false>> = {
    400: (schema?.querystring !== undefined || schema?.body !== undefined) && "The request is invalid",
    403: "The token is missing or unknown, or lacks the scope",
    404: schema?.params !== undefined && "The path names something that does not exist",
    406:
      (isRead || config?.formats !== undefined) &&
      config?.access !== "open" &&
      "The client takes no format that this is to be had in",
    408: "The request took too long to arrive",
    409: conflict ?? false,
    413: !neverHasBody && "The body is too large",
    415: !neverHasBody && "The body has a format that is not taken here",
    429: "The token has made too many requests; Retry-After tells when to go on",
    431: "The request's headers are too large",
    503: "The server is starting, stopping or too busy; Retry-After tells when to try again",
  };
  const described = Object.entries(causes).filter(([, cause]) => cause !== false);
  return Object.fromEntries(
    described.map(([status, description]) => [
      status,
      {
        description,
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  );
}
