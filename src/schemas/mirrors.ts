import { z } from "zod";
import { formatInstant } from "../domain/instant.ts";
import type { MirrorProgress } from "../engine/ports/mirrors.ts";
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
