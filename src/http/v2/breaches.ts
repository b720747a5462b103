import { z } from "zod";
import { formatInstant } from "../../domain/instant.ts";
import { spaceBreaches } from "../../engine/count-queries.ts";
import { v2Schemas } from "../openapi/schemas.ts";
import { linksOf, pageItems, pageParameters } from "../pagination.ts";
import { id, instant, order } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";

const breachAnswer = z
  .object({
    start: z.string(),
    end: z.string().nullable(),
    peak: z.object({ value: z.int(), timestamp: z.string() }),
  })
  .register(v2Schemas, { id: "Breach" });

const listQuery = z.object({ ...pageParameters, start_time: instant, end_time: instant.optional(), order });

/** GET /spaces/:space_id/breaches/: the times when a space was unsafe (D15). */
export function breachRoutes(app: App, http: HttpContext): void {
  app.get(
    "/spaces/:space_id/breaches/",
    {
      config: { access: "read" },
      schema: {
        params: z.object({ space_id: id("space") }),
        querystring: listQuery,
        response: { 200: listOf(breachAnswer) },
      },
    },
    async (request) => {
      const { query } = request;
      const breaches = await spaceBreaches(
        http,
        request.params.space_id,
        query.start_time,
        query.end_time ?? null,
      );
      const ordered = query.order === "ASC" ? breaches : breaches.toReversed();
      return {
        total: breaches.length,
        ...linksOf(http, request, query, breaches.length),
        results: pageItems(ordered, query).map(({ start, end, peak }) => ({
          start: formatInstant(start),
          end: end === null ? null : formatInstant(end),
          peak: { value: peak.value, timestamp: formatInstant(peak.instant) },
        })),
      };
    },
  );
}
