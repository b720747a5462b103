import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateEvents } from "./data.ts";
import { info } from "./harness.ts";
import { fillLog } from "./log.ts";
import type { MeasuredRange, Site } from "./site.ts";

const TRAFFIC_SEED = 1;

/** How often a long job reports its progress, in ms. */
const PROGRESS_MS = 10_000;

/** The inputs of a dataset's content, besides its plan. */
const CATALOG_TABLES = "../src/store/duckdb/catalog-tables.ts";
const MAKERS = ["data.ts", "dataset.ts", "log.ts", "random.ts", "site.ts", CATALOG_TABLES];
const SCHEMA = new URL("../sql/schema/", import.meta.url);

/** Beside a dataset's data directory: how many events it has, written last, and that its runs are derived. */
const EVENTS_FILE = "events";
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
  /** Its unique name. */
  readonly name: string;
  readonly directory: string;
  /** Requested events, and events in its log. */
  readonly wanted: number;
  readonly events: number;
  readonly range: MeasuredRange;
  readonly site: Site;
  /** Whether its runs have been derived from the log. */
  isDerived(): boolean;
  noteDerived(): void;
}

/** A name that depends on everything that the content depends on. */
function datasetName({ wanted, range, site }: DatasetPlan): string {
  const hash = createHash("sha256");
  for (const file of MAKERS) hash.update(readFileSync(new URL(file, import.meta.url)));
  for (const file of readdirSync(SCHEMA).sort()) hash.update(readFileSync(new URL(file, SCHEMA)));
  return `${wanted}-events-${range.days}-days-${site.length}-spaces-${hash.digest("hex").slice(0, 12)}`;
}

/** A folder of datasets. One whose creation was interrupted is created again. */
export class DatasetFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The dataset of a plan, from an earlier run or created in a copy of the site's data directory. */
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
      noteDerived: () => writeFileSync(derived, ""),
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
