import { flushToDisk } from "../../disk.ts";
import { groupBy } from "../../domain/collections.ts";
import { Pacer } from "../../engine/yielding.ts";
import { runAt } from "../../series/run-block.ts";
import { ALL_DAYS, type RunSource } from "./ports.ts";
import { DamagedRunFile, type RunFile } from "./run-file.ts";
import type { RunFiles } from "./run-files.ts";
import type { FiledRun } from "./run-writer.ts";

/**
 * Merges run files in the background: files without roll-ups, many files of similar size, and files of which most runs
 * have newer versions.
 */
export class RunMerger {
  readonly #source: RunSource;
  readonly #files: RunFiles;
  #merging: Promise<void> | null = null;
  /** Files that cannot be read completely; they may have runs that cannot be derived again. */
  readonly #unreadable = new Set<RunFile>();
  #closing = false;

  constructor(source: RunSource, files: RunFiles) {
    this.#source = source;
    this.#files = files;
  }

  /** Starts to merge, unless that is running; a merge that fails is tried again at the next start. */
  begin(): void {
    this.#merging ??= this.#mergeAll()
      .catch(() => undefined)
      .finally(() => {
        this.#merging = null;
      });
  }

  async settle(): Promise<void> {
    await this.#merging;
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#merging;
  }

  async #mergeAll(): Promise<void> {
    for (let next = await this.#next(); next !== null && !this.#closing; next = await this.#next()) {
      const old = next;
      const runs = this.#unlessClosing(mergedRuns(this.#files, old));
      const file = await this.#unlessUnreadable(this.#files.write(this.#files.nextId(), runs));
      if (file === undefined) continue;
      const added = file === null ? [] : [file];
      // Some runs may be in the old files only: these are removed once the name of the new file is on disk.
      if (file !== null) await flushToDisk(this.#files.folder);
      const change = { addedFiles: added.map(({ id }) => id), removedFiles: old.map(({ id }) => id) };
      await this.#source.exclusive((section) => section.commit(change));
      await this.#files.publish(added, old);
    }
  }

  /** The result of writing a file; undefined if a file cannot be read for it, which is then not merged any more. */
  async #unlessUnreadable<T>(writing: Promise<T>): Promise<T | undefined> {
    try {
      return await writing;
    } catch (error) {
      const file = error instanceof DamagedRunFile ? error.damage?.file : undefined;
      if (file === undefined || this.#unreadable.has(file)) throw error;
      this.#unreadable.add(file);
      return undefined;
    }
  }

  /** Some batches of runs; an error aborts the merge when the files are being closed. */
  *#unlessClosing(batches: Iterable<readonly FiledRun[]>): Generator<readonly FiledRun[]> {
    for (const batch of batches) {
      if (this.#closing) throw new Error("merging run files was aborted");
      yield batch;
    }
  }

  async #next(): Promise<readonly RunFile[] | null> {
    const whole = this.#files.files.filter(
      (file) => !this.#unreadable.has(file) && !this.#files.hasSkipped(file),
    );
    const alike = filesToRollUp(whole) ?? filesToMerge(whole);
    if (alike !== null) return alike;
    const superseded = (await supersededFiles(this.#files)).filter((file) => whole.includes(file));
    return superseded.length === 0 ? null : superseded;
  }
}

/** Files of similar size are merged from this number on: a read of a space opens each that has it. */
export const MERGED_FILES_MIN = 8;
/** The most files that are merged at a time, and about their bytes. */
export const MERGED_FILES_MAX = 128;
const MERGED_BYTES_AT_ONCE = 2 ** 30;

/** The bytes of the smallest class of sizes, and the factor from each class to the next. */
const SMALLEST_BYTES = 2 ** 21;
const SIZE_RATIO = 8;
const MERGED_BYTES_MAX = 2 ** 29;

/** Files without roll-ups, which merging adds, up to as many as are merged at a time; null if there are none. */
export function filesToRollUp(files: readonly RunFile[]): RunFile[] | null {
  const plain = files.filter(({ isRolledUp }) => !isRolledUp);
  return plain.length === 0 ? null : firstOf(plain);
}

/** The files that are to be merged next; null if there are none. */
export function filesToMerge(files: readonly RunFile[]): RunFile[] | null {
  const bySize = groupBy(
    files.filter(({ bytes }) => bytes <= MERGED_BYTES_MAX),
    ({ bytes }) => Math.max(0, Math.ceil(Math.log(bytes / SMALLEST_BYTES) / Math.log(SIZE_RATIO))),
  );
  const [smallest] = [...bySize]
    .sort(([a], [b]) => a - b)
    .filter(([, alike]) => alike.length >= MERGED_FILES_MIN);
  return smallest === undefined ? null : firstOf(smallest[1]);
}

function firstOf(files: readonly RunFile[]): RunFile[] {
  let bytes = 0;
  return files.slice(0, MERGED_FILES_MAX).filter((file, i) => {
    bytes += file.bytes;
    return i < MERGED_FILES_MIN || bytes <= MERGED_BYTES_AT_ONCE;
  });
}

/** The files of which less than half of the runs are the newest versions. */
async function supersededFiles(files: RunFiles): Promise<RunFile[]> {
  const newest = new Map<RunFile, number>();
  const pacer = new Pacer();
  for (const spaceId of files.spaceIds()) {
    await pacer.step();
    for (const { block, from, to } of files.newest(spaceId, ALL_DAYS, false))
      newest.set(block.file, (newest.get(block.file) ?? 0) + to - from);
  }
  return files.files.filter((file) => {
    const runs = file.spaces.runCounts.reduce((sum, count) => sum + count, 0);
    return (newest.get(file) ?? 0) < runs / 2;
  });
}

/**
 * The runs of some files that are the newest versions, ascending by space, then by day. A run without changes is left
 * out, unless another file may have an older version.
 */
export function* mergedRuns(files: RunFiles, merged: readonly RunFile[]): Generator<readonly FiledRun[]> {
  const spaceIds = new Set(merged.flatMap(({ spaces }) => [...spaces.spaceIds]));
  for (const spaceId of [...spaceIds].sort((a, b) => (a < b ? -1 : 1))) {
    const others = files.extentsOf(spaceId).filter(({ file }) => !merged.includes(file));
    for (const { block, from, to } of files.newest(spaceId, ALL_DAYS, false)) {
      if (!merged.includes(block.file)) continue;
      const runs: FiledRun[] = [];
      for (let i = from; i < to; i++) {
        const day = block.days[i] as number;
        const { changes } = runAt(block, i);
        const isOlderElsewhere = others.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
        if (changes.length === 0 && !isOlderElsewhere) continue;
        runs.push({ spaceId, day, changes, generation: block.generations[i] as number });
      }
      yield runs;
    }
  }
}
