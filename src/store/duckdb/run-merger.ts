import { setImmediate, setTimeout } from "node:timers/promises";
import { syncFolder } from "../../backup/files.ts";
import { filesToMerge, filesToRollUp, mergedRuns, supersededFiles } from "../runs/compaction.ts";
import { DamagedRunFile, type RunFile } from "../runs/run-file.ts";
import type { RunFiles } from "../runs/run-files.ts";
import type { Database } from "./database.ts";
import { relist } from "./run-list.ts";

/** How long it works before it pauses, and for how long, in ms. */
const WORK_MS = 2;
const PAUSE_MS = 10;

/**
 * Merges files of runs in the background: those that are damaged, those that have not been rolled up, many alike, and
 * those of which little holds.
 */
export class RunMerger {
  readonly #database: Database;
  readonly #files: RunFiles;
  #merging: Promise<void> | null = null;
  /** Files that cannot be read whole; what cannot be derived again of them may be all that there is. */
  readonly #unreadable = new Set<RunFile>();
  /** Whether many runs have been derived again: files may hold little that holds. */
  #hasSuperseded = false;
  #closing = false;
  /** Whether somebody waits until all is merged. */
  #isAwaited = false;
  /** When the last pause ended, in ms. */
  #resumed = 0;

  constructor(database: Database, files: RunFiles) {
    this.#database = database;
    this.#files = files;
  }

  /** To be called when runs of other files have been written anew. */
  noteSuperseded(): void {
    this.#hasSuperseded = true;
  }

  /** Begins to merge, unless that is under way; what cannot be done now is done another time. */
  begin(): void {
    this.#merging ??= this.#mergeAll()
      .catch(() => undefined)
      .finally(() => {
        this.#merging = null;
      });
  }

  /** Waits until what had best be merged has been. */
  async settle(): Promise<void> {
    this.#isAwaited = true;
    await this.#merging;
    this.#isAwaited = false;
  }

  /** Gives up what is under way. */
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
      // The old ones may be all that there is of some runs: they go only when the new one's name is on disk.
      if (file !== null) await syncFolder(this.#files.folder);
      await this.#database.transaction((writer) => relist(writer, added, old));
      await this.#files.publish(added, old);
    }
  }

  /** What some writing comes to; where a file cannot be read for it, that file is left as it is from then on. */
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

  /** Leaves most of the time to others, unless somebody waits for it: then they only get their turn. */
  async #pause(): Promise<void> {
    if (this.#closing) throw new Error("the merging of files of runs was given up");
    if (performance.now() - this.#resumed < WORK_MS) return;
    await (this.#isAwaited ? setImmediate() : setTimeout(PAUSE_MS));
    this.#resumed = performance.now();
  }

  async #next(): Promise<readonly RunFile[] | null> {
    const isReadable = (file: RunFile) => !this.#unreadable.has(file);
    const damaged = this.#files.damagedFiles().filter(isReadable);
    if (damaged.length > 0) return damaged;
    const whole = this.#files.files.filter((file) => isReadable(file) && !this.#files.isDamaged(file));
    const alike = filesToRollUp(whole) ?? filesToMerge(whole);
    if (alike !== null || !this.#hasSuperseded) return alike;
    this.#hasSuperseded = false;
    const superseded = (await supersededFiles(this.#files)).filter((file) => whole.includes(file));
    return superseded.length === 0 ? null : superseded;
  }
}
