import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { fieldIssue, headerPath, ignoredFields, takesFields } from "../schemas/unknown-fields.ts";
import type { App } from "./types.ts";
import { checkBody } from "./validation.ts";

/** The number of fields that the header names at most. */
const IGNORED_NAMED_MAX = 50;

/** The preference of clients for a 400 in place of ignored fields (RFC 7240, 4.4). */
const STRICT = "handling=strict";

/**
 * Names the unknown and read-only fields of JSON bodies, which are ignored: in a header, or in a 400 for a client that
 * prefers it (D16). For all routes with a body that has fields, by their schemas.
 */
export function nameIgnoredFields(app: App): void {
  app.addHook("onRoute", (route) => {
    const { body, response } = route.schema ?? {};
    if (!(body instanceof z.ZodType) || !takesFields(body)) return;
    const answers = Object.values((response ?? {}) as Readonly<Record<string, z.ZodType>>);
    const hooks = [route.preValidation ?? []].flat();
    route.preValidation = [...hooks, (...given) => nameIgnored(body, answers[0], ...given)];
  });
}

function nameIgnored(
  schema: z.ZodType,
  answered: z.ZodType | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const ignored = ignoredFields(schema, answered, request.body);
  const isStrict = prefersStrict(request.headers.prefer);
  if (isStrict) reply.header("preference-applied", STRICT);
  if (ignored.length === 0) done();
  else if (isStrict) done(checkBody(schema, request.body, ignored.map(fieldIssue)));
  else {
    const names = ignored.slice(0, IGNORED_NAMED_MAX).map(headerPath);
    if (ignored.length > names.length) names.push("...");
    reply.header("headcount-ignored", names.join(", "));
    done();
  }
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
      description: "`handling=strict`: an unknown or read-only field in the body is a 400 (RFC 7240)",
      schema: { type: "string", examples: [STRICT] },
    },
  },
  headers: {
    "Headcount-Ignored": {
      description:
        "The unknown and read-only fields of the body, which have been ignored, with commas between them",
      schema: { type: "string", examples: ["capcity, links[0].id"] },
    },
    "Preference-Applied": {
      description: "`handling=strict`, if the request preferred it",
      schema: { type: "string", enum: [STRICT] },
    },
  },
} as const;

/** The headers of the answers to such requests. */
export const IGNORING_HEADERS = Object.fromEntries(
  Object.keys(IGNORING.headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);
