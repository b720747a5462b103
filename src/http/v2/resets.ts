import { z } from "zod";
import { createReset, voidReset } from "../../engine/resources/resets.ts";
import { changeBy } from "../auth.ts";
import {
  findResets,
  presentReset,
  resetAnswer,
  resetCreationRoute,
  resetFields,
  resetListQuery,
  resetTimes,
} from "../common/resets.ts";
import { pageOf } from "../pagination.ts";
import { body, id } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";

const spacePath = z.object({ space_id: id("space") });

/** GET, POST /resets/ and /spaces/:space_id/resets/ (D22); DELETE /resets/:reset_id/ voids one (D5). */
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

  app.get(
    "/spaces/:space_id/resets/",
    {
      config: { access: "read" },
      schema: {
        params: spacePath,
        querystring: z.object(resetTimes),
        response: { 200: listOf(resetAnswer) },
      },
    },
    (request) => {
      const { id: spaceId } = http.catalog.space(request.params.space_id);
      const resets = findResets(http, { ...request.query, space_id: spaceId }, 0);
      return pageOf(http, request, resets, (page) => page.map(presentReset));
    },
  );

  app.post(
    "/spaces/:space_id/resets/",
    {
      config: { access: "write" },
      schema: { params: spacePath, body: body(resetFields), response: { 201: resetAnswer } },
    },
    async (request, reply) => {
      const { timestamp, count } = request.body;
      const { id: spaceId } = http.catalog.space(request.params.space_id);
      const reset = await createReset(changeBy(http, request), { spaceId, instant: timestamp, count });
      return reply.code(201).send(presentReset(reset));
    },
  );

  app.delete(
    "/resets/:reset_id/",
    { config: { access: "admin" }, schema: { params: z.object({ reset_id: id("reset") }) } },
    async (request, reply) => {
      await voidReset(changeBy(http, request), request.params.reset_id);
      return reply.code(204).send();
    },
  );
}
