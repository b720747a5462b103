import type { FastifyPluginCallback } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { App } from "./types.ts";

/** Routes as a plugin: hooks and body parsers that they add apply only to them. */
export function encapsulated(addRoutes: (app: App) => void): FastifyPluginCallback {
  return (scope, _options, done) => {
    addRoutes(scope.withTypeProvider<ZodTypeProvider>());
    done();
  };
}
