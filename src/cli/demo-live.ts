import { localDayOf } from "../domain/local-time.ts";
import type { Engine } from "../engine/build-engine.ts";
import { ingestReports } from "../engine/ingest/ingest-reports.ts";
import type { SensorReport } from "../engine/ports.ts";
import { type Crowd, reportsOfDay } from "../engine/simulation/people.ts";
import { info } from "./console.ts";
import { runLiveFeed } from "./live-feed.ts";

/** The live events of a demo. */
export interface DemoLive {
  /** Stops adding events, once the current batch is stored. */
  stop(): Promise<void>;
}

/**
 * Adds the events of a demo from an instant on in real time. They come from the same model as its history, so that
 * each hour of the week is as busy as before, and a restart adds no event twice.
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
    info(`headcount: the demo adds no more events: ${error instanceof Error ? error.message : error}`);
  });
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** The reports of a crowd, day by day, up to the current time. */
class DueReports {
  readonly #crowd: Crowd;
  #given: number;
  /** The current day, and its reports after `given`. */
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
