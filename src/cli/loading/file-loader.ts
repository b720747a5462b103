import type { LoadOptions, LoadResult } from "../../engine/ports.ts";
import type { LineSummary } from "../../engine/readings/line-summaries.ts";
import type { readReadings } from "../../formats/in/reading-file.ts";

export type EventFileOptions = Omit<LoadOptions, "times">;

export type ReadingFileOptions = Omit<Parameters<typeof readReadings>[1], "accept">;

export interface LoadedFile extends LoadResult {
  /** The import that can be voided, such as imp_12; null if there is none. */
  readonly importId: string | null;
}

export interface LoadedReadings extends LoadedFile {
  /** By the line; of a file with many lines that a server has loaded, one summary of all. */
  readonly lines: ReadonlyMap<string, LineSummary>;
  /** Whether the unknown time is known: a server does not say it. */
  readonly hasUnknown: boolean;
  /** Serial numbers of lines that make no events until an operator decides. */
  readonly suspended: readonly string[];
}

/** Loads files, one after another, into a data directory or through a server. */
export interface FileLoader {
  /** @throws HeadcountError `unreadable-input` if the file cannot be read */
  load(path: string, options: EventFileOptions): Promise<LoadedFile>;
  /** @throws HeadcountError `unreadable-input` if the file cannot be read */
  loadReadings(path: string, options: ReadingFileOptions): Promise<LoadedReadings>;
  /** A sentence about how much of the current file is stored. */
  stored(path: string): string;
  withoutDoorway(serialNumbers: Iterable<string>): Promise<string[]>;
  readonly close?: () => Promise<void>;
}

/** Adds rows that are rejected for a reason after the file has been read. */
export function addRejected(rejected: Map<string, number>, reason: string, rows: number): void {
  rejected.set(reason, (rejected.get(reason) ?? 0) + rows);
}
