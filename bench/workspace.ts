import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Dataset, DatasetFolder } from "./dataset.ts";
import { info } from "./harness.ts";
import { type BenchEngine, createSite, type MeasuredRange, openEngine, planSite, type Site } from "./site.ts";

const SPACES = 1_000;
const SITE_SEED = 7;

/** The folders of the benchmarks, and their plan. */
export interface WorkspaceOptions {
  /** The benchmarks create a folder in this one, and remove it at the end. */
  readonly parent: string;
  /** The folder in which generated datasets are kept for later runs; null keeps none. */
  readonly keep: string | null;
  readonly range: MeasuredRange;
}

/** A data directory with derived runs, which no process has open. */
export interface DerivedDirectory {
  readonly directory: string;
  /** In the order of the site. */
  readonly spaceIds: readonly bigint[];
}

/** The folder of the benchmarks, with the data directories that they share. Each is created when it is first needed. */
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
    // The server of a peer can run as another user, who needs access to its folder within this one.
    chmodSync(this.#folder, 0o711);
    this.#datasetFolder = new DatasetFolder(keep ?? this.path("datasets"));
  }

  /** The path of a file or folder with that name. */
  path(name: string): string {
    return join(this.#folder, name);
  }

  /**
   * A data directory with the site and about that many events. Its runs may not have been derived. It may be kept for
   * later runs, so benchmarks that write use a copy.
   */
  dataset(wanted: number): Promise<Dataset> {
    let dataset = this.#datasets.get(wanted);
    if (dataset === undefined) {
      const plan = { wanted, range: this.#range, site: this.site };
      dataset = this.#datasetFolder.get(plan, () => this.#createSite());
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
      dataset.markDerived();
    }
    return engine;
  }

  /** The directory of a dataset with its runs derived, for benchmarks that only read, and the ids of its spaces. */
  async derived(dataset: Dataset): Promise<DerivedDirectory> {
    const { context, close } = await this.openDerived(dataset);
    const spaceIds = context.catalog.spaces.all().map(({ id }) => id);
    await close();
    return { directory: dataset.directory, spaceIds };
  }

  /** A copy of a dataset's directory with its runs derived, for benchmarks that write. */
  async copyOf(dataset: Dataset, name: string): Promise<DerivedDirectory> {
    const { directory, spaceIds } = await this.derived(dataset);
    return { directory: this.#copy(directory, name), spaceIds };
  }

  /** A new data directory with the site and an empty log. */
  async emptyDirectory(name: string): Promise<string> {
    return this.#copy(await this.#createSite(), name);
  }

  /** Deletes the folder. */
  remove(): void {
    // Child processes that are being stopped may still write files.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  #copy(from: string, name: string): string {
    const directory = this.path(name);
    rmSync(directory, { recursive: true, force: true });
    cpSync(from, directory, { recursive: true });
    return directory;
  }

  #createSite(): Promise<string> {
    this.#siteDirectory ??= createSite(this.path("site"), this.site).then(() => this.path("site"));
    return this.#siteDirectory;
  }
}
