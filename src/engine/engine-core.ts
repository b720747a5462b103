import type { Clock } from "../domain/clock.ts";
import type { IntervalPolicy } from "../domain/interval.ts";
import { Catalog } from "./catalog/catalog.ts";
import type { Actor, BackupSource, DiskReader, EventStore, Journal, Store } from "./ports.ts";
import { NO_TELEMETRY, type Telemetry } from "./telemetry.ts";

/**
 * The parts of an engine that a command on a data directory needs. A server adds notifications, webhooks and the queue
 * of reports (`build-engine.ts`).
 */
export interface EngineCore {
  readonly catalog: Catalog;
  readonly events: EventStore;
  readonly journal: Journal;
  readonly backups: BackupSource;
  readonly disk: DiskReader;
  readonly telemetry: Telemetry;
  /** The current time. */
  readonly clock: Clock;
  readonly settings: Settings;
  /** The actor that the audit log names for changes. */
  readonly actor: Actor;
}

/** What the store does not have: the clock, the settings, and the actor of changes. */
export type CoreOptions = Pick<EngineCore, "clock" | "settings" | "actor"> &
  Partial<Pick<EngineCore, "telemetry">>;

/** Loads the catalog of an open store. */
export async function buildCore(
  store: Store,
  { telemetry = NO_TELEMETRY, ...given }: CoreOptions,
): Promise<EngineCore> {
  const { events, journal, backups, disk } = store;
  return { ...given, telemetry, catalog: await Catalog.open(store), events, journal, backups, disk };
}

/** The server's settings, fixed at startup. */
export interface Settings {
  readonly intervals: IntervalPolicy;
  readonly organizationName: string;
  /** How long a sensor counts as online after its last heartbeat or event, in ms (D27). */
  readonly sensorTimeout: number;
}
