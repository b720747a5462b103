import { ROW } from "../../series/quarters.ts";
import type { BlockPart, RunBlock, RunDirectory } from "../../series/run-block.ts";
import { checksumOf, type StoredDirectory } from "./format.ts";
import { partKey, type RunCache } from "./run-cache.ts";
import type { RunFile } from "./run-file.ts";
import { SCRATCH_BYTES } from "./scratch.ts";

/** Runs that are loaded together. */
const BLOCK_RUNS = 32;

/** A space's runs in one file. */
export interface Extent {
  readonly file: RunFile;
  readonly spaceId: bigint;
  /** The space's place in the file's index. */
  readonly index: number;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The directories of an extent's blocks. */
export interface ExtentDirectory {
  readonly byteLength: number;
  readonly blocks: readonly BlockDirectory[];
}

/** A block's directory, and where its changes and rows begin among the space's in the file. */
export interface BlockDirectory extends RunDirectory {
  readonly number: number;
  readonly generations: Uint32Array;
  readonly changeChecksums: Uint32Array;
  readonly rowChecksums: Uint32Array;
  readonly changesBefore: number;
  readonly rowsBefore: number;
}

/** The directory of an extent, from the cache or the file. */
export function extentDirectory(cache: RunCache, extent: Extent): ExtentDirectory | Promise<ExtentDirectory> {
  const key = partKey(extent.file.id, extent.index, 0, "directory");
  const known = cache.get<ExtentDirectory>(key);
  if (known !== undefined) return known;
  const keep = (stored: StoredDirectory) => {
    const directory = inBlocks(stored);
    cache.set(key, directory);
    return directory;
  };
  const stored = extent.file.directory(extent.index);
  return stored instanceof Promise ? stored.then(keep) : keep(stored);
}

function inBlocks(stored: StoredDirectory): ExtentDirectory {
  const runs = stored.days.length;
  const blocks: BlockDirectory[] = [];
  let changesBefore = 0;
  let rowsBefore = 0;
  for (let from = 0; from < runs; from += BLOCK_RUNS) {
    const to = Math.min(from + BLOCK_RUNS, runs);
    const block = {
      number: blocks.length,
      days: stored.days.subarray(from, to),
      generations: stored.generations.subarray(from, to),
      changeChecksums: stored.changeChecksums.subarray(from, to),
      rowChecksums: stored.rowChecksums.subarray(from, to),
      nets: stored.nets.subarray(from, to),
      bases: stored.bases.subarray(from, to),
      firstChanges: sumsOf(stored.changeCounts.subarray(from, to)),
      firstRows: sumsOf(stored.rowCounts.subarray(from, to)),
      changesBefore,
      rowsBefore,
    };
    blocks.push(block);
    changesBefore += block.firstChanges[to - from] as number;
    rowsBefore += block.firstRows[to - from] as number;
  }
  return { byteLength: runs * 40 + blocks.length * 1_000, blocks };
}

/** The sum of all counts before each one, and of all. */
function sumsOf(counts: Uint32Array): Float64Array {
  const sums = new Float64Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) sums[i + 1] = (sums[i] as number) + (counts[i] as number);
  return sums;
}

/** A range of days, both included. */
export interface Days {
  readonly firstDay: number;
  readonly lastDay: number;
}

/** A block of an extent. What it has loaded stays with it, whatever becomes of the cache. */
export class StoredBlock implements RunBlock {
  readonly spaceId: bigint;
  readonly days: Int32Array;
  readonly firstChanges: Float64Array;
  readonly firstRows: Float64Array;
  readonly nets: Int32Array;
  readonly bases: Int32Array;
  changes: Uint32Array | null = null;
  rows: Uint16Array | null = null;
  readonly #cache: RunCache;
  readonly #lend: (() => Uint8Array) | null;
  readonly #wanted: Days | null;
  readonly #extent: Extent;
  readonly #directory: BlockDirectory;

  /**
   * @param lend gives memory that can be used as long as the block is; null where there is none to be lent
   * @param wanted the days that are looked at, so that damage to others does not matter; null: all
   */
  constructor(
    cache: RunCache,
    extent: Extent,
    directory: BlockDirectory,
    lend: (() => Uint8Array) | null = null,
    wanted: Days | null = null,
  ) {
    this.#lend = lend;
    this.#wanted = wanted;
    this.#cache = cache;
    this.#extent = extent;
    this.#directory = directory;
    this.spaceId = extent.spaceId;
    this.days = directory.days;
    this.firstChanges = directory.firstChanges;
    this.firstRows = directory.firstRows;
    this.nets = directory.nets;
    this.bases = directory.bases;
  }

  load(part: BlockPart): Promise<void> | undefined {
    if (this[part] !== null) return undefined;
    const { file, index } = this.#extent;
    const key = partKey(file.id, index, this.#directory.number, part);
    const { changesBefore, rowsBefore } = this.#directory;
    if (part === "changes") {
      const count = this.firstChanges.at(-1) as number;
      const keep = (changes: Uint32Array) => {
        this.changes = changes;
      };
      if (!this.#cache.hasSpareRoom(count * 4) && count * 4 <= SCRATCH_BYTES && this.#lend !== null) {
        // Changes are seldom needed where there are roll-ups: they are not to push those out.
        const cached = this.#cache.get<Uint32Array>(key);
        this.changes = cached ?? file.changesInto(this.#lend(), index, changesBefore, count);
        if (cached === undefined) this.#isSound(this.changes);
        return undefined;
      }
      return this.#get(key, keep, () => file.changes(index, changesBefore, count));
    }
    const keep = (rows: Uint16Array) => {
      this.rows = rows;
    };
    return this.#get(key, keep, () => file.rows(index, rowsBefore, this.firstRows.at(-1) as number));
  }

  /** Gets a part from the cache, or else by reading it, which may have to be waited for. */
  #get<T extends Uint32Array | Uint16Array>(
    key: string,
    keep: (part: T) => void,
    read: () => T | Promise<T>,
  ): Promise<void> | undefined {
    const take = (part: T) => {
      if (this.#isSound(part)) this.#cache.set(key, part);
      keep(part);
    };
    const known = this.#cache.get<T>(key);
    if (known !== undefined) {
      keep(known);
      return undefined;
    }
    const part = read();
    if (part instanceof Promise) return part.then(take);
    take(part);
    return undefined;
  }

  /**
   * Whether all that has been read of each run is what was written.
   *
   * @throws DamagedRunFile where a run that is wanted is not
   */
  #isSound(part: Uint32Array | Uint16Array): boolean {
    const { days, firstChanges, firstRows, changeChecksums, rowChecksums } = this.#directory;
    const isRows = part instanceof Uint16Array;
    const [firsts, checksums] = isRows ? [firstRows, rowChecksums] : [firstChanges, changeChecksums];
    const width = isRows ? ROW : 1;
    const { firstDay, lastDay } = this.#wanted ?? { firstDay: -Infinity, lastDay: Infinity };
    let isSound = true;
    for (let i = 0; i < checksums.length; i++) {
      const run = part.subarray((firsts[i] as number) * width, (firsts[i + 1] as number) * width);
      if (checksumOf(run) === checksums[i]) continue;
      const day = days[i] as number;
      if (day >= firstDay && day <= lastDay)
        throw this.#extent.file.damage(`a run of ${isRows ? "roll-ups" : "changes"}`, day);
      isSound = false;
    }
    return isSound;
  }
}
