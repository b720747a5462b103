import type { Clock, SteadyClock } from "../domain/clock.ts";
import type { IntervalPolicy } from "../domain/interval.ts";
import type { Catalog } from "./catalog/catalog.ts";
import type { Deliveries } from "./deliveries/deliveries.ts";
import type { IngestQueue } from "./ingest/ingest-queue.ts";
import type { Feed } from "./live/feed.ts";
import type { Live } from "./live/live.ts";
import type { Actor, BackupSource, DiskReader, EventStore, Journal } from "./ports.ts";
import type { SensorActivity } from "./resources/sensors.ts";
import type { Telemetry } from "./telemetry.ts";

/** The parts of an engine. Each use case takes those it needs. */
export interface Engine {
  readonly catalog: Catalog;
  readonly events: EventStore;
  readonly journal: Journal;
  readonly activity: SensorActivity;
  readonly live: Live;
  readonly deliveries: Deliveries;
  readonly backups: BackupSource;
  readonly disk: DiskReader;
  readonly ingest: IngestQueue;
  readonly feed: Feed;
  readonly telemetry: Telemetry;
  /** The current time. It goes back only after a correction of the system clock. */
  readonly clock: Clock;
  /** The source of `clock`. */
  readonly steadyClock: SteadyClock;
  readonly settings: Settings;
  /** The actor that the audit log names for changes. */
  readonly actor: Actor;
}

/** The server's settings, fixed at startup. */
export interface Settings {
  readonly intervals: IntervalPolicy;
  readonly organizationName: string;
  /** How long a sensor counts as online after its last heartbeat or event, in ms (D27). */
  readonly sensorTimeout: number;
}
