/** Any page may call the API: what lets a request in is its token, which browsers do not add by themselves. */
export const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": [
    "Allow, ETag, Headcount-As-Of, Headcount-Truncated, Retry-After",
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id",
  ].join(", "),
} as const;

/** How long browsers may remember what a path takes, in seconds. */
const PREFLIGHT_AGE_S = 86_400;

/** What tells a browser, before it sends a request, that it may. */
export function preflightHeaders(methods: string): Readonly<Record<string, string>> {
  return {
    "access-control-allow-methods": methods,
    "access-control-allow-headers":
      "Accept, Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id",
    "access-control-max-age": String(PREFLIGHT_AGE_S),
  };
}
