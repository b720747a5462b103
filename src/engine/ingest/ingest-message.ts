import type { Reading, TranslatedMessage } from "../../domain/reading.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { ingestReports } from "../ingest/ingest-queue.ts";
import { countingAt } from "../readings/counting-settings.ts";
import { ingestReadings, type ReadingIngest, type ReadingsResult } from "./ingest-readings.ts";

export interface MessageResult extends ReadingsResult {
  /** Parts that say nothing of passages, or are of sensors that are ignored. */
  readonly ignored: number;
  /** Why what is stored counts nothing; absent if nothing is to be said. */
  readonly notes?: readonly string[];
}

/**
 * Stores what a message of a device says (D32, D33): its readings, and its sensor events, which are counted as accepted,
 * duplicate or rejected as readings are. The numbers in `errors` count the readings, those that are refused, and the
 * events, in this order. All is on disk when it resolves.
 *
 * @throws HeadcountError `unavailable` if too much is waiting; the same message again adds what is not stored yet
 */
export async function ingestMessage(
  sender: ReadingIngest,
  { readings, refused, events = [], ignored }: TranslatedMessage,
): Promise<MessageResult> {
  const given = [...readings, ...refused];
  const taken = await ingestReadings(sender, given);
  const notes = undirectedNotes(sender.catalog, readings);
  const result = { ...taken, ignored: ignored + (taken.ignored ?? 0), ...(notes.length > 0 && { notes }) };
  if (events.length === 0) return result;
  const stored = await ingestReports(sender, events);
  const errors = stored.errors.map(({ index, message }) => ({ index: given.length + index, message }));
  return {
    ...result,
    accepted: result.accepted + stored.accepted,
    duplicates: result.duplicates + stored.duplicates,
    rejected: result.rejected + stored.rejected,
    errors: [...result.errors, ...errors],
    ignored: result.ignored + (stored.ignored ?? 0),
  };
}

/** Says of registers and scenarios whose direction is not known that they count nothing (D32). */
function undirectedNotes(catalog: Catalog, readings: readonly Reading[]): string[] {
  const undirected = readings.filter((reading) => reading.kind !== "alive" && reading.isUndirected);
  const serials = [...new Set(undirected.map(({ serialNumber }) => serialNumber))].filter((serial) => {
    const sensor = catalog.sensorsBySerial.first(serial);
    return sensor !== undefined && countingAt(catalog, sensor, Infinity).direction === null;
  });
  return serials.map(
    (serial) => `${serial} counts nothing until its setting "direction" says what it counts, in or out`,
  );
}
