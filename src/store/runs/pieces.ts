import type { RunBlock, RunSlice } from "../../series/run-block.ts";
import type { BlockDirectory, Extent } from "./stored-runs.ts";

/** A block of an extent, by its directory. */
export interface ExtentBlock {
  readonly extent: Extent;
  readonly directory: BlockDirectory;
}

/** A block to be read, in a file or in memory. */
export type Source = ExtentBlock | { readonly memory: RunBlock };

/** The runs of a source from index `from` up to, not including, `to`. */
export interface SourcePiece<S extends Source = Source> {
  readonly source: S;
  readonly from: number;
  to: number;
}

/** A run of a source. */
interface Candidate<S extends Source> {
  readonly source: S;
  readonly index: number;
  readonly day: number;
  readonly generation: number;
}

/** The runs of some blocks in a span of days, as pieces. */
export function piecesIn(
  blocks: readonly ExtentBlock[],
  firstDay: number,
  lastDay: number,
): SourcePiece<ExtentBlock>[] {
  const pieces: SourcePiece<ExtentBlock>[] = [];
  for (const source of blocks) {
    const { days } = source.directory;
    const from = firstAtLeast(days, firstDay);
    const to = firstAtLeast(days, lastDay + 1);
    if (from < to) pieces.push({ source, from, to });
  }
  return pieces;
}

/** The index of the first of some ascending days that is not before `day`. */
function firstAtLeast(days: Int32Array, day: number): number {
  if (day === Infinity) return days.length;
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] as number) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The newest version of each day's run, as pieces that ascend by day: the run in memory, otherwise the one of the
 * greatest generation.
 */
export function newestPieces<S extends Source>(pieces: readonly SourcePiece<S>[]): SourcePiece<S>[] {
  const ascending = pieces.toSorted((a, b) => dayOf(a, a.from) - dayOf(b, b.from));
  if (ascending.every((piece, i) => i === 0 || isBefore(ascending[i - 1] as SourcePiece<S>, piece)))
    return ascending;
  const newest = new Map<number, Candidate<S>>();
  for (const { source, from, to } of ascending) {
    for (let index = from; index < to; index++) {
      const day = dayOf({ source }, index);
      const generation = "memory" in source ? Infinity : (source.directory.generations[index] as number);
      const other = newest.get(day);
      if (other === undefined || other.generation < generation)
        newest.set(day, { source, index, day, generation });
    }
  }
  return joined([...newest.values()].sort((a, b) => a.day - b.day));
}

/** Runs as pieces, as few as possible. */
function joined<S extends Source>(runs: readonly Candidate<S>[]): SourcePiece<S>[] {
  const pieces: SourcePiece<S>[] = [];
  for (const { source, index } of runs) {
    const last = pieces.at(-1);
    if (last?.source === source && last.to === index) last.to++;
    else pieces.push({ source, from: index, to: index + 1 });
  }
  return pieces;
}

function isBefore(a: SourcePiece, b: SourcePiece): boolean {
  return dayOf(a, a.to - 1) < dayOf(b, b.from);
}

function dayOf({ source }: Pick<SourcePiece, "source">, index: number): number {
  const { days } = "memory" in source ? source.memory : source.directory;
  return days[index] as number;
}

/** Pieces with opened blocks; `open` makes the block of a source in a file. */
export function opened(pieces: readonly SourcePiece[], open: (block: ExtentBlock) => RunBlock): RunSlice[] {
  const blocks = new Map<Source, RunBlock>();
  return pieces.map(({ source, from, to }) => {
    let block = blocks.get(source);
    if (block === undefined) {
      block = "memory" in source ? source.memory : open(source);
      blocks.set(source, block);
    }
    return { block, from, to };
  });
}
