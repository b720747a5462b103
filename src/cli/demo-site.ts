import { readFileSync } from "node:fs";
import { z } from "zod";
import { must } from "../domain/errors.ts";
import type { Engine } from "../engine/build-engine.ts";
import type { Crowd } from "../engine/simulation/people.ts";
import { applySite } from "../engine/site/apply.ts";
import type { SiteDocument, SiteSpace } from "../engine/site/document.ts";
import { PROGRAM_FOLDER } from "../program-folder.ts";
import { parseSite } from "./site-file.ts";

/** The schema of `fixtures/demo-people.json`: how people use the site of the demo. */
const peopleSchema = z.strictObject({
  passages: z.array(
    z.strictObject({ serial_number: z.string(), from: z.string().nullable(), into: z.string() }),
  ),
  habits: z.array(
    z.strictObject({
      place: z.string(),
      visitors: z.number(),
      arrival: z.number(),
      arrival_spread: z.number(),
      stay: z.number(),
      stay_spread: z.number(),
    }),
  ),
  rounds: z.strictObject({ an_hour: z.number(), stay: z.number(), stay_spread: z.number() }),
  error_rate: z.number(),
});

/** The site of the demo, and how people use it. */
export interface DemoSite {
  readonly document: SiteDocument;
  readonly people: z.infer<typeof peopleSchema>;
}

/** Reads the site of the demo from the fixtures of the program. */
export function readDemoSite(): DemoSite {
  return {
    document: parseSite(fixture("demo-site.yaml"), "demo-site.yaml").document,
    people: peopleSchema.parse(JSON.parse(fixture("demo-people.json").toString())),
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
  return {
    timeZone,
    seed,
    errorRate: people.error_rate,
    rounds: {
      visitsPerHour: people.rounds.an_hour,
      stay: people.rounds.stay,
      staySpread: people.rounds.stay_spread,
    },
    passages: people.passages.map(({ serial_number: serialNumber, from, into }) => {
      const doorway = document.doorways.find((each) => each.sensorSerialNumber === serialNumber);
      const link = doorway?.links?.find(({ space }) => space === into);
      // Going in is an entrance: trajectory × placement is +1 (D4).
      return {
        serialNumber,
        from,
        into,
        inward: must(link, `link of ${serialNumber} to ${into}`).sensorPlacement,
      };
    }),
    habits: people.habits.map((habit) => ({
      place: habit.place,
      visitors: habit.visitors,
      arrival: habit.arrival,
      arrivalSpread: habit.arrival_spread,
      stay: habit.stay,
      staySpread: habit.stay_spread,
    })),
  };
}
