import { spaceCountRoute } from "../common/space-count.ts";
import { taggingRoutes } from "../common/tagging.ts";
import { addETags } from "../etag.ts";
import { type App, encapsulated, type HttpContext } from "../types.ts";
import { checkEveryQuery } from "../validation.ts";
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
  spaceCountRoute,
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
  checkEveryQuery(app);
  addETags(app);
  for (const addRoutes of RESOURCES) app.register(encapsulated((scope) => addRoutes(scope, http)));
}
