import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import type { TimeSegmentGroup } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import {
  createTimeSegmentGroup,
  deleteTimeSegmentGroup,
  findTimeSegment,
  findTimeSegmentGroup,
  updateTimeSegmentGroup,
} from "../../engine/resources/time-segments.ts";
import { changeBy } from "../auth.ts";
import { v2Schemas } from "../openapi/schemas.ts";
import { pageOf, pageParameters } from "../pagination.ts";
import { body, defined, id, name, reference } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";

const groupAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    time_segments: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .register(v2Schemas, { id: "TimeSegmentGroup" });

const onePath = z.object({ time_segment_group_id: id("timeSegmentGroup") });
const segments = z.array(reference("timeSegment", "id"));
const newGroup = body({ name, time_segments: segments.default([]) });
const changedGroup = body({ name: name.optional(), time_segments: segments.optional() });

/** GET, POST /time_segment_groups/; GET, PUT, DELETE /time_segment_groups/:time_segment_group_id/ (D22). */
export function timeSegmentGroupRoutes(app: App, http: HttpContext): void {
  const { catalog } = http;

  app.get(
    "/time_segment_groups/",
    {
      config: { access: "read" },
      schema: { querystring: z.object(pageParameters), response: { 200: listOf(groupAnswer) } },
    },
    (request) =>
      pageOf(http, request, catalog.timeSegmentGroups.all(), (groups) =>
        groups.map((group) => present(catalog, group)),
      ),
  );

  app.post(
    "/time_segment_groups/",
    { config: { access: "write" }, schema: { body: newGroup, response: { 201: groupAnswer } } },
    async (request, reply) => {
      const { name: groupName, time_segments: timeSegmentIds } = request.body;
      const group = await createTimeSegmentGroup(changeBy(http, request), {
        name: groupName,
        timeSegmentIds,
      });
      return reply.code(201).send(present(catalog, group));
    },
  );

  app.get(
    "/time_segment_groups/:time_segment_group_id/",
    { config: { access: "read" }, schema: { params: onePath, response: { 200: groupAnswer } } },
    async (request) => present(catalog, findTimeSegmentGroup(catalog, request.params.time_segment_group_id)),
  );

  app.put(
    "/time_segment_groups/:time_segment_group_id/",
    {
      config: { access: "write" },
      schema: { params: onePath, body: changedGroup, response: { 200: groupAnswer } },
    },
    async (request) => {
      const changed = defined({ name: request.body.name, timeSegmentIds: request.body.time_segments });
      return present(
        catalog,
        await updateTimeSegmentGroup(changeBy(http, request), request.params.time_segment_group_id, changed),
      );
    },
  );

  app.delete(
    "/time_segment_groups/:time_segment_group_id/",
    { config: { access: "write" }, schema: { params: onePath } },
    async (request, reply) => {
      await deleteTimeSegmentGroup(changeBy(http, request), request.params.time_segment_group_id);
      return reply.code(204).send();
    },
  );
}

function present(catalog: Catalog, group: TimeSegmentGroup): z.output<typeof groupAnswer> {
  return {
    id: formatId("timeSegmentGroup", group.id),
    name: group.name,
    time_segments: group.timeSegmentIds.map((segmentId) => ({
      id: formatId("timeSegment", segmentId),
      name: findTimeSegment(catalog, segmentId).label,
    })),
  };
}
