/** For answers that caches must not store: errors, and secrets that are shown once. */
export const NO_STORE = { "cache-control": "no-store" } as const;

/** For answers that caches must revalidate before each use. */
export const REVALIDATED = { "cache-control": "no-cache" } as const;

/** How long caches may keep files whose names change with their content, in seconds: a year. */
const IMMUTABLE_SECONDS = 365 * 24 * 3_600;

/** For files whose names change with their content. */
export const IMMUTABLE = { "cache-control": `public, max-age=${IMMUTABLE_SECONDS}, immutable` } as const;

/** For files that seldom change: a day. */
export const DAILY = { "cache-control": "public, max-age=86400" } as const;
