/**
 * Shows a place in a query as DuckDB's own errors do: the line, and a caret below.
 *
 * @param byte the place, in bytes of UTF-8 from the query's start
 * @returns an empty text where the query has no such place
 */
export function pointAt(query: string, byte: unknown): string {
  const bytes = Buffer.from(query);
  // DuckDB's parser marks an unknown place by the greatest of its numbers.
  if (typeof byte !== "number" || byte < 0 || byte >= bytes.length) return "";
  const before = bytes.subarray(0, byte).toString().split("\n");
  const column = (before.at(-1) as string).length;
  const label = `LINE ${before.length}: `;
  return `\n\n${label}${query.split("\n")[before.length - 1]}\n${" ".repeat(label.length + column)}^`;
}
