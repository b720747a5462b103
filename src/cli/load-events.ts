import { closeSync, openSync, writeFileSync } from "node:fs";
import { stringify } from "csv-stringify/sync";
import { HeadcountError } from "../domain/errors.ts";
import { INGEST_ROWS_MAX } from "../domain/limits.ts";
import { loadFile } from "../engine/events/event-changes.ts";
import type { LoadOptions, LoadProgress, LoadResult } from "../engine/ports.ts";
import { type NumberedReport, readReports } from "../formats/reports/stage-file.ts";
import { openEngine, type Target } from "./directory-or-server.ts";
import { toRow } from "./live-feed.ts";
import { formatNumber, onFile, systemClock } from "./process.ts";
import type { RemoteServer } from "./remote-server.ts";

type FileOptions = Omit<LoadOptions, "now">;

/** Loads files of sensor events, one after another, into a data directory or through a server. */
export interface Loader {
  /**
   * @throws HeadcountError `unreadable-input` if the file cannot be read; `invalid` if it is too long for
   * `keepDuplicates`; `unavailable` if the server rejects a batch, with the number of rows that it has stored
   */
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
  return target.kind === "server" ? new ServerLoader(target.server) : directoryLoader(target.directory);
}

async function directoryLoader(directory: string): Promise<Loader> {
  const { context, close } = await openEngine(directory);
  let phase: LoadProgress["phase"] = "reading";
  return {
    load: async (path, options) => {
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

/** Rows of a batch, far below the limits of the server on rows and bytes. */
const BATCH_ROWS = INGEST_ROWS_MAX / 4;

/**
 * Reads files and sends their rows to a server, batch by batch. Each batch is one transaction, so an interrupted load
 * has stored a part of the file, and the same load again completes it (D9).
 */
class ServerLoader implements Loader {
  readonly #server: RemoteServer;
  /** Rows of the current file: to send, with a response, and sent without a response yet. */
  #toSend = 0;
  #answered = 0;
  #unanswered = 0;

  constructor(server: RemoteServer) {
    this.#server = server;
  }

  async load(path: string, options: FileOptions): Promise<LoadResult> {
    this.#toSend = this.#answered = this.#unanswered = 0;
    const { keepDuplicates, onReject } = options;
    const file = await readReports(path, { ...options, now: systemClock.now() });
    try {
      const { rows, sensorRows } = file;
      if (keepDuplicates) rejectLongFile(path, rows);
      const result = { rows, sensorRows, rejected: new Map(file.rejected), accepted: 0, duplicates: 0 };
      const add = (reason: string, count: number) =>
        result.rejected.set(reason, (result.rejected.get(reason) ?? 0) + count);
      this.#toSend = rows - [...file.rejected.values()].reduce((sum, count) => sum + count, 0);
      for await (const batch of file.batches(keepDuplicates ? INGEST_ROWS_MAX : BATCH_ROWS)) {
        const { accepted, duplicates, rejected, errors } = await this.#send(path, batch, options);
        result.accepted += accepted;
        result.duplicates += duplicates;
        // Only the server can reject some rows, such as those from before the log start.
        for (const { index, message } of errors) {
          add(message, 1);
          const row = batch[index]?.row;
          if (row !== undefined) onReject({ row, reason: message });
        }
        if (rejected > errors.length)
          add("rejected by the server without a listed reason", rejected - errors.length);
      }
      return result;
    } finally {
      file.close();
    }
  }

  stored(path: string): string {
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

  async withoutDoorway(serialNumbers: Iterable<string>): Promise<string[]> {
    const doorways = await this.#server.list((v2, query) => v2.GET("/v2/doorways/", { params: { query } }));
    const attached = new Set(doorways.map((doorway) => doorway.sensor_serial_number));
    return [...serialNumbers].filter((serialNumber) => !attached.has(serialNumber));
  }

  async close(): Promise<void> {}

  async #send(path: string, batch: readonly NumberedReport[], { keepDuplicates, onProgress }: FileOptions) {
    const body = batch.map(toRow);
    const query = { live: false, ...(keepDuplicates ? { duplicates: "keep" as const } : {}) };
    const report = () => {
      const fraction = this.#toSend === 0 ? null : this.#answered / this.#toSend;
      onProgress({ phase: "sending", fraction, rows: this.#answered, bytes: null });
    };
    report();
    this.#unanswered = batch.length;
    const answer = await this.#server
      .run(({ v2 }, { answerOf }) => answerOf(v2.POST("/v2/sensor_events/", { params: { query }, body })))
      .catch((error: unknown) => {
        if (!(error instanceof HeadcountError)) throw error;
        // A batch that the server rejects is not stored.
        if (error.cause instanceof Error && "status" in error.cause) this.#unanswered = 0;
        throw new HeadcountError("unavailable", `${error.message}\n${this.stored(path)}`, { cause: error });
      });
    this.#unanswered = 0;
    this.#answered += batch.length;
    report();
    return answer;
  }
}

/** In a second batch, the server could not distinguish a repeated row from a batch that was sent twice (D9). */
function rejectLongFile(path: string, rows: number): void {
  if (rows <= INGEST_ROWS_MAX) return;
  const most = formatNumber(INGEST_ROWS_MAX);
  throw new HeadcountError(
    "invalid",
    `through a server, --keep-duplicates accepts files of at most ${most} rows; ${path} has ${formatNumber(rows)}. ` +
      "Load it into the data directory, or split it",
  );
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
    const doing = `nothing of ${file} was loaded, because its rejected rows cannot be written to ${this.path} (--rejects)`;
    onFile("unavailable", doing, () => {
      if (this.#handle === null) {
        this.#handle = openSync(this.path, "w");
        writeFileSync(this.#handle, stringify([["file", "row", "reason"]]));
      }
      writeFileSync(this.#handle, stringify([[file, row, reason]]));
    });
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }
}
