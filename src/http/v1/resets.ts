import type { ChangeParts } from "../auth.ts";
import { addResetRoutes } from "../common/resets.ts";
import type { PublicAddress } from "../pagination.ts";
import type { App } from "../types.ts";

/** GET, POST /resets/. */
export function resetRoutes(app: App, http: ChangeParts & PublicAddress): void {
  addResetRoutes(app, http, "count");
}
