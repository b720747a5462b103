import type { Figure } from "../harness.ts";
import { info } from "../harness.ts";
import { serve } from "../served.ts";
import type { Workspace } from "../workspace.ts";
import { alternate, WARM_UP_MS } from "./alternate.ts";
import type { Content } from "./ingest-bodies.ts";
import { drive } from "./ingest-processes.ts";

const ROWS = 1_000;

/**
 * The loads: the crossings between two totals of a sensor, each of which is an event. Connections and sensors are those
 * of `ingest`, or each row of all bodies has a sensor of its own.
 */
const SHAPES = [
  { crossings: 25, connections: 8, sensors: 1_500 },
  { crossings: 1, connections: 8, sensors: 1_500 },
  { crossings: 0, connections: 8, sensors: 1_500 },
  { crossings: 0, connections: 32, sensors: 1_500 },
  { crossings: 0, connections: 8, sensors: 8 * ROWS },
  { crossings: 0, connections: 32, sensors: 32 * ROWS },
] as const;

/** Measures `POST /v2/readings/` beside `POST /v2/sensor_events/`, both of the same product. */
export async function readingsBench(workspace: Workspace): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { crossings, connections, sensors } of SHAPES) {
    const shape = `${connections} connections, ${sensors} sensors`;
    info(`posting readings that make ${crossings} events each, ${shape}…`);
    const events = await serve(await workspace.emptyDirectory("plain-events"));
    const readings = await serve(await workspace.emptyDirectory("readings"));
    const load = { rows: ROWS, connections, format: "JSON", sensors } as const;
    const post = (served: typeof events, path: string, sent: Content) => (ms: number) =>
      drive({ ...load, ms, origin: served.origin, path, token: served.token, content: sent });
    const postEvents = post(events, "/v2/sensor_events/", "events");
    const postReadings = post(readings, "/v2/readings/", { crossings });
    await postEvents(WARM_UP_MS);
    await postReadings(WARM_UP_MS);
    const rounds = await alternate(postEvents, postReadings);
    await events.stop();
    await readings.stop();
    const figure = (name: string, values: Figure["values"], events: number): Figure => {
      const { requests_per_s: requests = 0, share_of_baseline: share = 0 } = values;
      const rates = { rows_per_s: requests * ROWS, events_per_s: requests * ROWS * events };
      return {
        bench: "readings",
        name,
        events: null,
        values: { ...values, ...rates, events_over_baseline: share * events },
        runsMs: [],
      };
    };
    figures.push(
      figure(`POST /v2/sensor_events/, ${shape}`, rounds.baseline, 1),
      figure(`POST /v2/readings/, ${crossings} events each, ${shape}`, rounds.product, crossings),
    );
  }
  return figures;
}
