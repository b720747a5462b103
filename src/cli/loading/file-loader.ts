import { stringify } from "csv-stringify/sync";
import { HeadcountError } from "../../domain/errors.ts";
import { formatInstant } from "../../domain/instant.ts";
import { READING_EVENTS_MAX } from "../../domain/limits.ts";
import type { TimedReading } from "../../domain/reading.ts";
import type { Space } from "../../domain/resources.ts";
import type { LoadOptions, LoadResult, NumberedReading } from "../../engine/ports.ts";
import type { LineSummary } from "../../engine/readings/line-summaries.ts";
import type { readReadings } from "../../formats/in/reading-file.ts";
import { info } from "../process.ts";

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

type Place = Pick<Space, "name" | "timeZone">;

export interface Places {
  readonly ofSensors: readonly Place[];
  readonly all: readonly Place[];
}

/**
 * Checks a file of readings whose times have no offset, and whose time zone is not stated: they are read as UTC if that
 * is the zone of the spaces where its sensors are or, if they are in none, of all spaces.
 *
 * @throws HeadcountError `unreadable-input`, naming the zones, if a space has another one
 */
export function requireZone(file: string, { ofSensors, all }: Places): void {
  const places = ofSensors.length > 0 ? ofSensors : all;
  const spaceOf = new Map(places.map((place) => [place.timeZone, place.name]));
  if (spaceOf.size === 0)
    info(`headcount: warning: the times of ${file} have no offset, and are read as UTC (--time-zone)`);
  const zone = [...spaceOf.keys()].find((each) => each !== "UTC");
  if (zone === undefined) return;
  const where =
    ofSensors.length > 0 ? "the space of its sensors" : "its sensors are in no space, and the space";
  const more =
    spaceOf.size > 1 ? ". Others are elsewhere: load the rows of each zone as a file of their own" : "";
  const why = `its times have no offset, and ${where} ${spaceOf.get(zone)} is in ${zone}`;
  const remedy = `state their zone, such as --time-zone ${zone}, or --time-zone UTC`;
  throw new HeadcountError("unreadable-input", `cannot read ${file}: ${why}: ${remedy}${more}`);
}

/** A reading as the API takes it. */
export function toReadingRow(reading: TimedReading) {
  const { kind, serialNumber: serial_number, isUndirected } = reading;
  const common = { kind, serial_number, ...(isUndirected && { undirected: true }) };
  if (reading.kind === "total") {
    const { at, inTotal, outTotal, width, isBoot } = reading;
    return { ...common, at: formatInstant(at), in_total: inTotal, out_total: outTotal, width, boot: isBoot };
  }
  const { from, to, in: entered, out, coverage } = reading;
  return { ...common, from: formatInstant(from), to: formatInstant(to), in: entered, out, coverage };
}

/** The fields of a reading as a row of CSV, for the list of rejected rows. */
export function readingText(reading: TimedReading): string {
  const { kind: _, ...fields } = toReadingRow(reading);
  return stringify([Object.values(fields).map((value) => (value === null ? "" : String(value)))]).trimEnd();
}

/**
 * Divides readings into requests: each makes few enough events for one commit, as far as its values say, and has one
 * line only, if asked for.
 */
export async function* requestsOf(
  batches: AsyncIterable<readonly NumberedReading[]>,
  isByLine: boolean,
): AsyncGenerator<readonly NumberedReading[]> {
  for await (const batch of batches) {
    let start = 0;
    let events = 0;
    for (const [index, { reading }] of batch.entries()) {
      const before = index > start ? batch[index - 1]?.reading : undefined;
      const made = crossingsOf(reading, before);
      const isOther = before !== undefined && before.serialNumber !== reading.serialNumber;
      if (index > start && ((isOther && isByLine) || events + made > READING_EVENTS_MAX)) {
        yield batch.slice(start, index);
        start = index;
        events = 0;
      }
      events += made;
    }
    yield batch.slice(start);
  }
}

function crossingsOf(reading: TimedReading, before: TimedReading | undefined): number {
  if (reading.kind === "interval") return (reading.in ?? 0) + (reading.out ?? 0);
  if (before?.kind !== "total" || before.serialNumber !== reading.serialNumber) return 0;
  const rise = (last: number | null, total: number | null) => Math.max(0, (total ?? 0) - (last ?? 0));
  return rise(before.inTotal, reading.inTotal) + rise(before.outTotal, reading.outTotal);
}
