import {
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  type Json,
  JsonDuckDBValueConverter,
} from "@duckdb/node-api";
import { formatInstant, INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import type { ResultColumn } from "./result-file.ts";

/** Whether a column holds wall times of a space's own zone. */
export function isLocalTime(name: string): boolean {
  return name.startsWith("local_");
}

/** How the values of a column are written in JSON, and those that CSV has too. */
export function toJsonOf({ name, type }: ResultColumn): (value: DuckDBValue) => Json {
  const convert = (value: DuckDBValue, valueType: DuckDBType): Json => {
    if (value === null || value === undefined) return null;
    switch (valueType.typeId) {
      case DuckDBTypeId.BIGINT:
      case DuckDBTypeId.UBIGINT:
      case DuckDBTypeId.HUGEINT:
      case DuckDBTypeId.UHUGEINT:
      case DuckDBTypeId.BIGNUM:
        return exactNumber(value);
      case DuckDBTypeId.DECIMAL:
        return exactDecimal(String(value));
      case DuckDBTypeId.INTERVAL:
        return String(value);
      default:
        return microsOf(value) === null
          ? JsonDuckDBValueConverter(value, valueType, convert)
          : writeTime(value, isLocalTime(name));
    }
  };
  return (value) => convert(value, type);
}

/** A whole number as a number, or as a text if no number represents it exactly. */
function exactNumber(value: DuckDBValue): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Digits that every number keeps. */
const DECIMAL_DIGITS = 15;

function exactDecimal(text: string): number | string {
  return text.replace(/\D/g, "").replace(/^0+/, "").length <= DECIMAL_DIGITS ? Number(text) : text;
}

/** Microseconds since the epoch of a timestamp of any type; null for other values. */
function microsOf(value: DuckDBValue): bigint | null {
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue) return value.micros;
  if (value instanceof DuckDBTimestampSecondsValue) return value.seconds * 1_000_000n;
  if (value instanceof DuckDBTimestampMillisecondsValue) return value.millis * 1_000n;
  if (value instanceof DuckDBTimestampNanosecondsValue) return value.nanos / 1_000n;
  return null;
}

/** Milliseconds since the epoch of a timestamp; finer digits are cut off (D1). */
export function millisecondsOf(value: DuckDBValue): number {
  return Math.floor(Number(microsOf(value)) / 1_000);
}

/** An instant as D1 writes it; a local time without a zone; a value outside of D1's years as DuckDB writes it. */
function writeTime(value: DuckDBValue, isLocal: boolean): string {
  const ms = millisecondsOf(value);
  if (!(ms >= INSTANT_MIN && ms <= INSTANT_MAX)) return String(value);
  const text = formatInstant(ms);
  return isLocal ? text.slice(0, -1) : text;
}
