import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { BATCH_BYTES_MAX } from "../../domain/limits.ts";
import { CheckedReports } from "../../domain/report-columns.ts";
import { DUPLICATE_RULES } from "../../domain/sensor-report.ts";
import { acceptedTimes, ingestReports, type ReportIngest } from "../../engine/ingest/ingest-queue.ts";
import { readJsonReports } from "../../formats/in/json-rows.ts";
import { text } from "../../schemas/answers.ts";
import { flag, namedObject } from "../../schemas/fields.ts";
import { addRoute } from "../add-route.ts";
import { actorOf } from "../admission/auth.ts";
import { addRowBodies, checkedRows, ROW_MEDIA_TYPES } from "../bodies/row-bodies.ts";
import { Refusal } from "../errors.ts";
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

const STORE = {
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
  addRoute(app, "POST /sensor_events/", STORE, async (request) => {
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
export function allRejected({ errors, ...counts }: z.output<typeof ingestAnswer>, row = "row"): Refusal {
  const [first] = errors;
  const detail = `every ${row} is rejected; ${row} ${first?.index}: ${first?.message}`;
  const listed = errors.map((error) => ({ ...error, path: String(error.index) }));
  return new Refusal("rows-rejected", detail, {}, { ...counts, errors: listed });
}
