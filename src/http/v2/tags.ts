import { z } from "zod";
import type { LiveCounting } from "../../engine/counts/count-queries.ts";
import { v2Schemas } from "../../schemas/fields.ts";
import { addTagRoutes } from "../common/tags.ts";
import type { PublicAddress } from "../pagination.ts";
import type { App } from "../types.ts";

const tagAnswer = z
  .object({
    name: z.string(),
    spaces: z.array(z.object({ id: z.string(), name: z.string(), current_count: z.int() })),
    doorways: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .register(v2Schemas, { id: "Tag" });

/** GET /tags/; GET /tags/:tag_name/ (D28). */
export function tagRoutes(app: App, http: LiveCounting & PublicAddress): void {
  addTagRoutes(app, http, "total", tagAnswer, (tagged) => tagged);
}
