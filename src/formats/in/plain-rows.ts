import { EVENT_ID_LENGTH_MAX, SERIAL_LENGTH_MAX } from "../../domain/limits.ts";
import type { PlainReport } from "../../domain/report-columns.ts";
import { REPORT_FIELDS } from "../../domain/sensor-report.ts";
import { type Place, PlainObjects, wordsOf } from "./plain-objects.ts";

const [MINUS, ONE] = Buffer.from("-1");

/** The name of each field's member, in its quotes. */
const NAMES = REPORT_FIELDS.map((field) => wordsOf(JSON.stringify(field)));

/** The fields, as indexes of `REPORT_FIELDS`. */
const [SERIAL_NUMBER, TIMESTAMP, TRAJECTORY, EVENT_ID] = [0, 1, 2, 3];
const REQUIRED = (1 << SERIAL_NUMBER) | (1 << TIMESTAMP) | (1 << TRAJECTORY);

/** Reads reports in JSON as most senders write them (`PlainObjects`), with valid values and no members but a report's. */
export class PlainRows implements PlainReport {
  /** The fields of the row that was read last. */
  readonly serialNumber: Place;
  timestamp = 0;
  trajectory = 0;
  readonly eventId: Place;
  readonly #objects: PlainObjects;

  constructor(bytes: Buffer) {
    this.serialNumber = { bytes, start: 0, end: 0 };
    this.eventId = { bytes, start: 0, end: 0 };
    this.#objects = new PlainObjects(bytes, NAMES, this);
  }

  /** Reads the row at an offset. @returns the offset after it and blanks; -1 if it has to be parsed */
  read(start: number): number {
    this.eventId.start = this.eventId.end = 0;
    const seen = this.#objects.read(start);
    return (seen & REQUIRED) === REQUIRED ? this.#objects.at : -1;
  }

  readValue(field: number): boolean {
    const objects = this.#objects;
    if (field === TRAJECTORY) return this.#readTrajectory();
    if (field === EVENT_ID && objects.readNull()) return true;
    const start = objects.at + 1;
    const end = objects.readText();
    const length = end - start;
    if (length < 0) return false;
    if (field === TIMESTAMP) return this.#readTimestamp(start, end);
    const isSerial = field === SERIAL_NUMBER;
    const place = isSerial ? this.serialNumber : this.eventId;
    place.start = start;
    place.end = end;
    return isSerial ? length > 0 && length <= SERIAL_LENGTH_MAX : length <= EVENT_ID_LENGTH_MAX;
  }

  #readTrajectory(): boolean {
    const objects = this.#objects;
    const isExit = objects.skip(MINUS);
    this.trajectory = isExit ? -1 : 1;
    // Whoever reads the object checks that the value ends here.
    return objects.skip(ONE);
  }

  #readTimestamp(start: number, end: number): boolean {
    const instant = this.#objects.readInstant(start, end);
    this.timestamp = instant ?? 0;
    return instant !== null;
  }
}
