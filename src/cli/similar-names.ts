import { distance } from "fastest-levenshtein";

/** The share of letters in which a similar name may differ, and how many names a message proposes. */
const DIFFERENCE_MAX = 0.4;
const PROPOSED_MAX = 3;

/** The names that are most like a wanted one, without regard to case, accents and marks; the best ones first. */
export function similarNames(wanted: string, names: Iterable<string>): string[] {
  const plain = (name: string) =>
    name
      .normalize("NFKD")
      .replaceAll(/[^\p{L}\p{N}]/gu, "")
      .toLowerCase();
  const sought = plain(wanted);
  const found = [...new Set(names)].map((name) => ({ name, difference: difference(sought, plain(name)) }));
  const similar = found.filter((each) => each.difference <= DIFFERENCE_MAX);
  return similar
    .toSorted((a, b) => a.difference - b.difference)
    .slice(0, PROPOSED_MAX)
    .map(({ name }) => name);
}

/** The share of letters to insert, delete or replace (Levenshtein); less where one text contains the other. */
function difference(a: string, b: string): number {
  if (a.length > 2 && b.includes(a)) return DIFFERENCE_MAX * (1 - a.length / b.length);
  return distance(a, b) / Math.max(1, a.length, b.length);
}
