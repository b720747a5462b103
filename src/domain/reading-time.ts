import { formatInstant, readInstant, SECOND_MS } from "./instant.ts";
import type { ReadingTime } from "./reading.ts";

/** A time in the forms of D1 that has no offset. */
const WALL_TIME = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?$/;

/** Numbers below are seconds since the epoch, others milliseconds: as milliseconds it is a day of 1973. */
const EPOCH_MS_MIN = 1e11;

/**
 * The time of a message: a number since the epoch in seconds or ms, or a text in the forms of D1, which is a wall time
 * if it has no offset.
 *
 * @returns null if it is absent, or no time
 */
export function readingTime(value: unknown): ReadingTime | null {
  if (typeof value === "number")
    return Math.round(Math.abs(value) < EPOCH_MS_MIN ? value * SECOND_MS : value);
  if (typeof value !== "string") return null;
  const text = value.trim();
  const instant = readInstant(text);
  if (instant === null || !WALL_TIME.test(text)) return instant;
  return wallTime(instant);
}

/** A wall time whose zone is not known. @param local in local milliseconds */
export function wallTime(local: number): ReadingTime {
  return { local: formatInstant(local).slice(0, "YYYY-MM-DDTHH:mm:ss".length) };
}
