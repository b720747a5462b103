import { readFileSync } from "node:fs";
import { must } from "../domain/errors.ts";
import { localDayOf } from "../domain/local-time.ts";
import type { Engine } from "../engine/engine.ts";
import { ingestReports } from "../engine/ingest/ingest-queue.ts";
import type { SensorReport } from "../engine/ports.ts";
import { type Crowd, type Passage, reportsOfDay } from "../engine/simulation/people.ts";
import { applySite } from "../engine/site/apply.ts";
import type { SiteDocument, SiteSpace } from "../engine/site/document.ts";
import { PROGRAM_FOLDER } from "../program-folder.ts";
import { runLiveFeed } from "./live-feed.ts";
import { info } from "./process.ts";
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

/**
 * Adds the events of a demo from an instant on in real time. They come from the same model as its history, so that
 * each hour of the week is as busy as before, and a restart adds no event twice.
 *
 * @returns stops adding events, once the current batch is stored
 */
export function startDemoLive(context: Engine, crowd: Crowd, start: number): () => Promise<void> {
  const stopping = new AbortController();
  const running = runLiveFeed({
    advance: dueReports(crowd, start),
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
  return async () => {
    stopping.abort();
    await running;
  };
}

/** Gives the reports of a crowd since the last call, or since the start, up to the current time. */
function dueReports(crowd: Crowd, start: number): (now: number) => SensorReport[] {
  let given = start;
  let latest = { day: Number.NaN, reports: [] as SensorReport[] };
  return (now) => {
    const due: SensorReport[] = [];
    for (let day = localDayOf(given, crowd.timeZone); day <= localDayOf(now, crowd.timeZone); day++) {
      if (day !== latest.day) latest = { day, reports: reportsOfDay(crowd, day) };
      due.push(...latest.reports.filter(({ timestamp }) => timestamp > given && timestamp <= now));
    }
    given = now;
    return due;
  };
}
