import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { TimeSegment } from "../../domain/resources.ts";
import { WEEKDAYS } from "../../domain/time-segment.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import {
  createTimeSegment,
  deleteTimeSegment,
  findTimeSegment,
  updateTimeSegment,
} from "../../engine/resources/time-segments.ts";
import { changeBy } from "../auth.ts";
import { v2Schemas } from "../openapi/schemas.ts";
import { pageOf, pageParameters } from "../pagination.ts";
import { body, defined, id, name, reference, segmentTime } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";

const segmentAnswer = z
  .object({
    id: z.string(),
    label: z.string(),
    start: z.string(),
    end: z.string(),
    days: z.array(z.enum(WEEKDAYS)),
    spaces: z.array(z.object({ space_id: z.string(), name: z.string() })),
  })
  .register(v2Schemas, { id: "TimeSegment" });

const onePath = z.object({ time_segment_id: id("timeSegment") });

const fields = {
  label: name,
  start: segmentTime,
  end: segmentTime,
  days: z.array(z.enum(WEEKDAYS)),
  spaces: z.array(reference("space", "space_id")),
};
const newSegment = body(fields);
const changedSegment = body({
  label: fields.label.optional(),
  start: fields.start.optional(),
  end: fields.end.optional(),
  days: fields.days.optional(),
  spaces: fields.spaces.optional(),
});

/** GET, POST /time_segments/; GET, PUT, DELETE /time_segments/:time_segment_id/ (D14). */
export function timeSegmentRoutes(app: App, http: HttpContext): void {
  const { catalog } = http;

  app.get(
    "/time_segments/",
    {
      config: { access: "read" },
      schema: { querystring: z.object(pageParameters), response: { 200: listOf(segmentAnswer) } },
    },
    (request) =>
      pageOf(http, request, catalog.timeSegments.all(), (segments) =>
        segments.map((segment) => present(catalog, segment)),
      ),
  );

  app.post(
    "/time_segments/",
    { config: { access: "write" }, schema: { body: newSegment, response: { 201: segmentAnswer } } },
    async (request, reply) => {
      const { spaces: spaceIds, ...given } = request.body;
      return reply
        .code(201)
        .send(present(catalog, await createTimeSegment(changeBy(http, request), { ...given, spaceIds })));
    },
  );

  app.get(
    "/time_segments/:time_segment_id/",
    { config: { access: "read" }, schema: { params: onePath, response: { 200: segmentAnswer } } },
    async (request) => present(catalog, findTimeSegment(catalog, request.params.time_segment_id)),
  );

  app.put(
    "/time_segments/:time_segment_id/",
    {
      config: { access: "write" },
      schema: { params: onePath, body: changedSegment, response: { 200: segmentAnswer } },
    },
    async (request) => {
      const { spaces: spaceIds, ...given } = request.body;
      const changed = defined({ ...given, spaceIds });
      return present(
        catalog,
        await updateTimeSegment(changeBy(http, request), request.params.time_segment_id, changed),
      );
    },
  );

  app.delete(
    "/time_segments/:time_segment_id/",
    { config: { access: "write" }, schema: { params: onePath } },
    async (request, reply) => {
      await deleteTimeSegment(changeBy(http, request), request.params.time_segment_id);
      return reply.code(204).send();
    },
  );
}

function present(catalog: Catalog, segment: TimeSegment): z.output<typeof segmentAnswer> {
  return {
    id: formatId("timeSegment", segment.id),
    label: segment.label,
    start: segment.start,
    end: segment.end,
    days: [...segment.days],
    spaces: segment.spaceIds.map((spaceId) => ({
      space_id: formatId("space", spaceId),
      name: must(catalog.spaces.get(spaceId), "space").name,
    })),
  };
}
