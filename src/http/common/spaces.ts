import { z } from "zod";
import type { LiveCounting } from "../../engine/counts/count-queries.ts";
import type { EventStore } from "../../engine/ports.ts";
import { deleteSpace } from "../../engine/resources/spaces.ts";
import { body, id } from "../../schemas/fields.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import type { PublicAddress, TotalName } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App } from "../types.ts";

/** The parts of the engine that spaces are changed and presented with. */
export type SpaceParts = ChangeParts &
  LiveCounting &
  PublicAddress & { readonly events: Pick<EventStore, "firstChanges"> };

/** The spaces, whose DELETE is the same in both versions. */
export function spaceResource(app: App, http: PublicAddress, total: TotalName) {
  const one = { space_id: id("space") };
  return new Resource(app, http, { path: "/spaces/", one, tag: "Spaces", name: "space", total });
}

/** DELETE /spaces/:space_id/, which the space's name confirms (D19). */
export function addSpaceDeletion(spaces: ReturnType<typeof spaceResource>, http: ChangeParts): void {
  const summary = "Delete a space, its counts, links and resets";
  const named = body({ name: z.string() });
  spaces.delete({ summary, conflicts: ["space-has-children"], body: named }, (request) =>
    deleteSpace(changeBy(http, request), request.params.space_id, request.body.name),
  );
}
