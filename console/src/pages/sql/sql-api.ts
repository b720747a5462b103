import { useCallback, useEffect, useRef, useState } from "react";
import type { components } from "../../../../src/client/generated/v2.ts";
import { answerOf, type HeadcountClient, Problem } from "../../../../src/client/index.ts";
import { errorText } from "../../components/states.tsx";
import { useFetched } from "../../queries/resources.ts";
import { useSession } from "../../session.tsx";

export type SqlResult = components["schemas"]["SqlResult"];
export type SqlRelation = components["schemas"]["SqlRelation"];
export type SqlExample = components["schemas"]["SqlExamples"]["results"][number];

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
async function runSql(client: HeadcountClient, query: string, signal: AbortSignal): Promise<SqlResult> {
  const headers = { accept: "application/json" };
  const body = { query, row_limit: ROWS_MAX };
  return (await answerOf(client.v2.POST("/v2/sql", { body, headers, signal }))) as SqlResult;
}

/** Runs a query again and returns its whole result as a file. */
export async function exportSql(client: HeadcountClient, query: string, as: Export): Promise<Blob> {
  const headers = { accept: as.mediaType };
  return (await answerOf(
    client.v2.POST("/v2/sql", { body: { query }, headers, parseAs: "blob" }),
  )) as unknown as Blob;
}

/** Data that does not change while the server runs. */
const FIXED = { staleTime: Number.POSITIVE_INFINITY };

/** The views and macros that queries can use. */
export function useSqlSchema() {
  return useFetched(["sql-schema"], async (v2) => (await answerOf(v2.GET("/v2/sql/schema/"))).results, FIXED);
}

/** The example queries of the server. */
export function useSqlExamples() {
  return useFetched(
    ["sql-examples"],
    async (v2) => (await answerOf(v2.GET("/v2/sql/examples/"))).results,
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

/**
 * The offset in a query that an error message points to; null if there is none. The message shortens a long line with
 * dots.
 */
export function errorOffset(message: string, query: string): number | null {
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

/** The state of the last query. */
export type SqlRun =
  | { readonly status: "none" | "cancelled" }
  | { readonly status: "running"; readonly query: string }
  | { readonly status: "done"; readonly query: string; readonly result: SqlResult }
  | { readonly status: "failed"; readonly query: string; readonly error: unknown };

/** Runs one query at a time. Another query, cancelling and leaving the page abort it, also on the server. */
export function useSqlRun() {
  const { client } = useSession();
  const [run, setRun] = useState<SqlRun>({ status: "none" });
  const controller = useRef<AbortController>(null);

  const start = useCallback(
    async (query: string) => {
      controller.current?.abort();
      const own = new AbortController();
      controller.current = own;
      setRun({ status: "running", query });
      try {
        const result = await runSql(client, query, own.signal);
        if (!own.signal.aborted) setRun({ status: "done", query, result });
      } catch (error) {
        if (!own.signal.aborted) setRun({ status: "failed", query, error });
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
