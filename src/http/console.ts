import fastifyStatic from "@fastify/static";
import type { FastifyRequest } from "fastify";
import { Refusal } from "./errors.ts";
import { isRead } from "./representation.ts";
import type { App } from "./types.ts";

/** For files whose names change with their content: a year. */
const IMMUTABLE = { "cache-control": `public, max-age=${365 * 24 * 3_600}, immutable` } as const;

const DAILY = { "cache-control": "public, max-age=86400" } as const;

/** The paths of the pages of the console, which are one document. */
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
 * The document runs only its own scripts and connects to its own origin. Charts and the editor write styles;
 * websockets may have another host, the one of the public URL.
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

const DOCUMENT_HEADERS = {
  // Caches must revalidate it before each use.
  "cache-control": "no-cache",
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

/** The names that the build gives to assets; other names are not looked up on the disk. */
const ASSET_NAME = /^[\w-][\w.-]{0,254}$/;

const NO_PAGES = /^\/+(?:v1|v2|docs|assets|metrics|problems|healthz|readyz)(?:[/?]|$)/;

/**
 * Whether a browser opens a path that no route has: the request accepts HTML and has no token. It gets a page, and
 * clients of the API get problem details (D17).
 */
export function isMistypedPage(request: FastifyRequest): boolean {
  const { is404, url, headers } = request;
  return (
    is404 &&
    isRead(request) &&
    headers.authorization === undefined &&
    headers.accept?.includes("text/html") === true &&
    !NO_PAGES.test(url)
  );
}

/** Files need no token and have one format. */
const OPEN = { config: { access: "open", formats: [] } } as const;

/** The web console's files, without a token (D18). @param folder the build output */
export function consoleRoutes(app: App, folder: string): void {
  app.register(fastifyStatic, { root: folder, serve: false, cacheControl: false });

  for (const page of PAGES) {
    app.get(page, OPEN, (_request, reply) => reply.headers(DOCUMENT_HEADERS).sendFile("index.html"));
  }

  app.get<{ Params: { "*": string } }>("/assets/*", OPEN, (request, reply) => {
    const name = request.params["*"];
    if (!ASSET_NAME.test(name)) throw new Refusal("unknown-path", "the file does not exist");
    return reply.headers(IMMUTABLE).header("x-content-type-options", "nosniff").sendFile(`assets/${name}`);
  });

  // Browsers ask for the second path where a page names no icon, and read the type of the answer.
  for (const path of ["/favicon.svg", "/favicon.ico"])
    app.get(path, OPEN, (_request, reply) => reply.headers(DAILY).sendFile("favicon.svg"));

  // A file that the library does not find is a 404 like any other.
  app.setNotFoundHandler((request, reply) => {
    // Without a validator, so that the answer is never a 304.
    if (isMistypedPage(request)) {
      const document = reply.code(404).headers(DOCUMENT_HEADERS);
      return document.sendFile("index.html", { etag: false, lastModified: false });
    }
    throw new Refusal("unknown-path", `GET ${request.url.split("?", 1).join()} does not exist`);
  });
}
