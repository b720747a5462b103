import { setImmediate } from "node:timers/promises";
import { SerialQueue } from "../../domain/serial-queue.ts";
import type { LogColumns, RowRange, StoredRows } from "../../engine/ports.ts";
import { wholeNumbers } from "./columns.ts";
import type { AssignedIds } from "./commit-recorder.ts";
import type { Connection } from "./connection.ts";
import type { Database } from "./database.ts";
import { BIGINT, INTEGER, TINYINT, VARCHAR } from "./duckdb-api.ts";
import { statement } from "./statements.ts";

const REMEMBERED_EVENTS = 64;

/** Whether the log has an event's identity (D9): yes, no, or unknown. */
type Knowledge = "stored" | "new" | "unknown";

/**
 * The identities of each sensor's last events. Most events are later than all earlier ones of their sensor: these
 * repeat none, which is known without reading the log.
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
  /** The remembered events, ascending by timestamp, by column. */
  readonly #timestamps: number[] = [];
  readonly #trajectories: number[] = [];
  /** Of the senders' ids; 0 if absent. */
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

  /** Forgets half of the remembered events, and all others of the same age. */
  #forget(): void {
    this.#completeAfter = this.#timestamps[REMEMBERED_EVENTS / 2 - 1] as number;
    const first = this.#timestamps.findIndex((each) => each > this.#completeAfter);
    const gone = first === -1 ? this.#timestamps.length : first;
    for (const column of [this.#timestamps, this.#trajectories, this.#idHashes]) column.splice(0, gone);
  }
}

/** Rows that are searched for or remembered before yielding to other work. */
const ROWS_AT_ONCE = 4_096;

/** The identities in the log (D9). */
export class StoredIdentities {
  readonly #database: Database;
  readonly #given: AssignedIds;
  #recent: RecentIdentities | null = null;
  /** The last event whose identity is found. */
  #position = 0n;
  readonly #notes = new SerialQueue();

  constructor(database: Database, given: AssignedIds) {
    this.#database = database;
    this.#given = given;
  }

  /** The rows, in some ranges, whose identity the log has up to a position. */
  async find(events: LogColumns, ranges: readonly RowRange[]): Promise<StoredRows> {
    const recent = this.#recent ?? (await this.#load());
    const position = this.#position;
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
    return { rows: stored, position };
  }

  async #load(): Promise<RecentIdentities> {
    for (;;) {
      const position = this.#given.ids.eventId;
      const recent = await this.#database.read(readLatest);
      // Events that were stored meanwhile may be missing.
      if (position !== this.#given.ids.eventId) continue;
      this.#position = position;
      this.#recent = recent;
      return recent;
    }
  }

  /** Remembers stored events, after those of earlier calls. @param lastId of the last of them */
  note(events: LogColumns, lastId: bigint): Promise<void> {
    return this.#notes.run(() => this.#note(events, lastId));
  }

  async #note(events: LogColumns, lastId: bigint): Promise<void> {
    for (let row = 0; row < events.length; row++) {
      if (row > 0 && row % ROWS_AT_ONCE === 0) await setImmediate();
      this.#recent?.note(events, row);
    }
    if (lastId > this.#position) this.#position = lastId;
  }

  /** To be called when events have been stored that were not remembered. */
  forget(): void {
    this.#recent = null;
  }
}

async function readLatest(connection: Connection): Promise<RecentIdentities> {
  const rows = await connection.rows(statement("events/latest-of-sensors"));
  return new RecentIdentities(new Map(rows.map((row) => [Number(row.sensor), Number(row.ts)])));
}

/** The rows whose identity the log has. */
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
