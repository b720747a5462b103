import type { TranslatedMessage } from "../../domain/reading.ts";
import { ingestReports } from "./ingest-queue.ts";
import { ingestReadings, type ReadingIngest, type ReadingsResult } from "./ingest-readings.ts";

/** What became of a message of a device. */
export interface MessageResult extends ReadingsResult {
  /** Parts that say nothing of passages. */
  readonly ignored: number;
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
  const result = await ingestReadings(sender, given);
  if (events.length === 0) return { ...result, ignored };
  const stored = await ingestReports(sender, events);
  const errors = stored.errors.map(({ index, message }) => ({ index: given.length + index, message }));
  return {
    ...result,
    accepted: result.accepted + stored.accepted,
    duplicates: result.duplicates + stored.duplicates,
    rejected: result.rejected + stored.rejected,
    errors: [...result.errors, ...errors],
    ignored,
  };
}
