import type { IntervalPolicy } from "../domain/interval.ts";

/** The server's settings, fixed at startup. */
export interface Settings {
  readonly intervals: IntervalPolicy;
  readonly organizationName: string;
  /** How long a sensor counts as online after its last heartbeat or event, in ms (D27). */
  readonly sensorTimeout: number;
}
