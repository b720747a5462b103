/** Neither U+0000 nor half of a surrogate pair survives storage in UTF-8. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Whether a text has no more characters than so many, as everywhere: code points, as DuckDB counts them in files. */
export function hasAtMost(text: string, characters: number): boolean {
  if (text.length <= characters) return true;
  return text.length <= 2 * characters && [...text].length <= characters;
}

/** Whether a text comes out of storage as it went in. */
export function isStorable(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Most texts are ASCII throughout; only others take a closer look.
    if (code === 0 || code > 127) return !UNSTORABLE.test(text);
  }
  return true;
}
