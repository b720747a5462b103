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
import { body, defined, id, name, reference, segmentTime, v2Schemas } from "../../schemas/fields.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import type { PublicAddress } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App } from "../types.ts";

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

const fields = {
  label: name,
  start: segmentTime,
  end: segmentTime,
  days: z.array(z.enum(WEEKDAYS)),
  spaces: z.array(reference("space", "space_id")),
};
const newSegment = body(fields);
const changedSegment = body(fields).partial();

/** GET, POST /time_segments/; GET, PUT, DELETE /time_segments/:time_segment_id/ (D14). */
export function timeSegmentRoutes(app: App, http: ChangeParts & PublicAddress): void {
  const { catalog } = http;
  const segments = new Resource(app, http, {
    path: "/time_segments/",
    one: { time_segment_id: id("timeSegment") },
    tag: "Time segments",
    name: "time segment",
  });
  segments.list(
    { item: segmentAnswer },
    () => catalog.timeSegments.all(),
    (page) => page.map((segment) => present(catalog, segment)),
  );
  segments.create({ body: newSegment, answer: segmentAnswer }, async (request) => {
    const { spaces: spaceIds, ...given } = request.body;
    return present(catalog, await createTimeSegment(changeBy(http, request), { ...given, spaceIds }));
  });
  segments.read({ answer: segmentAnswer }, ({ params }) =>
    present(catalog, findTimeSegment(catalog, params.time_segment_id)),
  );
  segments.update({ body: changedSegment, answer: segmentAnswer }, async (request) => {
    const { spaces: spaceIds, ...given } = request.body;
    const changed = defined({ ...given, spaceIds });
    const change = changeBy(http, request);
    return present(catalog, await updateTimeSegment(change, request.params.time_segment_id, changed));
  });
  segments.delete({}, (request) =>
    deleteTimeSegment(changeBy(http, request), request.params.time_segment_id),
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
