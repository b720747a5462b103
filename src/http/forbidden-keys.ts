import { type HeadcountError, invalid } from "../domain/errors.ts";

/** Parts of a path that an error repeats. */
const SHOWN_PARTS = 64;

/** An object or list, with the objects that contain it. */
interface ValuePath {
  readonly value: object;
  readonly key: string;
  readonly outer: ValuePath | null;
}

/**
 * The error of a text that has a key which changes the prototype of an object; null where the text is not JSON, or
 * has no such key.
 */
export function forbiddenKey(text: string): HeadcountError | null {
  const body = parsed(text);
  const pending: ValuePath[] = isContainer(body) ? [{ value: body, key: "", outer: null }] : [];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    for (const [key, value] of Object.entries(path.value)) {
      if (isForbidden(key, value))
        return invalid(pathTo(path), `the key ${JSON.stringify(key)} is not allowed`);
      if (isContainer(value)) pending.push({ value, key, outer: path });
    }
  }
  return null;
}

function isForbidden(key: string, value: unknown): boolean {
  return (
    key === "__proto__" || (key === "constructor" && isContainer(value) && Object.hasOwn(value, "prototype"))
  );
}

/** The path of an object as issues have it: field names joined by dots, or `body`. */
function pathTo(innermost: ValuePath): string {
  const parts: string[] = [];
  for (let each = innermost; each.outer !== null; each = each.outer) parts.push(each.key);
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
