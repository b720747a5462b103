const KEY = "headcount-sql-history";
const QUERIES_MAX = 20;

/** A query that was run on this device. */
export interface PastQuery {
  readonly query: string;
  /** In ms. */
  readonly at: number;
}

/** The last queries, the newest first. */
export function readHistory(): readonly PastQuery[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPastQuery).slice(0, QUERIES_MAX) : [];
  } catch {
    // Whatever it is, it is no history.
    return [];
  }
}

/** Puts a query in front; one that has been there moves. */
export function addToHistory(history: readonly PastQuery[], added: PastQuery): readonly PastQuery[] {
  const others = history.filter(({ query }) => query !== added.query);
  return [added, ...others].slice(0, QUERIES_MAX);
}

export function storeHistory(history: readonly PastQuery[]): void {
  localStorage.setItem(KEY, JSON.stringify(history));
}

function isPastQuery(value: unknown): value is PastQuery {
  const { query, at } = Object(value) as { readonly query?: unknown; readonly at?: unknown };
  return typeof query === "string" && typeof at === "number";
}
