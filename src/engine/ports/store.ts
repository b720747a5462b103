import type { HeadcountError } from "../../domain/errors.ts";
import type { BackupSource } from "./backups.ts";
import type { CatalogStore } from "./catalog-store.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { DiskReader } from "./disk.ts";
import type { EventStore } from "./event-store.ts";
import type { Journal } from "./journal.ts";

/** An open data directory: one process, one thread holds it. */
export interface Store {
  readonly journal: Journal;
  readonly catalog: CatalogStore;
  readonly events: EventStore;
  readonly deliveries: DeliveryStore;
  readonly backups: BackupSource;
  readonly disk: DiskReader;
  /** Resolves with what is wrong where it can be used no longer: all that is left is to close it. */
  readonly failed: Promise<HeadcountError>;
  /** Resolves with what is wrong where data are found damaged; all that is not is served on. */
  readonly damaged: Promise<HeadcountError>;
  /** Checkpoints and lets go of the directory. */
  close(): Promise<void>;
}
