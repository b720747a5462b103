import { z } from "zod";
import { BATCH_BYTES_MAX, BODY_BYTES_MAX } from "../../domain/limits.ts";
import { type AcceptedTimes, DUPLICATE_RULES } from "../../domain/sensor-report.ts";
import { acceptedTimes, ingestReports, type ReportIngest } from "../../engine/ingest/ingest-queue.ts";
import { KnownTexts } from "../../engine/ingest/known-texts.ts";
import { CheckedReports, checkTimes } from "../../engine/ingest/reports.ts";
import { documented, flag, v2Schemas } from "../../schemas/fields.ts";
import { actorOf } from "../auth.ts";
import { addBodyParser, type BodyReader, decodeJson } from "../bodies.ts";
import { malformed } from "../errors.ts";
import { type RowLayout, readJsonReports, readManyJsonReports } from "../report-bodies/json-reports.ts";
import { type RowReading, readArrayRows, readLineRows } from "../report-bodies/json-rows.ts";
import { MEDIA_TYPES } from "../representation.ts";
import type { App } from "../types.ts";

const ingestAnswer = z
  .object({
    accepted: z.int(),
    duplicates: z.int(),
    rejected: z.int(),
    errors: z.array(z.object({ index: z.int(), message: z.string() })).readonly(),
  })
  .register(v2Schemas, { id: "Ingest" });

/** A batch whose rows have been checked one by one: an invalid row does not affect the others. */
const reportRows = documented(
  z.custom<CheckedReports>((body) => body instanceof CheckedReports, {
    error: ({ input }) => (input === undefined ? undefined : "must be a list"),
  }),
  { type: "array", items: {} },
);

/** Bodies of at least this length are read in turns. */
const PACED_BODY_BYTES_MIN = 16 * 1024;

const OPERATION = {
  id: "ingestSensorEvents",
  tag: "Counts and events",
  summary: "Store many sensor events at once",
  consumes: [MEDIA_TYPES.json, "application/x-ndjson"],
} as const;

/** The parts that batches are read and checked with. */
type BatchParts = Pick<ReportIngest, "clock" | "events" | "settings"> & { readonly bodies: BodyReader };

/** POST /sensor_events/: many reports at once, as a JSON array or NDJSON (D9, D22). */
export function sensorEventRoutes(app: App, http: BatchParts & ReportIngest): void {
  const batches = new BatchReader(http);
  app.removeContentTypeParser("application/json");
  addBodyParser(app, "application/json", http.bodies, (bytes) => batches.read(bytes, "array"));
  addBodyParser(app, "application/x-ndjson", http.bodies, (bytes) => batches.read(bytes, "lines"));

  app.post(
    "/sensor_events/",
    {
      bodyLimit: BATCH_BYTES_MAX,
      config: { access: "ingest", operation: OPERATION },
      schema: {
        querystring: z.object({
          duplicates: z.enum(DUPLICATE_RULES).default("auto"),
          live: flag.default(true),
        }),
        body: reportRows,
        response: { 200: ingestAnswer },
      },
    },
    (request) => {
      const { duplicates, live } = request.query;
      const { clock, events, settings, ingest } = http;
      const sender = { clock, events, settings, ingest, actor: actorOf(http, request) };
      return ingestReports(sender, request.body, { duplicates, live });
    },
  );
}

/** The texts of earlier batches. The process has them once, because they take several megabytes. */
const KNOWN_TEXTS = new KnownTexts();

/** Reads batches of reports and checks their rows; long bodies in turns with other requests. */
class BatchReader {
  readonly #http: BatchParts;
  readonly #pause: RowReading["pause"];

  constructor(http: BatchParts) {
    this.#http = http;
    this.#pause = () => http.bodies.yieldQueue.take();
  }

  /** @returns the parsed body if it is not a batch */
  read(bytes: Buffer, layout: RowLayout): unknown {
    if (bytes.length >= PACED_BODY_BYTES_MIN) return this.#readPaced(bytes, layout);
    const times = acceptedTimes(this.#http);
    const reports = readJsonReports(bytes, layout, KNOWN_TEXTS);
    return reports === null ? this.#readAsJson(bytes, layout, times) : checkTimes(reports, times);
  }

  async #readPaced(bytes: Buffer, layout: RowLayout): Promise<unknown> {
    await this.#pause();
    const reports = await readManyJsonReports(bytes, layout, KNOWN_TEXTS, this.#pause);
    const times = acceptedTimes(this.#http);
    return reports === null ? this.#readAsJson(bytes, layout, times) : checkTimes(reports, times);
  }

  async #readAsJson(bytes: Buffer, layout: RowLayout, times: AcceptedTimes): Promise<unknown> {
    const reading = { times, pause: this.#pause };
    if (layout === "lines") return readLineRows(bytes, reading);
    const rows = await readArrayRows(bytes, reading);
    if (rows !== null) return rows;
    if (bytes.length > BODY_BYTES_MAX) throw malformed("the body is not a JSON array");
    return decodeJson(bytes, BODY_BYTES_MAX);
  }
}
