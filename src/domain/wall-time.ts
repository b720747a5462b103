import { invalid } from "./errors.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "./instant.ts";

/**
 * Parses a wall time `HH:MM` or `HH:MM:SS`.
 *
 * @returns milliseconds since local midnight, or null if the text is not one
 */
export function readWallTime(text: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  if (match === null) return null;
  return Number(match[1]) * HOUR_MS + Number(match[2]) * MINUTE_MS + Number(match[3] ?? 0) * SECOND_MS;
}

/**
 * Validates a daily reset's `HH:MM` (D8).
 *
 * @throws HeadcountError `invalid`, naming `path`
 */
export function parseDailyReset(text: string, path: string): string {
  if (text.length !== 5 || readWallTime(text) === null) {
    throw invalid(
      path,
      `${JSON.stringify(text.slice(0, 16))} is not a time of day written HH:MM, such as 04:00`,
    );
  }
  return text;
}

/**
 * Parses a time segment's `HH:MM:SS` or `HH:MM` (D14).
 *
 * @returns the time as `HH:MM:SS`
 * @throws HeadcountError `invalid`, naming `path`
 */
export function parseSegmentTime(text: string, path: string): string {
  if (readWallTime(text) === null) {
    throw invalid(
      path,
      `${JSON.stringify(text.slice(0, 16))} is not a time of day written HH:MM:SS, such as 09:00:00`,
    );
  }
  return text.length === 5 ? `${text}:00` : text;
}

/** Formats a duration in ms as `H:MM:SS`: hours unbounded, seconds floored (D13). */
export function formatDuration(durationMs: number): string {
  const seconds = Math.floor(durationMs / SECOND_MS);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}
