import { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { RESET_COUNT_MAX } from "../../domain/limits.ts";
import type { Reset } from "../../domain/resources.ts";
import { createReset, listResets, voidReset } from "../../engine/resources/resets.ts";
import { answerOf, text } from "../../schemas/answers.ts";
import { body, id, instant } from "../../schemas/fields.ts";
import { type ChangeParts, ofKind, Resource } from "../resource-routes.ts";
import type { App, Version } from "../types.ts";

const resetAnswer = answerOf<Reset>({ v1: "Reset", v2: "Reset" })({
  id: [text, ({ id }) => formatId("reset", id)],
  space_id: [text, ({ spaceId }) => formatId("space", spaceId)],
  timestamp: [text, ({ instant }) => formatInstant(instant)],
  count: [z.int(), ({ count }) => count],
});

const times = { start_time: instant.optional(), end_time: instant.optional() };

const fields = {
  timestamp: instant,
  count: z.int().min(0).max(RESET_COUNT_MAX).default(0),
};

/** GET, POST /resets/; in version 2 also DELETE /resets/:reset_id/, which voids one (D5), and those of one space. */
export function resetRoutes(app: App, http: ChangeParts, version: Version): void {
  const { catalog } = http;
  const described = { tag: "Resets", version, answer: resetAnswer.with() } as const;
  const space = { space_id: id("space") };
  const resets = new Resource(app, http, { ...ofKind("reset"), ...described });
  resets.list(
    {
      summary: "List resets, newest first",
      query: { ...times, space_id: space.space_id.optional() },
    },
    ({ query: { space_id: spaceId, ...range } }) => {
      const resetsIn = rangeOf(range, version);
      if (spaceId !== undefined) catalog.named("space", spaceId, "space_id");
      return listResets(catalog, { spaceId: spaceId ?? null, ...resetsIn });
    },
  );
  const newReset = body({ ...space, ...fields });
  resets.create({ body: newReset }, (change, { body: given }) =>
    createReset(change, { spaceId: given.space_id, instant: given.timestamp, count: given.count }),
  );
  if (version === "v1") return;
  resets.delete({ id: "voidReset", summary: "Void a reset", access: "admin" }, (change, { params }) =>
    voidReset(change, params.reset_id),
  );

  const path = "/spaces/:space_id/resets/";
  const ofSpace = new Resource(app, http, { ...described, path, within: space, name: "space reset" });
  const listed = { summary: "List resets of a space, newest first", query: times };
  ofSpace.list(listed, ({ params, query }) => {
    const { id: spaceId } = catalog.find("space", params.space_id);
    return listResets(catalog, { spaceId, ...rangeOf(query, version) });
  });
  ofSpace.create({ summary: "Create a reset of a space", body: body(fields) }, (change, request) => {
    const { timestamp, count } = request.body;
    const { id: spaceId } = catalog.find("space", request.params.space_id);
    return createReset(change, { spaceId, instant: timestamp, count });
  });
}

/** The range that a list's parameters select: in version 1 `end_time` is the latest, in version 2 it is exclusive (D16). */
function rangeOf(
  { start_time: start = -Infinity, end_time: end = Infinity }: z.output<z.ZodObject<typeof times>>,
  version: Version,
): { readonly start: number; readonly end: number } {
  if (start > end) throw invalid("start_time", "must not be after end_time");
  return { start, end: version === "v1" ? end + 1 : end };
}
