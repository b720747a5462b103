import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { parseInterval } from "../../domain/interval.ts";
import { type CountsQuery, countsOfSpaces, spaceCounts } from "../../engine/count-queries.ts";
import { linksOf, pageParameters } from "../pagination.ts";
import { id, idList, instant, order, repeated } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { countMetrics, countSample, presentMetrics, presentSamples } from "./count-presenter.ts";
import { listOf } from "./lists.ts";

const countsQuery = z.object({
  start_time: instant,
  end_time: instant,
  interval: z.string().default("1h"),
  order,
  time_segment_ids: idList("timeSegment").optional(),
  time_segment_group_ids: idList("timeSegmentGroup").optional(),
  time_segment_labels: repeated.optional(),
});

/** One space's part in the counts of several. */
const countsOfSpace = z.object({
  space_id: z.string(),
  total: z.int(),
  metrics: countMetrics,
  results: z.array(countSample),
});

/**
 * GET /spaces/:space_id/counts/ (D10 to D15): samples by page, metrics of the whole range.
 * GET /counts/: the same of several spaces, unpaged (D22).
 */
export function countRoutes(app: App, http: HttpContext): void {
  app.get(
    "/spaces/:space_id/counts/",
    {
      config: { access: "read" },
      schema: {
        params: z.object({ space_id: id("space") }),
        querystring: countsQuery.extend(pageParameters),
        response: { 200: listOf(countSample).extend({ metrics: countMetrics }) },
      },
    },
    async (request) => {
      const { query } = request;
      const series = await spaceCounts(http, request.params.space_id, readQuery(http, query));
      const total = series.samples.length;
      return {
        total,
        ...linksOf(http, request, query, total),
        metrics: presentMetrics(series),
        results: presentSamples(series, query),
      };
    },
  );

  app.get(
    "/counts/",
    {
      config: { access: "read" },
      schema: {
        querystring: countsQuery.extend({ space_id: idList("space") }),
        response: { 200: listOf(countsOfSpace) },
      },
    },
    async (request) => {
      const { query } = request;
      const all = await countsOfSpaces(http, query.space_id, readQuery(http, query));
      const results = all.map((series) => {
        const total = series.samples.length;
        return {
          space_id: formatId("space", series.space.id),
          total,
          metrics: presentMetrics(series),
          results: presentSamples(series, { page: 1, page_size: total, order: query.order }),
        };
      });
      return { total: results.length, next: null, previous: null, results };
    },
  );
}

function readQuery(http: HttpContext, query: z.output<typeof countsQuery>): CountsQuery {
  return {
    start: query.start_time,
    end: query.end_time,
    interval: parseInterval(query.interval, "interval", http.settings.intervals),
    segments: {
      ids: query.time_segment_ids,
      groupIds: query.time_segment_group_ids,
      labels: query.time_segment_labels,
    },
  };
}
