import type { Dataset } from "../dataset.ts";
import { type Figure, info } from "../harness.ts";
import type { OpenPeer } from "../peers/open-peer.ts";
import type { SizedRun } from "../sized-run.ts";
import { HOURLY } from "./hour-samples.ts";
import {
  latencies,
  latenciesAndCpu,
  type Queries,
  type SpaceTime,
  type SpaceTotals,
  timeCounts,
} from "./space-counts.ts";

/** The queries: 30 days of a space by the hour. */
export const MONTH: { readonly name: string; readonly queries: Queries } = {
  name: "720 hour samples of a space",
  queries: { days: 30, interval: HOURLY, count: 400, isLocal: false },
};

/** The number of queries to a peer before the measurement. */
const WARM_UPS = 40;

/**
 * Measures the hour samples and metrics of random spaces and months. The peers only fetch the same events; computing
 * counts from these would be further work.
 */
export async function spaceMonthBench({ workspace, events, peers }: SizedRun): Promise<Figure[]> {
  const dataset = await workspace.dataset(events);
  info("a month of a space by the hour…");
  const product = await timeCounts(workspace, dataset, MONTH.queries);
  const { times, totals } = product;
  const peerFigures = await peers.each(dataset, (peer) => readMonths(peer, dataset, times, totals));
  return [
    {
      bench: "space month",
      name: MONTH.name,
      events: dataset.events,
      values: latenciesAndCpu(product),
      runsMs: [],
    },
    ...peerFigures,
  ];
}

async function readMonths(
  peer: OpenPeer,
  dataset: Dataset,
  times: readonly SpaceTime[],
  expected: readonly SpaceTotals[],
): Promise<Figure> {
  info(`fetching the raw events of a month of a space from ${peer.title}…`);
  const { runsMs, totals } = await peer.readSpaces(times, WARM_UPS);
  for (const [i, { events, net }] of totals.entries()) {
    const product = expected[i];
    if (product?.events === events && product.net === net) continue;
    const { spaceId, start } = times[i] as SpaceTime;
    throw new Error(
      `space ${spaceId} from ${start}: ${peer.title} has ${events} events, Headcount ${product?.events}`,
    );
  }
  return {
    bench: "space month",
    name: `${peer.title}, raw events`,
    peer: peer.title,
    events: dataset.events,
    values: latencies(runsMs),
    runsMs: [],
  };
}
