import { voidReset } from "../../engine/resources/resets.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import { addResetRoutes, addSpaceResetRoutes } from "../common/resets.ts";
import type { PublicAddress } from "../pagination.ts";
import type { App } from "../types.ts";

/** GET, POST /resets/ and /spaces/:space_id/resets/ (D22); DELETE /resets/:reset_id/ voids one (D5). */
export function resetRoutes(app: App, http: ChangeParts & PublicAddress): void {
  const resets = addResetRoutes(app, http, "total");
  addSpaceResetRoutes(app, http);
  resets.delete({ id: "voidReset", summary: "Void a reset", scope: "admin" }, (request) =>
    voidReset(changeBy(http, request), request.params.reset_id),
  );
}
