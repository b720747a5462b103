import { rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  BIGINT,
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  INTEGER,
  TINYINT,
  VARCHAR,
} from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import { DATABASE_FILE, LAST_COMMIT_FILE } from "../src/domain/data-directory.ts";
import type { EventBatch } from "./data.ts";

/** The number of rows in a DuckDB data chunk. */
const CHUNK_ROWS = 2048;

/** Opens the database of a data directory with DuckDB alone. No engine may have the directory open. */
export async function withDatabase<T>(
  directory: string,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const instance = await DuckDBInstance.create(join(directory, DATABASE_FILE));
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
    // It names other commits than the database has now.
    rmSync(join(directory, LAST_COMMIT_FILE), { force: true });
  }
}

/** Appends events to the log of a data directory, with ids from 1, and returns their number. */
export function fillLog(
  directory: string,
  batches: Iterable<EventBatch>,
  onProgress: (events: number) => void,
): Promise<number> {
  return withDatabase(directory, async (connection) => {
    // Within a transaction, DuckDB writes full row groups to the file and not to the write-ahead log.
    await connection.run("BEGIN");
    const appender = await connection.createAppender("event");
    const writer = new LogWriter(appender);
    for (const batch of batches) {
      writer.write(batch);
      onProgress(writer.events);
      // Lets the process handle signals.
      await setImmediate();
    }
    appender.closeSync();
    await connection.run("COMMIT");
    await connection.run("CHECKPOINT");
    return writer.events;
  });
}

/** Copies typed arrays into the columns of the log, which is several times faster than appending single values. */
class LogWriter {
  events = 0;
  readonly #appender: DuckDBAppender;
  /** The low and high halves of 64-bit numbers. */
  readonly #ids = new Uint32Array(CHUNK_ROWS * 2);
  readonly #timestamps = new Uint32Array(CHUNK_ROWS * 2);

  constructor(appender: DuckDBAppender) {
    this.#appender = appender;
  }

  write(batch: EventBatch): void {
    for (let from = 0; from < batch.length; from += CHUNK_ROWS) {
      this.#writeChunk(batch, from, Math.min(batch.length, from + CHUNK_ROWS));
    }
  }

  #writeChunk({ timestamps, sensors, trajectories }: EventBatch, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const row = (i - from) * 2;
      setHalves(this.#ids, row, ++this.events);
      setHalves(this.#timestamps, row, timestamps[i] as number);
    }
    const rows = to - from;
    const chunk = DuckDBDataChunk.create([BIGINT, BIGINT, INTEGER, TINYINT, VARCHAR], rows);
    copyColumn(chunk, 0, this.#ids.subarray(0, rows * 2));
    copyColumn(chunk, 1, this.#timestamps.subarray(0, rows * 2));
    copyColumn(chunk, 2, sensors.subarray(from, to));
    copyColumn(chunk, 3, trajectories.subarray(from, to));
    // The events have no `event_id`: cleared validity bits mean null.
    const valid = new Uint8Array(CHUNK_ROWS / 8);
    const eventIds = duckdb.data_chunk_get_vector(chunk.chunk, 4);
    duckdb.vector_ensure_validity_writable(eventIds);
    duckdb.copy_data_to_vector_validity(eventIds, 0, valid.buffer, 0, valid.byteLength);
    this.#appender.appendDataChunk(chunk);
  }
}

function setHalves(halves: Uint32Array, at: number, value: number): void {
  halves[at] = value;
  halves[at + 1] = Math.floor(value / 2 ** 32);
}

function copyColumn(
  chunk: DuckDBDataChunk,
  column: number,
  data: Uint32Array | Int32Array | Int8Array,
): void {
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, column);
  duckdb.copy_data_to_vector(vector, 0, data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
}
