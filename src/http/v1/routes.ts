import { encapsulated } from "../encapsulated.ts";
import type { App, HttpContext } from "../types.ts";
import { countRoutes } from "./counts.ts";
import { eventRoutes } from "./events.ts";

const RESOURCES: readonly ((app: App, http: HttpContext) => void)[] = [countRoutes, eventRoutes];

/** Everything under /v1. */
export function v1Routes(app: App, http: HttpContext): void {
  for (const addRoutes of RESOURCES) app.register(encapsulated((scope) => addRoutes(scope, http)));
}
