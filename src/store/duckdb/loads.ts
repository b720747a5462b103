import { BIGINT, INTEGER, TINYINT, VARCHAR } from "@duckdb/node-api";
import type { Sensor } from "../../domain/resources.ts";
import type { DuplicateRule } from "../../domain/sensor-report.ts";
import { TextColumn } from "../../domain/text-column.ts";
import { type ColumnData, column, wholeNumbers } from "../../duckdb/columns.ts";
import type { Connection } from "../../duckdb/connection.ts";
import type { Database } from "../../duckdb/database.ts";
import { statement, statementWith } from "../../duckdb/statements.ts";
import type {
  AcceptedLoad,
  ClosedLoad,
  DecidedReadings,
  EventStore,
  LoadOptions,
  LoadPart,
  LogColumns,
  SpreadCount,
} from "../../engine/ports.ts";
import { stageFile } from "../../formats/in/stage-file.ts";
import { crossingPrefix } from "../../readings/spread.ts";
import type { AssignedIds } from "./commits.ts";
import { readingColumns } from "./reading-store.ts";

const PART_ROWS = 2 ** 16;

/**
 * The events of loads, before they are in the log: those of the file that was read last are in the temporary table
 * `incoming`, with its readings in `incoming_reading`; the parts of loads that another engine decides are in the table
 * `load_part` until their load is closed.
 */
export class Loads implements Pick<EventStore, "stage" | "acceptStaged" | "acceptReadings" | "stagedParts"> {
  readonly #database: Database;
  readonly #given: AssignedIds;
  /** The load whose events are in `incoming`. */
  #staged: ClosedLoad | null = null;

  constructor(database: Database, given: AssignedIds) {
    this.#database = database;
    this.#given = given;
  }

  stage(path: string, options: LoadOptions): ReturnType<EventStore["stage"]> {
    return this.#database.write(async (writer) => ({
      // Staging has a separate transaction: DuckDB numbers rows from 0 only once they are committed.
      ...(await stageFile(writer, path, options)),
      unknownSerials: await readUnknownSerials(writer),
    }));
  }

  acceptStaged(sensors: readonly Sensor[], rule: DuplicateRule): Promise<AcceptedLoad> {
    return this.#database.write(async (writer) => {
      await writer.run(statement("load/create-new-sensor"));
      const columns = [
        column(VARCHAR, sensors, ({ serialNumber }) => serialNumber),
        column(INTEGER, sensors, ({ key }) => key),
      ];
      await writer.append("new_sensor", columns, "temp");
      // The accepted rows of `report`, with their sensors, outside of the transaction that stores them: DuckDB uses only
      // one thread to read rows of the same transaction.
      await writer.run(statement("events/create-incoming"));
      const repeated = await writer.run(statement("events/drop-repeated"), { rule });
      const { rows, accepted, duplicates } = await dropStored(writer);
      this.#given.requireRoom(BigInt(rows));
      this.#staged = { events: accepted, rows };
      return { load: this.#staged, duplicates: repeated + duplicates };
    });
  }

  acceptReadings(parts: AsyncIterable<DecidedReadings>): Promise<AcceptedLoad> {
    return this.#database.write(async (writer) => {
      await writer.run(statement("readings/create-incoming"));
      await writer.run(statement("readings/create-crossings"));
      let [events, readings] = [0, 0];
      for await (const part of parts) {
        await writer.append("incoming_reading", readingColumns(part.readings), "temp");
        const { counted } = part;
        const firsts = counted.map(({ passages }) => {
          const first = events;
          events += passages.in + passages.out;
          return first;
        });
        await writer.append("crossings", crossingColumns(counted, firsts), "temp");
        readings += part.readings.length;
      }
      await writer.run(statement("events/spread-incoming"));
      const { rows, accepted, duplicates } = await dropStored(writer);
      this.#given.requireRoom(BigInt(rows));
      this.#staged = { events: accepted, rows, readings };
      return { load: this.#staged, duplicates };
    });
  }

  async *stagedParts(): AsyncGenerator<LoadPart> {
    const { rows = 0 } = this.#staged ?? {};
    for (let first = 0; first < rows; first += PART_ROWS)
      yield await this.#database.write((writer) => readPart(writer, first));
  }

  /** Appends events of a load that is not closed yet. */
  static appendPart(writer: Connection, part: LoadPart): Promise<void> {
    return writer.append("load_part", [{ type: INTEGER, values: part.rows }, ...eventColumns(part.columns)]);
  }

  async close(writer: Connection, load: ClosedLoad, firstId: bigint): Promise<void> {
    const isStaged = load === this.#staged;
    const words = { events: isStaged ? "incoming" : "load_part" };
    await writer.run(statementWith("events/append-load", words), { first_id: firstId });
    await writer.run(statementWith("events/mark-load", words));
    if (!isStaged) await writer.run(statement("events/remove-parts"));
    else if (load.readings !== undefined) await writer.run(statement("readings/append-incoming"));
  }
}

/** The columns of events in a table, besides their numbers. */
export function eventColumns(columns: LogColumns): ColumnData[] {
  const { length, timestamps, sensorKeys, trajectories, eventIds } = columns;
  return [
    { type: BIGINT, values: wholeNumbers(length, (row) => timestamps[row] as number) },
    { type: INTEGER, values: sensorKeys },
    { type: TINYINT, values: trajectories },
    { type: VARCHAR, values: eventIds ?? TextColumn.without(length) },
  ];
}

async function readUnknownSerials(connection: Connection): Promise<string[]> {
  const unknown: string[] = [];
  for await (const chunk of connection.chunks(statement("events/unknown-serials")))
    for (const serialNumber of chunk.getColumnValues(0)) unknown.push(String(serialNumber));
  return unknown;
}

/** The columns of what readings have counted. @param firsts the row of the first event of each */
function crossingColumns(counted: readonly SpreadCount[], firsts: readonly number[]): ColumnData[] {
  const numbers = (numberOf: (each: SpreadCount) => number) =>
    wholeNumbers(counted.length, (row) => numberOf(counted[row] as SpreadCount));
  return [
    { type: BIGINT, values: wholeNumbers(firsts.length, (row) => firsts[row] as number) },
    { type: INTEGER, values: Int32Array.from(counted, ({ sensorKey }) => sensorKey) },
    { type: BIGINT, values: numbers(({ span }) => span.from) },
    { type: BIGINT, values: numbers(({ span }) => span.to) },
    { type: INTEGER, values: Int32Array.from(counted, ({ passages }) => passages.in) },
    { type: INTEGER, values: Int32Array.from(counted, ({ passages }) => passages.out) },
    column(VARCHAR, counted, ({ span, origin }) => crossingPrefix(span, origin)),
  ];
}

/**
 * Removes rows of `incoming` that repeat an event of the log (D9).
 *
 * @returns the number of rows in the file up to the last one that is left, of those that are left, and of the others
 */
async function dropStored(writer: Connection) {
  const summary = () => writer.row(statement("events/incoming-summary"));
  const { first_ts, last_ts } = await summary();
  const duplicates =
    first_ts === null ? 0 : await writer.run(statement("events/drop-stored"), { first_ts, last_ts });
  // Ids follow the rows of the file: the last id is that of the last remaining row.
  const { events, last_row } = await summary();
  return { rows: last_row === null ? 0 : Number(last_row) + 1, accepted: Number(events), duplicates };
}

async function readPart(connection: Connection, first: number): Promise<LoadPart> {
  const columns: unknown[][] = [[], [], [], [], []];
  const values = { first_row: BigInt(first), end_row: BigInt(first + PART_ROWS) };
  for await (const chunk of connection.chunks(statement("events/staged-part"), values))
    for (const [index, column] of columns.entries()) column.push(...chunk.getColumnValues(index));
  const [rows = [], timestamps = [], keys = [], trajectories = [], ids = []] = columns;
  return {
    rows: Int32Array.from(rows, Number),
    columns: {
      length: rows.length,
      timestamps: Float64Array.from(timestamps, Number),
      sensorKeys: Int32Array.from(keys, Number),
      trajectories: Int8Array.from(trajectories, Number),
      eventIds: ids.some((id) => id !== null) ? TextColumn.of(ids as (string | null)[]) : null,
    },
  };
}
