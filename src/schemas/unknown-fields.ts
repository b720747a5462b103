import { distance } from "fastest-levenshtein";
import type { FieldPath } from "./read-value.ts";

/** Removes a field from a value that has it. */
export function removeField(value: unknown, path: FieldPath): void {
  const holder = path.slice(0, -1).reduce((held, part) => Reflect.get(Object(held), part), value);
  Reflect.deleteProperty(Object(holder), path.at(-1) ?? "");
}

/** The path of a field in an error. */
export function shownPath(path: FieldPath): string {
  return path.map((part) => String(part).slice(0, NAME_SHOWN_MAX)).join(".");
}

/** What a client may have meant by an unknown field. @param known the fields that there are */
export function hint(path: FieldPath, known: readonly string[]): string {
  const name = plain(String(path.at(-1)));
  const distances = known.map((other) => distance(name, plain(other)));
  const least = Math.min(...distances);
  return least <= Math.max(2, name.length / 3)
    ? `unknown field; did you mean ${known[distances.indexOf(least)]}?`
    : `unknown field; the fields are ${known.join(", ")}`;
}

/** Longer names are neither compared nor shown in full. */
const NAME_SHOWN_MAX = 64;

/** A name without what only the style of names decides: `timeZone`, `time-zone` and `time_zone` are the same. */
function plain(name: string): string {
  return name.slice(0, NAME_SHOWN_MAX).toLowerCase().replace(/[_-]/g, "");
}

/**
 * The path of a field as a header has it, such as `links[0].spce_id`. Characters of names other than letters, digits, `_`
 * and `-` are percent-encoded.
 */
export function headerPath(path: FieldPath): string {
  const parts = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${headerName(String(part))}`));
  return parts.join("").replace(/^\./, "");
}

function headerName(name: string): string {
  // As a text of bytes, it has no half of a surrogate pair.
  const text = Buffer.from(name.slice(0, NAME_SHOWN_MAX)).toString();
  const escaped = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[.!~*'()]/g, escaped);
}
