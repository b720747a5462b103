import { must } from "../../domain/errors.ts";
import { INGEST_ERRORS_LISTED_MAX } from "../../domain/limits.ts";
import type { AliveReading, Reading, RefusedReading } from "../../domain/reading.ts";
import { type PlainReading, ReadingRows } from "../../domain/reading-list.ts";
import { isSerialNumber, REPORT_PROBLEMS, type ReportProblem } from "../../domain/sensor-report.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { acceptedTimes, type ReportIngest } from "../ingest/ingest-queue.ts";
import { acceptReading, type ReadingChecks } from "../readings/accepted-reading.ts";
import { countingAt } from "../readings/counting-settings.ts";

export interface CheckingParts extends Pick<ReportIngest, "clock" | "events" | "settings"> {
  readonly catalog: Catalog;
}

export class CheckedReadings {
  readonly #checks: ReadingChecks;
  /** The readings that are stored, also if they are refused. */
  readonly stored: ReadingRows;
  readonly #others: number[] = [];
  /** The signs of life, and their indexes in the input. */
  readonly alive: AliveReading[] = [];
  readonly aliveIndexes: number[] = [];
  rejected = 0;
  readonly errors: { readonly index: number; readonly message: string }[] = [];

  /** @param capacity how many readings there will be, as far as it is known */
  constructor(parts: CheckingParts, capacity?: number) {
    const { catalog } = parts;
    const timeZoneOf = (serialNumber: string) =>
      countingAt(catalog, catalog.sensorsBySerial.first(serialNumber), Infinity).timeZone;
    this.#checks = { times: acceptedTimes(parts), timeZoneOf };
    this.stored = new ReadingRows(capacity);
  }

  get length(): number {
    return this.stored.length + this.#others.length;
  }

  /** The index in the input of a reading that is stored. */
  indexOf(row: number): number {
    let index = row;
    for (const other of this.#others) {
      if (other > index) break;
      index++;
    }
    return index;
  }

  takePlain(plain: PlainReading): true {
    const row = this.stored.length;
    this.stored.addPlain(plain);
    const reading = must(this.stored.at(row), "reading");
    const checked = "reason" in reading ? reading : acceptReading(reading, this.#checks);
    if ("reason" in checked) this.stored.replaceLast(checked);
    return true;
  }

  take(reading: Reading | RefusedReading): void {
    if ("kind" in reading && reading.kind === "alive") {
      if (!isSerialNumber(reading.serialNumber)) this.reject("no-sensor");
      else {
        this.aliveIndexes.push(this.length);
        this.#others.push(this.length);
        this.alive.push(reading);
      }
      return;
    }
    const checked = "reason" in reading ? reading : acceptReading(reading, this.#checks);
    if ("reason" in checked && !isSerialNumber(checked.serialNumber)) this.#refuse(checked.reason);
    else this.stored.add(checked);
  }

  reject(problem: ReportProblem): void {
    this.#refuse(REPORT_PROBLEMS[problem]);
  }

  #refuse(message: string): void {
    const index = this.length;
    this.#others.push(index);
    this.rejected++;
    if (this.errors.length < INGEST_ERRORS_LISTED_MAX) this.errors.push({ index, message });
  }
}
