import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Float64,
  Int32,
  Table,
  TimestampMillisecond,
  tableToIPC,
  type Vector,
  vectorFromArray,
} from "apache-arrow";
import { stringify } from "csv-stringify/sync";
import { formatInstant } from "../domain/instant.ts";
import type { CountRow } from "../engine/count-rows.ts";
import { writeCountsParquet } from "../store/duckdb/parquet-writer.ts";
import { table } from "./console.ts";

/** The columns of a count series as a table (D29). */
const COLUMNS: readonly {
  readonly name: string;
  readonly field: keyof CountRow;
  readonly kind: "instant" | "integer" | "real";
}[] = [
  { name: "timestamp", field: "timestamp", kind: "instant" },
  { name: "count", field: "count", kind: "integer" },
  { name: "start", field: "start", kind: "instant" },
  { name: "end", field: "end", kind: "instant" },
  { name: "min", field: "min", kind: "integer" },
  { name: "max", field: "max", kind: "integer" },
  { name: "events", field: "events", kind: "integer" },
  { name: "entrances", field: "entrances", kind: "integer" },
  { name: "exits", field: "exits", kind: "integer" },
  { name: "utilization", field: "utilization", kind: "real" },
  { name: "target_utilization", field: "targetUtilization", kind: "real" },
  { name: "entry_rate", field: "entryRate", kind: "real" },
  { name: "exit_rate", field: "exitRate", kind: "real" },
];

/** Samples as a table for people: shares in percent, rates and times shortened. */
export function asTable(rows: readonly CountRow[]): string {
  const percent = (share: number | null) => (share === null ? "" : `${Math.round(share * 100)} %`);
  return table(
    ["start", "count", "min", "max", "entrances", "exits", "full", "of target"],
    rows.map((row) => [
      formatInstant(row.start).replace("T", " ").slice(0, 19),
      row.count,
      row.min,
      row.max,
      row.entrances,
      row.exits,
      percent(row.utilization),
      percent(row.targetUtilization),
    ]),
  );
}

/** Samples as CSV with a header; null is empty (D29). */
export function asCsv(rows: readonly CountRow[]): string {
  const cell = (row: CountRow, { field, kind }: (typeof COLUMNS)[number]) => {
    const value = row[field];
    return kind === "instant" && value !== null ? formatInstant(value) : value;
  };
  return stringify(
    rows.map((row) => COLUMNS.map((column) => cell(row, column))),
    { header: true, columns: COLUMNS.map(({ name }) => name) },
  );
}

/** Samples as an Arrow IPC stream. */
export function asArrow(rows: readonly CountRow[]): Uint8Array {
  const vectors = COLUMNS.map(({ name, field, kind }) => [
    name,
    arrowVector(
      rows.map((row) => row[field]),
      kind,
    ),
  ]);
  return tableToIPC(new Table(Object.fromEntries(vectors)), "stream");
}

function arrowVector(values: readonly (number | null)[], kind: (typeof COLUMNS)[number]["kind"]): Vector {
  switch (kind) {
    case "instant":
      return vectorFromArray(
        values.map((value) => (value === null ? null : new Date(value))),
        new TimestampMillisecond(),
      );
    case "integer":
      return vectorFromArray(values, new Int32());
    case "real":
      return vectorFromArray(values, new Float64());
  }
}

/** Samples as a Parquet file. */
export async function asParquet(rows: readonly CountRow[]): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "headcount-"));
  try {
    const path = join(folder, "counts.parquet");
    await writeCountsParquet(rows, path);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
