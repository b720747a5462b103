import {
  BLOCK_PARTS,
  type BlockPart,
  ELEMENT_WIDTHS,
  type PartNumbers,
  type RunBlock,
  type RunDirectory,
  type RunSlice,
  sumsOf,
} from "../../series/run-block.ts";
import {
  BUFFER_BYTES,
  type BufferLease,
  type PartSource,
  partKey,
  type RunCache,
  RunPart,
} from "./run-cache.ts";
import type { RunFile } from "./run-file.ts";
import {
  type ByPart,
  byPart,
  checksumOf,
  directoryBytes,
  elementBytes,
  isChained,
  partOver,
  type StoredDirectory,
} from "./run-file-format.ts";

const BLOCK_RUNS = 32;

/** Approximate memory of a directory: the columns and sums of each run, and the views of each block. */
const RUN_BYTES = directoryBytes(BLOCK_RUNS) / BLOCK_RUNS + 8 * BLOCK_PARTS.length;
const BLOCK_BYTES = 4_000;

/** A space's runs in one file. */
export interface Extent {
  readonly file: RunFile;
  readonly spaceId: bigint;
  /** The position of the space in the file's index. */
  readonly index: number;
  readonly firstDay: number;
  readonly lastDay: number;
  /** The cache key of its directory. */
  readonly key: string;
}

/** The directories of an extent's blocks. */
export interface ExtentDirectory {
  readonly byteLength: number;
  readonly blocks: readonly BlockDirectory[];
}

/** A block's directory; `before` is the position of each of its parts within the space's, in elements. */
export interface BlockDirectory extends RunDirectory {
  readonly keys: ByPart<string>;
  readonly generations: Uint32Array;
  readonly checksums: ByPart<Uint32Array>;
  /** The checksums of the run before the first; 0 if there is none. */
  readonly checksumsBefore: ByPart<number>;
  readonly before: ByPart<number>;
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
  let before = byPart(() => 0);
  for (let from = 0; from < runs; from += BLOCK_RUNS) {
    const to = Math.min(from + BLOCK_RUNS, runs);
    const firsts = byPart((part) => sumsOf(stored.counts[part].subarray(from, to)));
    blocks.push({
      keys: byPart((part) => partKey(file.id, index, blocks.length, part)),
      days: stored.days.subarray(from, to),
      generations: stored.generations.subarray(from, to),
      checksums: byPart((part) => stored.checksums[part].subarray(from, to)),
      checksumsBefore: byPart((part) => stored.checksums[part][from - 1] ?? 0),
      nets: stored.nets.subarray(from, to),
      bases: stored.bases.subarray(from, to),
      firsts,
      before,
    });
    const past = before;
    before = byPart((part) => past[part] + (firsts[part][to - from] as number));
  }
  return { byteLength: runs * RUN_BYTES + blocks.length * BLOCK_BYTES, blocks };
}

/** A block of an extent, by its directory. */
export interface ExtentBlock {
  readonly extent: Extent;
  readonly directory: BlockDirectory;
}

/** A block to be read, in a file or in memory. */
export type Source = ExtentBlock | { readonly memory: RunBlock };

/** The runs of a source from index `from` up to, not including, `to`. */
export interface SourceSlice<S extends Source = Source> {
  readonly source: S;
  readonly from: number;
  to: number;
}

/**
 * The newest version of each day's run, as slices that ascend by day: the run in memory, otherwise the one of the
 * greatest generation.
 */
export function newestSlices<S extends Source>(slices: readonly SourceSlice<S>[]): SourceSlice<S>[] {
  const ascending = slices.toSorted((a, b) => dayOf(a, a.from) - dayOf(b, b.from));
  const isDisjoint = ascending.every((slice, i) => {
    const before = ascending[i - 1];
    return before === undefined || dayOf(before, before.to - 1) < dayOf(slice, slice.from);
  });
  if (isDisjoint) return ascending;
  const newest = new Map<number, { source: S; index: number; generation: number }>();
  for (const { source, from, to } of ascending) {
    for (let index = from; index < to; index++) {
      const day = dayOf({ source }, index);
      const generation = "memory" in source ? Infinity : (source.directory.generations[index] as number);
      const other = newest.get(day);
      if (other === undefined || other.generation < generation)
        newest.set(day, { source, index, generation });
    }
  }
  const joined: SourceSlice<S>[] = [];
  for (const [, { source, index }] of [...newest].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last?.source === source && last.to === index) last.to++;
    else joined.push({ source, from: index, to: index + 1 });
  }
  return joined;
}

function dayOf({ source }: Pick<SourceSlice, "source">, index: number): number {
  const { days } = "memory" in source ? source.memory : source.directory;
  return days[index] as number;
}

/** Slices with opened blocks; `open` makes the block of a source in a file. */
export function opened(slices: readonly SourceSlice[], open: (block: ExtentBlock) => RunBlock): RunSlice[] {
  const blocks = new Map<Source, RunBlock>();
  return slices.map(({ source, from, to }) => {
    let block = blocks.get(source);
    if (block === undefined) {
      block = "memory" in source ? source.memory : open(source);
      blocks.set(source, block);
    }
    return { block, from, to };
  });
}

interface SourcedPart<T extends Uint32Array | Uint16Array> {
  readonly part: RunPart<T>;
  readonly source: PartSource<T>;
}

/** A block of an extent. It retains its loaded parts even after the cache has evicted it. */
export class StoredBlock implements RunBlock {
  readonly spaceId: bigint;
  readonly days: Int32Array;
  readonly firsts: ByPart<Float64Array>;
  readonly nets: Int32Array;
  readonly bases: Int32Array;
  readonly #cache: RunCache;
  readonly #lease: BufferLease | null;
  readonly #extent: Extent;
  readonly #directory: BlockDirectory;
  readonly #parts: { -readonly [P in BlockPart]: SourcedPart<PartNumbers[P]> | null } = {
    changes: null,
    excerpts: null,
    quarters: null,
    hours: null,
    dayParts: null,
  };

  /** @param lease memory that can be used as long as the block; null allocates new memory */
  constructor(cache: RunCache, extent: Extent, directory: BlockDirectory, lease: BufferLease | null = null) {
    this.#lease = lease;
    this.#cache = cache;
    this.#extent = extent;
    this.#directory = directory;
    this.spaceId = extent.spaceId;
    this.days = directory.days;
    this.firsts = directory.firsts;
    this.nets = directory.nets;
    this.bases = directory.bases;
  }

  numbers<P extends BlockPart>(part: P): PartNumbers[P] | null {
    return this.#parts[part]?.part.numbers ?? null;
  }

  holds(part: BlockPart, run: number): boolean {
    return this.#parts[part]?.part.has(run) ?? false;
  }

  load(part: BlockPart, from = 0, to = this.days.length): Promise<void> | undefined {
    const sourced = this.#parts[part] ?? this.#open(part);
    return (sourced as SourcedPart<Uint32Array | Uint16Array>).part.load(
      sourced.source as PartSource<Uint32Array | Uint16Array>,
      from,
      to,
    );
  }

  #open<P extends BlockPart>(part: P): SourcedPart<PartNumbers[P]> {
    const sourced = { part: this.#part(part), source: this.#source(part) };
    (this.#parts as Record<P, SourcedPart<PartNumbers[P]> | null>)[part] = sourced;
    return sourced;
  }

  /** A part of the block from the cache, or memory for it: in the cache, if it is to be cached. */
  #part<P extends BlockPart>(part: P): RunPart<PartNumbers[P]> {
    const key = this.#directory.keys[part];
    const known = this.#cache.get<RunPart<PartNumbers[P]>>(key);
    if (known !== undefined) return known;
    const runs = this.days.length;
    const elements = this.firsts[part][runs] as number;
    const bytes = elements * elementBytes(part);
    const isSeldomNeeded = part === "changes" && (this.firsts.hours[runs] as number) > 0;
    if (this.#lease !== null && bytes <= BUFFER_BYTES && !this.#cache.wants(key, bytes, isSeldomNeeded)) {
      // Filling memory that has been used before is faster than filling new memory.
      const { buffer, byteOffset } = this.#lease.allocate(bytes);
      return new RunPart(partOver(part, buffer, byteOffset, elements), runs);
    }
    const room = new RunPart(partOver(part, roomFor(bytes), 0, elements), runs);
    this.#cache.set(key, room);
    return room;
  }

  #source<P extends BlockPart>(part: P): PartSource<PartNumbers[P]> {
    const { file, index } = this.#extent;
    const { days, firsts, checksums, checksumsBefore, before } = this.#directory;
    const width = ELEMENT_WIDTHS[part];
    const hasChain = isChained(part);
    const start = (run: number) => (firsts[part][run] as number) * width;
    const isSound = (numbers: PartNumbers[P], from: number, to: number) => {
      const first = hasChain ? (checksums[part][from - 1] ?? checksumsBefore[part]) : 0;
      return checksumOf(numbers.subarray(start(from), start(to)), first) === checksums[part][to - 1];
    };
    return {
      start,
      fill: (target, first) => file.fill(target, part, index, before[part] + first / width),
      check: (numbers, from, to) => {
        if (hasChain && isSound(numbers, from, to)) return;
        for (let run = from; run < to; run++)
          if (!isSound(numbers, run, run + 1)) throw file.damage(`a run's ${part}`, days[run]);
      },
    };
  }
}

/** Memory that is not cleared: it is read into before it is used. */
function roomFor(byteLength: number): ArrayBuffer {
  return Buffer.allocUnsafeSlow(byteLength).buffer as ArrayBuffer;
}
