import { z } from "zod";
import { formatInstant } from "../domain/instant.ts";
import type { MirrorProgress, Mirrors } from "../engine/ports/mirrors.ts";
import { v2Schemas } from "./fields.ts";

const mirror = z
  .object({
    database: z.string(),
    lag_events: z.int(),
    as_of: z.string().nullable(),
    error: z.string().nullable(),
  })
  .register(v2Schemas, { id: "Mirror" });

/** The mirrors that a server keeps up to date, as the API answers them. */
export const mirrorsAnswer = z.object({ results: z.array(mirror) }).register(v2Schemas, { id: "Mirrors" });

export function presentMirrors(mirrors: readonly MirrorProgress[]): z.output<typeof mirrorsAnswer> {
  return {
    results: mirrors.map(({ database, lag, asOf, failure }) => ({
      database,
      lag_events: lag,
      as_of: asOf === null ? null : formatInstant(asOf),
      error: failure,
    })),
  };
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
