import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  type FieldPath,
  invalidInput,
  isOfUnknownFields,
  issuesOf,
  parse,
  pathsOf,
} from "../schemas/read-value.ts";
import { headerPath, hint, removeField, shownPath } from "../schemas/unknown-fields.ts";
import { formFields } from "./forms.ts";
import type { App } from "./types.ts";

/** The number of fields that the header names at most. */
const IGNORED_NAMED_MAX = 50;

/** The preference of clients for a 400 in place of ignored fields (RFC 7240, 4.4). */
const STRICT = "handling=strict";

/**
 * Checks the bodies of all routes that take an object. Unknown and read-only fields, which are ignored, are named in a
 * header, or in a 400 for a client that prefers it (D16).
 */
export function checkFields(app: App): void {
  app.addHook("onRoute", (route) => {
    const { body, response } = route.schema ?? {};
    if (!(body instanceof z.ZodObject)) return;
    const [answered] = Object.values((response ?? {}) as Readonly<Record<string, z.ZodType>>);
    const readable = answered instanceof z.ZodObject ? Object.keys(answered.shape) : [];
    route.preValidation = (request, reply, done) => {
      request.body = checkedFields(body, readable, request, reply);
      done();
    };
  });
}

/** Reads a body by its schema. @returns what it has, or an error */
function checkedFields(
  schema: z.ZodObject,
  readable: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
): object | undefined {
  const isStrict = prefersStrict(request.headers.prefer);
  if (isStrict) reply.header("preference-applied", STRICT);
  // A missing body is an object without fields (D16).
  const body =
    request.body instanceof URLSearchParams ? formFields(request.body, schema) : (request.body ?? {});
  let { data, error } = parse(schema, body, "body");
  const unknown = (error?.issues ?? []).filter(isOfUnknownFields).flatMap(pathsOf);
  if (unknown.length > 0 && !isStrict) {
    nameIgnored(reply, unknown);
    for (const path of unknown) removeField(body, path);
    ({ data, error } = parse(schema, body, "body"));
  }
  if (error === undefined) return data;
  const others = error.issues.filter((issue) => !isOfUnknownFields(issue));
  const fields = isStrict ? unknown : [];
  return invalidInput([
    ...issuesOf(others, "body"),
    ...fields.map((path) => ({ path: shownPath(path), message: explainUnknown(schema, readable, path) })),
  ]);
}

function explainUnknown(schema: z.ZodObject, readable: readonly string[], path: FieldPath): string {
  if (path.length > 1) return "unknown field";
  const isReadOnly = readable.includes(String(path[0]));
  return isReadOnly ? "is read-only" : hint(path, Object.keys(schema.shape));
}

function nameIgnored(reply: FastifyReply, ignored: readonly FieldPath[]): void {
  const names = ignored.slice(0, IGNORED_NAMED_MAX).map(headerPath);
  if (ignored.length > names.length) names.push("...");
  reply.header("headcount-ignored", names.join(", "));
}

/** A preference with its parameters, in a list of them: a quoted text may have commas. */
const PREFERENCE = /(?:[^",]|"(?:[^"\\]|\\.)*")+/g;

/** Whether the first `handling` among some preferences is `strict` (RFC 7240, 2). */
function prefersStrict(prefer: string | string[] | undefined): boolean {
  const all = [prefer ?? []].flat().join(",").match(PREFERENCE) ?? [];
  const handling = all.find((preference) => /^\s*handling\s*=/i.test(preference)) ?? "";
  return /=\s*("?)strict\1\s*(?:;|$)/i.test(handling);
}

/** The parts of a description of a preference and a header about unknown fields of a body (D16). */
export const IGNORING = {
  parameters: {
    Prefer: {
      name: "Prefer",
      in: "header",
      description: "With `handling=strict`, an unknown or read-only field in the body is a 400 (RFC 7240).",
      schema: { type: "string", examples: [STRICT] },
    },
  },
  headers: {
    "Headcount-Ignored": {
      description: "Unknown and read-only fields of the body that were ignored, comma-separated.",
      schema: { type: "string", examples: ["capcity, network_addresses[0].adress"] },
    },
    "Preference-Applied": {
      description: "`handling=strict` if the request has this preference.",
      schema: { type: "string", enum: [STRICT] },
    },
  },
} as const;

/** The headers of the answers to such requests. */
export const IGNORING_HEADERS = Object.fromEntries(
  Object.keys(IGNORING.headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);
