import { Problem } from "../../../../src/client/index.ts";

/** The fields of a body that have changed, which a PUT sends (D26). */
export function changesOf<Body extends object>(before: Body, after: Body): Partial<Body> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([field, value]) => !isSame(old.get(field), value));
  // Filtering entries keeps their types, which the compiler cannot infer.
  return Object.fromEntries(changed) as Partial<Body>;
}

/** Whether two values have the same JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A trimmed text; null if it is empty. */
export function textOrNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** Parses a number with or without thousands separators; NaN if it is not valid. */
export function parseNumber(text: string): number {
  return Number(GROUPED.test(text) ? text.replaceAll(",", "") : text);
}

/** Parses a number; null if the text is empty. @throws Problem for the field if it is not a number */
export function numberOrNull(text: string, field: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const value = parseNumber(trimmed);
  if (!Number.isFinite(value)) throw fieldError(field, `${JSON.stringify(trimmed)} is not a number`);
  return value;
}

/** Parses JSON; null if the text is empty. @throws Problem for the field if it is not valid */
export function jsonOrNull(text: string, field: string): unknown {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw fieldError(field, "is not valid JSON");
  }
}

/** An error of a field that the console itself finds, in the form of an error of the server. */
export function fieldError(field: string, message: string): Problem {
  return new Problem(400, message, [{ path: field, message }]);
}
