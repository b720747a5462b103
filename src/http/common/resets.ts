import { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { RESET_COUNT_MAX } from "../../domain/limits.ts";
import type { Reset } from "../../domain/resources.ts";
import { createReset, listResets } from "../../engine/resources/resets.ts";
import { changeBy } from "../auth.ts";
import { v1Schemas, v2Schemas } from "../openapi/schemas.ts";
import { pageParameters } from "../pagination.ts";
import { body, id, instant } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";

/** A reset, as both versions answer it. */
export const resetAnswer = z
  .object({
    id: z.string(),
    space_id: z.string(),
    timestamp: z.string(),
    count: z.int(),
  })
  .register(v1Schemas, { id: "Reset" })
  .register(v2Schemas, { id: "Reset" });

export const resetTimes = {
  ...pageParameters,
  start_time: instant.optional(),
  end_time: instant.optional(),
};

export const resetListQuery = z.object({ ...resetTimes, space_id: id("space").optional() });

/** When a space's count is to be set, and to what. */
export const resetFields = {
  timestamp: instant,
  count: z.int().min(0).max(RESET_COUNT_MAX).default(0),
};

const newReset = body({ space_id: id("space"), ...resetFields });

/** POST /resets/, the same in both versions. */
export function resetCreationRoute(app: App, http: HttpContext): void {
  app.post(
    "/resets/",
    { config: { access: "write" }, schema: { body: newReset, response: { 201: resetAnswer } } },
    async (request, reply) => {
      const { space_id: spaceId, timestamp, count } = request.body;
      const reset = await createReset(changeBy(http, request), { spaceId, instant: timestamp, count });
      return reply.code(201).send(presentReset(reset));
    },
  );
}

/**
 * The resets that a list's parameters ask for, newest first (D16).
 *
 * @param lastMs how much of the millisecond `end_time` belongs to the range: 0 where it is exclusive, 1
 * where it is the latest
 */
export function findResets(
  http: HttpContext,
  {
    space_id: spaceId,
    start_time: start = -Infinity,
    end_time: end = Infinity,
  }: z.output<typeof resetListQuery>,
  lastMs: 0 | 1,
): Reset[] {
  if (start > end) throw invalid("start_time", "start_time is after end_time");
  if (spaceId !== undefined) http.catalog.namedSpace(spaceId, "space_id");
  return listResets(http.catalog, { spaceId: spaceId ?? null, start, end: end + lastMs });
}

export function presentReset(reset: Reset): z.output<typeof resetAnswer> {
  return {
    id: formatId("reset", reset.id),
    space_id: formatId("space", reset.spaceId),
    timestamp: formatInstant(reset.instant),
    count: reset.count,
  };
}
