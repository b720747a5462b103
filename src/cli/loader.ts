import { closeSync, openSync, writeFileSync } from "node:fs";
import { stringify } from "csv-stringify/sync";
import { HeadcountError } from "../domain/errors.ts";
import { INGEST_ROWS_MAX } from "../domain/limits.ts";
import type { LoadOptions, LoadProgress, LoadResult } from "../engine/ports.ts";
import { type NumberedReport, type ReadReports, readReports } from "../formats/reports/stage-file.ts";
import { formatNumber } from "./console.ts";
import { toRow } from "./live-feed.ts";
import { openEngine } from "./open-engine.ts";
import { collect, type RemoteServer } from "./remote-server.ts";
import { systemClock } from "./system.ts";
import type { Target } from "./target.ts";

type FileOptions = Omit<LoadOptions, "now">;

/** Loads files of sensor events, one after another, into a data directory or through a server. */
export interface Loader {
  /** @throws HeadcountError as `loadFile` and `RemoteLoad.run` do */
  load(path: string, options: FileOptions): Promise<LoadResult>;
  /** A sentence about how much of the current file is stored. */
  stored(path: string): string;
  /**
   * The serial numbers whose sensors are not attached to a doorway.
   *
   * @throws HeadcountError `unavailable` if the token may not read doorways
   */
  withoutDoorway(serialNumbers: Iterable<string>): Promise<string[]>;
  close(): Promise<void>;
}

export async function openLoader(target: Target): Promise<Loader> {
  return target.kind === "server" ? serverLoader(target.server) : directoryLoader(target.directory);
}

async function directoryLoader(directory: string): Promise<Loader> {
  const { context, close } = await openEngine(directory);
  let phase: LoadProgress["phase"] = "reading";
  return {
    load: async (path, options) => {
      const { loadFile } = await import("../engine/ingest/ingest-reports.ts");
      phase = "reading";
      const onProgress = (progress: LoadProgress) => {
        phase = progress.phase;
        options.onProgress(progress);
      };
      return loadFile(context, path, { ...options, onProgress });
    },
    stored: (path) => {
      switch (phase) {
        case "reading":
          return `Nothing of ${path} is stored.`;
        case "deriving":
          return `All of ${path} is stored; the next command that opens the data derives its counts.`;
        default:
          return `Either all of ${path} is stored or nothing. Run the command again to be sure; no row is stored twice.`;
      }
    },
    withoutDoorway: async (serialNumbers) => {
      const { attachmentsOfSensor, sensorsBySerial } = context.catalog;
      return [...serialNumbers].filter((serialNumber) => {
        const sensor = sensorsBySerial.first(serialNumber);
        return sensor === undefined || attachmentsOfSensor.of(sensor.id).length === 0;
      });
    },
    close,
  };
}

function serverLoader(server: RemoteServer): Loader {
  let current: RemoteLoad | null = null;
  return {
    load: (path, options) => {
      current = new RemoteLoad(server, path, options);
      return current.run();
    },
    stored: (path) => current?.stored ?? `Nothing of ${path} is stored.`,
    withoutDoorway: async (serialNumbers) => {
      const doorways = await server.run(({ v2 }, { itemsOf }) =>
        collect(itemsOf((query) => v2.GET("/v2/doorways/", { params: { query } }))),
      );
      const attached = new Set(doorways.map((doorway) => doorway.sensor_serial_number));
      return [...serialNumbers].filter((serialNumber) => !attached.has(serialNumber));
    },
    close: async () => {},
  };
}

/** Rows of a batch, far below the limits of the server on rows and bytes. */
const BATCH_ROWS = INGEST_ROWS_MAX / 4;

/**
 * Reads a file and sends its rows to a server, batch by batch. Each batch is one transaction, so an interrupted load
 * has stored a part of the file, and the same load again completes it (D9).
 */
class RemoteLoad {
  readonly #server: RemoteServer;
  readonly #path: string;
  readonly #options: FileOptions;
  readonly #rejected = new Map<string, number>();
  #accepted = 0;
  #duplicates = 0;
  /** Rows to send, rows with a response, and rows sent without a response yet. */
  #toSend = 0;
  #answered = 0;
  #unanswered = 0;

  constructor(server: RemoteServer, path: string, options: FileOptions) {
    this.#server = server;
    this.#path = path;
    this.#options = options;
  }

  /**
   * @throws HeadcountError `unreadable-input` if the file cannot be read; `invalid` if it is too long for
   * `keepDuplicates`; `unavailable` if the server rejects a batch, with the number of rows that it has stored
   */
  async run(): Promise<LoadResult> {
    const file = await readReports(this.#path, { ...this.#options, now: systemClock.now() });
    try {
      this.#rejectLongFile(file);
      for (const [reason, count] of file.rejected) this.#rejected.set(reason, count);
      this.#toSend = file.rows - sum(file.rejected.values());
      for await (const batch of file.batches(this.#options.keepDuplicates ? INGEST_ROWS_MAX : BATCH_ROWS))
        await this.#send(batch);
      const { rows, sensorRows } = file;
      const [accepted, duplicates] = [this.#accepted, this.#duplicates];
      return { rows, sensorRows, rejected: this.#rejected, accepted, duplicates };
    } finally {
      file.close();
    }
  }

  /** A sentence about how many rows of the file the server has stored. */
  get stored(): string {
    const path = this.#path;
    if (this.#answered + this.#unanswered === 0) return `Nothing of ${path} is stored.`;
    if (this.#answered === this.#toSend) return `All of ${path} is stored.`;
    const open =
      this.#unanswered === 0
        ? ""
        : `, and the next ${formatNumber(this.#unanswered)} may be: the server has not answered for them`;
    return (
      `${formatNumber(this.#answered)} of ${formatNumber(this.#toSend)} rows of ${path} are stored${open}. ` +
      "Run the same command again to store the rest; no row is stored twice."
    );
  }

  /** In a second batch, the server could not distinguish a repeated row from a batch that was sent twice (D9). */
  #rejectLongFile(file: ReadReports): void {
    if (!this.#options.keepDuplicates || file.rows <= INGEST_ROWS_MAX) return;
    const most = formatNumber(INGEST_ROWS_MAX);
    throw new HeadcountError(
      "invalid",
      `through a server, --keep-duplicates accepts files of at most ${most} rows; ${this.#path} has ` +
        `${formatNumber(file.rows)}. Load it into the data directory, or split it`,
    );
  }

  async #send(batch: readonly NumberedReport[]): Promise<void> {
    const body = batch.map(toRow);
    const { keepDuplicates, onProgress } = this.#options;
    const query = { live: false, ...(keepDuplicates ? { duplicates: "keep" as const } : {}) };
    onProgress({ phase: "sending", ...this.#progress() });
    this.#unanswered = batch.length;
    const answer = await this.#server
      .run(({ v2 }, { answerOf }) => answerOf(v2.POST("/v2/sensor_events/", { params: { query }, body })))
      .catch((error: unknown) => {
        throw this.#explained(error);
      });
    this.#unanswered = 0;
    this.#answered += batch.length;
    this.#accepted += answer.accepted;
    this.#duplicates += answer.duplicates;
    this.#reject(batch, answer);
    onProgress({ phase: "sending", ...this.#progress() });
  }

  /** Records the rows that only the server can reject, such as those from before the log start. */
  #reject(
    batch: readonly NumberedReport[],
    { rejected, errors }: { rejected: number; errors: readonly { index: number; message: string }[] },
  ): void {
    const add = (reason: string, count: number) =>
      this.#rejected.set(reason, (this.#rejected.get(reason) ?? 0) + count);
    for (const { index, message } of errors) {
      add(message, 1);
      const row = batch[index]?.row;
      if (row !== undefined) this.#options.onReject({ row, reason: message });
    }
    if (rejected > errors.length)
      add("rejected by the server without a listed reason", rejected - errors.length);
  }

  /** Adds to an error of a batch how much of the file is stored. */
  #explained(error: unknown): unknown {
    if (!(error instanceof HeadcountError)) return error;
    // A batch that the server rejects is not stored.
    if (error.cause instanceof Error && "status" in error.cause) this.#unanswered = 0;
    return new HeadcountError("unavailable", `${error.message}\n${this.stored}`, { cause: error });
  }

  #progress() {
    const fraction = this.#toSend === 0 ? null : this.#answered / this.#toSend;
    return { fraction, rows: this.#answered, bytes: null };
  }
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** The list of rejected rows. The file is created with the first of them. */
export class RejectsFile {
  readonly path: string;
  #handle: number | null = null;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Writes a row at once. Rows are rejected before the other rows of a file are stored, so that nothing of a file is
   * stored if its rejected rows cannot be listed.
   *
   * @throws HeadcountError `unavailable` if the row cannot be written
   */
  add(file: string, row: number, reason: string): void {
    try {
      if (this.#handle === null) {
        this.#handle = openSync(this.path, "w");
        writeFileSync(this.#handle, stringify([["file", "row", "reason"]]));
      }
      writeFileSync(this.#handle, stringify([[file, row, reason]]));
    } catch (error) {
      const { message } = error as Error;
      throw new HeadcountError(
        "unavailable",
        `nothing of ${file} was loaded, because its rejected rows cannot be written (--rejects): ${message}`,
        { cause: error },
      );
    }
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }
}
