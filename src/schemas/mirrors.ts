import { z } from "zod";
import { SECOND_MS } from "../domain/instant.ts";
import type { MirrorProgress, Mirrors, MonthDifference } from "../engine/ports/mirrors.ts";
import { answerOf, instantOrNull, intOrNull, text, textOrNull } from "./answers.ts";
import { namedObject } from "./fields.ts";

const mirrorAnswer = answerOf<MirrorProgress, number>({ v2: "Mirror" })({
  database: [text, ({ database }) => database],
  lag_events: [intOrNull, ({ lag }) => lag],
  lag_seconds: [
    intOrNull,
    ({ asOf }, now) => (asOf === null ? null : Math.max(0, Math.round((now - asOf) / SECOND_MS))),
  ],
  as_of: [textOrNull, ({ asOf }) => instantOrNull(asOf)],
  rows_per_second: [intOrNull, ({ rowsPerSecond }) => rowsPerSecond && Math.round(rowsPerSecond)],
  error: [textOrNull, ({ failure }) => failure],
});

export const mirrorList = z.array(mirrorAnswer.schema);

export const mirrorsAnswer = namedObject("Mirrors", { results: mirrorList });

/** @param now the present, in ms */
export function presentMirrors(mirrors: readonly MirrorProgress[], now: number): z.output<typeof mirrorList> {
  return mirrors.map((mirror) => mirrorAnswer.present(mirror, now));
}

const difference = answerOf<MonthDifference>({ v2: "MonthDifference" })({
  table: [text, ({ table }) => table],
  month: [
    textOrNull,
    ({ month }) =>
      month === null ? null : `${Math.floor(month / 100)}-${String(month % 100).padStart(2, "0")}`,
  ],
  expected_rows: [intOrNull, ({ expected }) => expected],
  found_rows: [intOrNull, ({ found }) => found],
});

type Compared = Awaited<ReturnType<Mirrors["verify"]>>[number];

const comparison = answerOf<Compared>({ v2: "MirrorComparison" })({
  database: [text, ({ database }) => database],
  months: [z.int(), ({ months }) => months],
  differences: [
    z.array(difference.schema),
    ({ differences }) => differences.map((each) => difference.present(each)),
  ],
});

export const comparisonsAnswer = namedObject("MirrorComparisons", { results: z.array(comparison.schema) });

export function presentComparisons(compared: readonly Compared[]): z.output<typeof comparisonsAnswer> {
  return { results: compared.map((each) => comparison.present(each)) };
}
