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
import { body, defined, id, name, reference, v2Schemas } from "../../schemas/fields.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import type { PublicAddress } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App } from "../types.ts";

const groupAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    time_segments: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .register(v2Schemas, { id: "TimeSegmentGroup" });

const segments = z.array(reference("timeSegment", "id"));
const newGroup = body({ name, time_segments: segments.default([]) });
const changedGroup = body({ name: name.optional(), time_segments: segments.optional() });

/** GET, POST /time_segment_groups/; GET, PUT, DELETE /time_segment_groups/:time_segment_group_id/ (D22). */
export function timeSegmentGroupRoutes(app: App, http: ChangeParts & PublicAddress): void {
  const { catalog } = http;
  const groups = new Resource(app, http, {
    path: "/time_segment_groups/",
    one: { time_segment_group_id: id("timeSegmentGroup") },
    tag: "Time segments",
    name: "time segment group",
  });
  const answer = groupAnswer;
  groups.list(
    { summary: "List groups of time segments", item: groupAnswer },
    () => catalog.timeSegmentGroups.all(),
    (page) => page.map((group) => present(catalog, group)),
  );
  groups.create({ summary: "Create a group of time segments", body: newGroup, answer }, async (request) => {
    const { name: groupName, time_segments: timeSegmentIds } = request.body;
    const made = { name: groupName, timeSegmentIds };
    return present(catalog, await createTimeSegmentGroup(changeBy(http, request), made));
  });
  groups.read({ summary: "Read a group of time segments", answer }, ({ params }) =>
    present(catalog, findTimeSegmentGroup(catalog, params.time_segment_group_id)),
  );
  groups.update(
    { summary: "Change the given fields of a group", body: changedGroup, answer },
    async (request) => {
      const { name: groupName, time_segments: timeSegmentIds } = request.body;
      const changed = defined({ name: groupName, timeSegmentIds });
      const change = changeBy(http, request);
      return present(
        catalog,
        await updateTimeSegmentGroup(change, request.params.time_segment_group_id, changed),
      );
    },
  );
  groups.delete({ summary: "Delete a group; its segments stay" }, (request) =>
    deleteTimeSegmentGroup(changeBy(http, request), request.params.time_segment_group_id),
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
