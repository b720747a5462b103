import { z } from "zod";
import { parseInterval } from "../../domain/interval.ts";
import { spaceCounts } from "../../engine/count-queries.ts";
import { linksOf, pageParameters } from "../pagination.ts";
import { id, idList, instant, order, repeated } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { countMetrics, countSample, presentMetrics, presentSamples } from "./count-presenter.ts";
import { listOf } from "./lists.ts";

const countsQuery = z.object({
  ...pageParameters,
  start_time: instant,
  end_time: instant,
  interval: z.string().default("1h"),
  order,
  time_segment_ids: idList("timeSegment").optional(),
  time_segment_group_ids: idList("timeSegmentGroup").optional(),
  time_segment_labels: repeated.optional(),
});

/** GET /spaces/:space_id/counts/ (D10 to D15): samples by page, metrics of the whole range. */
export function countRoutes(app: App, http: HttpContext): void {
  app.get(
    "/spaces/:space_id/counts/",
    {
      config: { access: "read" },
      schema: {
        params: z.object({ space_id: id("space") }),
        querystring: countsQuery,
        response: { 200: listOf(countSample).extend({ metrics: countMetrics }) },
      },
    },
    async (request) => {
      const { query } = request;
      const series = await spaceCounts(http, request.params.space_id, {
        start: query.start_time,
        end: query.end_time,
        interval: parseInterval(query.interval, "interval", http.settings.intervals),
        segments: {
          ids: query.time_segment_ids,
          groupIds: query.time_segment_group_ids,
          labels: query.time_segment_labels,
        },
      });
      const total = series.samples.length;
      return {
        total,
        ...linksOf(http, request, query, total),
        metrics: presentMetrics(series),
        results: presentSamples(series, query),
      };
    },
  );
}
