import { JSON_DEPTH_MAX } from "../../domain/limits.ts";
import { malformed } from "../errors.ts";

const QUOTE = code('"');
const BACKSLASH = code("\\");
const COMMA = code(",");
const OPEN_LIST = code("[");
const OPEN_OBJECT = code("{");
const CLOSE_LIST = code("]");
const CLOSE_OBJECT = code("}");

/**
 * Requires that a JSON text has at most a number of values and is not nested too deeply: a text such as `[{},{},…`
 * takes far longer to parse than a document of the same size.
 *
 * @throws Refusal 400 with the limit
 */
export function requireModest(bytes: Uint8Array, valuesMax: number): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = textEnd(bytes, at);
    else if (byte === COMMA) values++;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      values++;
      if (++depth > JSON_DEPTH_MAX)
        throw malformed(`the body has objects or lists nested more than ${JSON_DEPTH_MAX} deep`);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--;
    if (values > valuesMax)
      throw malformed(`the body has more than ${valuesMax} values, the limit of this path`);
  }
}

/** The offset of the closing quote of a text that begins at `start`; the end of all bytes if there is none. */
function textEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Finds the ends of the elements of an array, in steps of any size. */
export class ElementScan {
  readonly #bytes: Uint8Array;
  #at: number;
  #depth = 0;
  #isInText = false;

  /** @param start the offset of the first element */
  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#at = start;
  }

  /**
   * Continues to the comma after an element, or to the bracket that ends the array, but not as far as `until`.
   *
   * @returns the offset of the comma or bracket, after which the next call continues; null where it is not before `until`
   */
  next(until: number): number | null {
    const bytes = this.#bytes;
    const end = Math.min(until, bytes.length);
    let at = this.#isInText ? this.#textEnd(this.#at, end) : this.#at;
    let depth = this.#depth;
    let found: number | null = null;
    while (at < end) {
      const byte = bytes[at++] as number;
      if (byte === QUOTE) {
        at = this.#textEnd(at, end);
      } else if (byte === COMMA) {
        if (depth > 0) continue;
        found = at - 1;
        break;
      } else if (byte < OPEN_LIST) {
        // A number, a colon, or space.
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (depth-- > 0) continue;
        found = at - 1;
        break;
      }
    }
    this.#at = at;
    this.#depth = depth;
    return found;
  }

  /** The offset after the text that contains `start`, or `end` where the text continues. */
  #textEnd(start: number, end: number): number {
    const bytes = this.#bytes;
    let at = start;
    for (let byte = bytes[at]; at < end; byte = bytes[++at]) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) {
        this.#isInText = false;
        return at + 1;
      }
    }
    this.#isInText = true;
    return at;
  }
}

function code(character: string): number {
  return character.charCodeAt(0);
}
