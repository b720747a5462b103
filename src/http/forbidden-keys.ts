import { type HeadcountError, invalid } from "../domain/errors.ts";

/** Parts of a path that are shown. */
const SHOWN_PARTS = 64;

/** An object or list within another. */
interface ValuePath {
  readonly value: object;
  readonly key: string;
  readonly outer: ValuePath | null;
}

/**
 * Why a parser that minds the keys by which objects can be made to lie refuses a text; null where the text
 * is no JSON at all, or has none of them.
 */
export function forbiddenKey(text: string): HeadcountError | null {
  const body = parsed(text);
  const places: ValuePath[] = isContainer(body) ? [{ value: body, key: "", outer: null }] : [];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    for (const [key, value] of Object.entries(place.value)) {
      if (isForbidden(key, value))
        return invalid(pathTo(place), `the key ${JSON.stringify(key)} is not taken`);
      if (isContainer(value)) places.push({ value, key, outer: place });
    }
  }
  return null;
}

function isForbidden(key: string, value: unknown): boolean {
  return (
    key === "__proto__" || (key === "constructor" && isContainer(value) && Object.hasOwn(value, "prototype"))
  );
}

/** Where an object stands, as issues name fields; the body itself is called so. */
function pathTo(place: ValuePath): string {
  const parts: string[] = [];
  for (let each = place; each.outer !== null; each = each.outer) parts.push(each.key);
  return parts.reverse().slice(0, SHOWN_PARTS).join(".") || "body";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
