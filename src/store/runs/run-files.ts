import { existsSync } from "node:fs";
import { mkdir, readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { RUNS_FOLDER } from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { notRolledUp, Roller, type RollUpHintsOf } from "../../series/roller.ts";
import type { RunBlock, RunSlice } from "../../series/run-block.ts";
import { type Days, type KeptDays, type KeptRecord, keptDaysIn, requireKept } from "./kept-days.ts";
import { type ExtentBlock, holdingPieces, opened, piecesIn } from "./pieces.ts";
import { partKey, RunCache } from "./run-cache.ts";
import { DamagedRunFile, RunFile } from "./run-file.ts";
import { type RunBatches, RunWriter } from "./run-writer.ts";
import { Scratch } from "./scratch.ts";
import { type Extent, type ExtentDirectory, extentDirectory, StoredBlock } from "./stored-runs.ts";

const EXTENSION = ".runs";
/** What is added to the name of a file that cannot be used and may be all that there is of some runs. */
const DAMAGED_EXTENSION = ".damaged";

/** Runs that are rolled up and added to a file before others have their turn. */
const RUNS_AT_ONCE = 64;

/** All runs can be derived again. */
const NOTHING_KEPT: KeptRecord = {
  firstDay: -Infinity,
  of: async () => ({ days: new Int32Array(0), checksums: new Uint32Array(0) }),
};

/**
 * The files that hold the runs of a data directory, for whoever keeps the list of them. They are derived
 * from the log: each can be thrown away and written anew, but for runs whose events have been removed.
 */
export class RunFiles {
  readonly #cache: RunCache;
  readonly #folder: string;
  #files: readonly RunFile[];
  #extents = new Map<bigint, readonly Extent[]>();
  #lastId: number;
  #isClosed = false;
  /** Files, each with the spaces whose directories there are damaged. */
  readonly #damaged = new Map<RunFile, Set<bigint>>();
  /** Spaces that have lost runs by it, which are not to be read until they are derived again. */
  readonly #lacking = new Set<bigint>();
  readonly #scratch = new Scratch();
  /** Who wants files to stay where they are, and those that are kept for it. */
  #keepers = 0;
  #kept: RunFile[] = [];
  readonly #record: KeptRecord;
  #watchOf: RollUpHintsOf = () => null;
  /** The ids of listed files that could not be opened. */
  readonly missing: readonly number[];

  private constructor(
    folder: string,
    opened: { readonly files: readonly RunFile[]; readonly missing: readonly number[] },
    lastId: number,
    cacheBytes: number,
    record: KeptRecord,
  ) {
    this.#folder = folder;
    this.#files = opened.files;
    this.missing = opened.missing;
    this.#lastId = lastId;
    this.#cache = new RunCache(cacheBytes);
    this.#record = record;
  }

  /**
   * Opens the listed files of a data directory, and takes away what a crash has left beside them.
   *
   * @param record says which runs cannot be derived again. Where there are any, a file that is missing or not
   * whole is named among the `missing`, and what there is of it put aside
   * @returns null where some are missing or not whole, and all are to be thrown away
   */
  static async open(
    directory: string,
    listed: readonly number[],
    cacheBytes: number,
    record: KeptRecord = NOTHING_KEPT,
  ): Promise<RunFiles | null> {
    const folder = join(directory, RUNS_FOLDER);
    const found = existsSync(folder)
      ? (await readdir(folder)).filter((name) => name.endsWith(EXTENSION))
      : [];
    const names = new Set(listed.map(runFileName));
    for (const name of found) if (!names.has(name)) await unlink(join(folder, name));
    const opened = await openListed(folder, listed);
    if (opened.missing.length > 0 && record.firstDay <= 0) {
      for (const file of opened.files) file.release();
      return null;
    }
    for (const path of opened.missing.map((id) => join(folder, runFileName(id))))
      if (existsSync(path)) await rename(path, `${path}${DAMAGED_EXTENSION}`);
    const lastId = Math.max(0, ...listed, ...found.map((name) => Number.parseInt(name, 10) || 0));
    return new RunFiles(folder, opened, lastId, cacheBytes, record);
  }

  /** Opens the listed files of a data directory that nobody changes, for its runs from before the record's day. */
  static async openForReading(
    directory: string,
    listed: readonly number[],
    record: KeptRecord,
  ): Promise<RunFiles> {
    const folder = join(directory, RUNS_FOLDER);
    return new RunFiles(folder, await openListed(folder, listed), 0, 0, record);
  }

  /** Has runs that are written from now on rolled up to suit how they are looked at. */
  watch(watchOf: RollUpHintsOf): void {
    this.#watchOf = watchOf;
  }

  /** The folder that they are in. */
  get folder(): string {
    return this.#folder;
  }

  /** All files that hold, in the order of their ids. */
  get files(): readonly RunFile[] {
    return this.#files;
  }

  /** The generation that runs written from now on have at least. */
  nextId(): number {
    return ++this.#lastId;
  }

  /**
   * Writes runs into a file that is on disk when this resolves. It holds nothing before it is published.
   *
   * @param rollsUp whether they are to be rolled up, unless that is left to the merging of files
   * @returns null where there are no runs
   */
  async write(id: number, batches: RunBatches, rollsUp = true): Promise<RunFile | null> {
    const path = join(this.#folder, runFileName(id));
    let writer: RunWriter | null = null;
    let added = 0;
    const roller = new Roller((spaceId) => this.#watchOf(spaceId));
    const roll = rollsUp ? roller.roll.bind(roller) : notRolledUp;
    try {
      for await (const batch of batches) {
        for (const { spaceId, day, changes, generation } of batch) {
          if (++added % RUNS_AT_ONCE === 0) await setImmediate();
          writer ??= await this.#create(path, rollsUp);
          const adding = writer.add(roll(spaceId, day, changes), generation);
          // Most have nothing to wait for, which would take as long as what is done.
          if (adding !== undefined) await adding;
        }
      }
      if (writer === null) return null;
      await writer.finish();
      return await RunFile.open(id, path);
    } catch (error) {
      await writer?.abandon();
      throw error;
    }
  }

  async #create(path: string, isRolledUp: boolean): Promise<RunWriter> {
    await mkdir(this.#folder, { recursive: true });
    return RunWriter.create(path, isRolledUp);
  }

  /** Lets files hold from now on, and others no longer. Who reads these reads on. */
  async publish(added: readonly RunFile[], removed: readonly RunFile[] = []): Promise<void> {
    this.#files = [...this.#files.filter((file) => !removed.includes(file)), ...added].sort(
      (a, b) => a.id - b.id,
    );
    this.#extents = new Map();
    for (const file of removed) this.#damaged.delete(file);
    if (this.#keepers > 0) this.#kept.push(...removed);
    else for (const file of removed) await file.remove();
  }

  /** Keeps files in their place that hold no longer, while some work goes on that reads them by their paths. */
  async keeping<T>(work: () => Promise<T>): Promise<T> {
    this.#keepers++;
    try {
      return await work();
    } finally {
      this.#keepers--;
      const kept = this.#keepers === 0 ? this.#kept.splice(0) : [];
      for (const file of kept) await file.remove();
    }
  }

  /** A space's runs in each file that has some. */
  extentsOf(spaceId: bigint): readonly Extent[] {
    let extents = this.#extents.get(spaceId);
    if (extents === undefined) {
      extents = this.#files.flatMap((file) => {
        const index = file.indexOf(spaceId);
        if (index === -1 || this.#damaged.get(file)?.has(spaceId)) return [];
        const [firstDay, lastDay] = [file.spaces.firstDays[index], file.spaces.lastDays[index]];
        const key = partKey(file.id, index, 0, "directory");
        return [{ file, spaceId, index, firstDay: firstDay as number, lastDay: lastDay as number, key }];
      });
      this.#extents.set(spaceId, extents);
    }
    return extents;
  }

  /** Whether a space has, or may have had, stored runs of a day or earlier. */
  reachesBack(spaceId: bigint, day: number): boolean {
    return this.#lacking.has(spaceId) || this.extentsOf(spaceId).some(({ firstDay }) => firstDay <= day);
  }

  /**
   * Has some work done over a space's runs of some days, those in memory in the places of stored ones.
   *
   * @param memory ascending by day, a run each
   */
  async read<T>(
    spaceId: bigint,
    days: Days,
    memory: readonly RunBlock[],
    work: (pieces: readonly RunSlice[]) => Promise<T>,
  ): Promise<T> {
    if (this.#isClosed) throw new HeadcountError("unavailable", "the data is being closed");
    if (this.#lacking.has(spaceId)) throw new DamagedRunFile("some runs have been lost");
    const { firstDay, lastDay } = days;
    const extents = this.#extentsIn(spaceId, days);
    for (const { file } of extents) file.retain();
    const loan = this.#scratch.open();
    try {
      const stored = await this.#blocksOf(extents);
      const pieces = holdingPieces([
        ...piecesIn(stored, firstDay, lastDay),
        ...memory.map((block) => ({ source: { memory: block }, from: 0, to: 1 })),
      ]);
      if (firstDay < this.#record.firstDay) {
        const kept = { firstDay, lastDay: Math.min(lastDay, this.#record.firstDay - 1) };
        requireKept(await this.#record.of(spaceId), pieces, kept);
      }
      return await work(
        opened(pieces, ({ extent, directory }) => new StoredBlock(this.#cache, extent, directory, loan)),
      );
    } finally {
      loan.giveBack();
      for (const { file } of extents) file.release();
    }
  }

  /** A space's days in a range that have changes in files, with the checksums of these. */
  async changedDays(spaceId: bigint, days: Days): Promise<KeptDays> {
    const stored = await this.#blocksOf(this.#extentsIn(spaceId, days));
    return keptDaysIn(holdingPieces(piecesIn(stored, days.firstDay, days.lastDay)), days.lastDay + 1);
  }

  #extentsIn(spaceId: bigint, { firstDay, lastDay }: Days): Extent[] {
    return this.extentsOf(spaceId).filter(
      (extent) => extent.firstDay <= lastDay && extent.lastDay >= firstDay,
    );
  }

  async #blocksOf(extents: readonly Extent[]): Promise<ExtentBlock[]> {
    const stored: ExtentBlock[] = [];
    for (const extent of extents) {
      const { blocks } = await this.directoryOf(extent);
      for (const block of blocks) stored.push({ extent, directory: block });
    }
    return stored;
  }

  /** An extent's directory; one that is damaged is passed over from then on. */
  async directoryOf(extent: Extent, cache = this.#cache): Promise<ExtentDirectory> {
    try {
      return await extentDirectory(cache, extent);
    } catch (error) {
      const { file, spaceId } = extent;
      this.#damaged.set(file, (this.#damaged.get(file) ?? new Set()).add(spaceId));
      this.#lacking.add(extent.spaceId);
      this.#extents.delete(extent.spaceId);
      throw error;
    }
  }

  /** A space's days in a range that files have runs of, in files that are not damaged. */
  async storedDays(spaceId: bigint, days: Days): Promise<number[]> {
    const stored = await this.#blocksOf(this.#extentsIn(spaceId, days));
    return piecesIn(stored, days.firstDay, days.lastDay).flatMap(({ source, from, to }) =>
      "memory" in source ? [] : Array.from(source.directory.days.subarray(from, to)),
    );
  }

  /** Whether runs of a space have been lost that have not been marked as stale. */
  isLacking(spaceId: bigint): boolean {
    return this.#lacking.has(spaceId);
  }

  /** Whether a file's directory of some space is known to be damaged. */
  isDamaged(file: RunFile): boolean {
    return this.#damaged.has(file);
  }

  /** To be called when all of a space's runs have been marked as stale: what is lost of them will be derived. */
  noteMended(spaceId: bigint): void {
    this.#lacking.delete(spaceId);
  }

  /**
   * Files that are damaged, and of which nothing is needed that cannot be read: written anew, they are not
   * found damaged again when the directory is opened the next time.
   */
  damagedFiles(): RunFile[] {
    const isMended = (file: RunFile, spaceId: bigint) =>
      !this.#lacking.has(spaceId) &&
      (file.spaces.firstDays[file.indexOf(spaceId)] as number) >= this.#record.firstDay;
    return [...this.#damaged]
      .filter(([file, spaceIds]) => [...spaceIds].every((spaceId) => isMended(file, spaceId)))
      .map(([file]) => file);
  }

  /** The spaces that have stored runs, ascending. */
  spaceIds(): bigint[] {
    const ids = new Set<bigint>();
    for (const { spaces } of this.#files) for (const id of spaces.spaceIds) ids.add(id);
    return [...ids].sort((a, b) => (a < b ? -1 : 1));
  }

  /** Lets go of the files; who reads them reads on. */
  close(): void {
    this.#isClosed = true;
    for (const file of this.#files) file.release();
    this.#files = [];
    this.#extents = new Map();
  }
}

/** Opens files; those that are missing or not whole are named. */
async function openListed(
  folder: string,
  listed: readonly number[],
): Promise<{ readonly files: readonly RunFile[]; readonly missing: readonly number[] }> {
  const files: RunFile[] = [];
  const missing: number[] = [];
  for (const id of listed) {
    try {
      files.push(await RunFile.open(id, join(folder, runFileName(id))));
    } catch (error) {
      if (error instanceof DamagedRunFile || (error as NodeJS.ErrnoException).code === "ENOENT") {
        missing.push(id);
        continue;
      }
      for (const file of files) file.release();
      throw error;
    }
  }
  return { files, missing };
}

/** Where a file of runs lies, from its data directory. */
export function runFilePath(id: number): string {
  return `${RUNS_FOLDER}/${runFileName(id)}`;
}

/** The name of a file of runs within its folder. */
export function runFileName(id: number): string {
  return `${String(id).padStart(10, "0")}${EXTENSION}`;
}
