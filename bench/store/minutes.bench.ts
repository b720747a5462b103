import { MINUTE_MS } from "../../src/domain/instant.ts";
import { type Figure, info } from "../harness.ts";
import type { SizedRun } from "../sized-run.ts";
import { latencies, timeCounts } from "./space-counts.ts";

const QUERIES = 40;
const YEAR_DAYS = 365;
const EACH_MINUTE = { unit: "millisecond", amount: MINUTE_MS } as const;
const DAY_MINUTES = 24 * 60;

/** Measures counts by the minute of random spaces, over a year or over all available days. */
export async function minutesBench({ workspace, events }: SizedRun): Promise<Figure[]> {
  const dataset = await workspace.dataset(events);
  const days = Math.min(YEAR_DAYS, dataset.range.days);
  info(`${days} days of a space by the minute…`);
  const { runsMs } = await timeCounts(workspace, dataset, {
    days,
    interval: EACH_MINUTE,
    count: QUERIES,
    isLocal: false,
  });
  const values = latencies(runsMs);
  const minutes = days * DAY_MINUTES;
  return [
    {
      bench: "minutes",
      name: `${minutes.toLocaleString("en")} minutes of a space (${days} days)`,
      events: dataset.events,
      values: { ...values, m_minutes_per_s: minutes / (values.p50_ms as number) / 1_000 },
      runsMs: [],
    },
  ];
}
