import { isUtf8 } from "node:buffer";
import { JSON_VALUE_BYTES_MIN } from "../domain/limits.ts";
import { type BodyReader, dropRest, type Payload } from "./body-reader.ts";
import { malformed, notUtf8, Refusal } from "./errors.ts";
import { forbiddenKey } from "./forbidden-keys.ts";
import { requireModest } from "./tables/json-scan.ts";
import type { App } from "./types.ts";

/** Reads a text as JSON. @throws Refusal 400 where it is none; HeadcountError where it has a forbidden key */
export type ParseJson = (text: string) => unknown;

/** Decodes a body, which has `bytesMax` bytes at most; a promise where that takes long. */
type DecodeBody = (bytes: Buffer, bytesMax: number) => unknown;

/** Makes JSON the one format of bodies; any other is a 415 unless a route adds it (D17). */
export function addJsonBodies(app: App, bodies: BodyReader): void {
  app.removeAllContentTypeParsers();
  const parse = jsonParser(app);
  addBodyParser(app, "application/json", bodies, (bytes, bytesMax) => decodeJson(bytes, bytesMax, parse));
  takeEmptyBodies(app);
}

/** Has an app read bodies of a media type. */
export function addBodyParser(app: App, mediaType: string, bodies: BodyReader, decode: DecodeBody): void {
  app.addContentTypeParser(mediaType, (request, payload, done) => {
    bodies.read(request, payload, (bytes) => decode(bytes, request.routeOptions.bodyLimit), done);
  });
}

/** The framework's parser, which refuses keys by which objects can be made to lie. */
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

/** It answers at once, and looks at the text alone. */
type FrameworkParser = (
  request: null,
  text: string,
  done: (error: Error | null, value?: unknown) => void,
) => void;

/**
 * The value of a JSON body, as `parseBody` reads it, of no more values than its route takes.
 *
 * @param bytesMax what the body may have: its values are bound by it, too
 * @throws Refusal 400 where it is no JSON, is null, is too deep or has too many values
 */
export function decodeJson(bytes: Buffer, bytesMax: number, parse: ParseJson): unknown {
  requireModest(bytes, Math.ceil(bytesMax / JSON_VALUE_BYTES_MIN));
  return parseBody(bytes, parse);
}

/** The value of a JSON body that is short enough to be parsed without a check of its size; undefined if it is empty (D16). */
export function parseBody(bytes: Buffer, parse: ParseJson): unknown {
  if (!isUtf8(bytes)) throw notUtf8();
  const text = bytes.toString();
  if (text.trim() === "") return undefined;
  const value = parse(text);
  // Fastify does not distinguish null from no body.
  if (value === null) throw malformed("the body is null");
  return value;
}

/** What a media type begins with (RFC 9110, 8.3.1). */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Reads an empty body of any content type as no body (D16): many clients send a content type with every request. */
function takeEmptyBodies(app: App): void {
  // Fastify refuses a content type that is none before it looks at the body.
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
    // A body that does not arrive, or cannot be decompressed, is the client's error.
    const fail = (error: Error) => done(Object.assign(error, { statusCode: 400 }));
    body.once("data", refuse).once("end", accept).once("error", fail).resume();
  });
}
