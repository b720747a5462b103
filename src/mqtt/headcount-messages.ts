import { type Adapter, unusable } from "../devices/adapter.ts";
import { parseJson, requireModest } from "../devices/message-fields.ts";
import { HeadcountError } from "../domain/errors.ts";
import { JSON_VALUES_MAX, READINGS_MAX } from "../domain/limits.ts";
import type { Reading, RefusedReading } from "../domain/reading.ts";
import { REPORT_PROBLEMS } from "../domain/sensor-report.ts";
import { readReading } from "../schemas/readings.ts";

/**
 * Readings and sensor events in the API's own form: an object, an array of them, or one on each line. Rows with `kind` are
 * readings, others sensor events (D33).
 */
export const headcount: Adapter = ({ body }) => {
  const rows = rowsOf(body);
  if (rows.length === 0) throw unusable("has nothing in it");
  if (rows.length > READINGS_MAX) throw unusable(`has more than ${READINGS_MAX} rows`);
  const readings: Reading[] = [];
  const refused: RefusedReading[] = [];
  const events: unknown[] = [];
  for (const row of rows) {
    if (row === MALFORMED) refused.push({ serialNumber: null, reason: REPORT_PROBLEMS["malformed-row"] });
    else if (typeof row === "object" && row !== null && Object.hasOwn(row, "kind")) {
      const read = readReading(row);
      if ("reason" in read) refused.push(read);
      else readings.push(read);
    } else events.push(row);
  }
  return { readings, events, refused, ignored: 0 };
};

const MALFORMED = Symbol("malformed");

function rowsOf(body: Buffer): unknown[] {
  requireModest(body, JSON_VALUES_MAX);
  const whole = parsed(body);
  if (whole !== MALFORMED) return Array.isArray(whole) ? whole : [whole];
  const lines = body.toString("utf8").split("\n");
  const rows = lines.filter((line) => line.trim() !== "").map((line) => parsed(Buffer.from(line)));
  if (rows.every((row) => row === MALFORMED)) throw unusable("is not JSON");
  return rows;
}

function parsed(text: Buffer): unknown {
  try {
    return parseJson(text, JSON_VALUES_MAX);
  } catch (error) {
    if (error instanceof HeadcountError) return MALFORMED;
    throw error;
  }
}
