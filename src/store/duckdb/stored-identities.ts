import { setImmediate } from "node:timers/promises";
import type { LogColumns, RowRange } from "../../engine/ports.ts";
import type { Connection, Database } from "./database.ts";
import { BIGINT, INTEGER, TINYINT, VARCHAR } from "./duckdb-api.ts";
import { wholeNumbers } from "./raw-vectors.ts";
import { statement } from "./statements.ts";

/** Events of one sensor that are remembered. */
const REMEMBERED_EVENTS = 64;

/** What the log holds of an event's identity (D9): yes, no, or that it has to be looked up. */
type Knowledge = "stored" | "new" | "unknown";

/**
 * The identities of each sensor's last events. Most events are later than all that their sensor has sent
 * before: that none of those repeats another is known without a look at the log.
 */
export class RecentIdentities {
  /** By the sensors' keys. */
  readonly #bySensor: (SensorIdentities | undefined)[];

  /** @param latest the timestamp of each sensor's latest event, in ms, by the sensor's key */
  constructor(latest: ReadonlyMap<number, number>) {
    let room = 0;
    for (const sensorKey of latest.keys()) room = Math.max(room, sensorKey + 1);
    this.#bySensor = new Array<SensorIdentities | undefined>(room);
    for (const [sensorKey, timestamp] of latest) this.#bySensor[sensorKey] = new SensorIdentities(timestamp);
  }

  /** Whether the log holds an event of a row's identity. */
  knows(events: LogColumns, row: number): Knowledge {
    return this.#bySensor[events.sensorKeys[row] as number]?.knows(events, row) ?? "new";
  }

  /** Notes an event that has been stored. */
  note(events: LogColumns, row: number): void {
    const sensorKey = events.sensorKeys[row] as number;
    let sensor = this.#bySensor[sensorKey];
    if (sensor === undefined) {
      sensor = new SensorIdentities(-Infinity);
      this.#bySensor[sensorKey] = sensor;
    }
    sensor.note(events, row);
  }
}

class SensorIdentities {
  /** All later events of the sensor are remembered, in ms. */
  #completeAfter: number;
  /** Those events, ascending by timestamp, by column. */
  readonly #timestamps: number[] = [];
  readonly #trajectories: number[] = [];
  /** Of the senders' ids; 0 where absent. */
  readonly #idHashes: number[] = [];

  constructor(completeAfter: number) {
    this.#completeAfter = completeAfter;
  }

  knows({ timestamps, trajectories, eventIds }: LogColumns, row: number): Knowledge {
    const timestamp = timestamps[row] as number;
    if (timestamp <= this.#completeAfter) return "unknown";
    const { length } = this.#timestamps;
    if (length === 0 || (this.#timestamps[length - 1] as number) < timestamp) return "new";
    const hash = eventIds?.hash(row) ?? 0;
    for (let i = this.#timestamps.length - 1; i >= 0; i--) {
      const other = this.#timestamps[i] as number;
      if (other < timestamp) return "new";
      // Two ids may share a hash.
      if (other === timestamp && this.#trajectories[i] === trajectories[row] && this.#idHashes[i] === hash)
        return hash === 0 ? "stored" : "unknown";
    }
    return "new";
  }

  note({ timestamps, trajectories, eventIds }: LogColumns, row: number): void {
    const timestamp = timestamps[row] as number;
    if (timestamp <= this.#completeAfter) return;
    const trajectory = trajectories[row] as number;
    const hash = eventIds?.hash(row) ?? 0;
    const { length } = this.#timestamps;
    if (length === 0 || (this.#timestamps[length - 1] as number) <= timestamp) {
      this.#timestamps.push(timestamp);
      this.#trajectories.push(trajectory);
      this.#idHashes.push(hash);
    } else {
      const index = this.#timestamps.findLastIndex((each) => each <= timestamp) + 1;
      this.#timestamps.splice(index, 0, timestamp);
      this.#trajectories.splice(index, 0, trajectory);
      this.#idHashes.splice(index, 0, hash);
    }
    if (this.#timestamps.length > REMEMBERED_EVENTS) this.#forget();
  }

  /** Forgets half of what is remembered, and all that is as old. */
  #forget(): void {
    this.#completeAfter = this.#timestamps[REMEMBERED_EVENTS / 2 - 1] as number;
    const first = this.#timestamps.findIndex((each) => each > this.#completeAfter);
    const gone = first === -1 ? this.#timestamps.length : first;
    for (const column of [this.#timestamps, this.#trajectories, this.#idHashes]) column.splice(0, gone);
  }
}

/** Rows that are looked for, or noted, before others have their turn. */
const ROWS_AT_ONCE = 4_096;

/** Which identities the log holds (D9). */
export class StoredIdentities {
  readonly #database: Database;
  #recent: RecentIdentities | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those rows, of some ranges, whose identity the log holds. */
  async find(events: LogColumns, ranges: readonly RowRange[]): Promise<Set<number>> {
    this.#recent ??= await this.#database.read(readLatest);
    const recent = this.#recent;
    const stored = new Set<number>();
    const sought: number[] = [];
    for (const { start, end } of ranges) {
      for (let row = start; row < end; row++) {
        if (row > start && (row - start) % ROWS_AT_ONCE === 0) await setImmediate();
        const knowledge = recent.knows(events, row);
        if (knowledge === "stored") stored.add(row);
        else if (knowledge === "unknown") sought.push(row);
      }
    }
    if (sought.length > 0) {
      for (const row of await this.#database.write((writer) => lookUp(writer, events, sought)))
        stored.add(row);
    }
    return stored;
  }

  /** Notes events that have been stored. */
  async note(events: LogColumns): Promise<void> {
    for (let row = 0; row < events.length; row++) {
      if (row > 0 && row % ROWS_AT_ONCE === 0) await setImmediate();
      this.#recent?.note(events, row);
    }
  }

  /** To be called when events have been stored that were not noted. */
  forget(): void {
    this.#recent = null;
  }
}

async function readLatest(connection: Connection): Promise<RecentIdentities> {
  const rows = await connection.rows(statement("events/latest-of-sensors"));
  return new RecentIdentities(new Map(rows.map((row) => [Number(row.sensor), Number(row.ts)])));
}

/** Those of some rows whose identity the log holds. */
async function lookUp(
  connection: Connection,
  events: LogColumns,
  rows: readonly number[],
): Promise<number[]> {
  const { timestamps, sensorKeys, trajectories, eventIds } = events;
  await connection.run(statement("events/create-sought"));
  let [first, last] = [Infinity, -Infinity];
  for (const row of rows) {
    first = Math.min(first, timestamps[row] as number);
    last = Math.max(last, timestamps[row] as number);
  }
  const columns = [
    { type: INTEGER, values: rows },
    { type: INTEGER, values: rows.map((row) => sensorKeys[row] as number) },
    {
      type: BIGINT,
      values: wholeNumbers(rows.length, (index) => timestamps[rows[index] as number] as number),
    },
    { type: TINYINT, values: rows.map((row) => trajectories[row] as number) },
    { type: VARCHAR, values: rows.map((row) => eventIds?.at(row) ?? null) },
  ];
  await connection.append("sought", columns, "temp");
  const range = { first_ts: BigInt(first), last_ts: BigInt(last) };
  const found = await connection.rows(statement("events/find-sought"), range);
  return found.map(({ row }) => Number(row));
}
