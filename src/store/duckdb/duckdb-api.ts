import { createRequire } from "node:module";
import type * as api from "@duckdb/node-api";

/*
 * DuckDB's client, required rather than imported: to import names of its hundred CommonJS files, Node reads each of
 * them a second time, which takes a tenth of a second at every start.
 */

export const {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBListValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTypeId,
  INTEGER,
  JsonDuckDBValueConverter,
  LIST,
  listValue,
  STRUCT,
  StatementType,
  structValue,
  TIMESTAMPTZ,
  TINYINT,
  UINTEGER,
  VARCHAR,
}: typeof api = createRequire(import.meta.url)("@duckdb/node-api");

export type DuckDBDataChunk = api.DuckDBDataChunk;
export type DuckDBInstance = api.DuckDBInstance;
export type DuckDBListValue = api.DuckDBListValue;
export type DuckDBTypeId = api.DuckDBTypeId;
export type {
  DuckDBAppender,
  DuckDBConnection,
  DuckDBResult,
  DuckDBType,
  DuckDBValue,
  Json,
} from "@duckdb/node-api";
