import { crc32 } from "node:zlib";
import { firstIndex } from "../../domain/collections.ts";
import { BLOCK_PARTS, type BlockPart, ELEMENT_WIDTHS, type PartNumbers } from "../../series/run-block.ts";

/*
 * A run file is written once and never changed; numbers are little-endian. It has a block for each space, ascending:
 * each part of all its runs (32-bit changes, rows of 16-bit numbers), then the directory of its runs; each
 * of these starts at a multiple of 8 bytes. The blocks are followed by the index of the spaces and the tail. All data
 * has checksums, so that no count is computed from a damaged file.
 */

export const TAIL_BYTES = 24;

/** The magic number that ends a file: "RUN2". */
const MAGIC = 0x324e5552;

/** The 32-bit columns of a directory, one element a run: four, and the count and checksum of each part. */
const DIRECTORY_COLUMNS = 4 + 2 * BLOCK_PARTS.length;

const WIDE_COLUMNS = 2 + BLOCK_PARTS.length;

export type ByPart<T> = Readonly<Record<BlockPart, T>>;

export function byPart<T>(of: (part: BlockPart, index: number) => T): ByPart<T> {
  const [changes, quarters, hours] = BLOCK_PARTS.map(of) as [T, T, T];
  return { changes, quarters, hours };
}

const PART_ARRAYS = {
  changes: Uint32Array,
  quarters: Uint16Array,
  hours: Uint16Array,
} as const;

export function elementBytes(part: BlockPart): number {
  return PART_ARRAYS[part].BYTES_PER_ELEMENT * ELEMENT_WIDTHS[part];
}

/** An array for some elements of a part, over a buffer from an offset on. */
export function partOver<P extends BlockPart>(
  part: P,
  buffer: ArrayBuffer,
  offset: number,
  elements: number,
): PartNumbers[P] {
  // The part determines the type of the array, which the compiler does not derive from a table.
  return new PART_ARRAYS[part](buffer, offset, elements * ELEMENT_WIDTHS[part]) as PartNumbers[P];
}

export function checksumOf(numbers: NodeJS.ArrayBufferView): number {
  // Skipping an empty array is faster than the call.
  return numbers.byteLength === 0 ? 0 : crc32(numbers);
}

/** The index of the first of some ascending numbers that is not below one; their length if all are. */
export function firstAtLeast<T extends number | bigint>(numbers: ArrayLike<T>, least: T): number {
  return firstIndex(0, numbers.length, (index) => (numbers[index] as T) >= least);
}

export function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** The directory of a space's runs: one element a run, ascending by day. */
export type StoredDirectory = Readonly<ReturnType<typeof directoryOver>>;

export function directoryBytes(runs: number): number {
  return padded(runs * DIRECTORY_COLUMNS * 4);
}

/** Arrays over the bytes of a directory, which must be aligned to 4 bytes. */
export function directoryOver(bytes: Uint8Array, runs: number) {
  const { buffer, byteOffset } = bytes;
  const at = (column: number) => byteOffset + column * runs * 4;
  const ofPart = (first: number) => byPart((_, i) => new Uint32Array(buffer, at(first + i), runs));
  return {
    days: new Int32Array(buffer, at(0), runs),
    /** The newest run of a space and day in all files is the one with the greatest generation. */
    generations: new Uint32Array(buffer, at(1), runs),
    nets: new Int32Array(buffer, at(2), runs),
    bases: new Int32Array(buffer, at(3), runs),
    /** The number of elements of each part of each run, and their checksum. */
    counts: ofPart(4),
    checksums: ofPart(4 + BLOCK_PARTS.length),
  };
}

function indexBytes(spaces: number): number {
  return padded(spaces * (WIDE_COLUMNS * 8 + 4 * 4));
}

/** The index of a file: one element a space, ascending by id. */
export type SpaceIndex = Readonly<ReturnType<typeof indexOver>>;

export function indexOver(bytes: Uint8Array, spaces: number) {
  const { buffer, byteOffset } = bytes;
  const wide = (column: number) => byteOffset + column * spaces * 8;
  const narrow = (column: number) => wide(WIDE_COLUMNS) + column * spaces * 4;
  return {
    spaceIds: new BigInt64Array(buffer, wide(0), spaces),
    /** The offset of each space's block, in bytes. */
    offsets: new Float64Array(buffer, wide(1), spaces),
    counts: byPart((_, i) => new Float64Array(buffer, wide(2 + i), spaces)),
    runCounts: new Int32Array(buffer, narrow(0), spaces),
    /** UTC days since the epoch. */
    firstDays: new Int32Array(buffer, narrow(1), spaces),
    lastDays: new Int32Array(buffer, narrow(2), spaces),
    checksums: new Uint32Array(buffer, narrow(3), spaces),
  };
}

export type IndexedSpace = Readonly<
  Record<"offset" | "runs" | "firstDay" | "lastDay" | "checksum", number> & { spaceId: bigint }
> & { readonly counts: ByPart<number> };

/** The end of a file: the index of its spaces, and the tail; @param isRolledUp whether its runs have roll-ups */
export function writeIndex(spaces: readonly IndexedSpace[], isRolledUp: boolean): Uint8Array {
  const length = indexBytes(spaces.length);
  const bytes = new Uint8Array(length + TAIL_BYTES);
  const index = indexOver(bytes, spaces.length);
  for (const [i, space] of spaces.entries()) {
    index.spaceIds[i] = space.spaceId;
    index.offsets[i] = space.offset;
    for (const part of BLOCK_PARTS) index.counts[part][i] = space.counts[part];
    index.runCounts[i] = space.runs;
    index.firstDays[i] = space.firstDay;
    index.lastDays[i] = space.lastDay;
    index.checksums[i] = space.checksum;
  }
  const tail = new DataView(bytes.buffer, length);
  tail.setUint32(0, spaces.length, true);
  tail.setUint32(4, crc32(bytes.subarray(0, length)), true);
  tail.setFloat64(8, length, true);
  tail.setUint32(16, isRolledUp ? 1 : 0, true);
  tail.setUint32(20, MAGIC, true);
  return bytes;
}

/** Reads a tail: the number of spaces, the checksum of the index, and its bytes; null if the bytes are none. */
export function readTail(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, TAIL_BYTES);
  if (view.getUint32(20, true) !== MAGIC) return null;
  const spaces = view.getUint32(0, true);
  const length = view.getFloat64(8, true);
  if (length !== indexBytes(spaces)) return null;
  return { spaces, checksum: view.getUint32(4, true), length, isRolledUp: view.getUint32(16, true) !== 0 };
}
