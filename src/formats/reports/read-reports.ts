import type { LoadOptions, SensorReport } from "../../engine/ports.ts";
import { Connection } from "../../store/duckdb/database.ts";
import { DuckDBInstance } from "../../store/duckdb/duckdb-api.ts";
import { script, statement } from "../../store/duckdb/statements.ts";
import { type Staged, stageFile } from "./stage-file.ts";

/** A report and the number of its row in the file, counted from 1 without the header. */
export interface NumberedReport extends SensorReport {
  readonly row: number;
}

/** A file of sensor reports that has been read. */
export interface ReadReports extends Staged {
  /** The accepted reports in the order of the file. */
  batches(size: number): AsyncIterable<readonly NumberedReport[]>;
  close(): void;
}

/**
 * Reads a file as `EventStore.load` does, without a data directory.
 *
 * @throws HeadcountError `unreadable-input` where the file cannot be read
 */
export async function readReports(path: string, options: LoadOptions): Promise<ReadReports> {
  const instance = await DuckDBInstance.create();
  const connection = new Connection(await instance.connect());
  const close = () => {
    connection.close();
    instance.closeSync();
  };
  try {
    await connection.run(script("views/report-files"));
    const staged = await stageFile(connection, path, options);
    return { ...staged, batches: (size) => batches(connection, size), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function* batches(connection: Connection, size: number): AsyncIterable<readonly NumberedReport[]> {
  let batch: NumberedReport[] = [];
  for await (const chunk of connection.chunks(statement("load/accepted"))) {
    for (const [row, serialNumber, timestamp, trajectory, eventId] of chunk.getRows()) {
      batch.push({
        row: Number(row) + 1,
        serialNumber: String(serialNumber),
        timestamp: Number(timestamp),
        trajectory: trajectory === 1 ? 1 : -1,
        eventId: eventId === null ? null : String(eventId),
      });
    }
    if (batch.length >= size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
