import { setImmediate, setTimeout } from "node:timers/promises";
import { syncFolder } from "../../backup/files.ts";
import { filesToMerge, filesToRollUp, mergedRuns, supersededFiles } from "./compaction.ts";
import { DamagedRunFile, type RunFile } from "./run-file.ts";
import type { RunFiles } from "./run-files.ts";
import type { RunSource } from "./run-source.ts";

/** How long a merge works before it pauses, and for how long it pauses, in ms. */
const WORK_MS = 2;
const PAUSE_MS = 10;

/**
 * Merges run files in the background: damaged files, files without roll-ups, many files of similar size, and files of
 * which most runs have newer versions.
 */
export class RunMerger {
  readonly #source: RunSource;
  readonly #files: RunFiles;
  #merging: Promise<void> | null = null;
  /** Files that cannot be read completely; they may have runs that cannot be derived again. */
  readonly #unreadable = new Set<RunFile>();
  /** Whether many runs have been derived: most runs of some files may have newer versions. */
  #hasSuperseded = false;
  #closing = false;
  /** Whether a caller waits until all merges are done. */
  #isAwaited = false;
  /** When the last pause ended, in ms. */
  #resumed = 0;

  constructor(source: RunSource, files: RunFiles) {
    this.#source = source;
    this.#files = files;
  }

  /** To be called when runs of other files have been written again. */
  noteSuperseded(): void {
    this.#hasSuperseded = true;
  }

  /** Starts to merge, unless that is running; a merge that fails is tried again at the next start. */
  begin(): void {
    this.#merging ??= this.#mergeAll()
      .catch(() => undefined)
      .finally(() => {
        this.#merging = null;
      });
  }

  /** Waits until the merges that have been started are done. */
  async settle(): Promise<void> {
    this.#isAwaited = true;
    await this.#merging;
    this.#isAwaited = false;
  }

  /** Aborts the running merge. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#merging;
  }

  async #mergeAll(): Promise<void> {
    for (let next = await this.#next(); next !== null && !this.#closing; next = await this.#next()) {
      const old = next;
      const runs = mergedRuns(this.#files, old, () => this.#pause());
      const file = await this.#unlessUnreadable(this.#files.write(this.#files.nextId(), runs));
      if (file === undefined) continue;
      const added = file === null ? [] : [file];
      // Some runs may be in the old files only: these are removed once the name of the new file is on disk.
      if (file !== null) await syncFolder(this.#files.folder);
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
      if (!(error instanceof DamagedRunFile) || error.file === null || this.#unreadable.has(error.file))
        throw error;
      this.#unreadable.add(error.file);
      return undefined;
    }
  }

  /** Leaves most of the time to other work, unless a caller waits: then it only yields to the event loop. */
  async #pause(): Promise<void> {
    if (this.#closing) throw new Error("merging run files was aborted");
    if (performance.now() - this.#resumed < WORK_MS) return;
    await (this.#isAwaited ? setImmediate() : setTimeout(PAUSE_MS));
    this.#resumed = performance.now();
  }

  async #next(): Promise<readonly RunFile[] | null> {
    const isReadable = (file: RunFile) => !this.#unreadable.has(file);
    const repaired = this.#files.damaged.repaired().filter(isReadable);
    if (repaired.length > 0) return repaired;
    const whole = this.#files.files.filter((file) => isReadable(file) && !this.#files.damaged.has(file));
    const alike = filesToRollUp(whole) ?? filesToMerge(whole);
    if (alike !== null || !this.#hasSuperseded) return alike;
    this.#hasSuperseded = false;
    const superseded = (await supersededFiles(this.#files)).filter((file) => whole.includes(file));
    return superseded.length === 0 ? null : superseded;
  }
}
