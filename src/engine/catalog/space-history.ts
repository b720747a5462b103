import type { ResetSchedule } from "../../domain/daily-reset.ts";
import type { SafeThreshold, Space } from "../../domain/resources.ts";
import type { ResetHistory } from "../../series/replay-plan.ts";

/** The fields of a space that counting needs. */
export type CountedSpace = SafeThreshold & Pick<Space, "id" | "name" | "timeZone">;

/** A space with its daily and explicit resets. */
export interface SpaceHistory extends ResetHistory {
  readonly space: CountedSpace;
  readonly schedules: readonly ResetSchedule[];
}
