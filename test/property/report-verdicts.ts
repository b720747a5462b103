import fc from "fast-check";
import { PLAIN_LAYOUT } from "../../src/domain/file-layout.ts";
import { latestTimestamp } from "../../src/domain/sensor-report.ts";
import { readReports } from "../../src/formats/in/stage-file.ts";
import { at } from "../support/store-reports.ts";

/** The time of reading, in ms. */
export const NOW = at("2024-06-01 00:00");

/** The times that reports may have then. */
export const ACCEPTED = { earliest: 0, logStart: 0, latest: latestTimestamp(NOW) };

/** What a reader has made of a row: a report, or the reason for its rejection. */
export type Verdict = string | Readonly<Record<string, unknown>>;

/** One kind of value in most cases, and others seldom. */
export const often = <T>(common: fc.Arbitrary<T>, ...others: readonly fc.Arbitrary<T>[]) =>
  fc.oneof({ arbitrary: common, weight: 12 }, ...others);

/** The verdicts of a file's rows, in their order. */
export async function readFile(path: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const onReject = ({ row, reason }: { readonly row: number; readonly reason: string }) => {
    verdicts[row - 1] = reason;
  };
  const options = {
    layout: PLAIN_LAYOUT,
    duplicateRule: "auto",
    times: ACCEPTED,
    acceptsRejects: true,
    onReject,
    onProgress: () => undefined,
  } as const;
  const reports = await readReports(path, options);
  for await (const batch of reports.batches(1_000))
    for (const { row, ...report } of batch) verdicts[row - 1] = report;
  reports.close();
  return verdicts;
}
