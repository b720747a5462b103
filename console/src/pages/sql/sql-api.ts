import { useQuery } from "@tanstack/react-query";
import type { components } from "../../../../src/client/generated/v2.ts";
import { answerOf, type HeadcountClient } from "../../../../src/client/index.ts";
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
export async function runSql(
  client: HeadcountClient,
  query: string,
  signal: AbortSignal,
): Promise<SqlResult> {
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

/** The views and macros that queries can use. */
export function useSqlSchema() {
  const { client } = useSession();
  return useQuery({
    queryKey: ["sql-schema"],
    queryFn: async () => (await answerOf(client.v2.GET("/v2/sql/schema/"))).results,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The example queries of the server. */
export function useSqlExamples() {
  const { client } = useSession();
  return useQuery({
    queryKey: ["sql-examples"],
    queryFn: async () => (await answerOf(client.v2.GET("/v2/sql/examples/"))).results,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
