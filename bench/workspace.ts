import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Dataset, DatasetFolder } from "./dataset.ts";
import { info } from "./harness.ts";
import { type BenchEngine, createSite, type MeasuredRange, openEngine, planSite, type Site } from "./site.ts";

const SPACES = 1_000;
const SITE_SEED = 7;

/** The folders of the benchmarks, and their plan. */
export interface WorkspaceOptions {
  /** A folder is made in this one, and removed at the end. */
  readonly parent: string;
  /** Where generated datasets are kept for later runs; null keeps none. */
  readonly keep: string | null;
  readonly range: MeasuredRange;
}

/** A data directory that no process has open, with its runs derived. */
export interface DerivedDirectory {
  readonly directory: string;
  /** In the order of the site's. */
  readonly spaceIds: readonly bigint[];
}

/** The folder that the benchmarks work in: data directories made when first asked for, and used by all. */
export class Workspace {
  readonly site: Site = planSite(SPACES, SITE_SEED);
  readonly #range: MeasuredRange;
  readonly #folder: string;
  readonly #datasetFolder: DatasetFolder;
  readonly #datasets = new Map<number, Promise<Dataset>>();
  #siteDirectory: Promise<string> | null = null;

  constructor({ parent, keep, range }: WorkspaceOptions) {
    this.#range = range;
    mkdirSync(parent, { recursive: true });
    this.#folder = mkdtempSync(join(parent, "headcount-bench-"));
    // The server of a peer can run as another user, who must be able to reach its folder.
    chmodSync(this.#folder, 0o711);
    this.#datasetFolder = new DatasetFolder(keep ?? this.path("datasets"));
  }

  /** The path of a file or folder with that name. */
  path(name: string): string {
    return join(this.#folder, name);
  }

  /**
   * A data directory with the site and about as many events in its log; runs may not have been derived. It
   * may be kept for later runs: work that adds to it uses a copy.
   */
  dataset(wanted: number): Promise<Dataset> {
    let dataset = this.#datasets.get(wanted);
    if (dataset === undefined) {
      const plan = { wanted, range: this.#range, site: this.site };
      dataset = this.#datasetFolder.get(plan, () => this.#madeSite());
      this.#datasets.set(wanted, dataset);
    }
    return dataset;
  }

  /** Opens a dataset, with its runs derived. */
  async openDerived(dataset: Dataset): Promise<BenchEngine> {
    const engine = await openEngine(dataset.directory);
    if (!dataset.isDerived()) {
      info("deriving the runs…");
      await engine.context.events.rebuild({ spaceId: null, from: -Infinity, to: Infinity, verify: false });
      dataset.noteDerived();
    }
    return engine;
  }

  /** A dataset's directory, closed and with its runs derived, for what only reads; and its spaces' ids. */
  async derived(dataset: Dataset): Promise<DerivedDirectory> {
    const { context, close } = await this.openDerived(dataset);
    const spaceIds = context.catalog.spaces.all().map(({ id }) => id);
    await close();
    return { directory: dataset.directory, spaceIds };
  }

  /** A copy of a dataset under that name, closed and with its runs derived, for what adds to it. */
  async copyOf(dataset: Dataset, name: string): Promise<DerivedDirectory> {
    const { directory, spaceIds } = await this.derived(dataset);
    return { directory: this.#copy(directory, name), spaceIds };
  }

  /** A new data directory of that name with the site and an empty log. */
  async emptyDirectory(name: string): Promise<string> {
    return this.#copy(await this.#madeSite(), name);
  }

  /** Deletes the folder. */
  remove(): void {
    // Child processes that were just stopped may still be writing.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  #copy(from: string, name: string): string {
    const directory = this.path(name);
    rmSync(directory, { recursive: true, force: true });
    cpSync(from, directory, { recursive: true });
    return directory;
  }

  #madeSite(): Promise<string> {
    this.#siteDirectory ??= createSite(this.path("site"), this.site).then(() => this.path("site"));
    return this.#siteDirectory;
  }
}
