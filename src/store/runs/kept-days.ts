import type { SourcePiece } from "./pieces.ts";
import { DamagedRunFile } from "./run-file.ts";

/** A range of days, both included. */
export interface Days {
  readonly firstDay: number;
  readonly lastDay: number;
}

/** A space's days whose runs cannot be derived again, since their events have been removed. */
export interface KeptDays {
  /** Those that have changes, ascending, since the epoch. */
  readonly days: Int32Array;
  /** Of each one's changes. */
  readonly checksums: Uint32Array;
}

/** Says which runs cannot be derived again. */
export interface KeptRecord {
  /** The first day whose runs can be. */
  readonly firstDay: number;
  of(spaceId: bigint): Promise<KeptDays>;
}

/** The days before one whose runs have changes in some pieces, and these changes' checksums. */
export function keptDaysIn(pieces: readonly SourcePiece[], before: number): KeptDays {
  const days: number[] = [];
  const checksums: number[] = [];
  for (const { source, from, to } of pieces) {
    if ("memory" in source) continue;
    const { directory } = source;
    for (let i = from; i < to; i++) {
      const day = directory.days[i] as number;
      if (day >= before || directory.firsts.changes[i] === directory.firsts.changes[i + 1]) continue;
      days.push(day);
      checksums.push(directory.checksums.changes[i] as number);
    }
  }
  return { days: Int32Array.from(days), checksums: Uint32Array.from(checksums) };
}

/**
 * Makes sure that the pieces of a range have the runs that cannot be derived again, and no others from before
 * those that can be: where a file is lost, an older one may have what no longer holds.
 *
 * @throws DamagedRunFile with the first day that differs
 */
export function requireKept(
  kept: KeptDays,
  pieces: readonly SourcePiece[],
  { firstDay, lastDay }: Days,
): void {
  const found = keptDaysIn(pieces, lastDay + 1);
  let next = 0;
  for (const [i, day] of kept.days.entries()) {
    if (day < firstDay) continue;
    if (day > lastDay) break;
    const foundDay = found.days[next] ?? Infinity;
    if (foundDay !== day || found.checksums[next] !== kept.checksums[i])
      throw new DamagedRunFile("a run is not in the files", Math.min(day, foundDay));
    next++;
  }
  if (next < found.days.length)
    throw new DamagedRunFile("a file has a run that no longer holds", found.days[next] ?? null);
}
