import type { RetainedRecord } from "./retained-runs.ts";
import type { RunFile } from "./run-file.ts";

/** The directories of spaces in run files that have been found damaged. A read skips them. */
export class DamagedDirectories {
  readonly #retained: RetainedRecord;
  readonly #spacesByFile = new Map<RunFile, Set<bigint>>();
  /** Spaces that have lost runs. */
  readonly #lacking = new Set<bigint>();

  constructor(retained: RetainedRecord) {
    this.#retained = retained;
  }

  note(file: RunFile, spaceId: bigint): void {
    this.#spacesByFile.set(file, (this.#spacesByFile.get(file) ?? new Set()).add(spaceId));
    this.#lacking.add(spaceId);
  }

  /** To be called when all runs of a space have been marked as stale, so that lost ones are derived. */
  noteRepaired(spaceId: bigint): void {
    this.#lacking.delete(spaceId);
  }

  /** To be called when a file is no longer used. */
  forget(file: RunFile): void {
    this.#spacesByFile.delete(file);
  }

  /** Whether a space has lost runs that are not marked as stale. */
  isLacking(spaceId: bigint): boolean {
    return this.#lacking.has(spaceId);
  }

  /** Whether a file has a damaged directory. */
  has(file: RunFile): boolean {
    return this.#spacesByFile.has(file);
  }

  /** Whether the directory of a space in a file is damaged. */
  hasSpace(file: RunFile, spaceId: bigint): boolean {
    return this.#spacesByFile.get(file)?.has(spaceId) ?? false;
  }

  /** The files whose lost runs are all derived: if they are merged, the next start does not find them damaged. */
  repaired(): RunFile[] {
    const isRepaired = (file: RunFile, spaceId: bigint) =>
      !this.#lacking.has(spaceId) &&
      (file.spaces.firstDays[file.indexOf(spaceId)] as number) >= this.#retained.firstDay;
    return [...this.#spacesByFile]
      .filter(([file, spaceIds]) => [...spaceIds].every((spaceId) => isRepaired(file, spaceId)))
      .map(([file]) => file);
  }
}
