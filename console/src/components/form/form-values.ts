import { Problem } from "../../../../src/client/index.ts";

/** The fields of a body that differ from what they were: what a PUT has to send (D26). */
export function changesOf<Body extends object>(before: Body, after: Body): Partial<Body> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([field, value]) => !isSame(old.get(field), value));
  // The compiler cannot see that filtering the entries keeps their types.
  return Object.fromEntries(changed) as Partial<Body>;
}

/** Whether two values are written alike as JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A text that may be left out: null where it is empty. */
export function textOrNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** A number as it is shown, with groups of three or without; NaN where it is none. */
export function parseNumber(text: string): number {
  return Number(GROUPED.test(text) ? text.replaceAll(",", "") : text);
}

/**
 * A number as it was typed: null where nothing was.
 *
 * @param field what an error is put at
 * @throws Problem where it is no number
 */
export function numberOrNull(text: string, field: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const value = parseNumber(trimmed);
  if (!Number.isFinite(value)) throw complaint(field, `${JSON.stringify(trimmed)} is not a number`);
  return value;
}

/** JSON as it was typed: null where nothing was. @throws Problem where it is not valid */
export function jsonOrNull(text: string, field: string): unknown {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw complaint(field, "is not valid JSON");
  }
}

/** What the console itself has against a field, in the shape in which the server says it. */
export function complaint(field: string, message: string): Problem {
  return new Problem(400, message, [{ path: field, message }]);
}
