/** Maximum edit distance of a suggestion. */
const EDITS_MAX = 3;

/** The word with the smallest edit distance to `written`, or null if none is within EDITS_MAX. */
export function closest(written: string, words: readonly string[]): string | null {
  const nearest = words
    .map((word) => ({ word, edits: editsBetween(written.toLowerCase(), word) }))
    .filter(({ word, edits }) => edits <= Math.min(EDITS_MAX, word.length / 2))
    .sort((a, b) => a.edits - b.edits)[0];
  return nearest?.word ?? null;
}

/** Levenshtein distance. */
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
