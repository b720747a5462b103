import * as api from "@duckdb/node-api";

/*
 * DuckDB's client, each name looked up once: as imports of CommonJS in the built program, every use would go through
 * the getters of several of its modules.
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
} = api;

export type DuckDBDataChunk = api.DuckDBDataChunk;
export type DuckDBInstance = api.DuckDBInstance;
export type DuckDBListValue = api.DuckDBListValue;
export type DuckDBTypeId = api.DuckDBTypeId;
export type {
  DuckDBConnection,
  DuckDBResult,
  DuckDBType,
  DuckDBValue,
  Json,
} from "@duckdb/node-api";
