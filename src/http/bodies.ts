import { isUtf8 } from "node:buffer";
import { type HeadcountError, invalid } from "../domain/errors.ts";
import { JSON_VALUE_BYTES_MIN } from "../domain/limits.ts";
import { type BodyReader, dropRest, type Payload } from "./body-reader.ts";
import { malformed, notUtf8, Refusal } from "./errors.ts";
import { requireModest } from "./tables/json-rows.ts";
import type { App } from "./types.ts";

/** Parses JSON. @throws Refusal 400 if the text is not JSON; HeadcountError if it has a forbidden key */
type ParseJson = (text: string) => unknown;

/** Decodes a body of at most `bytesMax` bytes; returns a promise if that takes long. */
type DecodeBody = (bytes: Buffer, bytesMax: number) => unknown;

/** Accepts JSON bodies; any other format is a 415 unless a route adds it (D17). */
export function addJsonBodies(app: App, bodies: BodyReader): void {
  app.removeAllContentTypeParsers();
  const parse = jsonParser(app);
  addBodyParser(app, "application/json", bodies, (bytes, bytesMax) => decodeJson(bytes, bytesMax, parse));
  takeEmptyBodies(app);
}

/** Adds a parser for bodies of a media type. */
export function addBodyParser(app: App, mediaType: string, bodies: BodyReader, decode: DecodeBody): void {
  app.addContentTypeParser(mediaType, (request, payload, done) => {
    bodies.read(request, payload, (bytes) => decode(bytes, request.routeOptions.bodyLimit), done);
  });
}

/** Fastify's parser, which rejects keys that change the prototype of an object. */
export function jsonParser(app: App): ParseJson {
  const parse = app.getDefaultJsonParser("error", "error") as unknown as FrameworkParser;
  return (text) => {
    let value: unknown;
    parse(null, text, (error, parsed) => {
      if (error !== null) throw forbiddenKey(text) ?? error;
      value = parsed;
    });
    return value;
  };
}

/** It is synchronous, and reads only the text. */
type FrameworkParser = (
  request: null,
  text: string,
  done: (error: Error | null, value?: unknown) => void,
) => void;

/**
 * Parses a JSON body as `parseBody` does, after a check of its depth and of its number of values.
 *
 * @param bytesMax the limit of the body's size, which the limit of its values is proportional to
 * @throws Refusal 400 if it is not JSON, is null, is nested too deeply or has too many values
 */
export function decodeJson(bytes: Buffer, bytesMax: number, parse: ParseJson): unknown {
  requireModest(bytes, Math.ceil(bytesMax / JSON_VALUE_BYTES_MIN));
  return parseBody(bytes, parse);
}

/** Parses a JSON body without a check of its depth and values; undefined if it is empty (D16). */
export function parseBody(bytes: Buffer, parse: ParseJson): unknown {
  if (!isUtf8(bytes)) throw notUtf8();
  const text = bytes.toString();
  if (text.trim() === "") return undefined;
  const value = parse(text);
  // Fastify does not distinguish null from no body.
  if (value === null) throw malformed("the body is null");
  return value;
}

/** The start of a media type (RFC 9110, 8.3.1). */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Accepts an empty body of any content type (D16): many clients send a content type with every request. */
function takeEmptyBodies(app: App): void {
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
      done(new Refusal("unsupported-media-type", "the path does not take bodies of this Content-Type"));
    };
    const accept = () => done(null, undefined);
    // The client is responsible for a body that does not arrive or cannot be decompressed.
    const fail = (error: Error) => done(Object.assign(error, { statusCode: 400 }));
    body.once("data", refuse).once("end", accept).once("error", fail).resume();
  });
}

/** Parts of a path that an error repeats. */
const SHOWN_PARTS = 64;

/** An object or list, with the objects that contain it. */
interface ValuePath {
  readonly value: object;
  readonly key: string;
  readonly outer: ValuePath | null;
}

/**
 * The error of a text that has a key which changes the prototype of an object; null if the text is not JSON, or
 * has no such key.
 */
function forbiddenKey(text: string): HeadcountError | null {
  const body = parsed(text);
  const pending: ValuePath[] = isContainer(body) ? [{ value: body, key: "", outer: null }] : [];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    for (const [key, value] of Object.entries(path.value)) {
      if (isForbidden(key, value))
        return invalid(pathTo(path), `the key ${JSON.stringify(key)} is not allowed`);
      if (isContainer(value)) pending.push({ value, key, outer: path });
    }
  }
  return null;
}

function isForbidden(key: string, value: unknown): boolean {
  return (
    key === "__proto__" || (key === "constructor" && isContainer(value) && Object.hasOwn(value, "prototype"))
  );
}

/** The path of an object as issues have it: field names joined by dots, or `body`. */
function pathTo(innermost: ValuePath): string {
  const parts: string[] = [];
  for (let each = innermost; each.outer !== null; each = each.outer) parts.push(each.key);
  return parts.reverse().slice(0, SHOWN_PARTS).join(".") || "body";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
