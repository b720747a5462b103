import type { ClusterAnswer } from "../schemas/cluster.ts";
import { durationOf } from "./process.ts";
import { table } from "./text-table.ts";

type Mirror = ClusterAnswer["nodes"][number]["mirrors"][number];

/** Formats how far mirrors are as a table. What is not known yet is empty. */
export function mirrorTable(mirrors: readonly Mirror[]): string {
  const rows = mirrors.map(({ database, lag_events, lag_seconds, as_of, rows_per_second, error }) => [
    database,
    lag_events ?? "",
    lag_seconds === null ? "" : durationOf(lag_seconds),
    as_of ?? "",
    rows_per_second ?? "",
    error ?? "",
  ]);
  return table(["mirror", "missing events", "behind", "as of", "rows/s", "error"], rows);
}
