import { z } from "zod";
import type { Space } from "../../domain/resources.ts";
import type { Windows } from "../../domain/time-segment.ts";
import { openLinks } from "../../engine/catalog/resource-lists.ts";
import type { LiveCounting } from "../../engine/counts/count-queries.ts";
import { measuredPeriods } from "../../engine/counts/measured-time.ts";
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

const STATES = ["counting", "no_data", "not_measured"] as const;

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
    state: z.enum(STATES),
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
    const counts = await http.notifier.current([number]);
    const { present } = request.token?.spaceId === undefined ? v2Space : displayed;
    const dedicated_space = present(space, { catalog, counts, measured });
    return { id: `dsp_${number}`, state: stateOf(http, space, measured.get(number)), dedicated_space };
  });
}

/** Whether a space is measured now; if not, whether it has doorways, whose first event is yet to come. */
function stateOf(
  { catalog }: Pick<LiveCounting, "catalog">,
  { id }: Space,
  periods: Windows | undefined,
): (typeof STATES)[number] {
  if (periods?.at(-1) === Infinity) return "counting";
  return openLinks(catalog.linksOfSpace.of(id)).length > 0 ? "no_data" : "not_measured";
}
