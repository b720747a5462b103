import { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant, INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import { BATCH_BYTES_MAX, READINGS_MAX } from "../../domain/limits.ts";
import { READING_RESULTS } from "../../domain/reading.ts";
import { CheckedReports } from "../../domain/report-columns.ts";
import { DUPLICATE_RULES } from "../../domain/sensor-report.ts";
import type { Engine } from "../../engine/engine.ts";
import { CheckedReadings } from "../../engine/ingest/check-readings.ts";
import { acceptedTimes, ingestReports, type ReportIngest } from "../../engine/ingest/ingest-queue.ts";
import { ingestReadings, type ReadingIngest } from "../../engine/ingest/ingest-readings.ts";
import type { StoredReading } from "../../engine/ports.ts";
import { readJsonReports, readJsonRows } from "../../formats/in/json-rows.ts";
import { answerOf, instantOrNull, intOrNull, text, textOrNull } from "../../schemas/answers.ts";
import { flag, instant, namedObject, serialInPath } from "../../schemas/fields.ts";
import { readReading } from "../../schemas/readings.ts";
import { passages } from "../../schemas/sensor-settings.ts";
import { addRoute } from "../add-route.ts";
import { actorOf, requireScope } from "../admission/auth.ts";
import { addRowBodies, type BodyReader, checkedRows, ROW_MEDIA_TYPES } from "../bodies/bodies.ts";
import { Refusal } from "../errors.ts";
import { pageRange } from "../pagination.ts";
import { type ChangeParts, Resource } from "../resource-routes.ts";
import type { App, HttpContext } from "../types.ts";
import { importIn, importParameters } from "./imports.ts";

const ingestAnswer = namedObject("Ingest", {
  accepted: z.int(),
  duplicates: z.int(),
  rejected: z.int(),
  errors: z.array(z.object({ index: z.int(), message: z.string() })).readonly(),
  ignored: z.int().optional(),
  import_id: text.optional(),
});

const STORE_EVENTS = {
  id: "ingestSensorEvents",
  tag: "Counts and events",
  access: "ingest",
  isDecidedLater: true,
  summary: "Store sensor events",
  detail:
    "Answers 400 if every row is rejected; the problem then has the members of the answer 200, and `errors` has the " +
    "`index` of each row, too.",
  conflicts: ["rows-rejected"],
  consumes: ROW_MEDIA_TYPES,
  query: {
    duplicates: z.enum(DUPLICATE_RULES).default("auto"),
    live: flag.default(true),
    ...importParameters,
  },
  body: checkedRows(CheckedReports, {}),
  bodyLimit: BATCH_BYTES_MAX,
  answer: ingestAnswer,
} as const;

/** POST /sensor_events/: many reports at once, as a JSON array or NDJSON (D9, D22). */
export function sensorEventRoutes(
  app: App,
  http: ReportIngest & Pick<HttpContext, "bodies" | "catalog">,
): void {
  addRowBodies(app, http.bodies, (bytes, layout) =>
    readJsonReports(bytes, { layout, times: acceptedTimes(http) }),
  );
  addRoute(app, "POST /sensor_events/", STORE_EVENTS, async (request) => {
    const { duplicates, live } = request.query;
    const { clock, events, settings, ingest } = http;
    const sender = { clock, events, settings, ingest, actor: actorOf(http, request) };
    const importOf = importIn(http, request.query);
    const stored = await ingestReports(sender, request.body, { duplicates, live, importOf });
    const { importId, ...result } = stored;
    const answer = { ...result, ...(importId !== null && { import_id: formatId("import", importId) }) };
    const { accepted, duplicates: repeated, rejected, ignored = 0 } = result;
    if (rejected > 0 && accepted + repeated + ignored === 0) throw allRejected(answer);
    return answer;
  });
}

/**
 * The problem of a batch whose rows are all rejected: it has the members of the answer to other batches (D22).
 *
 * @param row what a row is called
 */
function allRejected({ errors, ...counts }: z.output<typeof ingestAnswer>, row = "row"): Refusal {
  const [first] = errors;
  const detail = `every ${row} is rejected; ${row} ${first?.index}: ${first?.message}`;
  const listed = errors.map((error) => ({ ...error, path: String(error.index) }));
  return new Refusal("rows-rejected", detail, {}, { ...counts, errors: listed });
}

export const readingsFigures = {
  accepted: z.int(),
  duplicates: z.int(),
  rejected: z.int(),
  alive: z.int(),
  errors: z.array(z.object({ index: z.int(), message: z.string() })).readonly(),
  results: z.partialRecord(z.enum(READING_RESULTS), z.int()),
  counted: passages,
};

const readingsResult = namedObject("ReadingsResult", {
  ...readingsFigures,
  ignored: z.int().optional(),
  import_id: text.optional(),
});

/** Bytes of a reading as most senders write it, with its separator. */
const ROW_BYTES =
  JSON.stringify({ kind: "total", serial_number: "S1", at: "2024-05-06T07:08:09Z", in_total: 10 }).length + 1;

const STORE_READINGS = {
  id: "storeReadings",
  tag: "Sensors",
  access: "ingest",
  isDecidedLater: true,
  summary: "Store readings of devices",
  detail:
    "Running totals (`total`), what passed in a span of time (`interval`), or that a device lives (`alive`). With " +
    "`replace`, intervals replace those with other values, whose events are voided; this is a correction, which needs the " +
    "scope `admin`. Answers 400 " +
    "if every reading is rejected; the problem then has the members of the answer 200.",
  conflicts: ["rows-rejected"],
  consumes: ROW_MEDIA_TYPES,
  query: { live: flag.default(true), replace: flag.default(false), ...importParameters },
  body: checkedRows(CheckedReadings, { type: "object" }),
  bodyLimit: BATCH_BYTES_MAX,
  answer: readingsResult,
} as const;

const reading = answerOf<StoredReading>({ v2: "Reading" })({
  id: [text, ({ sensorKey, number }) => formatId("reading", (BigInt(sensorKey) << 32n) + BigInt(number))],
  kind: [z.enum(["total", "interval"]).nullable(), ({ kind }) => kind],
  at: [textOrNull, ({ kind, from }) => (kind === "total" ? instantOrNull(from) : null)],
  from: [textOrNull, ({ kind, from }) => (kind === "interval" ? instantOrNull(from) : null)],
  to: [textOrNull, ({ to }) => instantOrNull(to)],
  in_total: [intOrNull, (each) => (each.kind === "total" ? each.in : null)],
  out_total: [intOrNull, (each) => (each.kind === "total" ? each.out : null)],
  in: [intOrNull, (each) => (each.kind === "interval" ? each.in : null)],
  out: [intOrNull, (each) => (each.kind === "interval" ? each.out : null)],
  coverage: [z.number().nullable(), ({ coverage }) => coverage],
  received_at: [text, ({ receivedAt }) => formatInstant(receivedAt)],
  result: [z.enum(READING_RESULTS), ({ result }) => result],
  counted: [passages, ({ counted }) => counted],
  note: [textOrNull, ({ note }) => note],
});

type ReadingRoutesParts = ChangeParts &
  ReadingIngest &
  Pick<Engine, "readings"> & { readonly bodies: BodyReader };

/** POST /readings/ and GET /sensors/:serial_number/readings/ (D31). */
export function readingRoutes(app: App, http: ReadingRoutesParts): void {
  const { catalog, readings } = http;
  const ofSensor = new Resource(app, http, {
    tag: "Sensors",
    name: "reading",
    path: "/sensors/:serial_number/readings/",
    within: { serial_number: serialInPath },
    answer: reading.with(),
  });
  ofSensor.list(
    {
      id: "listReadings",
      summary: "List readings of a sensor, newest first",
      query: { start_time: instant.optional(), end_time: instant.optional() },
    },
    ({ params, query }) => {
      const { key } = catalog.sensorBySerial(params.serial_number);
      const { start_time: start = INSTANT_MIN, end_time: end = INSTANT_MAX } = query;
      return readings.readings(key, { start, end, order: "DESC", ...pageRange(query) });
    },
  );

  addRowBodies(app, http.bodies, function* (bytes, layout) {
    const capacity = Math.min(READINGS_MAX, Math.ceil(bytes.length / ROW_BYTES));
    const checked = new CheckedReadings(http, capacity);
    yield* readJsonRows(bytes, {
      layout,
      kind: "readings",
      rowsMax: READINGS_MAX,
      rows: {
        takePlain: (reading) => checked.takePlain(reading),
        take: (row) => checked.take(readReading(row)),
        reject: (problem) => checked.reject(problem),
      },
    });
    return checked;
  });
  addRoute(app, "POST /readings/", STORE_READINGS, async (request) => {
    const sender = { ...http, actor: actorOf(http, request) };
    const { live, replace: replaces } = request.query;
    // It voids events, as other corrections do (D5).
    if (replaces) requireScope(request, "admin");
    const importOf = importIn(http, request.query);
    // The intervals that it replaced could not be brought back.
    if (replaces && importOf !== undefined)
      throw invalid("replace", "must not be given with file or import_id");
    const stored = await ingestReadings(sender, request.body, { live, replaces, importOf });
    const { importId, ...result } = stored;
    const named = importId === null ? {} : { import_id: formatId("import", importId) };
    if (result.rejected > 0 && result.rejected === request.body.length) {
      const { accepted, duplicates, rejected, errors } = result;
      throw allRejected({ accepted, duplicates, rejected, errors, ...named }, "reading");
    }
    return { ...result, ...named };
  });
}
