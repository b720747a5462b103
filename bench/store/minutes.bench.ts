import { MINUTE_MS } from "../../src/domain/instant.ts";
import { type Figure, say } from "../harness.ts";
import type { SizedRun } from "../sized-run.ts";
import { latencies, randomTimes, timeCounts } from "./space-counts.ts";

const QUERIES = 40;
const YEAR_DAYS = 365;
const EACH_MINUTE = { unit: "millisecond", amount: MINUTE_MS } as const;
const DAY_MINUTES = 24 * 60;

/** The metrics of a space over a year of minutes, or over all the days there are; spaces at random. */
export async function minutesBench({ workspace, events }: SizedRun): Promise<Figure[]> {
  const dataset = await workspace.dataset(events);
  const engine = await workspace.openDerived(dataset);
  const days = Math.min(YEAR_DAYS, dataset.range.days);
  say(`${days} days of a space by the minute…`);
  const spaceIds = engine.context.catalog.spaces.all().map(({ id }) => id);
  const times = randomTimes(spaceIds, dataset.range, days, QUERIES);
  const { runsMs } = await timeCounts(engine, times, EACH_MINUTE);
  await engine.close();
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
