import { z } from "zod";
import { voidReset } from "../../engine/resets.ts";
import { actingFor } from "../auth.ts";
import {
  findResets,
  presentReset,
  resetAnswer,
  resetCreationRoute,
  resetListQuery,
} from "../common/resets.ts";
import { pageOf } from "../pagination.ts";
import { id } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";

/** GET, POST /resets/ (D22); DELETE /resets/:reset_id/ voids one (D5). */
export function resetRoutes(app: App, http: HttpContext): void {
  app.get(
    "/resets/",
    {
      config: { access: "read" },
      schema: { querystring: resetListQuery, response: { 200: listOf(resetAnswer) } },
    },
    (request) =>
      pageOf(http, request, findResets(http, request.query, 0), (resets) => resets.map(presentReset)),
  );

  resetCreationRoute(app, http);

  app.delete(
    "/resets/:reset_id/",
    { config: { access: "admin" }, schema: { params: z.object({ reset_id: id("reset") }) } },
    async (request, reply) => {
      await voidReset(actingFor(http, request), request.params.reset_id);
      return reply.code(204).send();
    },
  );
}
