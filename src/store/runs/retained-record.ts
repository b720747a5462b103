import { type DayRange, getOrInsert } from "../../domain/collections.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { DAY_MS, formatDate } from "../../domain/instant.ts";
import type { RunSlice } from "../../series/run-block.ts";
import type { RetainedDays, RetainedSource } from "./ports.ts";
import { DamagedRunFile } from "./run-file.ts";
import { StoredBlock } from "./stored-block.ts";

/**
 * The runs whose events have been removed by retention. The store has the days and checksums of these runs, so that a
 * damaged file is not taken for a day without changes.
 */
export class RetainedRuns {
  readonly source: RetainedSource;
  /** The start of a UTC day, in ms; 0 if no events have been removed. */
  logStart: number;
  /** By space, as far as they have been read; 8 bytes a day. */
  readonly #bySpace = new Map<bigint, Promise<RetainedDays>>();

  /** @param logStart that of the source */
  constructor(source: RetainedSource, logStart: number) {
    this.source = source;
    this.logStart = logStart;
  }

  /** The first day whose runs can be derived. */
  get firstDay(): number {
    return this.logStart / DAY_MS;
  }

  /** To be called when events have been removed and the log starts later, in ms. */
  moveTo(logStart: number): void {
    this.logStart = logStart;
    this.#bySpace.clear();
  }

  /** To be called when spaces have been removed with their history. */
  forget(spaceIds: readonly bigint[]): void {
    for (const spaceId of spaceIds) this.#bySpace.delete(spaceId);
  }

  /** The retained days of a space. Without removed events the store is not asked: that would cost 1 ms for each space. */
  async of(spaceId: bigint): Promise<RetainedDays> {
    if (this.logStart === 0) return NONE;
    return getOrInsert(this.#bySpace, spaceId, () => {
      const days = this.source.days(spaceId);
      days.catch(() => this.#bySpace.delete(spaceId));
      return days;
    });
  }
}

const NONE: RetainedDays = { days: new Int32Array(), checksums: new Uint32Array() };

/** The days before `before` whose runs have changes in some slices, with the checksums of these changes. */
export function retainedDaysIn(slices: readonly RunSlice[], before: number): RetainedDays {
  const days: number[] = [];
  const checksums: number[] = [];
  for (const { block, from, to } of slices) {
    if (!(block instanceof StoredBlock)) continue;
    for (let i = from; i < to; i++) {
      const day = block.days[i] as number;
      if (day >= before || block.firsts.changes[i] === block.firsts.changes[i + 1]) continue;
      days.push(day);
      checksums.push(block.checksums.changes[i] as number);
    }
  }
  return { days: Int32Array.from(days), checksums: Uint32Array.from(checksums) };
}

/**
 * Makes sure that the slices of a span have exactly the recorded runs: if a file is lost, an older file may have an
 * outdated version of a run.
 *
 * @throws DamagedRunFile with the first day that differs
 */
export function requireRetained(
  recorded: RetainedDays,
  slices: readonly RunSlice[],
  { firstDay, lastDay }: DayRange,
): void {
  const found = retainedDaysIn(slices, lastDay + 1);
  let next = 0;
  for (const [i, day] of recorded.days.entries()) {
    if (day < firstDay) continue;
    if (day > lastDay) break;
    const foundDay = found.days[next] ?? Infinity;
    if (foundDay !== day || found.checksums[next] !== recorded.checksums[i])
      throw new DamagedRunFile("a run is not in the files", Math.min(day, foundDay));
    next++;
  }
  if (next < found.days.length)
    throw new DamagedRunFile("a file has an outdated version of a run", found.days[next] ?? null);
}

/**
 * The error if a run is lost whose events have been removed.
 *
 * @param day since the epoch; null if it is not known
 */
export function lostRun(day: number | null, cause: Error): HeadcountError {
  const date = day === null ? "some days" : formatDate(day);
  return new HeadcountError(
    "data-lost",
    `a run file is damaged or missing: the counts of ${date} cannot be read, and its events have been ` +
      "removed, so the counts cannot be derived again; restore a backup that contains them",
    { cause },
  );
}
