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
 * Requires that a JSON text has no more values than so many, and is not too deep: to read few bytes of `[{},{},…`
 * takes far longer than to read any document.
 *
 * @throws Refusal 400, with the bound
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

/** Where a text ends that begins with the quote at a place; the end of all where it does not. */
function textEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Finds the end of a value in an array, however long it is, in as many steps as are wanted. */
export class ElementScan {
  readonly #bytes: Uint8Array;
  #at: number;
  #depth = 0;
  #isInText = false;

  /** @param start where the first element begins */
  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.#at = start;
  }

  /**
   * Goes on to the comma after an element, or the bracket that ends the array, but not to the place `until`.
   *
   * @returns where that is; null where it has not been reached. The next call begins after it.
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

  /** Where the text has ended that a place is in, or `end` where it goes on. */
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
