/** U+0000 and unpaired surrogates do not survive storage in UTF-8. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Whether a text has at most this many code points, which DuckDB counts, too. */
export function hasAtMost(text: string, characters: number): boolean {
  if (text.length <= characters) return true;
  return text.length <= 2 * characters && [...text].length <= characters;
}

/** Whether storage returns a text unchanged. */
export function isStorable(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Fast path for ASCII texts, which most are.
    if (code === 0 || code > 127) return !UNSTORABLE.test(text);
  }
  return true;
}
