import { dailyResetInstants, type ResetSchedule } from "../../domain/daily-reset.ts";
import { localHourStart } from "../../domain/local-time.ts";
import { Replay } from "../../series/replay.ts";
import { type ExplicitReset, FLOOR, mergeResets } from "../../series/replay-plan.ts";
import { HourMeter, type HourSink } from "./hour-meter.ts";

/** A space whose hours are to be derived, and all that sets its count besides its events. */
export interface PlannedSpace {
  readonly spaceId: bigint;
  readonly timeZone: string;
  /** The start of an hour, or the space's first change where there is none; in ms. */
  readonly start: number;
  /** The count at that start before its events; null where there is none. */
  readonly opening: number | null;
  readonly schedules: ResetSchedule[];
  /** From the start on, in D6's order. */
  readonly resets: ExplicitReset[];
}

/** A replay that derives a planned space's hours up to an instant, in ms. */
export function hourReplay(space: PlannedSpace, end: number, sink: HourSink): Replay<HourMeter> {
  const { spaceId, timeZone, opening, schedules, resets } = space;
  const begins = opening === null;
  const start = begins ? localHourStart(space.start, timeZone) : space.start;
  // The count at the start of an hour that is there has seen the resets of that instant.
  const firstReset = begins ? start : start + 1;
  const plan = {
    origin: { instant: start, count: opening ?? 0 },
    resets: mergeResets(
      dailyResetInstants(schedules, firstReset, end),
      resets.filter(({ instant }) => instant >= firstReset && instant < end),
    ),
    floor: FLOOR,
  };
  return new Replay(plan, new HourMeter({ spaceId, timeZone, start, end }, sink), null);
}
