import { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { RESET_COUNT_MAX } from "../../domain/limits.ts";
import type { Reset } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { createReset, listResets } from "../../engine/resources/resets.ts";
import { body, id, instant, v1Schemas, v2Schemas } from "../../schemas/fields.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import type { PublicAddress, TotalName } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App } from "../types.ts";

/** A reset, as both versions answer it. */
const resetAnswer = z
  .object({
    id: z.string(),
    space_id: z.string(),
    timestamp: z.string(),
    count: z.int(),
  })
  .register(v1Schemas, { id: "Reset" })
  .register(v2Schemas, { id: "Reset" });

/** The parameters of a list of resets. */
const times = { start_time: instant.optional(), end_time: instant.optional() };

/** The fields that say when a space's count is set, and to what. */
const fields = {
  timestamp: instant,
  count: z.int().min(0).max(RESET_COUNT_MAX).default(0),
};

const newReset = body({ space_id: id("space"), ...fields });

/** GET, POST /resets/. In version 1 `end_time` is the latest, in version 2 it is exclusive (D16). */
export function addResetRoutes(app: App, http: ChangeParts & PublicAddress, total: TotalName) {
  const one = { reset_id: id("reset") };
  const resets = new Resource(app, http, { path: "/resets/", one, tag: "Resets", name: "reset", total });
  const query = { ...times, space_id: id("space").optional() };
  const lastMs = total === "count" ? 1 : 0;
  resets.list(
    { summary: "List resets, newest first", item: resetAnswer, query },
    (request) => findResets(http.catalog, request.query, lastMs),
    (page) => page.map(presentReset),
  );
  resets.create({ summary: "Set a space's count", body: newReset, answer: resetAnswer }, async (request) => {
    const { space_id: spaceId, timestamp, count } = request.body;
    return presentReset(await createReset(changeBy(http, request), { spaceId, instant: timestamp, count }));
  });
  return resets;
}

/** GET, POST /spaces/:space_id/resets/ (D22). */
export function addSpaceResetRoutes(app: App, http: ChangeParts & PublicAddress): void {
  const resets = new Resource(app, http, {
    path: "/spaces/:space_id/resets/",
    within: { space_id: id("space") },
    one: { reset_id: id("reset") },
    tag: "Resets",
    name: "space reset",
  });
  resets.list(
    { summary: "List a space's resets, newest first", item: resetAnswer, query: times },
    ({ params, query }) => {
      const space = http.catalog.space(params.space_id);
      return findResets(http.catalog, { ...query, space_id: space.id }, 0);
    },
    (page) => page.map(presentReset),
  );
  resets.create(
    { summary: "Set this space's count", body: body(fields), answer: resetAnswer },
    async (request) => {
      const { timestamp, count } = request.body;
      const { id: spaceId } = http.catalog.space(request.params.space_id);
      return presentReset(await createReset(changeBy(http, request), { spaceId, instant: timestamp, count }));
    },
  );
}

/**
 * The resets that a list's parameters select, newest first (D16).
 *
 * @param lastMs how much of the millisecond `end_time` belongs to the range: 0 where it is exclusive, 1
 * where it is the latest
 */
function findResets(
  catalog: Catalog,
  query: {
    readonly space_id?: bigint | undefined;
    readonly start_time?: number | undefined;
    readonly end_time?: number | undefined;
  },
  lastMs: 0 | 1,
): Reset[] {
  const { space_id: spaceId, start_time: start = -Infinity, end_time: end = Infinity } = query;
  if (start > end) throw invalid("start_time", "start_time is after end_time");
  if (spaceId !== undefined) catalog.namedSpace(spaceId, "space_id");
  return listResets(catalog, { spaceId: spaceId ?? null, start, end: end + lastMs });
}

function presentReset(reset: Reset): z.output<typeof resetAnswer> {
  return {
    id: formatId("reset", reset.id),
    space_id: formatId("space", reset.spaceId),
    timestamp: formatInstant(reset.instant),
    count: reset.count,
  };
}
