import type { IntervalPolicy } from "../domain/interval.ts";

/** Settings of the server, given when it starts. */
export interface Settings {
  readonly intervals: IntervalPolicy;
  readonly organizationName: string;
  /** How long after its last sign of life a sensor is online, in ms (D27). */
  readonly sensorTimeout: number;
}
