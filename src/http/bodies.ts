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

/** The text of a body. @throws Refusal 400 where it is none */
export function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Refusal(400, "the body is not a text in UTF-8");
  return bytes.toString();
}
