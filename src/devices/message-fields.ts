import { DEVICE_MESSAGE_BYTES_MAX, JSON_VALUE_BYTES_MIN } from "../domain/limits.ts";
import { unusable } from "./adapter.ts";

/** How deep the objects and arrays of a message may be nested. */
const DEPTH_MAX = 64;

/** Values of a message: to read them takes far longer than to parse them. */
const VALUES_MAX = DEVICE_MESSAGE_BYTES_MAX / JSON_VALUE_BYTES_MIN;

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}');

/**
 * The value of a message in JSON.
 *
 * @throws HeadcountError `invalid` if it is not JSON, is nested too deep, or has too many values
 */
export function parseJson(body: Buffer): unknown {
  requireModest(body);
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw unusable("is not JSON");
  }
}

/**
 * Parsers and printers call themselves for each level, so the depth is checked first; so is the number of values.
 *
 * @throws HeadcountError `invalid` if a text, or several one after another, is nested too deep or has too many values
 */
export function requireModest(body: Buffer): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) at = textEnd(body, at);
    else if (byte === COMMA) values++;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++;
      if (++depth > DEPTH_MAX) throw unusable(`has more than ${DEPTH_MAX} levels`);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    if (values > VALUES_MAX) throw unusable(`has more than ${VALUES_MAX} values`);
  }
}

/** The place of the quote that ends a text of JSON; the end of the body if there is none. */
export function textEnd(body: Buffer, start: number): number {
  for (let at = start + 1; at < body.length; at++) {
    if (body[at] === BACKSLASH) at++;
    else if (body[at] === QUOTE) return at;
  }
  return body.length;
}

/**
 * A number of a message, which some devices write as a text. What it must be is checked where readings are accepted.
 *
 * @returns null if it is absent; NaN if it is no number
 */
export function numberOf(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return value;
  return typeof value === "string" && /^[+-]?\d{1,20}$/.test(value.trim()) ? Number(value) : Number.NaN;
}
