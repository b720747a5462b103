/** Id prefixes by kind (D20). */
export const ID_PREFIXES = {
  space: "spc",
  doorway: "drw",
  event: "evt",
  sensor: "snr",
  link: "lnk",
  reset: "rst",
  timeSegment: "tsm",
  timeSegmentGroup: "tsg",
  webhook: "whk",
  delivery: "dlv",
  assignedTeam: "ast",
  token: "tkn",
  reading: "rdg",
  import: "imp",
  auditEntry: "aud",
  organization: "org",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

export const ID_MAX = 2n ** 63n - 1n;

export function formatId(kind: IdKind, id: bigint): string {
  return `${ID_PREFIXES[kind]}_${id}`;
}

/** Parses a formatted id; null if the text is not an id of this kind. */
export function readId(kind: IdKind, text: string): bigint | null {
  const prefix = `${ID_PREFIXES[kind]}_`;
  return text.startsWith(prefix) ? readPositiveDecimal(text.slice(prefix.length)) : null;
}

/** Parses a positive 63-bit decimal without leading zeros; null if the text is not one (D20). */
export function readPositiveDecimal(text: string): bigint | null {
  if (!/^[1-9]\d{0,18}$/.test(text)) return null;
  const value = BigInt(text);
  return value <= ID_MAX ? value : null;
}

/** The words of a kind with a joint between them: `time_segment` for `timeSegment` and `_`. */
export type WordsOf<Kind extends string, Joint extends string> = Kind extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `${Joint}${Lowercase<First>}`}${WordsOf<Rest, Joint>}`
  : "";

export function describeKind(kind: IdKind | "tag"): string {
  return kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
