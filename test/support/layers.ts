/**
 * What each layer may import besides itself (docs/architecture.md). A trailing `*` stands for anything;
 * a package's name covers its subpaths.
 */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  "src/domain/": ["luxon"],
  "src/series/": ["src/domain/*"],
  "src/engine/": ["src/domain/*", "src/series/*", "denque", "node:crypto", "node:v8", "node:zlib"],
  "src/formats/": ["src/domain/*", "apache-arrow", "csv-stringify*", "node:buffer"],
  "src/disk.ts": ["src/domain/errors.ts", "node:*"],
  "src/backup/": ["src/domain/*", "src/disk.ts", "tar-stream", "zod", "node:*"],
  "src/client/": ["openapi-fetch", "ky"],
  "src/store/runs/": [
    "src/domain/*",
    "src/series/*",
    "src/engine/ports.ts",
    "src/engine/yielding.ts",
    "src/disk.ts",
    "lru-cache",
    "node:*",
  ],
  // The other files of the store take DuckDB from this one.
  "src/store/duckdb/duckdb-api.ts": ["@duckdb/*"],
  // DuckDB is the reader of CSV and Parquet, and the writer of Parquet.
  "src/store/duckdb/": [
    "src/domain/*",
    "src/series/*",
    "src/store/runs/*",
    "src/formats/json-reports.ts",
    "src/backup/*",
    "src/disk.ts",
    "src/engine/ports.ts",
    "src/program-folder.ts",
    "@duckdb/node-bindings",
    "csv-parse*",
    "node:*",
  ],
  "src/analysis/": [
    "src/domain/*",
    "src/engine/*",
    "src/store/duckdb/*",
    "src/formats/arrow-stream.ts",
    "apache-arrow",
    "csv-stringify*",
    "node:*",
  ],
  "src/schemas/": ["src/domain/*", "src/engine/*", "fastest-levenshtein", "zod"],
  "src/http/": [
    "src/domain/*",
    "src/schemas/*",
    "src/formats/*",
    "src/engine/*",
    "src/program-folder.ts",
    "fastify*",
    "@fastify/*",
    "zod",
    "uuid",
    "find-my-way",
    "lru-cache",
    "prom-client",
    "ws",
    "xxhash-wasm",
    "node:*",
  ],
  "src/outbound/": [
    "src/domain/*",
    "src/engine/deliveries/delivery-runtime.ts",
    "undici",
    "standardwebhooks",
    "ipaddr.js",
    "node:*",
  ],
  "src/cli/remote-server.ts": ["src/client/*", "src/domain/errors.ts", "undici"],
  "src/cli/": [
    "src/*",
    "apache-arrow",
    "cli-progress",
    "close-with-grace",
    "commander",
    "csv-stringify*",
    "string-width",
    "yaml",
    "zod",
    "node:*",
  ],
  "console/src/": [
    "src/client/*",
    "src/domain/resources.ts",
    "src/domain/hierarchy.ts",
    "src/domain/time-segment.ts",
    "@codemirror/*",
    "csv-stringify*",
    "@tanstack/react-query",
    "luxon",
    "react",
    "react-day-picker*",
    "react-dom",
    "react-router",
    "uplot",
  ],
  "src/program-folder.ts": ["node:*"],
};

/** Whether a pattern of a layer permits an import. */
export function covers(pattern: string, target: string): boolean {
  if (pattern.endsWith("*")) return target.startsWith(pattern.slice(0, -1));
  return target === pattern || target.startsWith(`${pattern}/`);
}
