import type { Connection } from "../../store/duckdb/database.ts";
import { BIGINT, INTEGER } from "../../store/duckdb/duckdb-api.ts";

/** The count of a space in one of its local hours; instants in ms, counts in people. */
export interface HourRow {
  readonly spaceId: bigint;
  readonly start: number;
  readonly end: number;
  /** The offset of its clocks from UTC, in ms. */
  readonly offset: number;
  /** The count at the start before its events. */
  readonly opening: number;
  /** N(start). */
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly entrances: number;
  readonly exits: number;
  /** ∫ count dt, in people × ms. */
  readonly integral: number;
}

/** From this number of rows on, they are written. */
const ROWS_HELD = 2 ** 16;

const WIDE = { spaceId: 0, start: 1, end: 2, integral: 3 };
const NARROW = { offset: 0, opening: 1, count: 2, min: 3, max: 4, entrances: 5, exits: 6 };

/** Buffered rows of a table of hours, by column. */
export class HourRows {
  readonly #table: string;
  #length = 0;
  #room = ROWS_HELD;
  #wide = Object.keys(WIDE).map(() => new BigInt64Array(ROWS_HELD));
  #narrow = Object.keys(NARROW).map(() => new Int32Array(ROWS_HELD));

  /** @param table `hour` or `running_hour` */
  constructor(table: string) {
    this.#table = table;
  }

  add(row: HourRow): void {
    if (this.#length === this.#room) this.#grow();
    this.#write(WIDE.spaceId, row.spaceId);
    this.#write(WIDE.start, BigInt(row.start));
    this.#write(WIDE.end, BigInt(row.end));
    this.#write(WIDE.integral, BigInt(row.integral));
    this.#writeNarrow(NARROW.offset, row.offset);
    this.#writeNarrow(NARROW.opening, row.opening);
    this.#writeNarrow(NARROW.count, row.count);
    this.#writeNarrow(NARROW.min, row.min);
    this.#writeNarrow(NARROW.max, row.max);
    this.#writeNarrow(NARROW.entrances, row.entrances);
    this.#writeNarrow(NARROW.exits, row.exits);
    this.#length++;
  }

  /** Writes the rows if there are many, within a transaction of the caller. */
  async flushMany(writer: Connection): Promise<void> {
    if (this.#length >= ROWS_HELD) await this.flush(writer);
  }

  /** Writes all rows, within a transaction of the caller. */
  async flush(writer: Connection): Promise<void> {
    if (this.#length === 0) return;
    const wide = this.#wide.map((values) => ({ type: BIGINT, values: values.subarray(0, this.#length) }));
    const narrow = this.#narrow.map((values) => ({
      type: INTEGER,
      values: values.subarray(0, this.#length),
    }));
    const integral = wide.splice(WIDE.integral);
    await writer.append(this.#table, [...wide, ...narrow, ...integral], null, "base");
    this.#length = 0;
  }

  #write(column: number, value: bigint): void {
    (this.#wide[column] as BigInt64Array)[this.#length] = value;
  }

  #writeNarrow(column: number, value: number): void {
    (this.#narrow[column] as Int32Array)[this.#length] = value;
  }

  #grow(): void {
    this.#room *= 2;
    this.#wide = this.#wide.map((values) => {
      const larger = new BigInt64Array(this.#room);
      larger.set(values);
      return larger;
    });
    this.#narrow = this.#narrow.map((values) => {
      const larger = new Int32Array(this.#room);
      larger.set(values);
      return larger;
    });
  }
}
