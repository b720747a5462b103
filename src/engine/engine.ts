import type { Clock, SteadyClock } from "../domain/clock.ts";
import type { IntervalPolicy } from "../domain/interval.ts";
import type { Catalog } from "./catalog/catalog.ts";
import type { Deliveries } from "./deliveries/deliveries.ts";
import type { IngestQueue } from "./ingest/ingest-queue.ts";
import type { Journal } from "./journal/journal.ts";
import type { Replica } from "./journal/replica.ts";
import type { Feed } from "./live/feed.ts";
import type { Notifier } from "./live/notifier.ts";
import type { Actor, BackupSource, ChangedEvents, DiskReader, EventStore, ReadingStore } from "./ports.ts";
import type { Lines } from "./readings/lines.ts";
import type { Heartbeats } from "./resources/heartbeats.ts";
import type { SensorActivity } from "./resources/sensors.ts";
import type { Telemetry } from "./telemetry.ts";

/** All parts of an engine. Each use case takes those it needs. */
export interface Engine {
  readonly catalog: Catalog;
  readonly events: EventStore;
  readonly readings: ReadingStore;
  readonly journal: Journal;
  readonly changes: ChangedEvents;
  readonly backups: BackupSource;
  readonly disk: DiskReader;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly actor: Actor;
  readonly lines: Lines;
  readonly activity: SensorActivity;
  readonly notifier: Notifier;
  readonly deliveries: Deliveries;
  readonly ingest: IngestQueue;
  readonly heartbeats: Heartbeats;
  readonly feed: Feed;
  /** Follows the log that the engine shares with others; null if it has its data for itself. */
  readonly replica: Replica | null;
  /** The source of `clock`, which goes back only after a correction of the system clock. */
  readonly steadyClock: SteadyClock;
}

export type EngineOptions = Pick<Engine, "clock" | "settings" | "actor"> & Partial<Pick<Engine, "telemetry">>;

export interface Settings {
  readonly intervals: IntervalPolicy;
  readonly organizationName: string;
  /** How long a sensor counts as online after its last heartbeat or event, in ms (D27). */
  readonly sensorTimeout: number;
  /** The earliest timestamp of an event that is accepted, in ms: devices without a clock send earlier ones (D3). */
  readonly earliest: number;
  /** The most sensors without a doorway that register themselves, unless a sender may write (D31). */
  readonly selfRegisteredSensors: number;
}
