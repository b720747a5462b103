import type { FastifyPluginCallback } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { App } from "./types.ts";

/** Routes as a plugin: what they add to the app, such as a body format, is theirs alone. */
export function encapsulated(addRoutes: (app: App) => void): FastifyPluginCallback {
  return (scope, _options, done) => {
    addRoutes(scope.withTypeProvider<ZodTypeProvider>());
    done();
  };
}
