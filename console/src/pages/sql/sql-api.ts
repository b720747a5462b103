import { useCallback, useEffect, useRef, useState } from "react";
import type { components } from "../../../../src/client/generated/v2.ts";
import { answerOf, type HeadcountClient, Problem } from "../../../../src/client/index.ts";
import { errorText } from "../../components/states.tsx";
import { useFetched } from "../../queries/resources.ts";
import { useSession } from "../../session.tsx";

export type SqlResult = components["schemas"]["SqlResult"];
export type SqlSchema = components["schemas"]["SqlSchema"];
export type SqlRelation = components["schemas"]["SqlRelation"];
export type SqlExample = components["schemas"]["SqlExamples"]["results"][number];

/** Where a query runs: in the server, or in its database for analytics. */
export type SqlPlace = SqlSchema["places"][number];

/** The names of the places. */
export const PLACES: Readonly<Record<SqlPlace, string>> = { local: "This server", analytics: "Analytics" };

/** A query, and where it runs. */
export interface PlacedQuery {
  readonly query: string;
  readonly on: SqlPlace;
}

/** The file formats of results. */
export const EXPORTS = [
  { name: "CSV", extension: "csv", mediaType: "text/csv" },
  { name: "Parquet", extension: "parquet", mediaType: "application/vnd.apache.parquet" },
  { name: "Arrow", extension: "arrows", mediaType: "application/vnd.apache.arrow.stream" },
] as const;
export type Export = (typeof EXPORTS)[number];

/** The maximum number of rows on the page; a download has more. */
const ROWS_MAX = 10_000;

/** Runs a query and returns its first rows. */
async function runSql(
  client: HeadcountClient,
  { query, on }: PlacedQuery,
  signal: AbortSignal,
): Promise<SqlResult> {
  const headers = { accept: "application/json" };
  const body = { query, on, row_limit: ROWS_MAX };
  return (await answerOf(client.v2.POST("/v2/sql", { body, headers, signal }))) as SqlResult;
}

/** Runs a query again and returns its whole result as a file. */
export async function exportSql(
  client: HeadcountClient,
  { query, on }: PlacedQuery,
  as: Export,
): Promise<Blob> {
  const headers = { accept: as.mediaType };
  return (await answerOf(
    client.v2.POST("/v2/sql", { body: { query, on }, headers, parseAs: "blob" }),
  )) as unknown as Blob;
}

/** Data that does not change while the server runs. */
const FIXED = { staleTime: Number.POSITIVE_INFINITY };

/** The views and macros that queries can use, and all places where these can run. */
export function useSqlSchema(on: SqlPlace) {
  return useFetched(
    ["sql-schema", on],
    async (v2) => answerOf(v2.GET("/v2/sql/schema/", { params: { query: { on } } })),
    // A mirror has no views before its first copy.
    { staleTime: ({ state }) => (state.data?.results.length === 0 ? 0 : FIXED.staleTime) },
  );
}

/** The example queries of the server. */
export function useSqlExamples(on: SqlPlace) {
  return useFetched(
    ["sql-examples", on],
    async (v2) => (await answerOf(v2.GET("/v2/sql/examples/", { params: { query: { on } } }))).results,
    FIXED,
  );
}

/** The error of a query: the message of the database if there is one. */
export function sqlErrorText(error: unknown): string {
  if (!(error instanceof Problem)) return errorText(error);
  return error.issues.find(({ path }) => path === "query")?.message ?? error.message;
}

/** The part of an error message that shows a line with a caret below it. */
const POINTER = /LINE (\d+): (.*)\n( *)\^/;
const CUT = "...";

/** What a message of ClickHouse says of the position, in bytes from 1. */
const POSITION = /failed at position (\d+)/;

/**
 * The offset in a query that an error message points to; null if there is none. The message shortens a long line with
 * dots.
 */
export function errorOffset(message: string, query: string): number | null {
  const [, position] = POSITION.exec(message) ?? [];
  if (position !== undefined) {
    const before = new TextEncoder().encode(query).slice(0, Number(position) - 1);
    return new TextDecoder().decode(before).length;
  }
  const [, lineNumber, shown = "", blanks = ""] = POINTER.exec(message) ?? [];
  const index = Number(lineNumber) - 1;
  const lines = query.split("\n");
  const line = lines[index];
  if (line === undefined) return null;
  const lineStart = lines.slice(0, index).reduce((sum, { length }) => sum + length + 1, 0);
  const cut = shown.startsWith(CUT) ? CUT.length : 0;
  const partStart = line.indexOf(shown.slice(cut, shown.endsWith(CUT) ? -CUT.length : undefined));
  if (partStart === -1) return lineStart;
  const caret = partStart + blanks.length - `LINE ${lineNumber}: `.length - cut;
  return lineStart + Math.max(0, Math.min(caret, line.length));
}

const KEY = "headcount-sql-history";
const QUERIES_MAX = 20;

/** A query that has been run in this browser. */
export interface PastQuery extends PlacedQuery {
  /** In ms. */
  readonly at: number;
}

/** The last queries, newest first. */
export function readHistory(): readonly PastQuery[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.flatMap(pastQueryOf).slice(0, QUERIES_MAX) : [];
  } catch {
    // The stored text is not valid.
    return [];
  }
}

/** Adds a query as the newest, without duplicates. */
export function addToHistory(history: readonly PastQuery[], added: PastQuery): readonly PastQuery[] {
  const others = history.filter(({ query, on }) => query !== added.query || on !== added.on);
  return [added, ...others].slice(0, QUERIES_MAX);
}

export function storeHistory(history: readonly PastQuery[]): void {
  localStorage.setItem(KEY, JSON.stringify(history));
}

/** A stored query. Those of older consoles ran in the server. */
function pastQueryOf(value: unknown): PastQuery[] {
  const { query, on, at } = Object(value) as Partial<Record<keyof PastQuery, unknown>>;
  if (typeof query !== "string" || typeof at !== "number") return [];
  return [{ query, on: on === "analytics" ? on : "local", at }];
}

/** The state of the last query. */
export type SqlRun =
  | { readonly status: "none" | "cancelled" }
  | ({ readonly status: "running" } & PlacedQuery)
  | ({ readonly status: "done"; readonly result: SqlResult } & PlacedQuery)
  | ({ readonly status: "failed"; readonly error: unknown } & PlacedQuery);

/** Runs one query at a time. Another query, cancelling and leaving the page abort it, also on the server. */
export function useSqlRun() {
  const { client } = useSession();
  const [run, setRun] = useState<SqlRun>({ status: "none" });
  const controller = useRef<AbortController>(null);

  const start = useCallback(
    async ({ query, on }: PlacedQuery) => {
      controller.current?.abort();
      const own = new AbortController();
      controller.current = own;
      setRun({ status: "running", query, on });
      try {
        const result = await runSql(client, { query, on }, own.signal);
        if (!own.signal.aborted) setRun({ status: "done", query, on, result });
      } catch (error) {
        if (!own.signal.aborted) setRun({ status: "failed", query, on, error });
      }
    },
    [client],
  );
  const cancel = useCallback(() => {
    controller.current?.abort();
    setRun({ status: "cancelled" });
  }, []);
  useEffect(() => () => controller.current?.abort(), []);
  return { run, start, cancel };
}
