import { deleteDoorway } from "../../engine/resources/doorways.ts";
import { id } from "../../schemas/fields.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import type { PublicAddress, TotalName } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App } from "../types.ts";

/** The conflicts of a doorway that is created or changed. */
export const DOORWAY_CONFLICTS = ["doorway-name-taken", "sensor-attached-elsewhere"] as const;

/** The doorways, whose DELETE is the same in both versions. */
export function doorwayResource(app: App, http: PublicAddress, total: TotalName) {
  const one = { doorway_id: id("doorway") };
  return new Resource(app, http, { path: "/doorways/", one, tag: "Doorways", name: "doorway", total });
}

/** DELETE /doorways/:doorway_id/. */
export function addDoorwayDeletion(doorways: ReturnType<typeof doorwayResource>, http: ChangeParts): void {
  doorways.delete({ summary: "Delete a doorway; its events stay" }, (request) =>
    deleteDoorway(changeBy(http, request), request.params.doorway_id),
  );
}
