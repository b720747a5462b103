import { taggingRoutes } from "../common/tagging.ts";
import { encapsulated } from "../encapsulated.ts";
import { addETags } from "../etag.ts";
import type { App, HttpContext } from "../types.ts";
import { countRoutes } from "./counts.ts";
import { doorwayRoutes } from "./doorways.ts";
import { eventRoutes } from "./events.ts";
import { linkRoutes } from "./links.ts";
import { resetRoutes } from "./resets.ts";
import { sensorRoutes } from "./sensors.ts";
import { spaceRoutes } from "./spaces.ts";
import { tagRoutes } from "./tags.ts";
import { webhookRoutes } from "./webhooks.ts";

const RESOURCES: readonly ((app: App, http: HttpContext) => void)[] = [
  spaceRoutes,
  countRoutes,
  eventRoutes,
  resetRoutes,
  doorwayRoutes,
  linkRoutes,
  taggingRoutes,
  tagRoutes,
  sensorRoutes,
  webhookRoutes,
];

/** Everything under /v1. */
export function v1Routes(app: App, http: HttpContext): void {
  addETags(app);
  for (const addRoutes of RESOURCES) app.register(encapsulated((scope) => addRoutes(scope, http)));
}
