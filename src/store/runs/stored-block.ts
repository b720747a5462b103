import {
  type BlockPart,
  ELEMENT_WIDTHS,
  type PartNumbers,
  type RunBlock,
  type RunSlice,
  sumsOf,
} from "../../series/run-block.ts";
import type { RunFile } from "./run-file.ts";
import {
  type ByPart,
  byPart,
  checksumOf,
  elementBytes,
  partOver,
  type StoredDirectory,
} from "./run-file-format.ts";

/** A space's runs in one file. */
export interface Extent {
  readonly file: RunFile;
  readonly spaceId: bigint;
  readonly index: number;
  readonly firstDay: number;
  readonly lastDay: number;
}

const BLOCK_RUNS = 32;

/** Approximate memory of the runs of an extent without their parts, and of each block. */
const RUN_BYTES = 100;
const BLOCK_BYTES = 4_000;

/** Maximum number of bytes read at once, even if fewer are needed: more days take less time than another read. */
const READ_TOGETHER_BYTES = 2 ** 16;

/** A part of the runs of a block, and which of them (1) have been loaded. */
interface LoadedPart<P extends BlockPart> {
  readonly numbers: PartNumbers[P];
  readonly isLoaded: Uint8Array;
}

/** The runs of an extent in blocks, as far as they have been read. */
export class ExtentBlocks {
  readonly blocks: StoredBlock[] = [];
  /** Approximate bytes of memory. */
  bytes: number;

  /**
   * @param onGrow is called when memory is allocated for a part
   * @throws DamagedRunFile if the directory is damaged
   */
  constructor(extent: Extent, onGrow: (blocks: ExtentBlocks) => void) {
    const directory = extent.file.directory(extent.index);
    const runs = directory.days.length;
    const grow = (bytes: number) => {
      this.bytes += bytes;
      onGrow(this);
    };
    let before = byPart(() => 0);
    for (let from = 0; from < runs; from += BLOCK_RUNS) {
      const block = new StoredBlock(extent, directory, from, before, grow);
      this.blocks.push(block);
      before = block.end;
    }
    this.bytes = runs * RUN_BYTES + this.blocks.length * BLOCK_BYTES;
  }
}

export class StoredBlock implements RunBlock {
  readonly spaceId: bigint;
  readonly file: RunFile;
  readonly days: Int32Array;
  readonly generations: Uint32Array;
  readonly nets: Int32Array;
  readonly bases: Int32Array;
  readonly firsts: ByPart<Float64Array>;
  readonly checksums: ByPart<Uint32Array>;
  readonly #index: number;
  readonly #before: ByPart<number>;
  readonly #grow: (bytes: number) => void;
  readonly #parts: { -readonly [P in BlockPart]: LoadedPart<P> | null } = {
    changes: null,
    quarters: null,
    hours: null,
  };

  /**
   * @param from the first of its runs in the directory
   * @param before the elements of each part before it
   * @param grow is called with the bytes of memory that are allocated for a part
   */
  constructor(
    extent: Extent,
    directory: StoredDirectory,
    from: number,
    before: ByPart<number>,
    grow: (bytes: number) => void,
  ) {
    const to = from + BLOCK_RUNS;
    this.spaceId = extent.spaceId;
    this.file = extent.file;
    this.days = directory.days.subarray(from, to);
    this.generations = directory.generations.subarray(from, to);
    this.nets = directory.nets.subarray(from, to);
    this.bases = directory.bases.subarray(from, to);
    this.firsts = byPart((part) => sumsOf(directory.counts[part].subarray(from, to)));
    this.checksums = byPart((part) => directory.checksums[part].subarray(from, to));
    this.#index = extent.index;
    this.#before = before;
    this.#grow = grow;
  }

  /** The elements of each part of the extent up to the end of the block. */
  get end(): ByPart<number> {
    return byPart((part) => this.#before[part] + (this.firsts[part].at(-1) as number));
  }

  /** @throws DamagedRunFile if the run is damaged */
  load<P extends BlockPart>(part: P, index: number): PartNumbers[P] {
    const loaded = this.#parts[part] ?? this.#allocate(part);
    if (loaded.isLoaded[index] === 0) this.#read(part, loaded, index);
    return loaded.numbers;
  }

  #allocate<P extends BlockPart>(part: P): LoadedPart<P> {
    const elements = this.firsts[part].at(-1) as number;
    const bytes = elements * elementBytes(part);
    // Memory that is not cleared: it is read into before it is used.
    const memory = Buffer.allocUnsafeSlow(bytes).buffer as ArrayBuffer;
    const loaded = {
      numbers: partOver(part, memory, 0, elements),
      isLoaded: new Uint8Array(this.days.length),
    };
    (this.#parts as Record<P, LoadedPart<P> | null>)[part] = loaded;
    this.#grow(bytes);
    return loaded;
  }

  /** Reads a run, and those after it that cost little. */
  #read<P extends BlockPart>(part: P, { numbers, isLoaded }: LoadedPart<P>, index: number): void {
    const width = ELEMENT_WIDTHS[part];
    const start = (run: number) => (this.firsts[part][run] as number) * width;
    const bound = start(index) + READ_TOGETHER_BYTES / numbers.BYTES_PER_ELEMENT;
    let end = index + 1;
    while (isLoaded[end] === 0 && start(end + 1) <= bound) end++;
    const target = numbers.subarray(start(index), start(end));
    this.file.fill(target, part, this.#index, this.#before[part] + (this.firsts[part][index] as number));
    const isSound = (run: number) =>
      checksumOf(numbers.subarray(start(run), start(run + 1))) === this.checksums[part][run];
    for (let run = index; run < end; run++) isLoaded[run] = isSound(run) ? 1 : 0;
    if (isLoaded[index] === 0) throw this.file.damage(`a run's ${part}`, this.#index, this.days[index]);
  }
}

/**
 * The newest version of each day's run, as slices that ascend by day: the run in memory, otherwise the one of the
 * greatest generation.
 */
export function newestSlices<B extends RunBlock>(slices: readonly RunSlice<B>[]): RunSlice<B>[] {
  const ascending = slices.toSorted((a, b) => dayOf(a.block, a.from) - dayOf(b.block, b.from));
  const isDisjoint = ascending.every((slice, i) => {
    const before = ascending[i - 1];
    return before === undefined || dayOf(before.block, before.to - 1) < dayOf(slice.block, slice.from);
  });
  if (isDisjoint) return ascending;
  const newest = new Map<number, { block: B; index: number; generation: number }>();
  for (const { block, from, to } of ascending) {
    for (let index = from; index < to; index++) {
      const day = dayOf(block, index);
      const generation = block instanceof StoredBlock ? (block.generations[index] as number) : Infinity;
      const other = newest.get(day);
      if (other === undefined || other.generation < generation) newest.set(day, { block, index, generation });
    }
  }
  const joined: { block: B; from: number; to: number }[] = [];
  for (const [, { block, index }] of [...newest].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last?.block === block && last.to === index) last.to++;
    else joined.push({ block, from: index, to: index + 1 });
  }
  return joined;
}

function dayOf({ days }: RunBlock, index: number): number {
  return days[index] as number;
}
