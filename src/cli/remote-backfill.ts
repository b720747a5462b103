import { HeadcountError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { INGEST_ROWS_MAX } from "../domain/limits.ts";
import type { LoadOptions, LoadResult } from "../engine/ports.ts";
import { type NumberedReport, type ReadReports, readReports } from "../formats/reports/read-reports.ts";
import type { RemoteServer } from "./remote-server.ts";

/** Rows sent at a time: far below the server's limits on rows and bytes. */
const BATCH_ROWS = INGEST_ROWS_MAX / 4;

type FileOptions = Omit<LoadOptions, "now">;

/**
 * Reads a file here and sends its rows to a server, batch by batch. Each batch is one transaction there, so a load
 * that ends early has stored a part of the file; the same load again completes it (D9).
 */
export class RemoteLoad {
  readonly #server: RemoteServer;
  readonly #path: string;
  readonly #options: FileOptions;
  readonly #rejected = new Map<string, number>();
  #accepted = 0;
  #duplicates = 0;
  /** Rows to send, rows that the server has answered for, and rows that it has not answered for yet. */
  #toSend = 0;
  #answered = 0;
  #unanswered = 0;

  constructor(server: RemoteServer, path: string, options: FileOptions) {
    this.#server = server;
    this.#path = path;
    this.#options = options;
  }

  /**
   * @throws HeadcountError `unreadable-input` where the file cannot be read; `invalid` where it is too long for its
   * repetitions to be kept; `unavailable` where the server does not take a batch, with how many rows it has stored
   */
  async run(): Promise<LoadResult> {
    const file = await readReports(this.#path, { ...this.#options, now: Date.now() });
    try {
      this.#refuseLongRepetitions(file);
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

  /** What the server has stored of the file, in a sentence. */
  get stored(): string {
    const path = this.#path;
    if (this.#answered + this.#unanswered === 0) return `Nothing of ${path} is stored.`;
    if (this.#answered === this.#toSend) return `All of ${path} is stored.`;
    const number = (value: number) => value.toLocaleString("en");
    const open =
      this.#unanswered === 0
        ? ""
        : `, and the ${number(this.#unanswered)} after them may be: the server has not answered for them`;
    return (
      `${number(this.#answered)} of ${number(this.#toSend)} rows of ${path} are stored${open}. ` +
      "Run the same command again to store the rest; rows that are stored already are not added twice."
    );
  }

  /** What repeats an event of an earlier batch could not be distinguished from what was sent before (D9). */
  #refuseLongRepetitions(file: ReadReports): void {
    if (!this.#options.keepDuplicates || file.rows <= INGEST_ROWS_MAX) return;
    const most = INGEST_ROWS_MAX.toLocaleString("en");
    throw new HeadcountError(
      "invalid",
      `--keep-duplicates works through a server for files of at most ${most} rows; ${this.#path} has ` +
        `${file.rows.toLocaleString("en")}. Load it into the directory, or in parts`,
    );
  }

  async #send(batch: readonly NumberedReport[]): Promise<void> {
    const body = batch.map((report) => ({
      sensor_serial_number: report.serialNumber,
      timestamp: formatInstant(report.timestamp),
      trajectory: report.trajectory,
      ...(report.eventId === null ? {} : { event_id: report.eventId }),
    }));
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

  /** Notes the rows that only the server can refuse, such as those from before what it keeps. */
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
      add("refused by the server without a listed reason", rejected - errors.length);
  }

  /** An error of a batch, with what is stored of the file. */
  #explained(error: unknown): unknown {
    if (!(error instanceof HeadcountError)) return error;
    // A server that answers has not stored what it refuses.
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
