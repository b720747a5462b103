import { stringify } from "csv-stringify/sync";
import { HeadcountError } from "../domain/errors.ts";
import { INSTANT_MAX, INSTANT_MIN } from "../domain/instant.ts";
import { INGEST_ROWS_MAX } from "../domain/limits.ts";
import type { LoadOptions, LoadResult } from "../engine/ports.ts";
import { type NumberedReport, readReports } from "../formats/in/stage-file.ts";
import { formatNumber } from "./process.ts";
import type { RemoteServer } from "./remote-server.ts";
import { batchAnswer, toRow } from "./simulated-sender.ts";

type FileOptions = Omit<LoadOptions, "times">;

/** The server decides which times it accepts. */
const ALL_TIMES = { earliest: INSTANT_MIN, logStart: INSTANT_MIN, latest: INSTANT_MAX };

/** Rows of a batch, far below the limits of the server on rows and bytes. */
const BATCH_ROWS = INGEST_ROWS_MAX / 4;

/**
 * Reads files and sends their rows to a server, batch by batch. Each batch is one transaction, so an interrupted load
 * has stored a part of the file, and the same load again completes it (D9).
 */
export class ServerLoader {
  readonly #server: RemoteServer;
  /** Rows of the current file: to send, with a response, and sent without a response yet. */
  #toSend = 0;
  #answered = 0;
  #unanswered = 0;

  constructor(server: RemoteServer) {
    this.#server = server;
  }

  /**
   * @throws HeadcountError `unreadable-input` if the file cannot be read, or cannot be divided into batches;
   * `unavailable` if the server rejects a batch, with the number of rows that it has stored
   */
  async load(path: string, options: FileOptions): Promise<LoadResult> {
    this.#toSend = this.#answered = this.#unanswered = 0;
    const { onProgress, onReject } = options;
    const file = await readReports(path, { ...options, times: ALL_TIMES });
    try {
      const { rows, sensorRows, duplicateRule } = file;
      const result = { rows, sensorRows, rejected: new Map(file.rejected), accepted: 0, duplicates: 0 };
      const add = (reason: string, count: number) =>
        result.rejected.set(reason, (result.rejected.get(reason) ?? 0) + count);
      this.#toSend = rows - [...file.rejected.values()].reduce((sum, count) => sum + count, 0);
      for await (const batch of file.batches(BATCH_ROWS)) {
        const { accepted, duplicates, rejected, errors } = await this.#send(path, batch, duplicateRule);
        const fraction = this.#answered / this.#toSend;
        onProgress({ phase: "sending", fraction, rows: this.#answered, bytes: null });
        result.accepted += accepted;
        result.duplicates += duplicates;
        // Only the server can reject some rows, such as those from before the log start.
        for (const { index, message } of errors) {
          add(message, 1);
          const report = batch[index];
          if (report === undefined) continue;
          const text = stringify([Object.values(toRow(report))]).trimEnd();
          onReject({ row: report.row, reason: message, found: null, text });
        }
        if (rejected > errors.length)
          add("rejected by the server without a listed reason", rejected - errors.length);
      }
      return result;
    } finally {
      file.close();
    }
  }

  /** A sentence about how much of the current file is stored. */
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

  /**
   * The serial numbers whose sensors are not attached to a doorway.
   *
   * @throws HeadcountError `unavailable` if the token may not read doorways
   */
  async withoutDoorway(serialNumbers: Iterable<string>): Promise<string[]> {
    const doorways = await this.#server.list((v2, query) => v2.GET("/v2/doorways/", { params: { query } }));
    const attached = new Set(doorways.map((doorway) => doorway.sensor_serial_number));
    return [...serialNumbers].filter((serialNumber) => !attached.has(serialNumber));
  }

  async #send(path: string, batch: readonly NumberedReport[], duplicates: FileOptions["duplicateRule"]) {
    const body = batch.map(toRow);
    const query = { live: false, duplicates };
    this.#unanswered = batch.length;
    const answer = await this.#server
      .run((client, library) => batchAnswer(client, library, body, query))
      .catch((error: unknown) => {
        if (!(error instanceof HeadcountError)) throw error;
        // A batch that the server rejects is not stored.
        if (error.cause instanceof Error && "status" in error.cause) this.#unanswered = 0;
        throw new HeadcountError("unavailable", `${error.message}\n${this.stored(path)}`, { cause: error });
      });
    this.#unanswered = 0;
    this.#answered += batch.length;
    return answer;
  }
}
