import { Refusal } from "./errors.ts";
import type { App } from "./types.ts";

/** Makes JSON the one format of bodies; any other is a 415 unless a route adds it (D17). */
export function addJsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text: string, done) => {
    // An empty body is no body (D16).
    if (text.trim() === "") return done(null, undefined);
    return parse(request, text, (error, value: unknown) => {
      // Fastify does not tell null from no body.
      if (error === null && value === null) done(new Refusal(400, "the body is null"));
      else done(error, value);
    });
  });
}
