import { encapsulated } from "../encapsulated.ts";
import type { App, HttpContext } from "../types.ts";
import { adminRoutes } from "./admin.ts";
import { breachRoutes } from "./breaches.ts";
import { countRoutes } from "./counts.ts";
import { doorwayRoutes } from "./doorways.ts";
import { eventRoutes } from "./events.ts";
import { linkRoutes } from "./links.ts";
import { resetRoutes } from "./resets.ts";
import { sensorEventRoutes } from "./sensor-events.ts";
import { spaceRoutes } from "./spaces.ts";
import { timeSegmentGroupRoutes } from "./time-segment-groups.ts";
import { timeSegmentRoutes } from "./time-segments.ts";
import { tokenRoutes } from "./tokens.ts";

const RESOURCES: readonly ((app: App, http: HttpContext) => void)[] = [
  spaceRoutes,
  countRoutes,
  breachRoutes,
  eventRoutes,
  doorwayRoutes,
  linkRoutes,
  resetRoutes,
  timeSegmentRoutes,
  timeSegmentGroupRoutes,
  sensorEventRoutes,
  tokenRoutes,
  adminRoutes,
];

/** Everything under /v2. Each resource has a scope of its own, so that one's body formats are not another's. */
export function v2Routes(app: App, http: HttpContext): void {
  for (const addRoutes of RESOURCES) app.register(encapsulated((scope) => addRoutes(scope, http)));
}
