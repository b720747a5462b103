import { DAY_MS } from "../../domain/instant.ts";
import { SerialQueue } from "../../domain/serial-queue.ts";
import type { SpaceRun } from "../../engine/ports.ts";
import type { InMemoryRuns } from "./in-memory-runs.ts";
import { type RunKey, type RunSection, type RunSource, SLICE_CHANGES, type StaleSlice } from "./ports.ts";
import type { RunFile } from "./run-file.ts";
import type { RunFiles } from "./run-files.ts";
import type { RunMerger } from "./run-merger.ts";
import type { FiledRun } from "./run-writer.ts";

/** Maximum numbers of changes and runs that are derived into memory: a file for them would be inefficient. */
const SMALL_CHANGES_MAX = 2 ** 17;
const SMALL_RUNS_MAX = 1_024;

/** Beyond this number of changes, of 4 bytes each, or of runs, all runs in memory are flushed. */
const CHANGES_MAX = 2 ** 24;
const RUNS_MAX = 2 ** 16;

interface RunParts {
  readonly source: RunSource;
  readonly files: RunFiles;
  readonly memory: InMemoryRuns;
  readonly merger: RunMerger;
}

/** Derives stale runs from the log before they are read, and flushes the runs in memory to files. */
export class RunDeriver {
  readonly #parts: RunParts;
  readonly #sliceChanges: number;
  /** How many commits have marked runs as stale, and how many of them have been processed. */
  #marked: number;
  #derived = 0;
  #refreshing: Promise<void> | null = null;
  /** Whether slices are being derived: no runs are loaded into memory until all are done. */
  #isSlicing = false;
  /** The day before which all runs have been flushed in the background. */
  #flushedBefore = -Infinity;
  readonly #flushes = new SerialQueue();
  #isInBackground = false;

  constructor(parts: RunParts, isStale: boolean, sliceChanges = SLICE_CHANGES) {
    this.#parts = parts;
    this.#marked = isStale ? 1 : 0;
    this.#sliceChanges = sliceChanges;
  }

  becameStale(): void {
    this.#marked++;
  }

  get isStale(): boolean {
    return this.#derived < this.#marked;
  }

  /** Whether runs can be loaded into memory: not while runs are stale or being derived. */
  get canLoad(): boolean {
    return !this.isStale && !this.#isSlicing;
  }

  /** Derives all runs that are stale now; concurrent callers share the work. */
  async refresh(): Promise<void> {
    const wanted = this.#marked;
    while (this.#derived < wanted) {
      this.#refreshing ??= this.#derive().finally(() => {
        this.#refreshing = null;
      });
      await this.#refreshing;
    }
  }

  /** Derives stale runs: a few into memory, many into files. */
  async #derive(): Promise<void> {
    const { source, memory } = this.#parts;
    const { reached, slices } = await source.exclusive(async (section) => {
      // Marks from here on belong to commits after this one.
      const reached = this.#marked;
      const taken = await section.takeStale(this.#sliceChanges);
      for (const key of taken.evicted) memory.evict(key);
      const [first, ...others] = taken.slices;
      if (first === undefined) return { reached, slices: [] };
      if (others.length === 0 && first.changes <= SMALL_CHANGES_MAX && first.runs <= SMALL_RUNS_MAX) {
        await this.#deriveIntoMemory(section, first);
        return { reached, slices: [] };
      }
      this.#isSlicing = true;
      return { reached, slices: taken.slices };
    });
    if (slices.length > 0) await this.#deriveIntoFiles(slices);
    this.#derived = reached;
  }

  async #deriveIntoMemory(section: RunSection, slice: StaleSlice): Promise<void> {
    const derived: SpaceRun[] = [];
    for await (const runs of section.changesOf(slice)) derived.push(...runs);
    const loaded = derived.map(({ spaceId, dayStart }) => ({ spaceId, day: dayStart / DAY_MS }));
    await section.commit({ derived: slice, loaded });
    // Copies, since each run may stay in memory longer than the others.
    for (const [i, key] of loaded.entries())
      this.#parts.memory.load(key, (derived[i] as SpaceRun).changes.slice());
  }

  /** Derives slices into a file each. Readers see all of them or none: the files are published at the end. */
  async #deriveIntoFiles(slices: readonly StaleSlice[]): Promise<void> {
    const { source, files, merger } = this.#parts;
    const written: RunFile[] = [];
    try {
      for (const slice of slices) {
        const id = files.nextId();
        // Several files are merged at once, and rolled up then, when the days of a space are adjacent.
        const file = await files.write(id, this.#filedRuns(slice, id), slices.length === 1);
        const addedFiles = file === null ? [] : [id];
        await source.exclusive((section) => section.commit({ addedFiles, derived: slice }));
        if (file !== null) written.push(file);
      }
    } finally {
      await files.publish(written);
      this.#isSlicing = false;
      merger.begin();
    }
  }

  /** The runs of a slice; those without changes only if a file may have an older version of them. */
  async *#filedRuns(slice: StaleSlice, generation: number): AsyncGenerator<FiledRun[]> {
    const { source, files } = this.#parts;
    for await (const runs of source.changesOf(slice)) {
      yield runs
        .filter(({ spaceId, changes }) => changes.length > 0 || files.extentsOf(spaceId).length > 0)
        .map(({ spaceId, dayStart, changes }) => ({ spaceId, day: dayStart / DAY_MS, changes, generation }));
    }
  }

  /** Flushes in the background the runs from before a day, or all if there are too many. */
  flushEnded(firstDay: number): void {
    const { changes, runs } = this.#parts.memory;
    const isFull = changes > CHANGES_MAX || runs > RUNS_MAX;
    if (this.#isInBackground || !(firstDay > this.#flushedBefore || isFull)) return;
    this.#flushedBefore = firstDay;
    this.#isInBackground = true;
    // Runs that cannot be written, as when the disk is full, stay in memory until the next flush.
    void this.#flushes
      .run(() => this.#flush(({ day }) => isFull || day < firstDay))
      .catch(() => undefined)
      .finally(() => {
        this.#isInBackground = false;
      });
  }

  flush(): Promise<void> {
    return this.#flushes.run(() => this.#flush(() => true));
  }

  async #flush(isWanted: (key: RunKey) => boolean): Promise<void> {
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
