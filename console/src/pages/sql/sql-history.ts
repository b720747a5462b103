const KEY = "headcount-sql-history";
const QUERIES_MAX = 20;

/** A query that has been run in this browser. */
export interface PastQuery {
  readonly query: string;
  /** In ms. */
  readonly at: number;
}

/** The last queries, newest first. */
export function readHistory(): readonly PastQuery[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPastQuery).slice(0, QUERIES_MAX) : [];
  } catch {
    // The stored text is not valid.
    return [];
  }
}

/** Adds a query as the newest, without duplicates. */
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
