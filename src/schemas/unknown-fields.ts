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

/** The least number of characters to insert, delete or replace to turn one text into the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, char] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries())
      next.push(
        Math.min(
          (next[j] as number) + 1,
          (row[j + 1] as number) + 1,
          (row[j] as number) + (char === other ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) as number;
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
