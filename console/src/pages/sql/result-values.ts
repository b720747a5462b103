import type { SqlResult } from "./sql-api.ts";

export type ResultColumn = SqlResult["columns"][number];

const NUMERIC = /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|UINTEGER|FLOAT|DOUBLE|REAL|BIGNUM|DECIMAL.*)$/;
const TIME = /^(?:TIMESTAMP.*|DATE)$/;
const DECIMALS_SHOWN = 4;

export function isNumeric({ type }: ResultColumn): boolean {
  return NUMERIC.test(type);
}

export function isTime({ type }: ResultColumn): boolean {
  return TIME.test(type);
}

/** The text of a value that is not null. */
export function valueText(value: unknown, column: ResultColumn): string {
  if (typeof value === "number") return String(Number(value.toFixed(DECIMALS_SHOWN)));
  if (typeof value === "string") return isTime(column) ? timeText(value) : value;
  return JSON.stringify(value);
}

/** Formats `2026-11-10T12:00:00.000Z` as `2026-11-10 12:00:00Z`, without fractions that are 0. */
function timeText(text: string): string {
  return text.replace("T", " ").replace(/\.0+(?=Z|$)/, "");
}

/** A time of the API in ms. Local times are treated as UTC. */
export function timeOf(value: unknown): number {
  if (typeof value !== "string") return Number.NaN;
  return Date.parse(/Z$|^\d{4}-\d{2}-\d{2}$/.test(value) ? value : `${value}Z`);
}
