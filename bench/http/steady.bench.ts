import { DAY_MS } from "../../src/domain/instant.ts";
import { nextMessage, startChild } from "../child.ts";
import { type Figure, info } from "../harness.ts";
import { serve } from "../served.ts";
import { serialNumber } from "../site.ts";
import type { SizedRun } from "../sized-run.ts";
import { randomCountsPaths, spaceCountsPath } from "./paths.ts";
import {
  ENDING_MS_MAX,
  type SteadyAnswers,
  type SteadyTraffic,
  type SteadyTrafficResult,
} from "./steady-client.ts";

/** 10,000 events per second, in batches such as gateways send. */
const ROWS = 100;
const POSTS_PER_SECOND = 100;
const READS_PER_SECOND = 200;

/** The number of paths with random times, and of paths with the last day, to which the posted events belong. */
const PATHS = 256;

/** The duration of the reads without ingest, in s. */
const ALONE_SECONDS = 10;

const CLIENT = new URL("steady-client.ts", import.meta.url);

/**
 * Reads counts at a steady rate, alone and while events are posted at a steady rate. If the server keeps up, the events
 * of the last quarter are acknowledged as fast as those of the first.
 */
export async function steadyReadsBench({
  workspace,
  events,
  steadySeconds: seconds,
}: SizedRun): Promise<Figure[]> {
  const dataset = await workspace.dataset(events);
  const { directory, spaceIds } = await workspace.copyOf(dataset, "steady");
  const { origin, token, memory, stop } = await serve(directory);
  const now = Date.now();
  const history = randomCountsPaths(spaceIds, dataset.range, PATHS);
  const lastDays = spaceIds
    .slice(0, PATHS)
    .map((id) => spaceCountsPath(id, now - DAY_MS, now + DAY_MS, "1h"));
  const traffic: SteadyTraffic = {
    target: { origin, token },
    seconds: ALONE_SECONDS,
    serialNumbers: dataset.site.flatMap(({ doors }) => doors.map(serialNumber)),
    rows: ROWS,
    postsPerSecond: 0,
    paths: history.flatMap((path, i) => [path, lastDays[i % lastDays.length] as string]),
    readsPerSecond: READS_PER_SECOND,
  };
  info(`${READS_PER_SECOND} reads/s for ${ALONE_SECONDS} s…`);
  const alone = await drive(traffic);
  const memoryBefore = await memory();
  info(`the same during ${ROWS * POSTS_PER_SECOND} events/s for ${seconds} s…`);
  const both = await drive({ ...traffic, seconds, postsPerSecond: POSTS_PER_SECOND });
  const memoryAfter = await memory();
  await stop();

  const figure = (name: string, values: Figure["values"]): Figure => ({
    bench: "steady",
    name,
    events: dataset.events,
    values,
    runsMs: [],
  });
  if (both.posts === null) throw new Error("nothing was posted");
  return [
    figure(`${READS_PER_SECOND} reads/s alone`, valuesOf(alone.reads)),
    figure(`the same during ${ROWS * POSTS_PER_SECOND} events/s, ${seconds} s`, valuesOf(both.reads)),
    figure(`those events, ${ROWS} a POST`, valuesOf(both.posts)),
    figure("memory of headcount serve", { start_mib: memoryBefore, end_mib: memoryAfter }),
  ];
}

function valuesOf(answers: SteadyAnswers): Figure["values"] {
  return {
    p50_ms: answers.p50Ms,
    p99_ms: answers.p99Ms,
    p99_9_ms: answers.p999Ms,
    first_quarter_ms: answers.firstQuarterMs,
    last_quarter_ms: answers.lastQuarterMs,
    failed: answers.failed,
  };
}

async function drive(traffic: SteadyTraffic): Promise<SteadyTrafficResult> {
  const client = startChild(CLIENT);
  client.send(traffic);
  // The client waits up to ENDING_MS_MAX for outstanding responses.
  return nextMessage(client, traffic.seconds * 2_000 + 2 * ENDING_MS_MAX);
}
