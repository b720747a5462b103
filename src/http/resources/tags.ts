import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import type { AssignedTeam } from "../../domain/resources.ts";
import type { LiveCounting } from "../../engine/counts/count-queries.ts";
import { assignTeam, unassignTeam } from "../../engine/resources/spaces.ts";
import { addTag, removeTag, taggedWith, tagsInUse } from "../../engine/resources/tags.ts";
import { answerOf, text } from "../../schemas/answers.ts";
import { body, id, name, tagName, v1Schemas, v2Schemas } from "../../schemas/fields.ts";
import { type Answers, type ChangeParts, Resource } from "../resource-routes.ts";
import type { App, Version } from "../types.ts";

const addedTag = z
  .object({ tag_name: z.string() })
  .register(v1Schemas, { id: "AddedTag" })
  .register(v2Schemas, { id: "AddedTag" });
const newTag = body({ tag_name: tagName });
const common = { one: { tag_name: z.string() }, tag: "Tags", name: "tag" } as const;

type Tagged = "space" | "doorway";

/** In version 1 an id is named after its resource. */
function idName(version: Version, kind: Tagged): string {
  return version === "v1" ? `${kind}_id` : "id";
}

function asMade<Schema extends z.ZodType>(schema: Schema): Answers<z.output<Schema>> {
  return { schema, present: (items) => items };
}

function tagAnswer(version: Version) {
  const space = z.object({ [idName(version, "space")]: text, name: text, current_count: z.int() });
  const doorway = z.object({ [idName(version, "doorway")]: text, name: text });
  return z
    .object({ name: text, spaces: z.array(space), doorways: z.array(doorway) })
    .register(version === "v1" ? v1Schemas : v2Schemas, { id: "Tag" });
}

/** GET /tags/: the tags in use; GET /tags/:tag_name/: the spaces and doorways with one (D28). */
export function tagRoutes(app: App, http: LiveCounting & ChangeParts, version: Version): void {
  const described = { ...common, path: "/tags/", version } as const;
  const listed = answerOf<string>()({ name: [text, (name) => name] });
  const names = new Resource(app, http, { ...described, answer: listed.with() });
  names.list({ summary: "List tags that are in use" }, () => tagsInUse(http.catalog));
  const answer = asMade(tagAnswer(version));
  const tags = new Resource(app, http, { ...described, answer });
  tags.read({ summary: "Get the spaces and doorways with a tag" }, async ({ params: { tag_name: name } }) => {
    const { spaces, doorways } = taggedWith(http.catalog, name);
    const counts = await http.notifier.current(spaces.map(({ id }) => id));
    const called = (kind: Tagged, resource: { readonly id: bigint; readonly name: string }) => ({
      [idName(version, kind)]: formatId(kind, resource.id),
      name: resource.name,
    });
    return {
      name,
      // A space without a count was deleted while the counts were read.
      spaces: spaces.flatMap((space) => {
        const count = counts.get(space.id);
        return count === undefined ? [] : [{ ...called("space", space), current_count: count }];
      }),
      doorways: doorways.map((doorway) => called("doorway", doorway)),
    };
  });
}

/** POST …/tags/ and DELETE …/tags/:tag_name/ of spaces and doorways, the same in both versions (D28). */
export function taggingRoutes(app: App, http: ChangeParts): void {
  addTagging(app, http, "space", "Space");
  addTagging(app, http, "doorway", "Doorway");
}

/** @param title the kind of resource as the ids of the operations have it */
function addTagging(app: App, http: ChangeParts, kind: Tagged, title: string): void {
  const parameter = `${kind}_id`;
  const within = { [parameter]: id(kind) };
  const path = `/${kind}s/:${parameter}/tags/` as const;
  const tags = new Resource(app, http, { ...common, path, within, answer: asMade(addedTag) });
  const taggedId = ({ params }: { readonly params: Readonly<Record<string, unknown>> }) =>
    must(params[parameter], parameter) as bigint;
  const adding = { id: `tag${title}`, summary: `Add a tag to a ${kind}`, body: newTag };
  tags.create(adding, async (change, request) => {
    await addTag(change, kind, taggedId(request), request.body.tag_name);
    return request.body;
  });
  tags.delete({ id: `untag${title}`, summary: `Remove a tag from a ${kind}` }, (change, request) =>
    removeTag(change, kind, taggedId(request), request.params.tag_name),
  );
}

const teamAnswer = answerOf<AssignedTeam>({ v2: "AssignedTeam" })({
  id: [text, ({ id }) => formatId("assignedTeam", id)],
  team_name: [text, ({ teamName }) => teamName],
});

/** POST /spaces/:space_id/assigned_teams/; DELETE …/assigned_teams/:assigned_team_id/ (D28). */
export function assignedTeamRoutes(app: App, http: ChangeParts): void {
  const teams = new Resource(app, http, {
    path: "/spaces/:space_id/assigned_teams/",
    within: { space_id: id("space") },
    one: { assigned_team_id: id("assignedTeam") },
    tag: "Spaces",
    name: "assigned team",
    answer: teamAnswer.with(),
  });
  const assigning = {
    id: "assignTeam",
    summary: "Assign a team to a space",
    conflicts: ["team-already-assigned"],
  } as const;
  teams.create({ ...assigning, body: body({ team_name: name }) }, (change, request) =>
    assignTeam(change, request.params.space_id, request.body.team_name),
  );
  teams.delete({ id: "unassignTeam", summary: "Remove a team from a space" }, (change, { params }) =>
    unassignTeam(change, params.space_id, params.assigned_team_id),
  );
}
