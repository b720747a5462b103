import { z } from "zod";
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
import type { Settings } from "../../engine/engine.ts";
import { documented, flag, id, idList, instant, order } from "../../schemas/fields.ts";
import { answerOf, instantOrNull, text, textOrNull } from "../answers.ts";
import { linksOf, listOf, pageParameters, pageRange } from "../pagination.ts";
import { sendTable, TABLE_FORMATS, tableFormat } from "../representation.ts";
import { type ChangeParts, Resource } from "../resource-routes.ts";
import type { App } from "../types.ts";
import { segmentParameters, segmentSelection } from "../validation.ts";
import { countMetrics, countsOfSpace, presentMetrics, sendCounts, sendSamples } from "./count-answers.ts";
import { COUNT_COLUMNS, EXCEL_COLUMNS, rowBatches, SPACE_COUNT_COLUMNS } from "./count-rows.ts";
import { countSample } from "./sample-writer.ts";

/** The parameters of counts: the document lists the supported intervals unless the server accepts any. */
function countsQuery(intervals: IntervalPolicy) {
  const choices = intervals === "supported" ? { enum: [...SUPPORTED_INTERVALS] } : {};
  return z.object({
    start_time: instant,
    end_time: instant,
    interval: documented(z.string().default("1h"), { type: "string", ...choices, default: "1h" }),
    order,
    ...segmentParameters,
    averages: flag.default(false),
    csv: z.enum(["excel"]).optional(),
  });
}

const tag = "Counts and events";
const COUNTS = { tag, id: "getCounts", summary: "Get counts of a space by interval, with metrics" } as const;
const COUNTS_OF_SPACES = {
  tag,
  summary: "Get counts of several spaces by interval, with metrics",
} as const;

/** The parts that counts are read with, and the intervals that may be asked for. */
type CountParts = Counting & { readonly settings: Pick<Settings, "intervals"> };

/**
 * GET /spaces/:space_id/counts/ (D10 to D15): samples by page, metrics of the whole range.
 * GET /counts/: the same of several spaces, unpaged (D22); many of them without an ETag. Both also as tables (D29).
 */
export function countRoutes(app: App, http: CountParts): void {
  const countsParameters = countsQuery(http.settings.intervals);
  app.get(
    "/spaces/:space_id/counts/",
    {
      config: { access: "read", formats: TABLE_FORMATS, operation: COUNTS },
      schema: {
        params: z.object({ space_id: id("space") }),
        querystring: countsParameters.extend(pageParameters),
        response: { 200: listOf(countSample).extend({ metrics: countMetrics }) },
      },
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

  // Public clients use the second path.
  for (const [path, id] of [
    ["/counts/", "getCountsOfSpaces"],
    ["/spaces/counts/", "getSpaceCounts"],
  ] as const)
    app.get(
      path,
      {
        config: { access: "read", formats: TABLE_FORMATS, operation: { ...COUNTS_OF_SPACES, id } },
        schema: {
          querystring: countsParameters.extend({ space_id: idList("space") }),
          response: { 200: listOf(countsOfSpace) },
        },
      },
      async (request, reply) => {
        const { query } = request;
        const format = tableFormat(request, query.csv);
        const all = await countsOfSpaces(http, query.space_id, readQuery(http, query));
        if (format === null) return sendCounts(reply, all, query);
        const columns = format === "excel-csv" ? EXCEL_COLUMNS : SPACE_COUNT_COLUMNS;
        return sendTable(reply, format, columns, rowBatches(all, query.order));
      },
    );
}

function readQuery(http: CountParts, query: z.output<ReturnType<typeof countsQuery>>): CountsQuery {
  return {
    start: query.start_time,
    end: query.end_time,
    interval: parseInterval(query.interval, "interval", http.settings.intervals),
    segments: segmentSelection(query),
  };
}

const breachAnswer = answerOf<Breach>()(
  { v2: "Breach" },
  {
    start: [text, ({ start }) => formatInstant(start)],
    end: [textOrNull, ({ end }) => instantOrNull(end)],
    peak: [
      z.object({ value: z.int(), timestamp: z.string() }),
      ({ peak: { value, instant: at } }) => ({ value, timestamp: formatInstant(at) }),
    ],
  },
);

/** Breaches as a table (D29). */
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
