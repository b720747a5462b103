import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { LiveCounting } from "../../engine/counts/count-queries.ts";
import { assignTeam, unassignTeam } from "../../engine/resources/spaces.ts";
import { addTag, removeTag, taggedWith, tagsInUse } from "../../engine/resources/tags.ts";
import { body, id, name, tagName, v1Schemas, v2Schemas } from "../../schemas/fields.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import type { PublicAddress } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App, Version } from "../types.ts";

const addedTag = z
  .object({ tag_name: z.string() })
  .register(v1Schemas, { id: "AddedTag" })
  .register(v2Schemas, { id: "AddedTag" });
const newTag = body({ tag_name: tagName });
const common = { one: { tag_name: z.string() }, tag: "Tags", name: "tag" } as const;

/** A resource with a tag: in version 1 an id is named after its resource. */
const taggedAnswers = {
  v1: z
    .object({
      name: z.string(),
      spaces: z.array(z.object({ space_id: z.string(), name: z.string(), current_count: z.int() })),
      doorways: z.array(z.object({ doorway_id: z.string(), name: z.string() })),
    })
    .register(v1Schemas, { id: "Tag" }),
  v2: z
    .object({
      name: z.string(),
      spaces: z.array(z.object({ id: z.string(), name: z.string(), current_count: z.int() })),
      doorways: z.array(z.object({ id: z.string(), name: z.string() })),
    })
    .register(v2Schemas, { id: "Tag" }),
};

/** GET /tags/: the tags in use; GET /tags/:tag_name/: the spaces and doorways with one (D28). */
export function tagRoutes(app: App, http: LiveCounting & PublicAddress, version: Version): void {
  const tags = new Resource(app, http, { ...common, path: "/tags/", version });
  tags.list(
    { summary: "List the tags in use", item: z.object({ name: z.string() }) },
    () => tagsInUse(http.catalog),
    (names) => names.map((name) => ({ name })),
  );
  const described = { summary: "Read what carries a tag", answer: taggedAnswers[version] };
  tags.read(described, async ({ params: { tag_name: name } }) => {
    const { spaces, doorways } = taggedWith(http.catalog, name);
    const counts = await http.live.current(spaces.map(({ id }) => id));
    const called = (kind: "space" | "doorway", resource: { readonly id: bigint; readonly name: string }) => ({
      [version === "v1" ? `${kind}_id` : "id"]: formatId(kind, resource.id),
      name: resource.name,
    });
    return {
      name,
      spaces: spaces.map((space) => ({
        ...called("space", space),
        current_count: must(counts.get(space.id), "count"),
      })),
      doorways: doorways.map((doorway) => called("doorway", doorway)),
    } as z.output<(typeof taggedAnswers)[Version]>;
  });
}

/** POST …/tags/ and DELETE …/tags/:tag_name/ of spaces and doorways, the same in both versions (D28). */
export function taggingRoutes(app: App, http: ChangeParts & PublicAddress): void {
  const ofSpace = new Resource(app, http, {
    ...common,
    path: "/spaces/:space_id/tags/",
    within: { space_id: id("space") },
  });
  const toSpace = { id: "tagSpace", summary: "Add a tag to a space", body: newTag, answer: addedTag };
  ofSpace.create(toSpace, async (request) => {
    await addTag(changeBy(http, request), "space", request.params.space_id, request.body.tag_name);
    return request.body;
  });
  ofSpace.delete({ id: "untagSpace", summary: "Take a tag from a space" }, (request) =>
    removeTag(changeBy(http, request), "space", request.params.space_id, request.params.tag_name),
  );
  const ofDoorway = new Resource(app, http, {
    ...common,
    path: "/doorways/:doorway_id/tags/",
    within: { doorway_id: id("doorway") },
  });
  const toDoorway = { id: "tagDoorway", summary: "Add a tag to a doorway", body: newTag, answer: addedTag };
  ofDoorway.create(toDoorway, async (request) => {
    await addTag(changeBy(http, request), "doorway", request.params.doorway_id, request.body.tag_name);
    return request.body;
  });
  ofDoorway.delete({ id: "untagDoorway", summary: "Take a tag from a doorway" }, (request) =>
    removeTag(changeBy(http, request), "doorway", request.params.doorway_id, request.params.tag_name),
  );
}

const teamAnswer = z
  .object({ id: z.string(), team_name: z.string() })
  .register(v2Schemas, { id: "AssignedTeam" });

/** POST /spaces/:space_id/assigned_teams/; DELETE …/assigned_teams/:assigned_team_id/ (D28). */
export function assignedTeamRoutes(app: App, http: ChangeParts & PublicAddress): void {
  const teams = new Resource(app, http, {
    path: "/spaces/:space_id/assigned_teams/",
    within: { space_id: id("space") },
    one: { assigned_team_id: id("assignedTeam") },
    tag: "Spaces",
    name: "assigned team",
  });
  const assigning = {
    id: "assignTeam",
    summary: "Assign a team to a space",
    conflicts: ["team-already-assigned"],
  } as const;
  teams.create({ ...assigning, body: body({ team_name: name }), answer: teamAnswer }, async (request) => {
    const { params, body: given } = request;
    const team = await assignTeam(changeBy(http, request), params.space_id, given.team_name);
    return { id: formatId("assignedTeam", team.id), team_name: team.teamName };
  });
  teams.delete({ id: "unassignTeam", summary: "Take a team from a space" }, (request) =>
    unassignTeam(changeBy(http, request), request.params.space_id, request.params.assigned_team_id),
  );
}
