import type { Dataset } from "../dataset.ts";
import { type Figure, info } from "../harness.ts";
import type { OpenPeer } from "../peers/open-peer.ts";
import type { SizedRun } from "../sized-run.ts";
import { HOURLY } from "./hour-samples.ts";
import {
  latencies,
  latenciesAndCpu,
  type Questions,
  type SpaceTime,
  type SpaceTotals,
  timeCounts,
} from "./space-counts.ts";

/** A month's hour samples. */
export const MONTH: { readonly name: string; readonly questions: Questions } = {
  name: "720 hour samples of a space",
  questions: { days: 30, interval: HOURLY, count: 400, isLocal: false },
};

/** Questions that a peer is asked before those that count. */
const WARM_UPS = 40;

/**
 * A month's hour samples and metrics of one space at a time, spaces and months at random; beside it, peers
 * only fetch the same events, of which a program would still have to make counts.
 */
export async function spaceMonthBench({ workspace, events, peers }: SizedRun): Promise<Figure[]> {
  const dataset = await workspace.dataset(events);
  info("a month of a space by the hour…");
  const product = await timeCounts(workspace, dataset, MONTH.questions);
  const { times, totals } = product;
  const rivals = await peers.each(dataset, (peer) => readMonths(peer, dataset, times, totals));
  return [
    {
      bench: "space month",
      name: MONTH.name,
      events: dataset.events,
      values: latenciesAndCpu(product),
      runsMs: [],
    },
    ...rivals,
  ];
}

async function readMonths(
  peer: OpenPeer,
  dataset: Dataset,
  times: readonly SpaceTime[],
  expected: readonly SpaceTotals[],
): Promise<Figure> {
  info(`raw events of a month of a space from ${peer.title}…`);
  const { runsMs, totals } = await peer.readSpaces(times, WARM_UPS);
  for (const [i, { events, net }] of totals.entries()) {
    const product = expected[i];
    if (product?.events === events && product.net === net) continue;
    const { spaceId, start } = times[i] as SpaceTime;
    throw new Error(
      `space ${spaceId} from ${start}: ${peer.title} has ${events} events, the product ${product?.events}`,
    );
  }
  return {
    bench: "space month",
    name: `${peer.title}, its raw events`,
    peer: peer.title,
    events: dataset.events,
    values: latencies(runsMs),
    runsMs: [],
  };
}
