import { localDayOf } from "../domain/local-time.ts";
import type { Engine } from "../engine/build-engine.ts";
import { ingestReports } from "../engine/ingest/ingest-reports.ts";
import type { SensorReport } from "../engine/ports.ts";
import { type Crowd, reportsOfDay } from "../engine/simulation/people.ts";
import { say } from "./console.ts";
import { runLiveFeed } from "./live-feed.ts";

/** A demo whose counts move. */
export interface DemoLive {
  /** Ends it once what is under way is stored. */
  stop(): Promise<void>;
}

/**
 * Makes a demo's events from an instant on as they happen, from the same model as its history: each hour of the week
 * is as busy live as it was before, and the next start adds no event twice.
 */
export function startDemoLive(context: Engine, crowd: Crowd, start: number): DemoLive {
  const stopping = new AbortController();
  const reports = new DueReports(crowd, start);
  const running = runLiveFeed({
    advance: (now) => reports.advance(now),
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

/** The reports of a crowd's days as they fall due. */
class DueReports {
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
