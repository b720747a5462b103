/** Edits beyond which a word is no misspelling of another. */
const EDITS_MAX = 3;

/** The word that another was most probably meant to be, or null where none is near. */
export function closest(written: string, words: readonly string[]): string | null {
  const nearest = words
    .map((word) => ({ word, edits: editsBetween(written.toLowerCase(), word) }))
    .filter(({ word, edits }) => edits <= Math.min(EDITS_MAX, word.length / 2))
    .sort((a, b) => a.edits - b.edits)[0];
  return nearest?.word ?? null;
}

/** How many characters must be added, dropped or replaced to make one word the other. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
