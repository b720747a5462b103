import { ROW } from "../../series/quarters.ts";
import type { BlockPart, RunBlock, RunDirectory } from "../../series/run-block.ts";
import { checksumOf, type StoredDirectory } from "./format.ts";
import { partKey, type RunCache } from "./run-cache.ts";
import type { RunFile } from "./run-file.ts";
import { type PartSource, RunPart } from "./run-part.ts";
import { SCRATCH_BYTES } from "./scratch.ts";

/** Runs that are kept together. */
const BLOCK_RUNS = 32;

/** A space's runs in one file. */
export interface Extent {
  readonly file: RunFile;
  readonly spaceId: bigint;
  /** The space's place in the file's index. */
  readonly index: number;
  readonly firstDay: number;
  readonly lastDay: number;
  /** Of its directory. */
  readonly key: string;
}

/** The directories of an extent's blocks. */
export interface ExtentDirectory {
  readonly byteLength: number;
  readonly blocks: readonly BlockDirectory[];
}

/** A block's directory, and where its changes and rows begin among the space's in the file. */
export interface BlockDirectory extends RunDirectory {
  /** Of its changes and its rows. */
  readonly keys: Readonly<Record<BlockPart, string>>;
  readonly generations: Uint32Array;
  readonly changeChecksums: Uint32Array;
  readonly rowChecksums: Uint32Array;
  readonly changesBefore: number;
  readonly rowsBefore: number;
}

/** The directory of an extent, from the cache or the file. */
export function extentDirectory(cache: RunCache, extent: Extent): ExtentDirectory | Promise<ExtentDirectory> {
  const { file, index, key } = extent;
  const known = cache.get<ExtentDirectory>(key);
  if (known !== undefined) return known;
  const keep = (stored: StoredDirectory) => {
    const directory = inBlocks(stored, extent);
    cache.set(key, directory);
    return directory;
  };
  const stored = file.directory(index);
  return stored instanceof Promise ? stored.then(keep) : keep(stored);
}

function inBlocks(stored: StoredDirectory, { file, index }: Extent): ExtentDirectory {
  const runs = stored.days.length;
  const blocks: BlockDirectory[] = [];
  let changesBefore = 0;
  let rowsBefore = 0;
  for (let from = 0; from < runs; from += BLOCK_RUNS) {
    const to = Math.min(from + BLOCK_RUNS, runs);
    const block = {
      keys: {
        changes: partKey(file.id, index, blocks.length, "changes"),
        rows: partKey(file.id, index, blocks.length, "rows"),
      },
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

/** A part of a block, and where its runs come from. */
interface SourcedPart<T extends Uint32Array | Uint16Array> {
  readonly part: RunPart<T>;
  readonly source: PartSource<T>;
}

/** A block of an extent. What it has loaded stays with it, whatever becomes of the cache. */
export class StoredBlock implements RunBlock {
  readonly spaceId: bigint;
  readonly days: Int32Array;
  readonly firstChanges: Float64Array;
  readonly firstRows: Float64Array;
  readonly nets: Int32Array;
  readonly bases: Int32Array;
  readonly #cache: RunCache;
  readonly #lend: (() => Uint8Array) | null;
  readonly #extent: Extent;
  readonly #directory: BlockDirectory;
  #changes: SourcedPart<Uint32Array> | null = null;
  #rows: SourcedPart<Uint16Array> | null = null;

  /** @param lend gives memory that can be used as long as the block is; null where there is none to be lent */
  constructor(
    cache: RunCache,
    extent: Extent,
    directory: BlockDirectory,
    lend: (() => Uint8Array) | null = null,
  ) {
    this.#lend = lend;
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

  get changes(): Uint32Array | null {
    return this.#changes?.part.numbers ?? null;
  }

  get rows(): Uint16Array | null {
    return this.#rows?.part.numbers ?? null;
  }

  holds(part: BlockPart, run: number): boolean {
    return (part === "changes" ? this.#changes : this.#rows)?.part.has(run) ?? false;
  }

  load(part: BlockPart, from = 0, to = this.days.length): Promise<void> | undefined {
    if (part === "changes") {
      this.#changes ??= { part: this.#changesPart(), source: this.#changesSource() };
      return this.#changes.part.load(this.#changes.source, from, to);
    }
    this.#rows ??= { part: this.#rowsPart(), source: this.#rowsSource() };
    return this.#rows.part.load(this.#rows.source, from, to);
  }

  /** The block's changes from the cache, or room for them. */
  #changesPart(): RunPart<Uint32Array> {
    const key = this.#directory.keys.changes;
    const known = this.#cache.get<RunPart<Uint32Array>>(key);
    if (known !== undefined) return known;
    const runs = this.days.length;
    const count = this.firstChanges[runs] as number;
    if (this.#lend !== null && count * 4 <= SCRATCH_BYTES && !this.#cache.wantsSpare(key, count * 4)) {
      // Changes are seldom needed where there are roll-ups: they are not to push those out, and memory that is used
      // again is sooner filled than new.
      const { buffer, byteOffset } = this.#lend();
      return new RunPart(new Uint32Array(buffer, byteOffset, count), runs);
    }
    const part = new RunPart(new Uint32Array(roomFor(count * 4), 0, count), runs);
    this.#cache.set(key, part);
    return part;
  }

  /** The block's rows from the cache, or room for them there. */
  #rowsPart(): RunPart<Uint16Array> {
    const key = this.#directory.keys.rows;
    const known = this.#cache.get<RunPart<Uint16Array>>(key);
    if (known !== undefined) return known;
    const runs = this.days.length;
    const count = (this.firstRows[runs] as number) * ROW;
    const part = new RunPart(new Uint16Array(roomFor(count * 2), 0, count), runs);
    this.#cache.set(key, part);
    return part;
  }

  #changesSource(): PartSource<Uint32Array> {
    const { file, index } = this.#extent;
    const { days, firstChanges, changeChecksums, changesBefore } = this.#directory;
    return {
      start: (run) => firstChanges[run] as number,
      fill: (target, first) => file.changes(target, index, changesBefore + first),
      check: (changes, run) => {
        if (checksumOf(changes.subarray(firstChanges[run], firstChanges[run + 1])) !== changeChecksums[run])
          throw file.damage("a run of changes", days[run]);
      },
    };
  }

  #rowsSource(): PartSource<Uint16Array> {
    const { file, index } = this.#extent;
    const { days, firstRows, rowChecksums, rowsBefore } = this.#directory;
    const start = (run: number) => (firstRows[run] as number) * ROW;
    return {
      start,
      fill: (target, first) => file.rows(target, index, rowsBefore + first / ROW),
      check: (rows, run) => {
        if (checksumOf(rows.subarray(start(run), start(run + 1))) !== rowChecksums[run])
          throw file.damage("a run of roll-ups", days[run]);
      },
    };
  }
}

/** Memory that is not cleared: what is used of it has been read into it. */
function roomFor(byteLength: number): ArrayBuffer {
  return Buffer.allocUnsafeSlow(byteLength).buffer as ArrayBuffer;
}
