const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [...'"\\,[{]}'].map(
  (character) => character.charCodeAt(0),
);

/** What a JSON text may have: values, levels of objects and arrays, and members of an object. */
export interface JsonBounds {
  readonly values: number;
  readonly depth: number;
  readonly members: number;
}

/**
 * Checks how much a JSON text, or several one after another, make of few bytes, before they are parsed: `[{},{},…` takes
 * far longer to parse than a document of the same size, and parsers and printers call themselves for each level.
 *
 * @returns the first bound that is exceeded, as in "has more than 10 values"; null if there is none
 */
export function excessOf(bytes: Uint8Array, bounds: JsonBounds): string | null {
  let values = 0;
  // The members of the present object, and of the objects around it. A list has none.
  let members = -Infinity;
  const outer: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = textEnd(bytes, at);
    else if (byte === COMMA) {
      values++;
      if (++members >= bounds.members) return `has an object with more than ${bounds.members} members`;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      values++;
      if (outer.push(members) > bounds.depth)
        return `has objects or arrays nested more than ${bounds.depth} deep`;
      members = byte === OPEN_OBJECT ? 0 : -Infinity;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) members = outer.pop() ?? -Infinity;
    if (values > bounds.values) return `has more than ${bounds.values} values`;
  }
  return null;
}

/** The offset of the closing quote of a text that begins at `start`; the end of all bytes if there is none. */
export function textEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return Math.min(at, bytes.length);
}
