import { READINGS_MAX } from "../../domain/limits.ts";
import type { PlainReading } from "../../domain/reading-list.ts";
import { type RowLayout, type RowTaker, readJsonRows } from "./json-rows.ts";
import { PlainReadings } from "./plain-readings.ts";

/** Takes the readings of an input. */
export interface ReadingTaker extends Pick<RowTaker, "take" | "reject"> {
  /** Takes a reading in the usual form. */
  takePlain(reading: PlainReading): void;
}

/** Bytes of a reading as most senders write it, with its separator. */
const ROW_BYTES =
  JSON.stringify({ kind: "total", serial_number: "S1", at: "2024-05-06T07:08:09Z", in_total: 10 }).length + 1;

/** About how many readings an input has, at most as many as it may have. */
export function readingsIn(bytes: Buffer): number {
  return Math.min(READINGS_MAX, Math.ceil(bytes.length / ROW_BYTES));
}

/**
 * Reads readings from JSON (`readJsonRows`).
 *
 * @returns a task that yields whenever it has worked for some milliseconds
 * @throws UnreadableRows if an array is not JSON or not UTF-8
 * @throws HeadcountError `invalid` if there are too many readings
 */
export function readJsonReadings(bytes: Buffer, layout: RowLayout, taker: ReadingTaker): Generator<void> {
  const plain = new PlainReadings(bytes);
  const rows: RowTaker = {
    readPlain: (start) => plain.read(start),
    takePlain: () => {
      taker.takePlain(plain);
      return true;
    },
    take: (row) => taker.take(row),
    reject: (problem) => taker.reject(problem),
  };
  return readJsonRows(bytes, { layout, rows, rowsMax: READINGS_MAX });
}
