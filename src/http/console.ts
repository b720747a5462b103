import fastifyStatic from "@fastify/static";
import { notFound } from "../domain/errors.ts";
import type { App } from "./types.ts";

/** The pages of the console: one document that shows, by its address, what was asked for. */
const PAGES = [
  "/",
  "/spaces/:space_id",
  "/display/:space_id",
  "/week",
  "/ranking",
  "/set-up",
  "/set-up/*",
  "/sql",
] as const;

/**
 * The document runs its own scripts and talks to where it comes from. Charts and the editor write styles;
 * websockets may be elsewhere, under the server's public address.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self' ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join("; ");

/** Files whose names change with what is in them, in seconds. */
const ASSET_SECONDS = 365 * 24 * 3_600;

/** The name of an asset, as the build gives them; nothing else is looked for on the disk. */
const ASSET_NAME = /^[\w-][\w.-]{0,254}$/;

/** The web console's files, without a token (D18). @param folder where they have been built */
export function consoleRoutes(app: App, folder: string): void {
  app.register(fastifyStatic, { root: folder, serve: false, cacheControl: false });

  for (const page of PAGES) {
    app.get(page, { config: { access: "open", formats: [] } }, (_request, reply) =>
      reply
        .header("cache-control", "no-cache")
        .header("content-security-policy", CONTENT_SECURITY_POLICY)
        .header("referrer-policy", "no-referrer")
        .header("x-content-type-options", "nosniff")
        .sendFile("index.html"),
    );
  }

  app.get<{ Params: { "*": string } }>(
    "/assets/*",
    { config: { access: "open", formats: [] } },
    (request, reply) => {
      const name = request.params["*"];
      if (!ASSET_NAME.test(name)) throw notFound("the file");
      return reply
        .header("cache-control", `public, max-age=${ASSET_SECONDS}, immutable`)
        .header("x-content-type-options", "nosniff")
        .sendFile(`assets/${name}`);
    },
  );

  app.get("/favicon.svg", { config: { access: "open", formats: [] } }, (_request, reply) =>
    reply.header("cache-control", "public, max-age=86400").sendFile("favicon.svg"),
  );

  // What the library does not find is answered like everything else that is not there.
  app.setNotFoundHandler((request) => {
    throw notFound(`GET ${request.url.split("?", 1).join()}`);
  });
}
