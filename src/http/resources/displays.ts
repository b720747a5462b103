import { z } from "zod";
import type { Space } from "../../domain/resources.ts";
import { openLinks } from "../../engine/catalog/resource-lists.ts";
import { type LiveCounting, measuredPeriods } from "../../engine/counts/count-queries.ts";
import { answerOf } from "../../schemas/answers.ts";
import { addRoute } from "../add-route.ts";
import { requireSpace } from "../admission/auth.ts";
import type { App } from "../types.ts";
import { type Presenting, v2Space } from "./spaces.ts";

const { id, name, time_zone, current_count, capacity, target_capacity, safe_capacity } = v2Space.fields;
const { safe_threshold_mode, safe_threshold_value } = v2Space.fields;

/** What a display shows of its space: all that a token with the scope `display` reads. */
const displayed = answerOf<Space, Presenting>({ v2: "DisplayedSpace" })({
  id,
  name,
  time_zone,
  current_count,
  capacity,
  target_capacity,
  safe_capacity,
  safe_threshold_mode,
  safe_threshold_value,
});

const DISPLAY = {
  id: "getDisplay",
  tag: "Spaces",
  access: "display",
  summary: "Get the space that a display shows",
  detail: "With the scope `display`, the space has only the fields that a display shows.",
  params: {
    /** Each space has one, of its number. */
    display_id: z
      .string()
      .regex(/^dsp_\d{1,18}$/, "is not a display id such as dsp_12")
      .transform((text) => BigInt(text.slice("dsp_".length))),
  },
  answer: z.object({
    id: z.string(),
    state: z.enum(["counting", "no_data", "not_measured"]),
    dedicated_space: z.union([v2Space.schema, displayed.schema]),
  }),
} as const;

/** GET /displays/:display_id/ (D22). */
export function displayRoute(app: App, http: LiveCounting): void {
  const { catalog } = http;
  addRoute(app, "GET /displays/:display_id/", DISPLAY, async (request) => {
    const { display_id: number } = request.params;
    requireSpace(request, number);
    const space = catalog.find("space", number);
    const measured = await measuredPeriods(http, [number]);
    const isMeasured = measured.get(number)?.at(-1) === Infinity;
    // The first event of its doorways is yet to come.
    const unmeasured = openLinks(catalog.linksOfSpace.of(number)).length > 0 ? "no_data" : "not_measured";
    const counts = await http.notifier.current([number]);
    const { present } = request.token?.spaceId === undefined ? v2Space : displayed;
    const dedicated_space = present(space, { catalog, counts, measured });
    return { id: `dsp_${number}`, state: isMeasured ? "counting" : unmeasured, dedicated_space } as const;
  });
}
