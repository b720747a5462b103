import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { TimeSegment, TimeSegmentGroup } from "../../domain/resources.ts";
import { WEEKDAYS } from "../../domain/time-segment.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { deleteResource } from "../../engine/resources/changes.ts";
import {
  createTimeSegment,
  createTimeSegmentGroup,
  deleteTimeSegment,
  updateTimeSegment,
  updateTimeSegmentGroup,
} from "../../engine/resources/time-segments.ts";
import { answerOf, text } from "../../schemas/answers.ts";
import { body, defined, name, reference, segmentEnd, segmentTime } from "../../schemas/fields.ts";
import { list } from "../../schemas/list.ts";
import { addRoute } from "../add-route.ts";
import { type ChangeParts, ofKind, Resource } from "../resource-routes.ts";
import type { App } from "../types.ts";

const segmentAnswer = answerOf<TimeSegment, Catalog>({ v2: "TimeSegment" })({
  id: [text, ({ id }) => formatId("timeSegment", id)],
  label: [text, ({ label }) => label],
  start: [text, ({ start }) => start],
  end: [text, ({ end }) => end],
  days: [z.array(z.enum(WEEKDAYS)), ({ days }) => days],
  spaces: [
    z.array(z.object({ space_id: text, name: text })),
    ({ spaceIds }, catalog) =>
      spaceIds.map((spaceId) => ({
        space_id: formatId("space", spaceId),
        name: must(catalog.spaces.get(spaceId), "space").name,
      })),
  ],
});

const fields = {
  label: name,
  start: segmentTime,
  end: segmentEnd,
  days: list(z.enum(WEEKDAYS)),
  spaces: list(reference("space")),
};
const newSegment = body(fields);
const changedSegment = body(fields).partial();

const LABELS = {
  id: "listTimeSegmentLabels",
  tag: "Time segments",
  access: "read",
  summary: "List the labels of time segments",
  answer: z.object({ results: z.array(text) }),
} as const;

/** GET, POST /time_segments/; GET /time_segments/labels/ (D22); GET, PUT, DELETE /time_segments/:time_segment_id/ (D14). */
export function timeSegmentRoutes(app: App, http: ChangeParts): void {
  const { catalog } = http;
  const segments = new Resource(app, http, {
    ...ofKind("timeSegment"),
    tag: "Time segments",
    answer: segmentAnswer.with(catalog),
  });
  segments.list({}, () => catalog.timeSegments.all());
  addRoute(app, "GET /time_segments/labels/", LABELS, async () => ({
    results: [...new Set(catalog.timeSegments.all().map(({ label }) => label))].sort(),
  }));
  segments.create({ body: newSegment }, (change, request) => {
    const { spaces: spaceIds, ...given } = request.body;
    return createTimeSegment(change, { ...given, spaceIds });
  });
  segments.read({}, ({ params }) => catalog.find("timeSegment", params.time_segment_id));
  segments.update({ body: changedSegment }, (change, request) => {
    const { spaces: spaceIds, ...given } = request.body;
    return updateTimeSegment(change, request.params.time_segment_id, defined({ ...given, spaceIds }));
  });
  segments.delete({}, (change, { params }) => deleteTimeSegment(change, params.time_segment_id));
}

const groupAnswer = answerOf<TimeSegmentGroup, Catalog>({ v2: "TimeSegmentGroup" })({
  id: [text, ({ id }) => formatId("timeSegmentGroup", id)],
  name: [text, ({ name }) => name],
  time_segments: [
    z.array(z.object({ id: text, time_segment_id: text, name: text })),
    ({ timeSegmentIds }, catalog) =>
      timeSegmentIds.map((segmentId) => ({
        id: formatId("timeSegment", segmentId),
        time_segment_id: formatId("timeSegment", segmentId),
        name: catalog.find("timeSegment", segmentId).label,
      })),
  ],
});

const segments = list(reference("timeSegment"));
const newGroup = body({ name, time_segments: segments.default([]) });
const changedGroup = body({ name: name.optional(), time_segments: segments.optional() });

/** GET, POST /time_segment_groups/; GET, PUT, DELETE /time_segment_groups/:time_segment_group_id/ (D22). */
export function timeSegmentGroupRoutes(app: App, http: ChangeParts): void {
  const { catalog } = http;
  const groups = new Resource(app, http, {
    ...ofKind("timeSegmentGroup"),
    tag: "Time segments",
    answer: groupAnswer.with(catalog),
  });
  groups.list({}, () => catalog.timeSegmentGroups.all());
  groups.create({ body: newGroup }, (change, request) => {
    const { time_segments: timeSegmentIds, ...given } = request.body;
    return createTimeSegmentGroup(change, { ...given, timeSegmentIds });
  });
  groups.read({}, ({ params }) => catalog.find("timeSegmentGroup", params.time_segment_group_id));
  groups.update(
    { body: changedGroup },
    (change, { params, body: { time_segments: timeSegmentIds, ...given } }) =>
      updateTimeSegmentGroup(change, params.time_segment_group_id, defined({ ...given, timeSegmentIds })),
  );
  groups.delete({ detail: "The time segments in the group are kept." }, (change, { params }) =>
    deleteResource(change, "timeSegmentGroup", params.time_segment_group_id),
  );
}
