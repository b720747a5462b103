import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatInstant } from "../../src/domain/instant.ts";
import { READING_FILE_SPAN_MS_MAX } from "../../src/domain/limits.ts";
import type { ReadingKind, ReadingLayout } from "../../src/domain/reading-layout.ts";
import { acceptReading } from "../../src/engine/readings/accepted-reading.ts";
import { readReadings } from "../../src/formats/in/reading-file.ts";
import { temporaryFolder } from "./store-harness.ts";
import { at } from "./store-reports.ts";

/** The layout of a file whose columns have the names of the fields. */
const plainLayout = (kind: ReadingKind): ReadingLayout => ({
  kind,
  fields: {},
  candidates: {},
  timeFormat: null,
  timeZone: "UTC",
  interval: null,
  hasInclusiveEnd: false,
  encoding: null,
  skippedLines: 0,
  hasHeader: true,
});

/** The outcome of reading a file of readings. */
export interface ReadingsRead {
  readonly rows: number;
  /** The rejected rows, as `row: reason`, with the text that was found in parentheses. */
  readonly rejects: readonly string[];
  /** The rejected rows as they are in the file. */
  readonly texts: readonly (string | null)[];
  /** The accepted rows as `serial time values`, line by line in the order of time. */
  readonly readings: readonly string[];
}

/** Reads a file of readings on 1 June 2024. */
export async function readReadingFile(
  path: string,
  kind: ReadingKind,
  layout: Partial<ReadingLayout> = {},
  acceptsRejects = true,
): Promise<ReadingsRead> {
  const rejects: string[] = [];
  const texts: (string | null)[] = [];
  const times = { earliest: 0, logStart: 0, latest: at("2025-06-01 00:00") };
  const file = await readReadings(path, {
    layout: { ...plainLayout(kind), ...layout },
    accept: (reading) => acceptReading(reading, { times, spanMax: READING_FILE_SPAN_MS_MAX }),
    acceptsRejects,
    onReject: ({ row, reason, found, text }) => {
      rejects.push(`${row}: ${reason}${found === null ? "" : ` (${found})`}`);
      texts.push(text);
    },
    onProgress: () => {},
  });
  const readings: string[] = [];
  for await (const batch of file.batches(2))
    for (const { reading } of batch) {
      const short = (instant: number) => formatInstant(instant).replace(/(:00)?\.000Z$/, "Z");
      const { serialNumber } = reading;
      if (reading.kind === "total") {
        const { inTotal, outTotal, width, isBoot } = reading;
        const more = [...(width === null ? [] : [width]), ...(isBoot ? ["boot"] : [])];
        readings.push([serialNumber, short(reading.at), inTotal, outTotal, ...more].join(" "));
      } else {
        const { from, to, in: entered, out, coverage } = reading;
        const span = `${short(from)}/${short(to)}`;
        readings.push([serialNumber, span, entered, out, ...(coverage === null ? [] : [coverage])].join(" "));
      }
    }
  file.close();
  return { rows: file.rows, rejects, texts, readings };
}

/** Writes a file of readings into a folder of its own, and reads it. */
export function readReadingText(
  name: string,
  content: string | Uint8Array,
  kind: ReadingKind,
  layout: Partial<ReadingLayout> = {},
): Promise<ReadingsRead> {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return readReadingFile(path, kind, layout);
}
