import { z } from "zod";
import { tagDoorway, tagSpace, untagDoorway, untagSpace } from "../../engine/resources/tags.ts";
import { body, id, tagName, v1Schemas, v2Schemas } from "../../schemas/fields.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import type { PublicAddress } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App } from "../types.ts";

const answer = z
  .object({ tag_name: z.string() })
  .register(v1Schemas, { id: "AddedTag" })
  .register(v2Schemas, { id: "AddedTag" });
const newTag = body({ tag_name: tagName });
const common = { one: { tag_name: z.string() }, tag: "Tags", name: "tag" } as const;

/** POST …/tags/ and DELETE …/tags/:tag_name/ of spaces and doorways, the same in both versions (D28). */
export function taggingRoutes(app: App, http: ChangeParts & PublicAddress): void {
  const path = "/spaces/:space_id/tags/";
  const ofSpace = new Resource(app, http, { ...common, path, within: { space_id: id("space") } });
  const toSpace = { id: "tagSpace", summary: "Add a tag to a space", body: newTag, answer };
  ofSpace.create(toSpace, async (request) => {
    await tagSpace(changeBy(http, request), request.params.space_id, request.body.tag_name);
    return request.body;
  });
  ofSpace.delete({ id: "untagSpace", summary: "Take a tag from a space" }, (request) =>
    untagSpace(changeBy(http, request), request.params.space_id, request.params.tag_name),
  );
  doorwayTagRoutes(app, http);
}

function doorwayTagRoutes(app: App, http: ChangeParts & PublicAddress): void {
  const path = "/doorways/:doorway_id/tags/";
  const ofDoorway = new Resource(app, http, { ...common, path, within: { doorway_id: id("doorway") } });
  const toDoorway = { id: "tagDoorway", summary: "Add a tag to a doorway", body: newTag, answer };
  ofDoorway.create(toDoorway, async (request) => {
    await tagDoorway(changeBy(http, request), request.params.doorway_id, request.body.tag_name);
    return request.body;
  });
  ofDoorway.delete({ id: "untagDoorway", summary: "Take a tag from a doorway" }, (request) =>
    untagDoorway(changeBy(http, request), request.params.doorway_id, request.params.tag_name),
  );
}
