import type { Clock } from "../../domain/instant.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Live } from "../live/live.ts";
import type { EventStore } from "../ports.ts";
import type { SensorActivity } from "../resources/sensors.ts";
import type { Telemetry } from "../telemetry.ts";

/** The parts of an engine that reports pass on their way into the log. */
export interface IngestParts {
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly events: EventStore;
  readonly live: Live;
  readonly activity: SensorActivity;
  readonly telemetry: Telemetry;
}
