import { readFileSync } from "node:fs";
import { must } from "../domain/errors.ts";
import { localDayOf } from "../domain/local-time.ts";
import type { Engine } from "../engine/build-engine.ts";
import { ingestReports } from "../engine/ingest/ingest-reports.ts";
import type { SensorReport } from "../engine/ports.ts";
import { type Crowd, type Passage, reportsOfDay } from "../engine/simulation/people.ts";
import { applySite } from "../engine/site/apply.ts";
import type { SiteDocument, SiteSpace } from "../engine/site/document.ts";
import { PROGRAM_FOLDER } from "../program-folder.ts";
import { info } from "./console.ts";
import { runLiveFeed } from "./live-feed.ts";
import { parseSite } from "./site-file.ts";

/** The site of the demo, and how people use it: the content of `fixtures/demo-people.json`. */
export interface DemoSite {
  readonly document: SiteDocument;
  readonly people: Pick<Crowd, "habits" | "rounds" | "errorRate"> & {
    readonly passages: readonly Omit<Passage, "inward">[];
  };
}

/** Reads the site of the demo from the fixtures of the program. */
export function readDemoSite(): DemoSite {
  return {
    document: parseSite(fixture("demo-site.yaml"), "demo-site.yaml").document,
    people: JSON.parse(fixture("demo-people.json").toString()) as DemoSite["people"],
  };
}

function fixture(name: string): Buffer {
  return readFileSync(new URL(`fixtures/${name}`, PROGRAM_FOLDER));
}

/** Creates the site in an empty catalog, with all spaces in one time zone. */
export async function createDemoSite(
  context: Engine,
  { document }: DemoSite,
  timeZone: string,
): Promise<void> {
  const here = (space: SiteSpace): SiteSpace => ({
    ...space,
    fields: { ...space.fields, timeZone },
    spaces: space.spaces.map(here),
  });
  const site = { ...document, spaces: document.spaces.map(here) };
  await applySite(context, site, { dryRun: false, prune: false });
}

/** The people who use the site. */
export function demoCrowd({ document, people }: DemoSite, timeZone: string, seed: number): Crowd {
  const passages = people.passages.map((passage) => {
    const { serialNumber, into } = passage;
    const doorway = document.doorways.find((each) => each.sensorSerialNumber === serialNumber);
    const link = doorway?.links?.find(({ space }) => space === into);
    // Going in is an entrance: trajectory × placement is +1 (D4).
    return { ...passage, inward: must(link, `link of ${serialNumber} to ${into}`).sensorPlacement };
  });
  return { ...people, timeZone, seed, passages };
}

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
