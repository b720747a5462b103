import type { Database } from "../../duckdb/database.ts";
import type { RetainedRuns } from "../runs/retained-record.ts";
import type { RunFiles } from "../runs/run-files.ts";
import type { RunStore } from "../runs/run-store.ts";
import type { AssignedIds } from "./commits.ts";
import type { Loads } from "./loads.ts";
import type { StoredIdentities } from "./stored-identities.ts";

export interface StoreParts {
  readonly database: Database;
  readonly runs: RunStore;
  readonly files: RunFiles;
  readonly retained: RetainedRuns;
  readonly identities: StoredIdentities;
  readonly loads: Loads;
  /** The highest ids that have been assigned, which commits raise. */
  readonly given: AssignedIds;
}
