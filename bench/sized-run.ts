import type { Peers } from "./peers/peers.ts";
import type { Workspace } from "./workspace.ts";

/** The input of a bench that runs once for each number of events. */
export interface SizedRun {
  readonly workspace: Workspace;
  /** About how many events the log is to have. */
  readonly events: number;
  readonly peers: Peers;
  /** How long `steady` takes events in. */
  readonly steadySeconds: number;
}
