import type { Peers } from "./peers/peers.ts";
import type { Workspace } from "./workspace.ts";

/** The input of a benchmark that runs once for each number of events. */
export interface SizedRun {
  readonly workspace: Workspace;
  /** The approximate number of events in the log. */
  readonly events: number;
  readonly peers: Peers;
  /** The duration of the ingest load of `steady`, in s. */
  readonly steadySeconds: number;
}
