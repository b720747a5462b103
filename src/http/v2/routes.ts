import { spaceCountRoute } from "../common/space-count.ts";
import { taggingRoutes } from "../common/tagging.ts";
import { addETags } from "../etag.ts";
import { type App, encapsulated, type HttpContext } from "../types.ts";
import { checkEveryQuery } from "../validation.ts";
import { adminRoutes } from "./admin.ts";
import { assignedTeamRoutes } from "./assigned-teams.ts";
import { auditLogRoutes } from "./audit-log.ts";
import { breachRoutes } from "./breaches.ts";
import { countRoutes } from "./counts.ts";
import { deliveryRoutes } from "./deliveries.ts";
import { doorwayRoutes } from "./doorways.ts";
import { eventRoutes } from "./events.ts";
import { linkRoutes } from "./links.ts";
import { resetRoutes } from "./resets.ts";
import { sensorEventRoutes } from "./sensor-events.ts";
import { sensorRoutes } from "./sensors.ts";
import { siteRoutes } from "./site.ts";
import { spaceRoutes } from "./spaces.ts";
import { sqlRoutes } from "./sql.ts";
import { tagRoutes } from "./tags.ts";
import { timeSegmentGroupRoutes } from "./time-segment-groups.ts";
import { timeSegmentRoutes } from "./time-segments.ts";
import { tokenRoutes } from "./tokens.ts";
import { webhookRoutes } from "./webhooks.ts";

const RESOURCES: readonly ((app: App, http: HttpContext) => void)[] = [
  spaceRoutes,
  assignedTeamRoutes,
  taggingRoutes,
  tagRoutes,
  spaceCountRoute,
  countRoutes,
  breachRoutes,
  eventRoutes,
  doorwayRoutes,
  linkRoutes,
  resetRoutes,
  timeSegmentRoutes,
  timeSegmentGroupRoutes,
  sensorRoutes,
  sensorEventRoutes,
  webhookRoutes,
  deliveryRoutes,
  tokenRoutes,
  auditLogRoutes,
  adminRoutes,
  siteRoutes,
  sqlRoutes,
];

/** Everything under /v2. Each resource has a scope of its own, so that one's body formats are not another's. */
export function v2Routes(app: App, http: HttpContext): void {
  checkEveryQuery(app);
  addETags(app);
  for (const addRoutes of RESOURCES) app.register(encapsulated((scope) => addRoutes(scope, http)));
}
