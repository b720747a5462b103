import { setTimeout } from "node:timers/promises";
import { syncFolder } from "../../backup/files.ts";
import { filesToMerge, mergedRuns, supersededFiles } from "../runs/compaction.ts";
import type { RunFile } from "../runs/run-file.ts";
import type { RunFiles } from "../runs/run-files.ts";
import type { Database } from "./database.ts";
import { relist } from "./run-list.ts";

/** How long it works before it pauses, and for how long, in ms. */
const WORK_MS = 2;
const PAUSE_MS = 10;

/**
 * Merges files of runs in the background: those that are damaged, many alike, and those of which little holds.
 */
export class RunMerger {
  readonly #database: Database;
  readonly #files: RunFiles;
  #merging: Promise<void> | null = null;
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
      const file = await this.#files.write(this.#files.nextId(), runs);
      const added = file === null ? [] : [file];
      // The old ones may be all that there is of some runs: they go only when the new one's name is on disk.
      if (file !== null) await syncFolder(this.#files.folder);
      await this.#database.transaction((writer) => relist(writer, added, old));
      await this.#files.publish(added, old);
    }
  }

  /** Leaves most of the time to others, unless somebody waits for it. */
  async #pause(): Promise<void> {
    if (this.#closing) throw new Error("the merging of files of runs was given up");
    if (performance.now() - this.#resumed < WORK_MS) return;
    await setTimeout(this.#isAwaited ? 0 : PAUSE_MS);
    this.#resumed = performance.now();
  }

  async #next(): Promise<readonly RunFile[] | null> {
    const damaged = this.#files.damagedFiles();
    if (damaged.length > 0) return damaged;
    const alike = filesToMerge(this.#files.files);
    if (alike !== null || !this.#hasSuperseded) return alike;
    this.#hasSuperseded = false;
    const superseded = await supersededFiles(this.#files);
    return superseded.length === 0 ? null : superseded;
  }
}
