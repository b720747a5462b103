import type { Figure } from "../harness.ts";
import { info } from "../harness.ts";
import { serve } from "../served.ts";
import type { Workspace } from "../workspace.ts";
import { alternate, WARM_UP_MS } from "./alternate.ts";
import type { Content } from "./ingest-bodies.ts";
import { drive } from "./ingest-processes.ts";

const ROWS = 1_000;
const CONNECTIONS = 8;

/** Measures `POST /v2/readings/` beside `POST /v2/sensor_events/`, both of the same product. */
export async function readingsBench(workspace: Workspace): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const content of ["risen totals", "same totals"] as const) {
    info(`posting readings, ${content}…`);
    const events = await serve(await workspace.emptyDirectory("plain-events"));
    const readings = await serve(await workspace.emptyDirectory("readings"));
    const load = { rows: ROWS, connections: CONNECTIONS, format: "JSON", sensors: ROWS } as const;
    const post = (served: typeof events, path: string, sent: Content) => (ms: number) =>
      drive({ ...load, ms, origin: served.origin, path, token: served.token, content: sent });
    const postEvents = post(events, "/v2/sensor_events/", "events");
    const postReadings = post(readings, "/v2/readings/", content);
    await postEvents(WARM_UP_MS);
    await postReadings(WARM_UP_MS);
    const rounds = await alternate(postEvents, postReadings);
    await events.stop();
    await readings.stop();
    const figure = (name: string, values: Figure["values"]): Figure => ({
      bench: "readings",
      name,
      events: null,
      values: { ...values, rows_per_s: (values.requests_per_s as number) * ROWS },
      runsMs: [],
    });
    figures.push(
      figure("POST /v2/sensor_events/", rounds.baseline),
      figure(`POST /v2/readings/, ${content}`, rounds.product),
    );
  }
  return figures;
}
