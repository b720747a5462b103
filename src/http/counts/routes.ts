import type { FastifyReply } from "fastify";
import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { type IntervalPolicy, parseInterval, SUPPORTED_INTERVALS } from "../../domain/interval.ts";
import type { Column } from "../../domain/table-columns.ts";
import {
  type Breach,
  type Counting,
  type CountsQuery,
  countsOfSpaces,
  spaceBreaches,
  spaceCounts,
} from "../../engine/counts/count-queries.ts";
import {
  COUNT_COLUMNS,
  EXCEL_COLUMNS,
  rowBatches,
  SPACE_COUNT_COLUMNS,
} from "../../engine/counts/count-rows.ts";
import type { Settings } from "../../engine/engine.ts";
import { answerOf, instantOrNull, text, textOrNull } from "../../schemas/answers.ts";
import { documented, flag, id, idList, instant, order } from "../../schemas/fields.ts";
import { addRoute, type Checked, type Output } from "../add-route.ts";
import { linksOf, listOf, pageParameters, pageRange } from "../pagination.ts";
import { sendTable, TABLE_FORMATS, tableFormat } from "../representation.ts";
import { type ChangeParts, Resource } from "../resource-routes.ts";
import type { App } from "../types.ts";
import { segmentParameters, segmentSelection } from "../validation.ts";
import {
  BY_SPACE,
  type CountsForm,
  countMetrics,
  countsOfSpace,
  LISTED,
  presentMetrics,
  sendCounts,
  sendSamples,
} from "./count-answers.ts";
import { countSample } from "./sample-writer.ts";

/** An interval as a parameter: the document lists the supported ones unless the server accepts any. */
export function intervalParameter(intervals: IntervalPolicy) {
  const choices = intervals === "supported" ? { enum: [...SUPPORTED_INTERVALS] } : {};
  return documented(z.string().default("1h"), { type: "string", ...choices, default: "1h" });
}

function countsQuery(intervals: IntervalPolicy) {
  return {
    start_time: instant,
    end_time: instant,
    interval: intervalParameter(intervals),
    order,
    ...segmentParameters,
    averages: flag.default(false),
    measured: flag.default(false),
    csv: z.enum(["excel"]).optional(),
  };
}

type CountsOutput = Output<ReturnType<typeof countsQuery>>;

const tag = "Counts and events";
const COUNTS = { tag, access: "read", formats: TABLE_FORMATS } as const;

const namedSpaces = { space_id: idList("space").optional(), space_list: idList("space").optional() };

type CountParts = Counting & { readonly settings: Pick<Settings, "intervals"> };

/**
 * GET /spaces/:space_id/counts/ (D10 to D15): samples by page, metrics of the whole range.
 * GET /counts/: the same of several spaces, unpaged (D22); many of them without an ETag. Both also as tables (D29).
 * GET /spaces/counts/ and /spaces/counts/metrics/: the samples and the metrics of each space by its id (D22).
 */
export function countRoutes(app: App, http: CountParts): void {
  const countsParameters = countsQuery(http.settings.intervals);
  addRoute(
    app,
    "GET /spaces/:space_id/counts/",
    {
      ...COUNTS,
      id: "getCounts",
      summary: "Get counts of a space by interval, with metrics",
      params: { space_id: id("space") },
      query: { ...countsParameters, ...pageParameters },
      answer: listOf(countSample).extend({ metrics: countMetrics }),
    },
    async (request, reply) => {
      const { query } = request;
      const format = tableFormat(request, query.csv);
      const series = await spaceCounts(http, request.params.space_id, readQuery(http, query));
      if (format !== null) {
        const columns = format === "excel-csv" ? EXCEL_COLUMNS : COUNT_COLUMNS;
        return sendTable(reply, format, columns, rowBatches([series], query.order));
      }
      const total = series.samples.length;
      const { offset, limit } = pageRange(query);
      const from = query.order === "ASC" ? offset : total - offset - limit;
      const { next, previous } = linksOf(request, query, total);
      const head = { total, next, previous, metrics: presentMetrics(series) };
      return sendSamples(reply, series, head, { from, to: from + limit }, query);
    },
  );

  addRoute(
    app,
    "GET /counts/",
    {
      ...COUNTS,
      id: "getCountsOfSpaces",
      summary: "Get counts of several spaces by interval, with metrics",
      query: { ...countsParameters, space_id: idList("space") },
      answer: listOf(countsOfSpace),
    },
    async (request, reply) => sendAll(http, request.query.space_id, request, reply, LISTED),
  );

  // Public dashboards read these, which name each space by its id.
  const query = { ...countsParameters, ...namedSpaces };
  addRoute(
    app,
    "GET /spaces/counts/",
    {
      ...COUNTS,
      id: "getCountsBySpace",
      summary: "Get counts of some or all spaces by interval, by space",
      query,
      answer: listOf(countSample).extend({ results: z.record(z.string(), z.array(countSample)) }),
    },
    async (request, reply) => sendAll(http, namedIn(http, request.query), request, reply, BY_SPACE),
  );
  addRoute(
    app,
    "GET /spaces/counts/metrics/",
    {
      tag,
      access: "read",
      id: "getMetricsBySpace",
      summary: "Get metrics of some or all spaces over a range, by space",
      query,
      answer: z.object({ results: z.record(z.string(), countMetrics) }),
    },
    async ({ query }) => {
      const all = await countsOfSpaces(http, namedIn(http, query), readQuery(http, query));
      const entries = all.map((series) => [formatId("space", series.space.id), presentMetrics(series)]);
      return { results: Object.fromEntries(entries) };
    },
  );
}

/** The spaces that a request names, in either parameter; all if it names none. */
function namedIn(
  { catalog }: CountParts,
  { space_id: ids, space_list: listed }: Output<typeof namedSpaces>,
): readonly bigint[] {
  return ids === undefined && listed === undefined
    ? catalog.spaces.all().map(({ id }) => id)
    : [...(ids ?? []), ...(listed ?? [])];
}

/** Answers with the counts of several spaces, as a table if that is asked for. */
async function sendAll(
  http: CountParts,
  spaceIds: readonly bigint[],
  request: Checked<unknown, CountsOutput>,
  reply: FastifyReply,
  form: CountsForm,
): Promise<FastifyReply> {
  const { query } = request;
  const format = tableFormat(request, query.csv);
  const all = await countsOfSpaces(http, spaceIds, readQuery(http, query));
  if (format === null) return sendCounts(reply, all, query, form);
  const columns = format === "excel-csv" ? EXCEL_COLUMNS : SPACE_COUNT_COLUMNS;
  return sendTable(reply, format, columns, rowBatches(all, query.order));
}

function readQuery(http: CountParts, query: CountsOutput): CountsQuery {
  return {
    start: query.start_time,
    end: query.end_time,
    interval: parseInterval(query.interval, "interval", http.settings.intervals),
    segments: segmentSelection(query),
    isMeasuredOnly: query.measured,
  };
}

const breachAnswer = answerOf<Breach>({ v2: "Breach" })({
  start: [text, ({ start }) => formatInstant(start)],
  end: [textOrNull, ({ end }) => instantOrNull(end)],
  peak: [
    z.object({ value: z.int(), timestamp: z.string() }),
    ({ peak: { value, instant: at } }) => ({ value, timestamp: formatInstant(at) }),
  ],
});

const BREACH_COLUMNS: readonly Column<Breach>[] = [
  { name: "start", kind: "instant", read: (breach) => breach.start },
  { name: "end", kind: "instant", read: (breach) => breach.end },
  { name: "peak_value", kind: "integer", read: (breach) => breach.peak.value },
  { name: "peak_timestamp", kind: "instant", read: (breach) => breach.peak.instant },
];

/** GET /spaces/:space_id/breaches/: the times when a space was unsafe (D15), as a table, too (D29). */
export function breachRoutes(app: App, http: Counting & ChangeParts): void {
  const breaches = new Resource(app, http, {
    path: "/spaces/:space_id/breaches/",
    within: { space_id: id("space") },
    tag,
    name: "breach",
    answer: breachAnswer.with(),
  });
  breaches.list(
    {
      id: "listBreaches",
      summary: "List breaches of the safe limit of a space",
      query: { start_time: instant, end_time: instant.optional(), order },
      table: { columns: BREACH_COLUMNS, rowsOf: (found) => found },
    },
    async ({ params, query }) => {
      const found = await spaceBreaches(http, params.space_id, query.start_time, query.end_time ?? null);
      return query.order === "ASC" ? found : found.toReversed();
    },
  );
}
