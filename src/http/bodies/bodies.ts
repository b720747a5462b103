import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { HeadcountError, invalid } from "../../domain/errors.ts";
import { excessOf } from "../../domain/json-bounds.ts";
import {
  BODIES_BYTES_MAX,
  JSON_DEPTH_MAX,
  JSON_VALUE_BYTES_MIN,
  JSON_VALUES_MAX,
  OBJECT_MEMBERS_MAX,
  SMALL_BODY_BYTES_MAX,
} from "../../domain/limits.ts";
import { SerialQueue } from "../../domain/serial-queue.ts";
import { yieldToEventLoop } from "../../engine/yielding.ts";
import { atOnce, type RowLayout, withoutByteOrderMark } from "../../formats/in/json-rows.ts";
import { documented, type JsonSchema } from "../../schemas/fields.ts";
import { busy, malformed, notUtf8, Refusal } from "../errors.ts";
import { MEDIA_TYPES } from "../representation.ts";

/** The app or a scope of it, as far as it has parsers of bodies. */
export type BodyParsers = Pick<
  FastifyInstance,
  "addContentTypeParser" | "addHook" | "removeAllContentTypeParsers"
>;

/** Decodes a body of at most `bytesMax` bytes; returns a promise if that takes long. */
type DecodeBody = (bytes: Buffer, bytesMax: number) => unknown;

/** Accepts JSON bodies; any other format is a 415 unless a route adds it (D17). */
export function addJsonBodies(app: BodyParsers, bodies: BodyReader): void {
  app.removeAllContentTypeParsers();
  addBodyParser(app, "application/json", bodies, decodeJson);
  takeEmptyBodies(app);
}

export function addBodyParser(
  app: BodyParsers,
  mediaType: string,
  bodies: BodyReader,
  decode: DecodeBody,
): void {
  app.addContentTypeParser(mediaType, (request, payload, done) => {
    bodies.read(request, payload, decode, done);
  });
}

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Accepts an empty body of any content type (D16): many clients send a content type with every request. */
function takeEmptyBodies(app: BodyParsers): void {
  // Fastify rejects a malformed content type before it reads the body.
  app.addHook("onRequest", ({ headers }, _reply, done) => {
    const type = headers["content-type"];
    if (type !== undefined && !MEDIA_TYPE.test(type)) delete headers["content-type"];
    done();
  });
  app.addContentTypeParser("*", (request, body: Payload, done) => {
    const refuse = () => {
      body.off("end", accept).off("error", fail);
      dropRest(request, body);
      done(wrongMediaType(request));
    };
    const accept = () => done(null, undefined);
    // The client is responsible for a body that does not arrive or cannot be decompressed.
    const fail = (error: Error) => done(Object.assign(error, { statusCode: 400 }));
    body.once("data", refuse).once("end", accept).once("error", fail).resume();
  });
}

/** The refusal of a body in a format that a path does not take: it names those that the path takes (RFC 9110, 15.5.16). */
function wrongMediaType({ method, routeOptions }: FastifyRequest): Refusal {
  const taken = routeOptions.config?.operation?.consumes ?? [MEDIA_TYPES.json];
  const accept = taken.join(", ");
  const message = `the path accepts only bodies with the Content-Type ${taken.join(" or ")}`;
  const headers = { accept, ...(method === "POST" ? { "accept-post": accept } : {}) };
  return new Refusal("unsupported-media-type", message, headers);
}

export type Done = (error: Error | null, body?: unknown) => void;

/** The bytes of a body as they arrive, decompressed. */
export type Payload = NodeJS.ReadableStream & {
  /** Bytes before decompression, if the body is compressed. */
  readonly receivedEncodedLength?: number;
  /** Whether it is a part of the body, the length of which no header states. */
  readonly isExtract?: boolean;
  destroy(): unknown;
};

/**
 * Reads the bodies of requests. Each is limited by its route, and all that are read or decoded at a time have a
 * common limit, which does not apply to the first `SMALL_BODY_BYTES_MAX` bytes of each.
 */
export class BodyReader {
  /** The turns of long bodies: one piece of one of them is decoded in each round of the event loop. */
  readonly turns = new SerialQueue();
  /** The bytes of all bodies, beyond `SMALL_BODY_BYTES_MAX` of each. */
  #bytes = 0;

  /**
   * Reads a body and decodes it. A body beyond the limit of its route is a 413, and one beyond the common limit a
   * 503.
   */
  read(request: FastifyRequest, payload: Payload, decode: DecodeBody, done: Done): void {
    const limit = request.routeOptions.bodyLimit;
    const announced = payload.isExtract ? Number.NaN : announcedLength(request);
    if (announced > limit) {
      done(tooLarge(limit));
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    let counted = 0;
    let hasEnded = false;
    const finish: Done = (error, body) => {
      this.#bytes -= counted;
      counted = 0;
      done(error, body);
    };
    const stop = () => {
      payload.removeListener("data", take).removeListener("end", end).removeListener("error", fail);
    };
    const refuse = (error: Error) => {
      stop();
      dropRest(request, payload);
      finish(error);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit || (payload.receivedEncodedLength ?? 0) > limit) return refuse(tooLarge(limit));
      const count = Math.max(0, length - SMALL_BODY_BYTES_MAX);
      this.#bytes += count - counted;
      counted = count;
      if (count > 0 && this.#bytes > BODIES_BYTES_MAX)
        return refuse(busy(`the server is reading bodies of more than ${BODIES_BYTES_MAX} bytes in total`));
      chunks.push(chunk);
    };
    const end = () => {
      hasEnded = true;
      const received = payload.receivedEncodedLength || length;
      if (!Number.isNaN(announced) && received !== announced)
        return finish(
          malformed(`the body has ${received} bytes, but its Content-Length states ${announced}`),
        );
      // A copy, since the chunks may be views of a buffer that the connection reuses.
      decoded(decode, Buffer.concat(chunks, length), limit, finish);
    };
    const fail = (error: Error) => {
      if (hasEnded) return;
      stop();
      finish(Object.assign(error, { statusCode: (error as { statusCode?: number }).statusCode ?? 400 }));
    };
    payload.on("data", take).on("end", end).on("error", fail).resume();
  }
}

/** The bytes that a request states for its body; NaN if it does not. */
export function announcedLength({ headers }: Pick<FastifyRequest, "headers">): number {
  return Number(headers["content-length"]);
}

function decoded(decode: DecodeBody, bytes: Buffer, bytesMax: number, done: Done): void {
  let body: unknown;
  try {
    body = decode(bytes, bytesMax);
  } catch (error) {
    done(error as Error);
    return;
  }
  if (body instanceof Promise) body.then((value: unknown) => done(null, value), done);
  else done(null, body);
}

/** Discards the rest of a rejected body, without decompressing it. */
export function dropRest(request: FastifyRequest, payload: Payload): void {
  if (payload === request.raw) payload.resume();
  // The stream has no reader any more.
  else payload.on("error", () => {}).destroy();
}

export function tooLarge(limit: number): Refusal {
  return new Refusal("body-too-large", `the body has more than ${limit} bytes, the limit of this path`);
}

/**
 * Parses a JSON body; undefined if it is empty (D16).
 *
 * @param bytesMax the limit of the body's size, which the limit of its values is proportional to
 * @throws Refusal 400 if it is not JSON, is null, is nested too deeply or has too many values
 */
function decodeJson(bytes: Buffer, bytesMax: number): unknown {
  const values = Math.min(Math.ceil(bytesMax / JSON_VALUE_BYTES_MIN), JSON_VALUES_MAX);
  const excess = excessOf(bytes, { values, depth: JSON_DEPTH_MAX, members: OBJECT_MEMBERS_MAX });
  if (excess !== null) throw malformed(`the body ${excess}, the limit of this path`);
  if (!isUtf8(bytes)) throw notUtf8();
  const text = bytes.toString();
  if (text.trim() === "") return undefined;
  const value = parseJson(text.replace(/^\uFEFF/, ""));
  // Fastify does not distinguish null from no body.
  if (value === null) throw malformed("the body is null");
  return value;
}

/** A text that may have one of the keys below, the letters of which JSON may escape. */
const MAY_HAVE_FORBIDDEN_KEY = /__proto__|constructor|\\u00[5-7]/;

/** @throws Refusal 400 if it is not JSON; HeadcountError if it has a key that changes the prototype of an object */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, MAY_HAVE_FORBIDDEN_KEY.test(text) ? requireAllowed : undefined);
  } catch (error) {
    throw error instanceof HeadcountError ? error : malformed("the body is not valid JSON");
  }
}

function requireAllowed(key: string, value: unknown): unknown {
  const isContainer = typeof value === "object" && value !== null;
  if (key === "__proto__" || (key === "constructor" && isContainer && Object.hasOwn(value, "prototype")))
    throw invalid("body", `the key ${JSON.stringify(key)} is not allowed`);
  return value;
}

export const FORM_TYPE = "application/x-www-form-urlencoded";

/** @throws Refusal 400 if it is not UTF-8, or has too many fields */
export function decodeForm(bytes: Buffer): URLSearchParams {
  if (!isUtf8(bytes)) throw notUtf8();
  const text = bytes.toString().trim();
  if (text.split("&").length > OBJECT_MEMBERS_MAX)
    throw malformed(`the body has more than ${OBJECT_MEMBERS_MAX} fields`);
  return new URLSearchParams(text);
}

/** The fields of a form by name. One that its schema does not accept as a string is read as JSON: `-1`, `true`, `null`. */
export function formFields(form: URLSearchParams, schema: z.ZodObject): object {
  const fields = [...form].map(([name, text]) => {
    const field = schema.shape[name];
    const isText = !(field instanceof z.ZodType) || field.safeParse(text).success;
    return [name, isText ? text : jsonOr(text)] as const;
  });
  return Object.fromEntries(fields);
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const ROW_MEDIA_TYPES = [MEDIA_TYPES.json, "application/x-ndjson"] as const;

/** A batch whose rows have been checked one by one: an invalid row does not affect the others. */
export function checkedRows<Rows>(checked: new (...given: never[]) => Rows, items: JsonSchema) {
  const rows = z.custom<Rows>((body) => body instanceof checked, {
    error: ({ input }) => (input === undefined ? undefined : "must be an array"),
  });
  return documented(rows, { type: "array", items });
}

/** Bodies of at least this length are read in turns. */
const PACED_BODY_BYTES_MIN = 16 * 1024;

/** Accepts bodies of many rows, a JSON array or NDJSON; a long body is read in turns with other requests. */
export function addRowBodies<Rows>(
  app: BodyParsers & { removeContentTypeParser(type: string): void },
  bodies: BodyReader,
  read: (bytes: Buffer, layout: RowLayout) => Generator<void, Rows>,
): void {
  const decodeAs = (layout: RowLayout) => (body: Buffer) => {
    const rows = read(withoutByteOrderMark(body), layout);
    return body.length < PACED_BODY_BYTES_MIN ? atOnce(rows) : inTurns(rows, bodies.turns);
  };
  const [array, lines] = ROW_MEDIA_TYPES;
  app.removeContentTypeParser(array);
  addBodyParser(app, array, bodies, decodeAs("array"));
  addBodyParser(app, lines, bodies, decodeAs("lines"));
}

async function inTurns<Result>(task: Generator<void, Result>, turns: SerialQueue): Promise<Result> {
  for (;;) {
    await turns.run(yieldToEventLoop);
    const step = task.next();
    if (step.done) return step.value;
  }
}
