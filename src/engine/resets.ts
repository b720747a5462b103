import type { Reset } from "../domain/resources.ts";
import type { EngineContext } from "./context.ts";
import { requirePast } from "./time-range.ts";

export interface ResetFields {
  readonly spaceId: bigint;
  /** In ms. */
  readonly instant: number;
  /** The count it sets, in people. */
  readonly count: number;
}

/**
 * Sets a space's count at an instant, now or in the past (D3, D7).
 *
 * @throws HeadcountError `invalid` where the space does not exist or the instant lies in the future
 */
export function createReset({ catalog, clock }: EngineContext, fields: ResetFields): Promise<Reset> {
  return catalog.exclusive(async () => {
    const now = clock.now();
    catalog.namedSpace(fields.spaceId, "space_id");
    requirePast(fields.instant, now, "timestamp");
    const reset = { ...fields, id: catalog.newId(), createdAt: now };
    await catalog.save({ put: { reset: [reset] } });
    return reset;
  });
}

export interface ResetQuery {
  readonly spaceId: bigint | null;
  /** Half-open, in ms. */
  readonly start: number;
  readonly end: number;
}

/** The resets of a time range, newest first (D16). */
export function listResets({ catalog }: EngineContext, { spaceId, start, end }: ResetQuery): Reset[] {
  const resets = spaceId === null ? catalog.resets.all() : catalog.resetsOfSpace.of(spaceId);
  return resets
    .filter((reset) => reset.instant >= start && reset.instant < end)
    .sort((a, b) => b.instant - a.instant || (a.id < b.id ? 1 : -1));
}
