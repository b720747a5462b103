import type { Clock } from "../domain/clock.ts";
import type { IntervalPolicy } from "../domain/interval.ts";
import type { Catalog } from "./catalog.ts";
import type { EventStore } from "./ports.ts";

/** What the server was told when it was started. */
export interface Settings {
  readonly intervals: IntervalPolicy;
  readonly organizationName: string;
}

/** What every use case works with. */
export interface EngineContext {
  readonly catalog: Catalog;
  readonly events: EventStore;
  readonly clock: Clock;
  readonly settings: Settings;
}
