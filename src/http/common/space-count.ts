import { z } from "zod";
import { type LiveCounting, spaceCountAt } from "../../engine/counts/count-queries.ts";
import { id, instant } from "../../schemas/fields.ts";
import type { App } from "../types.ts";

/** GET /spaces/:space_id/count/: the count now, or at `time`; the same in both versions (D22). */
export function spaceCountRoute(app: App, http: LiveCounting): void {
  const summary = "Read a space's count, now or at a past time";
  app.get(
    "/spaces/:space_id/count/",
    {
      config: { access: "read", operation: { id: "getCount", tag: "Spaces", summary } },
      schema: {
        params: z.object({ space_id: id("space") }),
        querystring: z.object({ time: instant.optional() }),
        response: { 200: z.object({ count: z.int() }) },
      },
    },
    async (request) => ({
      count: await spaceCountAt(http, request.params.space_id, request.query.time ?? null),
    }),
  );
}
