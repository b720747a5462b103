import { unusable } from "./adapter.ts";
import { parseJson, requireModest, textEnd } from "./message-fields.ts";

const [QUOTE, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"[]{}');
/** White space of JSON, and the separator of texts of RFC 7464. */
const BLANKS: ReadonlySet<number> = new Set(Buffer.from(" \t\r\n\u001e"));

/**
 * The values of a message that is one JSON text, or several one after another; those of an array each by itself.
 *
 * @throws HeadcountError `invalid` if the body has no object or array, anything else beside them, or too many
 * values
 */
export function parseJsonTexts(body: Buffer): unknown[] {
  requireModest(body);
  const values = textsOf(body).flatMap((text) => parseJson(text));
  if (values.length === 0) throw unusable("has nothing in it");
  return values;
}

/** Splits a body behind each object and array that is not in another. */
function textsOf(body: Buffer): Buffer[] {
  const texts: Buffer[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] as number;
    if (byte === QUOTE) at = textEnd(body, at);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (--depth > 0) continue;
      texts.push(body.subarray(start, at + 1));
      [start, depth] = [at + 1, 0];
    } else if (start === at && BLANKS.has(byte)) start++;
  }
  return start < body.length ? [...texts, body.subarray(start)] : texts;
}
