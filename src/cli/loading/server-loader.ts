import { stringify } from "csv-stringify/sync";
import type { components } from "../../client/generated/v2.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import { INGEST_ROWS_MAX, READING_FILE_SPAN_MS_MAX, READINGS_COMMITTED_MAX } from "../../domain/limits.ts";
import { nameOf } from "../../engine/events/event-changes.ts";
import type { LoadResult, NumberedReading } from "../../engine/ports.ts";
import { acceptReading } from "../../engine/readings/accepted-reading.ts";
import { emptySummary, type LineSummary, sumInto } from "../../engine/readings/line-summaries.ts";
import { readReadings } from "../../formats/in/reading-file.ts";
import { readReports } from "../../formats/in/stage-file.ts";
import { counted, formatNumber } from "../process.ts";
import { batchAnswer, toRow } from "../report-rows.ts";
import type { ServerClient, Work } from "../server-client.ts";
import {
  addRejected,
  type EventFileOptions,
  type FileLoader,
  type LoadedFile,
  type LoadedReadings,
  type Places,
  type ReadingFileOptions,
  readingText,
  requestsOf,
  requireZone,
  toReadingRow,
} from "./file-loader.ts";

/** The server decides which times it accepts. */
const ALL_TIMES = { earliest: INSTANT_MIN, logStart: INSTANT_MIN, latest: INSTANT_MAX };

/** Rows of a batch, far below the limits of the server on rows and bytes. */
const BATCH_ROWS = INGEST_ROWS_MAX / 4;

/** Lines of a file up to which each request has the readings of one line, so that each has its own summary. */
const LINES_SUMMED_MAX = 100;

type BatchAnswer = Pick<components["schemas"]["Ingest"], "accepted" | "duplicates" | "rejected" | "errors">;

/**
 * Reads files and sends their rows to a server, batch by batch. Each batch is one transaction, so an interrupted load
 * has stored a part of the file, and the same load again completes it (D9).
 */
export class ServerLoader implements FileLoader {
  readonly #server: ServerClient;
  /** Rows of the current file: to send, with a response, and sent without a response yet. */
  #toSend = 0;
  #answered = 0;
  #unanswered = 0;

  constructor(server: ServerClient) {
    this.#server = server;
  }

  /**
   * @throws HeadcountError `unreadable-input` if the file cannot be read, or cannot be divided into batches;
   * `unavailable` if the server rejects a batch, with the number of rows that it has stored
   */
  async load(path: string, options: EventFileOptions): Promise<LoadedFile> {
    this.#toSend = this.#answered = this.#unanswered = 0;
    const file = await readReports(path, { ...options, times: ALL_TIMES });
    try {
      const result = this.#begin(file);
      const query = { live: false, duplicates: file.duplicateRule };
      let importId: string | null = null;
      for await (const batch of file.batches(BATCH_ROWS)) {
        const work = batchAnswer(batch.map(toRow), { ...query, ...importOf(path, importId) });
        const answer = await this.#send(path, batch.length, work);
        importId ??= answer.import_id ?? null;
        this.#add(result, answer, options, (index) => {
          const report = batch[index];
          return report && { row: report.row, text: stringify([Object.values(toRow(report))]).trimEnd() };
        });
      }
      return { ...result, importId };
    } finally {
      file.close();
    }
  }

  /** @throws HeadcountError as `load` does */
  async loadReadings(path: string, options: ReadingFileOptions): Promise<LoadedReadings> {
    this.#toSend = this.#answered = this.#unanswered = 0;
    const file = await readReadings(path, {
      ...options,
      accept: (reading) => acceptReading(reading, { times: ALL_TIMES, spanMax: READING_FILE_SPAN_MS_MAX }),
    });
    try {
      if (file.hasLocalTimes && options.layout.timeZone === null)
        requireZone(path, await this.#placesOf(file.sensorRows));
      const result = this.#begin(file);
      const isByLine = file.sensorRows.size <= LINES_SUMMED_MAX;
      const lines = new Map<string, LineSummary>();
      let importId: string | null = null;
      for await (const batch of requestsOf(file.batches(READINGS_COMMITTED_MAX), isByLine)) {
        const work = readingsAnswer(batch, importOf(path, importId));
        const answer = await this.#send(path, batch.length, work);
        importId ??= answer.import_id ?? null;
        const serialNumber = batch[0]?.reading.serialNumber ?? "";
        const name = isByLine ? serialNumber : counted(file.sensorRows.size, "line");
        const summary = lines.get(name) ?? emptySummary();
        sumInto(summary, answer);
        lines.set(name, summary);
        this.#add(result, answer, options, (index) => {
          const numbered = batch[index];
          return numbered && { row: numbered.row, text: readingText(numbered.reading) };
        });
      }
      return { ...result, lines, hasUnknown: false, suspended: [], importId };
    } finally {
      file.close();
    }
  }

  #begin({ rows, sensorRows, rejected }: Pick<LoadResult, "rows" | "sensorRows" | "rejected">) {
    this.#toSend = rows - [...rejected.values()].reduce((sum, count) => sum + count, 0);
    return { rows, sensorRows, rejected: new Map(rejected), accepted: 0, duplicates: 0 };
  }

  /** Adds what the server says of a batch. @param rowAt the row of an error */
  #add(
    result: { accepted: number; duplicates: number; readonly rejected: Map<string, number> },
    { accepted, duplicates, rejected, errors }: BatchAnswer,
    { onProgress, onReject }: Pick<EventFileOptions, "onProgress" | "onReject">,
    rowAt: (index: number) => { readonly row: number; readonly text: string } | undefined,
  ): void {
    const fraction = this.#answered / this.#toSend;
    onProgress({ phase: "sending", fraction, rows: this.#answered, bytes: null });
    result.accepted += accepted;
    result.duplicates += duplicates;
    // Only the server can reject some rows, such as those from before the log start.
    for (const { index, message } of errors) {
      addRejected(result.rejected, message, 1);
      const row = rowAt(index);
      if (row !== undefined) onReject({ ...row, reason: message, found: null });
    }
    const unlisted = "rejected by the server without a listed reason";
    if (rejected > errors.length) addRejected(result.rejected, unlisted, rejected - errors.length);
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

  /** The spaces that the sensors' doorways are linked to, and all spaces. */
  async #placesOf(sensors: ReadonlyMap<string, number>): Promise<Places> {
    const spaces = await this.#server.list((v2, query) => v2.GET("/v2/spaces/", { params: { query } }));
    const doorways = await this.#server.list((v2, query) => v2.GET("/v2/doorways/", { params: { query } }));
    const used = doorways.filter((doorway) => sensors.has(doorway.sensor_serial_number ?? ""));
    const ids = new Set(used.flatMap((doorway) => doorway.spaces.map(({ id }) => id)));
    const all = spaces.map(({ id, name, time_zone: timeZone }) => ({ id, name, timeZone }));
    return { ofSensors: all.filter(({ id }) => ids.has(id)), all };
  }

  /** @throws HeadcountError `unavailable` if the token may not read doorways */
  async withoutDoorway(serialNumbers: Iterable<string>): Promise<string[]> {
    const doorways = await this.#server.list((v2, query) => v2.GET("/v2/doorways/", { params: { query } }));
    const attached = new Set(doorways.map((doorway) => doorway.sensor_serial_number));
    return [...serialNumbers].filter((serialNumber) => !attached.has(serialNumber));
  }

  async #send<Answer extends BatchAnswer>(path: string, rows: number, work: Work<Answer>): Promise<Answer> {
    this.#unanswered = rows;
    const answer = await this.#server.run(work).catch((error: unknown) => {
      if (!(error instanceof HeadcountError)) throw error;
      // A batch that the server rejects is not stored.
      if (error.cause instanceof Error && "status" in error.cause) this.#unanswered = 0;
      throw new HeadcountError("unavailable", `${error.message}\n${this.stored(path)}`, { cause: error });
    });
    this.#unanswered = 0;
    this.#answered += rows;
    return answer;
  }
}

/** The query by which the rows of a request are a part of an import. */
type ImportQuery = { readonly file: string } | { readonly import_id: string };

/** @param importId that of the rows of the file so far; null before the first ones */
function importOf(path: string, importId: string | null): ImportQuery {
  return importId === null ? { file: nameOf(path) } : { import_id: importId };
}

/** Sends some readings. A server that rejects all of them answers 400 with members of the answer. */
function readingsAnswer(
  batch: readonly NumberedReading[],
  importOf: ImportQuery,
): Work<components["schemas"]["ReadingsResult"]> {
  // The document of the API does not say the members of a reading.
  const body = batch.map(({ reading }) => toReadingRow(reading)) as unknown as Record<string, never>[];
  return async ({ v2 }, { answerOf }) => {
    const outcome = await v2.POST("/v2/readings/", { params: { query: { live: false, ...importOf } }, body });
    const { error } = outcome;
    if (error?.type !== "/problems/rows-rejected") return answerOf(Promise.resolve(outcome));
    const rejected = error as unknown as BatchAnswer;
    return { ...rejected, alive: 0, results: {}, counted: { in: 0, out: 0 } };
  };
}
