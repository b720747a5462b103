import { localDayOf } from "../domain/local-time.ts";
import type { EngineContext } from "../engine/context.ts";
import { ingestReports } from "../engine/ingest/ingest-reports.ts";
import type { SensorReport } from "../engine/ports.ts";
import { LiveCrowd } from "../engine/simulation/live-crowd.ts";
import { type Crowd, reportsOfDay, routeTo } from "../engine/simulation/people.ts";
import { say } from "./console.ts";
import { runLiveFeed } from "./live-feed.ts";

/** Events a minute that keep the demo moving at any hour, and how long the people behind them stay. */
const CALLERS_RATE = 24;
const CALLERS_STAY_MINUTES = 6;

/** How many people the campus has room for besides those of its habits. */
const CALLERS_ROOM = 200;

/** A demo whose counts move. */
export interface DemoLive {
  /** Ends it once what is under way is stored. */
  stop(): Promise<void>;
}

/**
 * Keeps a demo's events coming from an instant on: the day goes on as its history has it (the same events
 * that the next start would add, so none are there twice), and callers who stay a few minutes come at any hour.
 */
export function startDemoLive(context: EngineContext, crowd: Crowd, start: number): DemoLive {
  const stopping = new AbortController();
  const habitual = new HabitualReports(crowd, start);
  const callers = demoCallers(crowd, start);
  const running = runLiveFeed({
    advance: (now) =>
      [...habitual.advance(now), ...callers.advance(now)].sort((a, b) => a.timestamp - b.timestamp),
    send: async (rows) => {
      await ingestReports(context, rows, { keepDuplicates: false });
    },
    clock: context.clock,
    start,
    end: null,
    signal: stopping.signal,
  }).catch((error: unknown) => {
    say(`headcount: the demo's counts stand still now: ${error instanceof Error ? error.message : error}`);
  });
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

function demoCallers({ habits, passages, timeZone, seed, errorRate }: Crowd, start: number): LiveCrowd {
  return new LiveCrowd({
    destinations: habits.map((habit) => ({
      ...habit,
      stay: CALLERS_STAY_MINUTES,
      staySpread: CALLERS_STAY_MINUTES / 2,
      timeZone,
      routes: [routeTo(passages, habit.place)],
    })),
    seed,
    errorRate,
    start,
    speed: 1,
    rate: CALLERS_RATE,
    room: CALLERS_ROOM,
    inside: new Map(),
    idPrefix: `demo-${start.toString(36)}`,
  });
}

/** The reports of a crowd's days as they fall due. */
class HabitualReports {
  readonly #crowd: Crowd;
  #given: number;
  /** The day that is under way, and what of it is still to come. */
  #day = Number.NaN;
  #left: SensorReport[] = [];

  constructor(crowd: Crowd, start: number) {
    this.#crowd = crowd;
    this.#given = start;
  }

  advance(now: number): SensorReport[] {
    const due: SensorReport[] = [];
    const { timeZone } = this.#crowd;
    const today = localDayOf(now, timeZone);
    for (let day = localDayOf(this.#given, timeZone); day <= today; day++) {
      if (day !== this.#day) {
        this.#day = day;
        this.#left = reportsOfDay(this.#crowd, day).filter(({ timestamp }) => timestamp > this.#given);
      }
      const end = this.#left.findIndex(({ timestamp }) => timestamp > now);
      due.push(...this.#left.splice(0, end === -1 ? this.#left.length : end));
    }
    this.#given = now;
    return due;
  }
}
