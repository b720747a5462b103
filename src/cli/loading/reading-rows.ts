import { stringify } from "csv-stringify/sync";
import { formatInstant } from "../../domain/instant.ts";
import { READING_EVENTS_MAX } from "../../domain/limits.ts";
import type { TimedReading } from "../../domain/reading.ts";
import type { NumberedReading } from "../../engine/ports.ts";

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
