/** Any page may call the API: requests are admitted by their token, which browsers do not add by themselves. */
export const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": [
    "Allow, ETag, Headcount-As-Of, Headcount-Truncated, Retry-After",
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id",
  ].join(", "),
} as const;

/** How long browsers may cache the answer to OPTIONS, in seconds. */
const PREFLIGHT_AGE_S = 86_400;

/** The headers of a preflight answer, which permit a browser to send the request. */
export function preflightHeaders(methods: string): Readonly<Record<string, string>> {
  return {
    "access-control-allow-methods": methods,
    "access-control-allow-headers":
      "Accept, Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id",
    "access-control-max-age": String(PREFLIGHT_AGE_S),
  };
}
