import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import findMyWay from "find-my-way";
import { must } from "../domain/errors.ts";
import { PATH_PART_LENGTH_MAX } from "../domain/limits.ts";
import { DOCS_PATH } from "./openapi/describe.ts";
import type { App } from "./types.ts";

/** Any page may call the API: requests are admitted by their token, which browsers do not add by themselves. */
export const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": [
    "Accept, Accept-Post, Allow, ETag, Headcount-As-Of, Headcount-Ignored, Headcount-Position, Headcount-Truncated",
    "Preference-Applied, Retry-After",
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id",
  ].join(", "),
} as const;

/** The headers of the answer to OPTIONS, with which a browser may send requests, and may keep the answer for a day. */
const PREFLIGHT_HEADERS = {
  "access-control-allow-headers":
    "Accept, Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, X-Request-Id",
  "access-control-max-age": "86400",
} as const;

/** How paths are compared with those of routes: further slashes and one at the end do not matter (D16). */
export const ROUTER_OPTIONS = {
  ignoreTrailingSlash: true,
  ignoreDuplicateSlashes: true,
  maxParamLength: PATH_PART_LENGTH_MAX,
} as const;

/** The methods of the path of a request, as `Allow` lists them; null if no route has the path. */
export type MethodsOf = (request: Pick<FastifyRequest, "url">) => string | null;

/**
 * Collects the methods of every route that is added after this call, and requires that each states its access (D18).
 * Routes for the unsupported methods of each path would do the same, with five times as many routes.
 */
export function noteMethods(app: App): MethodsOf {
  const paths = new Map<string, Set<string>>();
  const router = findMyWay(ROUTER_OPTIONS);
  app.addHook("onRoute", ({ url, method, config }: RouteOptions) => {
    // The routes of the library of the page do not state their access.
    if (url === DOCS_PATH || url.startsWith(`${DOCS_PATH}/`)) return;
    must(config?.access, `access of the route ${method} ${url}`);
    const known = paths.get(url) ?? new Set(["OPTIONS"]);
    if (!paths.has(url)) router.on("GET", url, () => {}, known);
    paths.set(url, known);
    for (const each of [method].flat()) known.add(each.toUpperCase());
    if (known.has("GET")) known.add("HEAD");
  });
  return ({ url }) => {
    const known: Set<string> | undefined = router.find("GET", url.split("?", 1).join())?.store;
    return known === undefined ? null : [...known].sort().join(", ");
  };
}

/** Answers OPTIONS with the methods of a path, without a token (D17). The hook must precede the check of tokens. */
export function answerOptions(methodsOf: MethodsOf) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const allow = request.method === "OPTIONS" ? methodsOf(request) : null;
    if (allow === null) done();
    else
      reply
        .code(204)
        .headers({ allow, "access-control-allow-methods": allow, ...PREFLIGHT_HEADERS })
        .send();
  };
}
