import { setImmediate } from "node:timers/promises";
import { HeadcountError } from "../../domain/errors.ts";
import { DAY_MS } from "../../domain/instant.ts";
import type { RebuildRange, RebuildResult, SpaceChanges, SpaceRun } from "../../engine/ports.ts";
import type { RollUpHintsOf } from "../../series/roller.ts";
import { blockOf, type RunPiece, runAt } from "../../series/run-block.ts";
import type { Days } from "../runs/kept-days.ts";
import { DamagedRunFile, type RunFile } from "../runs/run-file.ts";
import type { RunFiles } from "../runs/run-files.ts";
import type { FiledRun, RunBatches } from "../runs/run-writer.ts";
import type { Connection, Database } from "./database.ts";
import { clearDue, type DueSlice, derivedRuns, SLICE_CHANGES_MAX, takeStale } from "./due-runs.ts";
import { storeFailure } from "./failures.ts";
import { FirstChanges, readFirstChange } from "./first-changes.ts";
import { HotRuns, type RunSnapshot } from "./hot-runs.ts";
import { type KeptRuns, lostRun } from "./kept-runs.ts";
import { takeOver } from "./run-flushing.ts";
import { appendKeys, type RunKey } from "./run-keys.ts";
import { relist } from "./run-list.ts";
import { RunMerger } from "./run-merger.ts";
import { markRange, summarizeRuns, verifyRuns } from "./run-verification.ts";
import { statement } from "./statements.ts";

/** Runs of one batch of events that are taken into memory; the others become stale. */
const LOADED_RUNS_MAX = 4_096;

/** Changes whose runs are looked for before others have their turn. */
const CHANGES_AT_ONCE = 4_096;

/** What is kept in memory before it is stored: changes, of 4 bytes each, and runs. */
const HOT_CHANGES_MAX = 2 ** 24;
const HOT_RUNS_MAX = 2 ** 16;

/** What is stale is derived into memory where it is no more than this: a file would be hardly worth it. */
const SMALL_CHANGES_MAX = 2 ** 17;
const SMALL_RUNS_MAX = 1_024;

/**
 * The runs derived from the log. They are kept in files. Whatever changes what a run should hold either adds
 * to it in memory, or marks it stale in the same transaction; readers wait until the stale ones have been
 * derived again. What is in memory is stored when its day is over, or there is much of it.
 */
export class RunStore {
  readonly #database: Database;
  readonly #files: RunFiles;
  readonly #kept: KeptRuns;
  /** Commits that have marked runs as stale, and how many of them the runs have caught up with. */
  #marked: number;
  #derived = 0;
  #refreshing: Promise<void> | null = null;
  readonly #sliceChanges: number;
  /** Whether runs are being derived slice by slice: none is in memory until all have been. */
  #slicing = false;
  readonly #hot = new HotRuns();
  readonly #firstChanges = new FirstChanges();
  /** The first day that is not over for long. */
  #firstHotDay = -Infinity;
  #flushing: Promise<void> = Promise.resolve();
  /** Whether runs are being stored in the background. */
  #isFlushing = false;
  readonly #merger: RunMerger;

  constructor(
    database: Database,
    files: RunFiles,
    kept: KeptRuns,
    stale: boolean,
    sliceChanges = SLICE_CHANGES_MAX,
  ) {
    this.#database = database;
    this.#files = files;
    this.#kept = kept;
    this.#marked = stale ? 1 : 0;
    this.#sliceChanges = sliceChanges;
    this.#merger = new RunMerger(database, files);
  }

  /** To be called before anything is derived; what had best be merged is merged from then on. */
  setRollUpHints(watchOf: RollUpHintsOf): void {
    this.#files.watch(watchOf);
    this.#merger.begin();
  }

  /** To be called when a transaction that marked runs has been committed. */
  becameStale(): void {
    this.#marked++;
  }

  /**
   * Lets runs follow some events that `append` puts into the log with the marks it is given: in memory, or
   * by becoming stale. To be called with the writer.
   */
  async follow(
    { changes, now }: { readonly changes: SpaceChanges; readonly now: number },
    append: (marks: { readonly stale: RunKey[]; readonly loaded: RunKey[] }) => Promise<void>,
  ): Promise<void> {
    const cold = await this.#coldKeys(changes);
    // A run that is stale cannot be taken over.
    const room = this.#derived === this.#marked && !this.#slicing ? LOADED_RUNS_MAX : 0;
    const loaded = await this.#takeOver(cold.slice(0, room));
    const stale = cold.slice(loaded.length);
    await append({ stale, loaded });
    for (const { spaceId, day, changes: run } of loaded) {
      this.#hot.load({ spaceId, day }, run);
      this.#firstChanges.forget(spaceId);
    }
    this.#hot.add(changes);
    if (stale.length > 0) this.becameStale();
    this.#flushEndedDays(Math.floor(now / DAY_MS) - 1);
  }

  /** Some runs as they are stored; none where a file is damaged, since the log has all of them. */
  async #takeOver(keys: readonly RunKey[]): Promise<RunSnapshot[]> {
    try {
      return await takeOver(this.#files, keys);
    } catch (error) {
      if (error instanceof DamagedRunFile) return [];
      throw error;
    }
  }

  /** Stores in the background the runs of days that are over, or all where there are too many. */
  #flushEndedDays(firstHotDay: number): void {
    const isFull = this.#hot.changes > HOT_CHANGES_MAX || this.#hot.runs > HOT_RUNS_MAX;
    const isNewDay = firstHotDay > this.#firstHotDay;
    if (this.#isFlushing || !(isNewDay || isFull)) return;
    this.#firstHotDay = firstHotDay;
    this.#isFlushing = true;
    // What could not be stored, as where the disk is full, stays in memory until it is tried again.
    void this.#flushInTurn(({ day }) => isFull || day < firstHotDay)
      .catch(() => undefined)
      .finally(() => {
        this.#isFlushing = false;
      });
  }

  /** The runs that some changes belong to and that are not in memory, each once, the latest days first. */
  async #coldKeys({ length, spaceIds, spaces, timestamps }: SpaceChanges): Promise<RunKey[]> {
    const byDay = new Map<number, Map<number, RunKey>>();
    // The day of each space's last change: most of its others are of the same.
    const last: number[] = [];
    for (let i = 0; i < length; i++) {
      if (i > 0 && i % CHANGES_AT_ONCE === 0) await setImmediate();
      const space = spaces[i] as number;
      const day = Math.floor((timestamps[i] as number) / DAY_MS);
      if (last[space] === day) continue;
      last[space] = day;
      const spaceId = spaceIds[space] as bigint;
      if (this.#hot.find(spaceId, day) !== undefined) continue;
      let keys = byDay.get(day);
      if (keys === undefined) {
        keys = new Map();
        byDay.set(day, keys);
      }
      if (!keys.has(space)) keys.set(space, { spaceId, day });
    }
    const days = [...byDay].sort(([a], [b]) => b - a);
    return days.flatMap(([, keys]) => [...keys.values()]);
  }

  /** Stores all runs that are in memory. */
  flush(): Promise<void> {
    return this.#flushInTurn(() => true);
  }

  #flushInTurn(isSealed: (key: RunKey) => boolean): Promise<void> {
    const sealing = this.#flushing.catch(() => undefined).then(() => this.#flushNow(isSealed));
    this.#flushing = sealing;
    return sealing;
  }

  async #flushNow(isSealed: (key: RunKey) => boolean): Promise<void> {
    // Together, so that a run that is derived anew after this has the greater generation.
    const id = this.#files.nextId();
    const snapshots = this.#hot.snapshots(isSealed);
    const file = await this.#write(id, [snapshots.map((snapshot) => ({ ...snapshot, generation: id }))]);
    if (file === null) return;
    await this.#database.write(async (writer) => {
      const unchanged = snapshots.filter((snapshot) => this.#hot.isUnchanged(snapshot));
      await writer.transaction(async () => {
        await relist(writer, [file]);
        await writer.run(statement("runs/create-flushed"));
        await appendKeys(writer, "flushed", unchanged, "temp");
        await writer.run(statement("runs/clear-flushed"));
      });
      await this.#files.publish([file]);
      for (const key of unchanged) this.#hot.drop(key);
    });
    this.#merger.begin();
  }

  /** Writes a file; where there is no room for it, says so as the database does. */
  async #write(id: number, batches: RunBatches, rollsUp = true): Promise<RunFile | null> {
    try {
      return await this.#files.write(id, batches, rollsUp);
    } catch (error) {
      throw storeFailure(error)?.error ?? error;
    }
  }

  /** Waits until files that had best be merged have been. */
  settle(): Promise<void> {
    return this.#merger.settle();
  }

  /** The runs of some spaces, as the port says. */
  async *runs(spaceIds: readonly bigint[], fromDay: number, toDay: number): AsyncIterable<SpaceRun> {
    for (const spaceId of [...new Set(spaceIds)].sort((a, b) => (a < b ? -1 : 1))) {
      yield* await this.read(spaceId, fromDay, toDay, async (pieces) => {
        const runs: SpaceRun[] = [];
        for (const { block, from, to } of pieces) {
          await block.load("changes", from, to);
          for (let i = from; i < to; i++) {
            const { dayStart, changes } = runAt(block, i);
            // Its own copy: what is lent for the reading is used again after it.
            if (changes.length > 0) runs.push({ spaceId, dayStart, changes: changes.slice() });
          }
        }
        return runs;
      });
    }
  }

  /** Has work done over a space's runs, as the port says. */
  async read<T>(
    spaceId: bigint,
    fromDay: number,
    toDay: number,
    work: (pieces: readonly RunPiece[]) => Promise<T>,
  ): Promise<T> {
    if (this.#derived < this.#marked) await this.refresh();
    const days = { firstDay: fromDay, lastDay: toDay - 1 };
    try {
      return await this.#readKept(spaceId, days, work);
    } catch (error) {
      if (!(error instanceof DamagedRunFile)) throw error;
      if (error.day !== null && error.day < this.#kept.firstDay) throw lostRun(error.day, error);
      // What has been read of them cannot be taken back from who read it.
      const all = { spaceId, from: -Infinity, to: Infinity, verify: false };
      await this.#database.transaction((writer) => markRange(writer, this.#files, all));
      this.becameStale();
      this.#files.noteMended(spaceId);
      this.#merger.begin();
      const message = "a file of runs is damaged; its runs are derived again from the log: ask again";
      throw new HeadcountError("unavailable", message, { cause: error });
    }
  }

  /** The first changes of some spaces, as the port says. */
  async firstChanges(spaces: ReadonlyMap<bigint, number>): Promise<Map<bigint, number>> {
    if (this.#derived < this.#marked) await this.refresh();
    const firsts = new Map<bigint, number>();
    for (const [spaceId, before] of spaces) {
      const first = this.#firstChangeBy(spaceId, Math.floor(before / DAY_MS));
      const instant = first instanceof Promise ? await first : first;
      if (instant !== null && instant < before) firsts.set(spaceId, instant);
    }
    return firsts;
  }

  /** A space's first change up to a day; most need not be waited for. */
  #firstChangeBy(spaceId: bigint, lastDay: number): Promise<number | null> | number | null {
    const readRuns = (work: (pieces: readonly RunPiece[]) => Promise<number | null>) =>
      this.read(spaceId, -Infinity, lastDay + 1, work);
    // While events are added to runs of those days in memory, nothing of them is remembered.
    if (this.#hot.reachesBack(spaceId, lastDay)) return readFirstChange(readRuns);
    if (!this.#files.reachesBack(spaceId, lastDay)) return null;
    const known = this.#firstChanges.get(spaceId, lastDay, this.#marked);
    return known === undefined ? this.#firstChanges.read(spaceId, lastDay, this.#marked, readRuns) : known;
  }

  #readKept<T>(spaceId: bigint, days: Days, work: (pieces: readonly RunPiece[]) => Promise<T>): Promise<T> {
    const memory = this.#hot
      .of(spaceId, days.firstDay, days.lastDay)
      .map(({ day, changes }) => blockOf(spaceId, day, changes));
    return this.#files.read(spaceId, days, memory, work);
  }

  /** Derives what has been marked by now; callers at the same time share the work. */
  async refresh(): Promise<void> {
    const wanted = this.#marked;
    while (this.#derived < wanted) {
      this.#refreshing ??= this.#derive().finally(() => {
        this.#refreshing = null;
      });
      await this.#refreshing;
    }
  }

  /** Derives what is stale: into memory where it is not much, else into files. */
  async #derive(): Promise<void> {
    const { reached, slices } = await this.#database.write(async (writer) => {
      // Marks made from here on belong to transactions that come after this one.
      const marked = this.#marked;
      const taken = await writer.transaction(() => takeStale(writer, this.#sliceChanges));
      for (const key of taken.evictable) this.#hot.drop(key);
      const [first, ...others] = taken.slices;
      if (first === undefined) return { reached: marked, slices: [] };
      if (others.length === 0 && first.changes <= SMALL_CHANGES_MAX && first.runs <= SMALL_RUNS_MAX) {
        await this.#deriveIntoMemory(writer, first);
        return { reached: marked, slices: [] };
      }
      this.#slicing = true;
      return { reached: marked, slices: taken.slices };
    });
    if (slices.length > 0) await this.#deriveIntoFiles(slices);
    this.#derived = reached;
  }

  async #deriveIntoMemory(writer: Connection, slice: DueSlice): Promise<void> {
    const derived: SpaceRun[] = [];
    for await (const runs of derivedRuns(writer, slice)) derived.push(...runs);
    const keys = derived.map(({ spaceId, dayStart }) => ({ spaceId, day: dayStart / DAY_MS }));
    await writer.transaction(async () => {
      await clearDue(writer, slice);
      await appendKeys(writer, "hot_run", keys);
    });
    // Each its own copy, since it may live longer than the others.
    for (const [i, key] of keys.entries()) this.#hot.load(key, (derived[i] as SpaceRun).changes.slice());
  }

  /** Others are to see all slices, or none: what has been written of them holds when the last one is done. */
  async #deriveIntoFiles(slices: readonly DueSlice[]): Promise<void> {
    const files: RunFile[] = [];
    try {
      for (const slice of slices) {
        const id = this.#files.nextId();
        const file = await this.#database.read((reader) =>
          // Several are merged at once, and rolled up then, when a space's days come one after another.
          this.#write(id, this.#derivedRuns(reader, slice, id), slices.length === 1),
        );
        const added = file === null ? [] : [file];
        await this.#database.transaction(async (writer) => {
          await relist(writer, added);
          await clearDue(writer, slice);
        });
        files.push(...added);
      }
    } finally {
      if (this.#files.files.length > 0) this.#merger.noteSuperseded();
      await this.#files.publish(files);
      this.#slicing = false;
      this.#merger.begin();
    }
  }

  /** The runs of a slice, and notes that some are no more that were stored. */
  async *#derivedRuns(reader: Connection, slice: DueSlice, id: number): AsyncGenerator<FiledRun[]> {
    for await (const runs of derivedRuns(reader, slice)) {
      yield runs
        .filter(({ spaceId, changes }) => changes.length > 0 || this.#files.extentsOf(spaceId).length > 0)
        .map(({ spaceId, dayStart, changes }) => ({
          spaceId,
          day: dayStart / DAY_MS,
          changes,
          generation: id,
        }));
    }
  }

  /** Derives a range again, or compares it with the log, as the port says. */
  async rebuild(range: RebuildRange): Promise<RebuildResult> {
    if (!range.verify) {
      await this.flush();
      const derivable = { ...range, from: Math.max(range.from, this.#kept.boundary) };
      const damaged = await this.#database.transaction((writer) => markRange(writer, this.#files, derivable));
      this.becameStale();
      for (const spaceId of damaged) this.#files.noteMended(spaceId);
    }
    await this.refresh();
    await this.settle();
    const kept = {
      database: this.#database,
      spaceIds: () => [...new Set([...this.#files.spaceIds(), ...this.#hot.spaceIds()])],
      read: this.#readKept.bind(this),
      record: this.#kept,
    };
    const differences = range.verify ? await verifyRuns(kept, range) : [];
    return { ...(await summarizeRuns(kept, range)), differences };
  }

  /** Stores what is in memory, and lets go of the files. */
  async close(): Promise<void> {
    try {
      await this.#merger.close();
      await this.flush();
      await this.#merger.close();
    } finally {
      this.#files.close();
    }
  }
}
