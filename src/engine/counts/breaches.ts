import { DAY_MS } from "../../domain/instant.ts";
import { safeLimit } from "../../domain/safe-threshold.ts";
import { type Breach, BreachMeter } from "../../series/breach-meter.ts";
import { planReplay } from "../../series/replay-plan.ts";
import { HOURS } from "../../series/roll-up.ts";
import type { RunReader } from "../ports.ts";
import { replayRuns, type SpaceHistory } from "./count-series.ts";

/**
 * The breaches of a space's limit that touch [start, end), unclipped, ascending (D15). A breach that lasts until `now`
 * has no end.
 *
 * @param end at most `now`
 */
export async function findBreaches(
  runs: RunReader,
  history: SpaceHistory,
  range: { readonly start: number; readonly end: number },
  now: number,
): Promise<readonly Breach[]> {
  const limit = safeLimit(history.space);
  if (limit === null || range.start >= range.end) return [];
  // Changes at `now` decide whether a breach has ended.
  const horizon = now + 1;
  // Extends the range in both directions, doubling each time, until no breach crosses its edges.
  for (let reach = DAY_MS; ; reach *= 2) {
    const end = Math.min(horizon, range.end + reach);
    const plan = planReplay(history, range.start - reach, end);
    const meter = new BreachMeter(limit, plan.origin.instant, end);
    await replayRuns(runs, history.space.id, plan, end, [meter], HOURS);
    const touching = meter.breaches.filter(
      (breach) => breach.start < range.end && (breach.end === null || breach.end > range.start),
    );
    const cutAtStart = Number.isFinite(plan.origin.instant) && touching[0]?.start === plan.origin.instant;
    const cutAtEnd = end < horizon && touching.at(-1)?.end === null;
    if (!cutAtStart && !cutAtEnd) return touching;
  }
}
