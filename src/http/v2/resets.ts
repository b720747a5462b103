import { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { RESET_COUNT_MAX } from "../../domain/limits.ts";
import type { Reset } from "../../domain/resources.ts";
import { createReset, listResets } from "../../engine/resets.ts";
import { linksOf, pageItems, pageParameters } from "../pagination.ts";
import { body, id, instant } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";

const resetAnswer = z.object({ id: z.string(), space_id: z.string(), timestamp: z.string(), count: z.int() });

const listQuery = z.object({
  ...pageParameters,
  space_id: id("space").optional(),
  start_time: instant.optional(),
  end_time: instant.optional(),
});

const newReset = body({
  space_id: id("space"),
  timestamp: instant,
  count: z.int().min(0).max(RESET_COUNT_MAX).default(0),
});

/** GET, POST /resets/ (D22). */
export function resetRoutes(app: App, http: HttpContext): void {
  app.get(
    "/resets/",
    {
      config: { access: "read" },
      schema: { querystring: listQuery, response: { 200: listOf(resetAnswer) } },
    },
    async (request) => {
      const { space_id: spaceId, start_time: start = -Infinity, end_time: end = Infinity } = request.query;
      if (start > end) throw invalid("start_time", "start_time is after end_time");
      if (spaceId !== undefined) http.catalog.namedSpace(spaceId, "space_id");
      const resets = listResets(http, { spaceId: spaceId ?? null, start, end });
      const results = pageItems(resets, request.query).map(present);
      return { total: resets.length, ...linksOf(http, request, request.query, resets.length), results };
    },
  );

  app.post(
    "/resets/",
    { config: { access: "write" }, schema: { body: newReset, response: { 201: resetAnswer } } },
    async (request, reply) => {
      const { space_id: spaceId, timestamp, count } = request.body;
      return reply.code(201).send(present(await createReset(http, { spaceId, instant: timestamp, count })));
    },
  );
}

function present(reset: Reset): z.output<typeof resetAnswer> {
  return {
    id: formatId("reset", reset.id),
    space_id: formatId("space", reset.spaceId),
    timestamp: formatInstant(reset.instant),
    count: reset.count,
  };
}
