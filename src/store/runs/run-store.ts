import type { DayRange } from "../../domain/collections.ts";
import { HeadcountError, must } from "../../domain/errors.ts";
import { DAY_MS, formatDate } from "../../domain/instant.ts";
import type { RebuildRange, RebuildResult, RunReader, SpaceChanges, SpaceRun } from "../../engine/ports.ts";
import { Pacer } from "../../engine/yielding.ts";
import type { ResetHistoryOf } from "../../series/roller.ts";
import { blockOf, firstChangeOf, type RunSlice } from "../../series/run-block.ts";
import { copyRuns, loadRuns, staleMarks } from "./bulk-reads.ts";
import { InMemoryRuns, type RunSnapshot } from "./in-memory-runs.ts";
import { ALL_DAYS, type RunKey, type RunSource } from "./ports.ts";
import { lostRun, RetainedRuns } from "./retained-record.ts";
import { RunDeriver } from "./run-deriver.ts";
import { type Damage, DamagedRunFile, quarantineUnlisted } from "./run-file.ts";
import { RunFiles } from "./run-files.ts";
import { RunMerger } from "./run-merger.ts";
import { summarizeRuns, verifyRuns } from "./verification.ts";

/*
 * The runs of a data directory. `RunStore` is their front. The other files of this folder:
 *
 * - `ports.ts`: what the runs need of a store, such as the changes in the log and the list of run files
 * - `in-memory-runs.ts`: the runs that events arrive for
 * - `run-deriver.ts`, `run-merger.ts`, `verification.ts`: derive stale runs and flush, merge files, compare with the log
 * - `run-files.ts`, `run-file.ts`, `run-writer.ts`, `run-file-format.ts`: all files, one file and its folder, its writing,
 *   its bytes
 * - `stored-block.ts`: the blocks of runs in files, loaded part by part
 * - `retained-record.ts`: the record of the runs whose events retention has removed
 * - `bulk-reads.ts`: reads of many runs at once, besides those for counts
 */

/** Runs of one batch of events that are loaded into memory; the others become stale. */
const LOADED_RUNS_MAX = 4_096;

/** The runs that some events change, to be committed with these. */
export interface PreparedRuns {
  readonly stale: readonly RunKey[];
  /** Runs that are to be in memory, with their changes before the events. */
  readonly loaded: readonly RunSnapshot[];
}

/** For a write that changes no run, or only runs that are in memory. */
const NO_RUNS: PreparedRuns = { stale: [], loaded: [] };

/**
 * The runs derived from the log. They are in run files, and in memory as long as events arrive for them. A commit that
 * changes a run in another way marks it as stale, and readers wait until it has been derived again.
 */
export class RunStore implements RunReader {
  readonly #source: RunSource;
  readonly #files: RunFiles;
  readonly #retained: RetainedRuns;
  readonly #memory = new InMemoryRuns();
  readonly #merger: RunMerger;
  readonly #deriver: RunDeriver;

  constructor(
    source: RunSource,
    { files, retained }: { readonly files: RunFiles; readonly retained: RetainedRuns },
    isStale: boolean,
    sliceChanges?: number,
  ) {
    this.#source = source;
    this.#files = files;
    this.#retained = retained;
    this.#merger = new RunMerger(source, files);
    const parts = { source, files, memory: this.#memory, merger: this.#merger };
    this.#deriver = new RunDeriver(parts, isStale, sliceChanges);
  }

  /** To be called before anything is derived. Files that are to be merged are merged from then on. */
  setResetHistories(historyOf: ResetHistoryOf): void {
    this.#files.historyOf = historyOf;
    this.#merger.begin();
  }

  /** To be called when a transaction that marked runs as stale has been committed. */
  becameStale(): void {
    this.#deriver.becameStale();
  }

  /**
   * Prepares for the changes of some events: loads their runs for `apply`. To be called while no other events are
   * stored, until `apply` has been called or the commit has failed.
   */
  async prepare(changes: SpaceChanges): Promise<PreparedRuns> {
    const missing = await this.#missingKeys(changes);
    if (missing.length === 0) return NO_RUNS;
    const room = this.#deriver.canLoad ? LOADED_RUNS_MAX : 0;
    const loaded = await loadRuns(this.#files, missing.slice(0, room));
    return { stale: missing.slice(loaded.length), loaded };
  }

  /** Adds the changes of events that have been committed with the prepared runs; `now` is in ms. */
  apply(changes: SpaceChanges, { stale, loaded }: PreparedRuns, now: number): void {
    for (const { spaceId, day, changes: run } of loaded) this.#memory.load({ spaceId, day }, run);
    this.#memory.add(changes);
    if (stale.length > 0) this.becameStale();
    this.#deriver.flushEnded(Math.floor(now / DAY_MS) - 1);
  }

  /** The runs that some changes belong to and that are not in memory, each once, the latest days first. */
  async #missingKeys({ length, spaceIds, spaces, timestamps }: SpaceChanges): Promise<RunKey[]> {
    const missing = new Map<string, RunKey>();
    // The day of each space's last change: most of the space's other changes are of the same day.
    const last: number[] = [];
    const pacer = new Pacer();
    for (let i = 0; i < length; i++) {
      if (pacer.isDue(i)) await pacer.pause();
      const space = spaces[i] as number;
      const day = Math.floor((timestamps[i] as number) / DAY_MS);
      if (last[space] === day) continue;
      last[space] = day;
      const spaceId = spaceIds[space] as bigint;
      if (this.#memory.find(spaceId, day) === undefined) missing.set(`${space} ${day}`, { spaceId, day });
    }
    return [...missing.values()].sort((a, b) => b.day - a.day);
  }

  flush(): Promise<void> {
    return this.#deriver.flush();
  }

  refresh(): Promise<void> {
    return this.#deriver.refresh();
  }

  settle(): Promise<void> {
    return this.#merger.settle();
  }

  async *runs(spaceIds: readonly bigint[], fromDay: number, toDay: number): AsyncIterable<SpaceRun> {
    for (const spaceId of [...new Set(spaceIds)].sort((a, b) => (a < b ? -1 : 1)))
      yield* await this.read(spaceId, fromDay, toDay, (slices) => copyRuns(spaceId, slices));
  }

  async read<T>(
    spaceId: bigint,
    fromDay: number,
    toDay: number,
    work: (slices: readonly RunSlice[]) => Promise<T>,
  ): Promise<T> {
    if (this.#deriver.isStale) await this.refresh();
    try {
      return await this.#readStored(spaceId, { firstDay: fromDay, lastDay: toDay - 1 }, work);
    } catch (error) {
      if (!(error instanceof DamagedRunFile)) throw error;
      const { day, damage } = error;
      if (damage === null || (day !== null && day < this.#retained.firstDay)) throw lostRun(day, error);
      // The caller may have used some of the runs already, so the read cannot be repeated here.
      await this.#replace(damage);
      const message = "a run file is damaged; the server derives its runs from the log again: try again";
      throw new HeadcountError("unavailable", message, { cause: error });
    }
  }

  #readStored<T>(spaceId: bigint, days: DayRange, work: (slices: readonly RunSlice[]) => Promise<T>) {
    const memory = this.#memory.of(spaceId, days).map(({ day, changes }) => blockOf(spaceId, day, changes));
    return this.#files.read(spaceId, days, memory, work);
  }

  /** The first changes of some spaces; see `EventStore.firstChanges`. */
  async firstChanges(spaces: ReadonlyMap<bigint, number>): Promise<Map<bigint, number>> {
    const firsts = new Map<bigint, number>();
    for (const [spaceId, before] of spaces) {
      const toDay = Math.floor(before / DAY_MS) + 1;
      const first = async (slices: readonly RunSlice[]) => firstChangeOf(slices);
      const instant = await this.read(spaceId, -Infinity, toDay, first).catch((error: unknown) => {
        // The run that had it is lost.
        if (error instanceof HeadcountError && error.kind === "data-lost") return null;
        throw error;
      });
      if (instant !== null && instant < before) firsts.set(spaceId, instant);
    }
    return firsts;
  }

  /**
   * Marks as stale all runs of a range that are in files or for which the log may have changes.
   *
   * @param removedFiles ids of files that are removed from the list in the same commit
   */
  async markStale(
    range: Pick<RebuildRange, "spaceId" | "from" | "to">,
    removedFiles: readonly number[] = [],
  ): Promise<void> {
    await this.#withoutDamage(() =>
      this.#source.exclusive((section) =>
        section.commit({ removedFiles, stale: staleMarks(this.#files, range) }),
      ),
    );
    this.becameStale();
  }

  /** Does some work that reads directories of files; those that it finds damaged are replaced, and it begins again. */
  async #withoutDamage(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await work();
        return;
      } catch (error) {
        if (!(error instanceof DamagedRunFile) || error.damage === null) throw error;
        await this.#replace(error.damage);
      }
    }
  }

  /**
   * Has damaged runs derived again. The file is removed with all its runs if they can be derived; otherwise reads skip
   * the space whose directory is damaged.
   */
  #replace({ file, spaceId, day }: Damage): Promise<void> {
    const { firstDays, lastDays } = file.spaces;
    const from = firstDays.reduce((a, b) => Math.min(a, b)) * DAY_MS;
    const to = (lastDays.reduce((a, b) => Math.max(a, b)) + 1) * DAY_MS;
    const { logStart } = this.#retained;
    return this.#withoutDamage(() =>
      this.#source.exclusive(async (section) => {
        // Another read may have found the damage, too.
        if (!this.#files.files.includes(file)) return;
        const isRemoved = from >= logStart;
        const range = isRemoved ? { spaceId: null, from, to } : { spaceId, from: logStart, to: Infinity };
        const removedFiles = isRemoved ? [file.id] : [];
        await section.commit({ removedFiles, stale: staleMarks(this.#files, range, file) });
        // Readers wait for the derivation from the moment on from which they do not use the file.
        this.becameStale();
        if (isRemoved) await this.#files.publish([], [file]);
        else if (day === null) this.#files.skip(file, spaceId);
      }),
    );
  }

  /** Derives a range again, or compares it with the log; see `EventStore.rebuild`. */
  async rebuild(range: RebuildRange): Promise<Omit<RebuildResult, "sensors">> {
    if (!range.verify) {
      await this.flush();
      await this.markStale({ ...range, from: Math.max(range.from, this.#retained.logStart) });
    }
    await this.refresh();
    await this.settle();
    const stored = {
      source: this.#source,
      spaceIds: () => [...new Set([...this.#files.spaceIds(), ...this.#memory.spaceIds()])],
      read: this.#readStored.bind(this),
      retained: this.#retained,
    };
    const differences = range.verify ? await verifyRuns(stored, range) : [];
    return { ...(await summarizeRuns(stored, range)), differences };
  }

  /** Flushes the runs in memory and closes the files. */
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

interface OpenRunsOptions {
  /** Bytes of runs and roll-ups that may be cached. */
  readonly cacheBytes: number;
  readonly notify?: ((message: string) => void) | undefined;
  /** Whether the store is known to have every commit; otherwise unlisted run files are quarantined, not removed. */
  readonly isComplete: boolean;
  /** Whether commits have been lost: run files may have changes that the log does not have. */
  readonly hasLoss: boolean;
}

/**
 * Opens the runs of a data directory. If a listed file is missing or damaged, all runs whose events the log has are
 * marked as stale.
 */
export async function openRuns(
  source: RunSource,
  directory: string,
  { cacheBytes, notify, isComplete, hasLoss }: OpenRunsOptions,
) {
  const retained = new RetainedRuns(source.retained, await source.retained.logStart());
  const { files: listed, isStale } = await source.open();
  if (!isComplete) await quarantineUnlisted(directory, listed, notify);
  const found = await RunFiles.open(directory, listed, cacheBytes, retained);
  if (found === null) {
    notify?.("some run files are missing or damaged; their runs are derived from the log again");
    const stale = [{ spaceId: null, ...ALL_DAYS }];
    await source.exclusive((section) => section.commit({ removedFiles: listed, stale }));
    const files = must(await RunFiles.open(directory, [], cacheBytes, retained), "run files");
    return { runs: new RunStore(source, { files, retained }, true), files, retained };
  }
  const { missing } = found;
  const runs = new RunStore(source, { files: found, retained }, isStale);
  if (missing.length > 0) {
    const day = formatDate(retained.firstDay);
    notify?.(
      `some run files are missing or damaged; the runs from ${day} on are derived again from the log. Earlier ` +
        "events have been removed: lost runs from before that day are only in backups",
    );
  }
  // Runs in the other files may be outdated versions of lost runs, or have changes of lost events.
  if (missing.length > 0 || hasLoss)
    await runs.markStale({ spaceId: null, from: retained.logStart, to: Infinity }, missing);
  return { runs, files: found, retained };
}
