import { addBodyParser, decodeForm, FORM_TYPE } from "./bodies/bodies.ts";
import { checkFields } from "./bodies/strictness.ts";
import { breachRoutes, countRoutes } from "./counts/routes.ts";
import { exportRoutes } from "./exports/routes.ts";
import { addETags } from "./representation.ts";
import { adminRoutes, retentionRoutes, siteRoutes } from "./resources/administration.ts";
import { deviceRoutes } from "./resources/devices.ts";
import { doorwayRoutes } from "./resources/doorways.ts";
import { eventCsvRoute, v1EventRoutes, v2EventRoutes } from "./resources/events.ts";
import { importRoutes } from "./resources/imports.ts";
import { linkRoutes } from "./resources/links.ts";
import { resetRoutes } from "./resources/resets.ts";
import { readingRoutes, sensorEventRoutes } from "./resources/sensor-events.ts";
import { v1SensorRoutes, v2SensorRoutes } from "./resources/sensors.ts";
import { displayRoute, spaceCountRoute, spaceRoutes } from "./resources/spaces.ts";
import { sqlRoutes } from "./resources/sql.ts";
import { assignedTeamRoutes, taggingRoutes, tagRoutes } from "./resources/tags.ts";
import { timeSegmentGroupRoutes, timeSegmentRoutes } from "./resources/time-segments.ts";
import { auditLogRoutes, tokenRoutes } from "./resources/tokens.ts";
import { deliveryRoutes, webhookRoutes } from "./resources/webhooks.ts";
import { type App, encapsulated, type HttpContext, type Version } from "./types.ts";
import { checkEveryQuery } from "./validation.ts";

const RESOURCES: Readonly<
  Record<Version, readonly ((app: App, http: HttpContext, version: Version) => void)[]>
> = {
  v1: [
    spaceRoutes,
    spaceCountRoute,
    v1EventRoutes,
    eventCsvRoute,
    resetRoutes,
    doorwayRoutes,
    linkRoutes,
    taggingRoutes,
    tagRoutes,
    v1SensorRoutes,
    webhookRoutes,
  ],
  v2: [
    spaceRoutes,
    displayRoute,
    assignedTeamRoutes,
    taggingRoutes,
    tagRoutes,
    spaceCountRoute,
    countRoutes,
    breachRoutes,
    v2EventRoutes,
    doorwayRoutes,
    linkRoutes,
    resetRoutes,
    timeSegmentRoutes,
    timeSegmentGroupRoutes,
    v2SensorRoutes,
    sensorEventRoutes,
    readingRoutes,
    importRoutes,
    deviceRoutes,
    webhookRoutes,
    deliveryRoutes,
    tokenRoutes,
    auditLogRoutes,
    adminRoutes,
    siteRoutes,
    retentionRoutes,
    exportRoutes,
    sqlRoutes,
  ],
};

/** Everything under /v1 or /v2. Each resource has a scope of its own, so that one's body formats are not another's. */
export function versionRoutes(app: App, http: HttpContext, version: Version): void {
  checkEveryQuery(app);
  checkFields(app);
  addETags(app);
  // Version 1 accepts forms, too (D16).
  if (version === "v1") addBodyParser(app, FORM_TYPE, http.bodies, decodeForm);
  for (const addRoutes of RESOURCES[version])
    app.register(encapsulated((scope) => addRoutes(scope, http, version)));
}
