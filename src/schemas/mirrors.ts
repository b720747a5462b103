import { z } from "zod";
import { formatInstant, SECOND_MS } from "../domain/instant.ts";
import type { MirrorProgress, Mirrors } from "../engine/ports/mirrors.ts";
import { v2Schemas } from "./fields.ts";

/** How far a mirror is, as the API answers it. */
export const mirrorAnswer = z
  .object({
    database: z.string(),
    lag_events: z.int().nullable(),
    lag_seconds: z.int().nullable(),
    as_of: z.string().nullable(),
    rows_per_second: z.int().nullable(),
    error: z.string().nullable(),
  })
  .register(v2Schemas, { id: "Mirror" });

/** The mirrors that a server keeps up to date, as the API answers them. */
export const mirrorsAnswer = z
  .object({ results: z.array(mirrorAnswer) })
  .register(v2Schemas, { id: "Mirrors" });

/** @param now the present, in ms */
export function presentMirrors(
  mirrors: readonly MirrorProgress[],
  now: number,
): z.output<typeof mirrorAnswer>[] {
  return mirrors.map(({ database, lag, asOf, rowsPerSecond, failure }) => ({
    database,
    lag_events: lag,
    lag_seconds: asOf === null ? null : Math.max(0, Math.round((now - asOf) / SECOND_MS)),
    as_of: asOf === null ? null : formatInstant(asOf),
    rows_per_second: rowsPerSecond === null ? null : Math.round(rowsPerSecond),
    error: failure,
  }));
}

const comparison = z
  .object({
    database: z.string(),
    months: z.int(),
    differences: z.array(
      z
        .object({ table: z.string(), month: z.string(), expected_rows: z.int(), found_rows: z.int() })
        .register(v2Schemas, { id: "MonthDifference" }),
    ),
  })
  .register(v2Schemas, { id: "MirrorComparison" });

/** The comparisons of mirrors as the API answers them. */
export const comparisonsAnswer = z
  .object({ results: z.array(comparison) })
  .register(v2Schemas, { id: "MirrorComparisons" });

export function presentComparisons(
  compared: Awaited<ReturnType<Mirrors["verify"]>>,
): z.output<typeof comparisonsAnswer> {
  return {
    results: compared.map(({ database, months, differences }) => ({
      database,
      months,
      differences: differences.map(({ table, month, expected, found }) => ({
        table,
        month: `${Math.floor(month / 100)}-${String(month % 100).padStart(2, "0")}`,
        expected_rows: expected,
        found_rows: found,
      })),
    })),
  };
}
