import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { generateEvents } from "./data.ts";
import { say } from "./harness.ts";
import { fillLog } from "./log.ts";
import { type BenchEngine, createSite, DAYS, openEngine, type Site, START } from "./site.ts";

const SPACES = 1_000;
const SITE_SEED = 7;
const TRAFFIC_SEED = 1;

/** How often a long job says how far it has come, in ms. */
const PROGRESS_MS = 10_000;

/** A data directory with a log of a certain size. */
export interface Dataset {
  readonly directory: string;
  /** Events in its log: about as many as were asked for. */
  readonly events: number;
}

/** The folder that the benchmarks work in: data directories made when first asked for, and used by all. */
export class Workspace {
  readonly #folder: string;
  readonly #datasets = new Map<number, Promise<Dataset>>();
  readonly #derived = new Set<Dataset>();
  #site: Promise<Site> | null = null;

  constructor(parent: string) {
    mkdirSync(parent, { recursive: true });
    this.#folder = mkdtempSync(join(parent, "headcount-bench-"));
  }

  /** Where a file or folder of that name may be made. */
  path(name: string): string {
    return join(this.#folder, name);
  }

  /** A data directory with the site and about as many events in its log; runs have not been derived. */
  dataset(events: number): Promise<Dataset> {
    let dataset = this.#datasets.get(events);
    if (dataset === undefined) {
      dataset = this.#generate(events);
      this.#datasets.set(events, dataset);
    }
    return dataset;
  }

  /** To be called when the runs of a dataset have been derived. */
  noteDerived(dataset: Dataset): void {
    this.#derived.add(dataset);
  }

  /** Opens a dataset, with its runs derived. */
  async openDerived(dataset: Dataset): Promise<BenchEngine> {
    const engine = await openEngine(dataset.directory);
    if (!this.#derived.has(dataset)) {
      await engine.context.events.rebuild({ spaceId: null, from: -Infinity, to: Infinity, verify: false });
      this.noteDerived(dataset);
    }
    return engine;
  }

  /** A new data directory of that name with the site and an empty log. */
  async emptyDirectory(name: string): Promise<string> {
    await this.#madeSite();
    const directory = this.path(name);
    rmSync(directory, { recursive: true, force: true });
    cpSync(this.path("site"), directory, { recursive: true });
    return directory;
  }

  /** Takes the folder away with all that is in it. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #madeSite(): Promise<Site> {
    this.#site ??= createSite(this.path("site"), SPACES, SITE_SEED);
    return this.#site;
  }

  async #generate(wanted: number): Promise<Dataset> {
    say(`generating about ${wanted.toLocaleString("en")} events…`);
    const site = await this.#madeSite();
    const directory = await this.emptyDirectory(`events-${wanted}`);
    const traffic = { seed: TRAFFIC_SEED, events: wanted, start: START, days: DAYS };
    let next = performance.now() + PROGRESS_MS;
    const events = await fillLog(directory, generateEvents(site, traffic), (done) => {
      if (performance.now() < next) return;
      next += PROGRESS_MS;
      say(`  ${Math.floor((100 * done) / wanted)}%`);
    });
    return { directory, events };
  }
}
