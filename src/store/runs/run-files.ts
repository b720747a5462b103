import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { type DayRange, getOrInsert } from "../../domain/collections.ts";
import { RUNS_FOLDER } from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import type { ResetHistoryOf } from "../../series/roller.ts";
import type { RunBlock, RunSlice } from "../../series/run-block.ts";
import { type RetainedRuns, requireRetained } from "./retained-record.ts";
import { keepDamaged, openListed, RunFile, removeUnlisted, runFileName } from "./run-file.ts";
import { firstAtLeast } from "./run-file-format.ts";
import { type RunBatches, writeRunFile } from "./run-writer.ts";
import { type Extent, ExtentBlocks, newestSlices, type StoredBlock } from "./stored-block.ts";

/** Which runs cannot be derived from the log again. */
type KnownRetained = Pick<RetainedRuns, "firstDay" | "of">;

/**
 * The run files of a data directory. The caller has the list of them. Each can be derived from the log again, except
 * for runs whose events have been removed.
 */
export class RunFiles {
  readonly folder: string;
  /** The ids of listed files that could not be opened. */
  readonly missing: readonly number[];
  /** The extents that have been read lately, by file and space. Files never change, so no entry is outdated. */
  readonly #cache: LRUCache<string, ExtentBlocks>;
  readonly #retained: KnownRetained;
  /** The published files, ascending by id. */
  files: readonly RunFile[];
  /** The spaces with a damaged directory in a file, which is not read. */
  readonly #skipped = new Map<RunFile, Set<bigint>>();
  #extents = new Map<bigint, readonly Extent[]>();
  #lastId: number;
  #isClosed = false;
  /** How many callers of `keeping` are working, and the files whose removal waits for them. */
  #keepers = 0;
  #toRemove: RunFile[] = [];
  /** By which resets runs that are written from now on are rolled up. */
  historyOf: ResetHistoryOf = () => null;

  private constructor(
    folder: string,
    { files, missing }: ReturnType<typeof openListed>,
    retained: KnownRetained,
    lastId = 0,
    cacheBytes = 0,
  ) {
    this.folder = folder;
    this.files = files;
    this.missing = missing;
    this.#retained = retained;
    this.#lastId = lastId;
    this.#cache = new LRUCache({ maxSize: Math.max(1, cacheBytes), sizeCalculation: ({ bytes }) => bytes });
  }

  /**
   * Opens the listed files of a data directory, and removes other files, which a crash has left.
   *
   * @param retained says which runs cannot be derived. If there are any, a missing or damaged file is in `missing`, and
   * a damaged one is renamed
   * @returns null if files are missing or damaged and all runs can be derived
   */
  static async open(
    directory: string,
    listed: readonly number[],
    cacheBytes: number,
    retained: KnownRetained,
  ): Promise<RunFiles | null> {
    const folder = join(directory, RUNS_FOLDER);
    const lastId = await removeUnlisted(folder, listed);
    const opened = openListed(folder, listed);
    if (opened.missing.length > 0 && retained.firstDay <= 0) {
      for (const file of opened.files) file.release();
      return null;
    }
    await keepDamaged(folder, opened.missing);
    return new RunFiles(folder, opened, retained, lastId, cacheBytes);
  }

  /** Opens the listed files of a data directory that no process changes, to read its retained runs. */
  static async openForReading(
    directory: string,
    listed: readonly number[],
    retained: KnownRetained,
  ): Promise<RunFiles> {
    const folder = join(directory, RUNS_FOLDER);
    return new RunFiles(folder, openListed(folder, listed), retained);
  }

  get bytes(): number {
    return this.files.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** A new id, for a file or as the generation of runs: greater than all before. */
  nextId(): number {
    return ++this.#lastId;
  }

  /**
   * Writes runs to a file that is on disk when this resolves. Readers do not see it before it is published.
   *
   * @param rollsUp false leaves the roll-ups to the merging of files
   * @returns null if there are no runs
   * @throws HeadcountError `unavailable` if the file cannot be written, as when the disk is full
   */
  async write(id: number, batches: RunBatches, rollsUp = true): Promise<RunFile | null> {
    const path = join(this.folder, runFileName(id));
    const historyOf = rollsUp ? (spaceId: bigint) => this.historyOf(spaceId) : null;
    return (await writeRunFile(path, batches, historyOf)) ? new RunFile(id, path) : null;
  }

  /** Adds files for readers, and removes others. Reads that have begun continue to use the removed files. */
  async publish(added: readonly RunFile[], removed: readonly RunFile[] = []): Promise<void> {
    // A file that was merged may have been found damaged, and removed, meanwhile.
    const leaving = this.files.filter((file) => removed.includes(file));
    this.files = [...this.files.filter((file) => !leaving.includes(file)), ...added].sort(
      (a, b) => a.id - b.id,
    );
    this.#extents = new Map();
    for (const file of leaving) this.#skipped.delete(file);
    if (this.#keepers > 0) this.#toRemove.push(...leaving);
    else for (const file of leaving) await file.remove();
  }

  /** Does some work that reads files by their paths; files that are removed meanwhile stay on disk until it is done. */
  async keeping<T>(work: () => Promise<T>): Promise<T> {
    this.#keepers++;
    try {
      return await work();
    } finally {
      this.#keepers--;
      const removed = this.#keepers === 0 ? this.#toRemove.splice(0) : [];
      for (const file of removed) await file.remove();
    }
  }

  /** From now on, reads leave the runs of a space in a file out. To be called when they are marked as stale. */
  skip(file: RunFile, spaceId: bigint): void {
    getOrInsert(this.#skipped, file, () => new Set<bigint>()).add(spaceId);
    this.#extents.delete(spaceId);
  }

  hasSkipped(file: RunFile): boolean {
    return this.#skipped.has(file);
  }

  /** The runs of a space in each file that has some. */
  extentsOf(spaceId: bigint): readonly Extent[] {
    const extentIn = (file: RunFile) => {
      const index = file.indexOf(spaceId);
      if (index === -1 || this.#skipped.get(file)?.has(spaceId)) return [];
      const [firstDay, lastDay] = [file.spaces.firstDays[index], file.spaces.lastDays[index]];
      return [{ file, spaceId, index, firstDay: firstDay as number, lastDay: lastDay as number }];
    };
    return getOrInsert(this.#extents, spaceId, () => this.files.flatMap(extentIn));
  }

  /**
   * Does some work on a space's runs of some days. Their parts can be loaded until the work is done.
   *
   * @param memory runs that replace those in files: one each, ascending by day
   */
  async read<T>(
    spaceId: bigint,
    days: DayRange,
    memory: readonly RunBlock[],
    work: (slices: readonly RunSlice[]) => Promise<T>,
  ): Promise<T> {
    if (this.#isClosed) throw new HeadcountError("unavailable", "the data is being closed");
    const { firstDay, lastDay } = days;
    const extents = this.#extentsIn(spaceId, days);
    // Most reads of the last days need no file.
    if (extents.length === 0 && firstDay >= this.#retained.firstDay)
      return work(memory.map((block) => ({ block, from: 0, to: 1 })));
    for (const { file } of extents) file.acquire();
    try {
      const slices = newestSlices<RunBlock>([
        ...this.#slicesOf(extents, days),
        ...memory.map((block) => ({ block, from: 0, to: 1 })),
      ]);
      if (firstDay < this.#retained.firstDay) {
        const span = { firstDay, lastDay: Math.min(lastDay, this.#retained.firstDay - 1) };
        requireRetained(await this.#retained.of(spaceId), slices, span);
      }
      return await work(slices);
    } finally {
      for (const { file } of extents) file.release();
    }
  }

  /**
   * The newest version of each of a space's runs in files in a span of days, as slices that ascend by day.
   *
   * @param isCached false for a single use of all runs, which would evict everything else
   */
  newest(spaceId: bigint, days: DayRange, isCached = true): RunSlice<StoredBlock>[] {
    return newestSlices(this.#slicesOf(this.#extentsIn(spaceId, days), days, isCached));
  }

  #extentsIn(spaceId: bigint, { firstDay, lastDay }: DayRange): Extent[] {
    return this.extentsOf(spaceId).filter(
      (extent) => extent.firstDay <= lastDay && extent.lastDay >= firstDay,
    );
  }

  #slicesOf(extents: readonly Extent[], { firstDay, lastDay }: DayRange, isCached = true) {
    const slices: RunSlice<StoredBlock>[] = [];
    for (const extent of extents) {
      for (const block of this.#blocksOf(extent, isCached)) {
        const from = firstAtLeast(block.days, firstDay);
        const to = firstAtLeast(block.days, lastDay + 1);
        if (from < to) slices.push({ block, from, to });
      }
    }
    return slices;
  }

  #blocksOf(extent: Extent, isCached: boolean): readonly StoredBlock[] {
    const key = `${extent.file.id} ${extent.index}`;
    const known = isCached ? this.#cache.get(key) : undefined;
    if (known !== undefined) return known.blocks;
    const keep = (read: ExtentBlocks) => {
      // The cache takes the size of an entry when it is added.
      this.#cache.delete(key);
      this.#cache.set(key, read);
    };
    const read = new ExtentBlocks(extent, isCached ? keep : () => {});
    if (isCached) keep(read);
    return read.blocks;
  }

  /** A space's days in a span for which files have runs, except one file. */
  storedDays(spaceId: bigint, days: DayRange, except: RunFile | null): number[] {
    const extents = this.#extentsIn(spaceId, days).filter(({ file }) => file !== except);
    const slices = this.#slicesOf(extents, days);
    return slices.flatMap(({ block, from, to }) => [...block.days.subarray(from, to)]);
  }

  /** The spaces that have runs in files, ascending. */
  spaceIds(): bigint[] {
    const ids = new Set<bigint>();
    for (const { spaces } of this.files) for (const id of spaces.spaceIds) ids.add(id);
    return [...ids].sort((a, b) => (a < b ? -1 : 1));
  }

  /** Closes the files once the reads that have begun are done. */
  close(): void {
    this.#isClosed = true;
    for (const file of this.files) file.release();
    this.files = [];
    this.#extents = new Map();
  }
}
