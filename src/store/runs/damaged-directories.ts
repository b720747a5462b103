import type { RunFile } from "./run-file.ts";

/** The directories of spaces in run files that have been found damaged, and what is missing because of them. */
export class DamagedDirectories {
  readonly #spacesByFile = new Map<RunFile, Set<bigint>>();
  /** Spaces that have lost runs. */
  readonly #lacking = new Set<bigint>();

  note(file: RunFile, spaceId: bigint): void {
    this.#spacesByFile.set(file, (this.#spacesByFile.get(file) ?? new Set()).add(spaceId));
    this.#lacking.add(spaceId);
  }

  /** To be called when all runs of a space have been marked as stale. */
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

  /**
   * The files of which all damaged directories are of spaces that have been repaired, with runs from a day on, which
   * can be derived.
   */
  repaired(firstDay: number): RunFile[] {
    const isRepaired = (file: RunFile, spaceId: bigint) =>
      !this.#lacking.has(spaceId) && (file.spaces.firstDays[file.indexOf(spaceId)] as number) >= firstDay;
    return [...this.#spacesByFile]
      .filter(([file, spaceIds]) => [...spaceIds].every((spaceId) => isRepaired(file, spaceId)))
      .map(([file]) => file);
  }
}
