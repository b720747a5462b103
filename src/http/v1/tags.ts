import { z } from "zod";
import type { LiveCounting } from "../../engine/counts/count-queries.ts";
import { v1Schemas } from "../../schemas/fields.ts";
import { addTagRoutes } from "../common/tags.ts";
import type { PublicAddress } from "../pagination.ts";
import type { App } from "../types.ts";

const tagAnswer = z
  .object({
    name: z.string(),
    spaces: z.array(z.object({ space_id: z.string(), name: z.string(), current_count: z.int() })),
    doorways: z.array(z.object({ doorway_id: z.string(), name: z.string() })),
  })
  .register(v1Schemas, { id: "Tag" });

/** GET /tags/; GET /tags/:tag_name/ (D28). */
export function tagRoutes(app: App, http: LiveCounting & PublicAddress): void {
  addTagRoutes(app, http, "count", tagAnswer, ({ name, spaces, doorways }) => ({
    name,
    spaces: spaces.map(({ id, ...space }) => ({ space_id: id, ...space })),
    doorways: doorways.map(({ id, ...doorway }) => ({ doorway_id: id, ...doorway })),
  }));
}
