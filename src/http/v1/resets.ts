import {
  findResets,
  presentReset,
  resetAnswer,
  resetCreationRoute,
  resetListQuery,
} from "../common/resets.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf, pageOf } from "./lists.ts";

/** GET, POST /resets/; `end_time` is the latest (D16). */
export function resetRoutes(app: App, http: HttpContext): void {
  app.get(
    "/resets/",
    {
      config: { access: "read" },
      schema: { querystring: resetListQuery, response: { 200: listOf(resetAnswer) } },
    },
    (request) =>
      pageOf(http, request, findResets(http, request.query, 1), (resets) => resets.map(presentReset)),
  );

  resetCreationRoute(app, http);
}
