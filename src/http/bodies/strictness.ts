import { distance } from "fastest-levenshtein";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { invalidInput } from "../../domain/errors.ts";
import { ISSUES_LISTED_MAX } from "../../domain/limits.ts";
import { yieldToEventLoop } from "../../engine/yielding.ts";
import {
  type FieldPath,
  isOfUnknownFields,
  issuesOf,
  parse,
  parseInTurns,
  pathsOf,
} from "../../schemas/read-value.ts";
import type { App } from "../types.ts";
import { formFields } from "./bodies.ts";

const IGNORED_NAMED_MAX = 50;

/** The preference of clients for a 400 in place of ignored fields (RFC 7240, 4.4). */
const STRICT = "handling=strict";

/**
 * Checks the bodies of all routes that take an object. Unknown and read-only fields, which are ignored, are named in a
 * header, or in a 400 for a client that prefers it (D16). A document, whose schema transforms it, is read in turns with
 * other work of the event loop.
 */
export function checkFields(app: App): void {
  app.addHook("onRoute", (route) => {
    const { body, response } = route.schema ?? {};
    if (body instanceof z.ZodPipe)
      route.preValidation = async (request) => {
        await yieldToEventLoop();
        const { data, error } = await parseInTurns(body, request.body, "body");
        request.body = error === undefined ? data : invalidInput(issuesOf(error.issues, "body"));
      };
    if (!(body instanceof z.ZodObject)) return;
    const [answered] = Object.values((response ?? {}) as Readonly<Record<string, z.ZodType>>);
    const readable = answered instanceof z.ZodObject ? Object.keys(answered.shape) : [];
    route.preValidation = (request, reply, done) => {
      request.body = checkedFields(body, readable, request, reply);
      done();
    };
  });
}

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
  const unknown = (error?.issues ?? [])
    .filter(isOfUnknownFields)
    .flatMap((issue) => pathsOf(issue, isStrict ? ISSUES_LISTED_MAX : Infinity));
  if (unknown.length > 0 && !isStrict) {
    nameIgnored(reply, unknown);
    for (const path of unknown) removeField(body, path);
    ({ data, error } = parse(schema, body, "body"));
  }
  if (error === undefined) return data;
  const others = error.issues.filter((issue) => !isOfUnknownFields(issue));
  const fields = isStrict ? unknown.slice(0, ISSUES_LISTED_MAX) : [];
  return invalidInput([
    ...issuesOf(others, "body"),
    ...fields.map((path) => ({
      path: path.map((part) => String(part).slice(0, NAME_SHOWN_MAX)).join("."),
      message: explainUnknown(schema, readable, path),
    })),
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

export const IGNORING_HEADERS = Object.fromEntries(
  Object.keys(IGNORING.headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

function removeField(value: unknown, path: FieldPath): void {
  const holder = path.slice(0, -1).reduce((held, part) => Reflect.get(Object(held), part), value);
  Reflect.deleteProperty(Object(holder), path.at(-1) ?? "");
}

/** What a client may have meant by an unknown field. @param known the fields that there are */
function hint(path: FieldPath, known: readonly string[]): string {
  const name = plain(String(path.at(-1)));
  const distances = known.map((other) => distance(name, plain(other)));
  const least = Math.min(...distances);
  return least <= Math.max(2, name.length / 3)
    ? `unknown field; did you mean ${known[distances.indexOf(least)]}?`
    : `unknown field; the fields are ${known.join(", ")}`;
}

/** Longer names are neither compared nor shown in full. */
const NAME_SHOWN_MAX = 64;

/** A name without what only the style of names decides: `timeZone`, `time-zone` and `time_zone` are the same. */
function plain(name: string): string {
  return name.slice(0, NAME_SHOWN_MAX).toLowerCase().replace(/[_-]/g, "");
}

/**
 * The path of a field as a header has it, such as `links[0].spce_id`. Characters of names other than letters, digits, `_`
 * and `-` are percent-encoded.
 */
function headerPath(path: FieldPath): string {
  const parts = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${headerName(String(part))}`));
  return parts.join("").replace(/^\./, "");
}

function headerName(name: string): string {
  // As a text of bytes, it has no half of a surrogate pair.
  const text = Buffer.from(name.slice(0, NAME_SHOWN_MAX)).toString();
  const escaped = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[.!~*'()]/g, escaped);
}
