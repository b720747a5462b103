import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateEvents } from "./data.ts";
import { info } from "./harness.ts";
import { fillLog } from "./log.ts";
import type { MeasuredRange, Site } from "./site.ts";

const TRAFFIC_SEED = 1;

/** The interval at which the generator prints its progress, in ms. */
const PROGRESS_MS = 10_000;

/** The source files on which the content of a dataset depends. */
const CATALOG_TABLES = "../src/store/duckdb/catalog-tables.ts";
const GENERATOR_FILES = ["data.ts", "dataset.ts", "log.ts", "random.ts", "site.ts", CATALOG_TABLES];
const SCHEMA = new URL("../sql/schema/", import.meta.url);

/** A file beside the data directory of a dataset. It is written last and contains the number of events. */
const EVENTS_FILE = "events";
/** A file beside the data directory, which exists if the runs have been derived. */
const DERIVED_FILE = "derived";

/** The plan of a dataset. */
export interface DatasetPlan {
  /** The approximate number of events. */
  readonly wanted: number;
  readonly range: MeasuredRange;
  readonly site: Site;
}

/** A data directory with a log of a certain size. */
export interface Dataset {
  readonly name: string;
  readonly directory: string;
  /** The requested number of events. */
  readonly wanted: number;
  /** The number of events in the log. */
  readonly events: number;
  readonly range: MeasuredRange;
  readonly site: Site;
  /** Whether its runs have been derived from the log. */
  isDerived(): boolean;
  /** Records that its runs have been derived. */
  markDerived(): void;
}

/** The name of a dataset. It contains a hash of everything on which the content depends. */
function datasetName({ wanted, range, site }: DatasetPlan): string {
  const hash = createHash("sha256");
  for (const file of GENERATOR_FILES) hash.update(readFileSync(new URL(file, import.meta.url)));
  for (const file of readdirSync(SCHEMA).sort()) hash.update(readFileSync(new URL(file, SCHEMA)));
  return `${wanted}-events-${range.days}-days-${site.length}-spaces-${hash.digest("hex").slice(0, 12)}`;
}

/** A folder of datasets. A dataset whose creation was interrupted is created again. */
export class DatasetFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the dataset of a plan: an existing one, or a new one in a copy of the site's data directory. */
  async get(plan: DatasetPlan, siteDirectory: () => Promise<string>): Promise<Dataset> {
    const name = datasetName(plan);
    const folder = join(this.#folder, name);
    if (!existsSync(join(folder, EVENTS_FILE))) await this.#make(folder, plan, await siteDirectory());
    const events = Number(readFileSync(join(folder, EVENTS_FILE), "utf8"));
    const derived = join(folder, DERIVED_FILE);
    return {
      ...plan,
      name,
      directory: join(folder, "data"),
      events,
      isDerived: () => existsSync(derived),
      markDerived: () => writeFileSync(derived, ""),
    };
  }

  async #make(folder: string, { wanted, range, site }: DatasetPlan, siteDirectory: string): Promise<void> {
    info(`generating about ${wanted.toLocaleString("en")} events…`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const directory = join(folder, "data");
    cpSync(siteDirectory, directory, { recursive: true });
    const traffic = { seed: TRAFFIC_SEED, events: wanted, start: range.start, days: range.days };
    let next = performance.now() + PROGRESS_MS;
    const events = await fillLog(directory, generateEvents(site, traffic), (done) => {
      if (performance.now() < next) return;
      next += PROGRESS_MS;
      info(`  ${Math.floor((100 * done) / wanted)}%`);
    });
    writeFileSync(join(folder, EVENTS_FILE), `${events}\n`);
  }
}
