import { DAY_MS, formatInstant } from "../../src/domain/instant.ts";
import { type Figure, info, quantile } from "../harness.ts";
import { seeded } from "../random.ts";
import { type Served, serve } from "../served.ts";
import { serialNumber } from "../site.ts";
import type { SizedRun } from "../sized-run.ts";
import { get } from "./get.ts";
import { spaceCountsPath } from "./paths.ts";

const EVENTS = 50;
const WARM_UPS = 5;
const SEED = 13;

/** The time between the events and the end of the log, in days. */
const LATE_DAYS = 60;

/** The limit for the time until counts include an acknowledged event, in ms. */
const EXACT_MS_MAX = 30_000;

/**
 * Posts events that are weeks late, one after another. Measures the time until each is acknowledged, and the further
 * time until the counts of its day include it.
 */
export async function lateBench({ workspace, events }: SizedRun): Promise<Figure[]> {
  info(`${EVENTS} events that are ${LATE_DAYS} days late…`);
  const dataset = await workspace.dataset(events);
  const { directory, spaceIds } = await workspace.copyOf(dataset, "late");
  const server = await serve(directory);
  const random = seeded(SEED);
  const day = dataset.range.end - LATE_DAYS * DAY_MS;
  const acknowledgedMs: number[] = [];
  const exactMs: number[] = [];
  for (let event = -WARM_UPS; event < EVENTS; event++) {
    const index = Math.floor(random() * spaceIds.length);
    const door = dataset.site[index]?.doors[0];
    if (door === undefined) throw new Error("a space has no door");
    const path = spaceCountsPath(spaceIds[index] as bigint, day, day + DAY_MS, "1d");
    const timestamp = formatInstant(day + Math.floor(random() * DAY_MS));
    const before = await entrancesOf(server, path);
    const posted = performance.now();
    await post(server, { sensor_serial_number: serialNumber(door), timestamp, trajectory: door.placement });
    const acknowledged = performance.now();
    let entrances = before;
    while (entrances === before) {
      if (performance.now() - acknowledged > EXACT_MS_MAX)
        throw new Error("the counts do not include a late event");
      entrances = await entrancesOf(server, path);
    }
    if (entrances !== before + 1) throw new Error(`one event added ${entrances - before} entrances`);
    if (event < 0) continue;
    acknowledgedMs.push(acknowledged - posted);
    exactMs.push(performance.now() - acknowledged);
  }
  await server.stop();
  const figure = (name: string, runsMs: readonly number[]): Figure => ({
    bench: "late",
    name,
    events: dataset.events,
    values: { p50_ms: quantile(runsMs, 0.5), p99_ms: quantile(runsMs, 0.99) },
    runsMs,
  });
  return [
    figure(`event ${LATE_DAYS} days late, POST → acknowledgement`, acknowledgedMs),
    figure("acknowledgement → exact counts", exactMs),
  ];
}

async function entrancesOf(server: Served, path: string): Promise<number> {
  const { metrics } = await get<{ metrics: { entrances: { total: number } } }>(server, path);
  return metrics.entrances.total;
}

async function post({ origin, token }: Served, event: object): Promise<void> {
  const answer = await fetch(`${origin}/v2/sensor_events/`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify([event]),
  });
  const text = await answer.text();
  if (!answer.ok || !text.includes('"accepted":1'))
    throw new Error(`the server answered an event with ${text}`);
}
