import { isUtf8 } from "node:buffer";
import type { FastifyRequest } from "fastify";
import { Refusal } from "./errors.ts";
import { forbiddenKey } from "./forbidden-keys.ts";
import type { App } from "./types.ts";

type Done = (error: Error | null, body?: unknown) => void;

/** Makes JSON the one format of bodies; any other is a 415 unless a route adds it (D17). */
export function addJsonBodies(app: App): void {
  app.removeAllContentTypeParsers();
  addJsonParser(app, () => null);
  takeEmptyBodies(app);
}

/**
 * Has an app read JSON.
 *
 * @param readAtOnce reads a body in a way of its own, or gives null
 * @param turn what a body has to wait for before it is read; null for nothing
 */
export function addJsonParser(
  app: App,
  readAtOnce: (bytes: Buffer) => object | null,
  turn: (bytes: Buffer) => Promise<void> | null = () => null,
): void {
  const parse = app.getDefaultJsonParser("error", "error");
  const readBody = (request: FastifyRequest, bytes: Buffer, done: Done): unknown => {
    const read = readAtOnce(bytes);
    if (read !== null) return done(null, read);
    const text = textOf(bytes);
    // An empty body is no body (D16).
    if (text.trim() === "") return done(null, undefined);
    return parse(request, text, (error, value: unknown) => {
      if (error !== null) done(forbiddenKey(text) ?? error);
      // Fastify does not tell null from no body.
      else if (value === null) done(new Refusal(400, "the body is null"));
      else done(null, value);
    });
  };
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, bytes: Buffer, done) => {
    const waiting = turn(bytes);
    if (waiting === null) readBody(request, bytes, done);
    else waiting.then(() => readBody(request, bytes, done)).catch(done);
  });
}

/** What a media type begins with (RFC 9110, 8.3.1). */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Takes an empty body for no body, whatever its content type says (D16): clients name one out of habit. */
function takeEmptyBodies(app: App): void {
  // Fastify refuses a content type that is none before it looks at the body.
  app.addHook("onRequest", ({ headers }, _reply, done) => {
    const type = headers["content-type"];
    if (type !== undefined && !MEDIA_TYPE.test(type)) delete headers["content-type"];
    done();
  });
  app.addContentTypeParser("*", (_request, body, done) => {
    const refuse = () => {
      body.off("end", accept).off("error", fail);
      done(new Refusal(415, "the body has a content type that is not taken here"));
    };
    const accept = () => done(null, undefined);
    // Whatever keeps a body from arriving is not the server's fault.
    const fail = (error: Error) => done(Object.assign(error, { statusCode: 400 }));
    body.once("data", refuse).once("end", accept).once("error", fail).resume();
  });
}

/** The text of a body. @throws Refusal 400 where it is none */
export function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Refusal(400, "the body is not a text in UTF-8");
  return bytes.toString();
}
