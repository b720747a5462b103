import type { RunParts } from "./run-deriver.ts";
import type { RunKey } from "./run-source.ts";

/** Beyond so many changes, of 4 bytes each, or runs, all runs in memory are flushed. */
const CHANGES_MAX = 2 ** 24;
const RUNS_MAX = 2 ** 16;

/** Flushes the runs in memory to files, one flush at a time. */
export class RunFlusher {
  readonly #parts: RunParts;
  /** The day before which all runs have been flushed in the background. */
  #flushedBefore = -Infinity;
  #flushing: Promise<void> = Promise.resolve();
  #isInBackground = false;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  /** Flushes in the background the runs from before a day, or all if there are too many. */
  flushEnded(firstDay: number): void {
    const { changes, runs } = this.#parts.memory;
    const isFull = changes > CHANGES_MAX || runs > RUNS_MAX;
    if (this.#isInBackground || !(firstDay > this.#flushedBefore || isFull)) return;
    this.#flushedBefore = firstDay;
    this.#isInBackground = true;
    // Runs that cannot be written, as when the disk is full, stay in memory until the next flush.
    void this.#flushNext(({ day }) => isFull || day < firstDay)
      .catch(() => undefined)
      .finally(() => {
        this.#isInBackground = false;
      });
  }

  /** Flushes all runs. */
  flush(): Promise<void> {
    return this.#flushNext(() => true);
  }

  #flushNext(isWanted: (key: RunKey) => boolean): Promise<void> {
    const flushing = this.#flushing.catch(() => undefined).then(() => this.#flushNow(isWanted));
    this.#flushing = flushing;
    return flushing;
  }

  async #flushNow(isWanted: (key: RunKey) => boolean): Promise<void> {
    const { source, files, memory, merger } = this.#parts;
    // At the same time, so that a run that is derived after this has the greater generation.
    const id = files.nextId();
    const snapshots = memory.snapshots(isWanted);
    const file = await files.write(id, [snapshots.map((snapshot) => ({ ...snapshot, generation: id }))]);
    if (file === null) return;
    await source.exclusive(async (section) => {
      const flushed = snapshots.filter((snapshot) => memory.isUnchanged(snapshot));
      await section.commit({ addedFiles: [id], flushed });
      await files.publish([file]);
      for (const key of flushed) memory.evict(key);
    });
    merger.begin();
  }
}
