import { words } from "./words.ts";

/**
 * What each layer may import besides itself (docs/architecture.md). A trailing `*` stands for anything;
 * a package's name covers its subpaths.
 */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  "src/domain/": words`luxon`,
  "src/series/": words`src/domain/*`,
  "src/devices/": words`src/domain/* src/schemas/list.ts fast-xml-parser zod`,
  "src/readings/": words`src/domain/*`,
  "src/engine/": words`src/domain/* src/readings/* src/series/* denque node:crypto node:v8 node:zlib`,
  "src/simulation/": words`src/domain/* src/readings/* src/engine/ports.ts`,
  "src/sql-scripts.ts": words`src/domain/* src/program-folder.ts node:fs`,
  "src/duckdb/": words`src/domain/* src/disk.ts src/program-folder.ts src/sql-scripts.ts @duckdb/* node:*`,
  "src/postgres/": words`
    src/domain/* src/engine/ports.ts src/engine/ports/* src/engine/live/socket-codes.ts src/engine/journal/*
    src/sql-scripts.ts pg node:crypto`,
  "src/mqtt/": words`
    src/disk.ts src/domain/* src/devices/* src/schemas/readings.ts src/engine/timers.ts src/engine/ingest/*
    src/engine/ports/* src/engine/telemetry.ts denque mqtt mqtt-packet node:crypto node:fs node:fs/promises
    node:path zod`,
  "src/mirror/clickhouse/": words`
    src/domain/* src/sql-scripts.ts @clickhouse/client node:fs node:path node:stream`,
  "src/mirror/": words`src/domain/* src/series/* src/engine/* src/analysis/* node:fs node:path`,
  // DuckDB is the reader of CSV and Parquet, and the writer of Parquet.
  "src/formats/": words`
    src/domain/* src/duckdb/* src/sql-scripts.ts @duckdb/node-api src/engine/ports.ts src/engine/ports/*
    apache-arrow csv-parse* csv-stringify* node:*`,
  "src/disk.ts": words`src/domain/errors.ts node:*`,
  "src/backup/": words`src/domain/* src/disk.ts tar-stream zod node:*`,
  "src/client/": words`openapi-fetch ky`,
  "src/store/runs/": words`
    src/domain/* src/series/* src/engine/ports.ts src/engine/yielding.ts src/disk.ts lru-cache node:*`,
  "src/store/duckdb/": words`
    src/domain/* src/readings/* src/series/* src/store/runs/* src/duckdb/* src/sql-scripts.ts @duckdb/node-api
    src/formats/in/* src/backup/* src/disk.ts src/engine/ports.ts node:*`,
  "src/analysis/": words`
    src/domain/* src/engine/* src/duckdb/* src/sql-scripts.ts @duckdb/node-api src/formats/out/* node:*`,
  "src/schemas/": words`src/domain/* src/engine/* zod`,
  "src/http/": words`
    src/domain/* src/devices/* src/schemas/* src/formats/* src/engine/* src/program-folder.ts fastify*
    @fastify/* fastest-levenshtein zod uuid find-my-way lru-cache prom-client ws xxhash-wasm node:*`,
  "src/outbound/": words`
    src/domain/* src/engine/deliveries/delivery-runtime.ts undici standardwebhooks ipaddr.js node:*`,
  "src/cli/server-client.ts": words`src/client/* src/domain/errors.ts undici`,
  "src/cli/": words`
    src/* apache-arrow cli-progress cli-table3 close-with-grace commander csv-stringify* fastest-levenshtein
    string-width yaml zod node:*`,
  "console/src/": words`
    src/client/* src/domain/resources.ts src/domain/device-line.ts
    src/domain/hierarchy.ts src/domain/time-segment.ts @codemirror/* csv-parse* csv-stringify*
    @tanstack/react-query luxon react react-day-picker* react-dom react-router uplot`,
  "src/program-folder.ts": words`node:*`,
};

/** Whether a pattern of a layer permits an import. */
export function covers(pattern: string, target: string): boolean {
  if (pattern.endsWith("*")) return target.startsWith(pattern.slice(0, -1));
  return target === pattern || target.startsWith(`${pattern}/`);
}
