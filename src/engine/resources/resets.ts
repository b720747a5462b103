import { presentAtLatest } from "../../domain/clock.ts";
import type { Reset } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogChange } from "../journal/journal.ts";
import { saveResource } from "./changes.ts";

/** The instant in ms, and the count it sets, in people. */
export type ResetFields = Pick<Reset, "spaceId" | "instant" | "count">;

/**
 * Sets a space's count at an instant, now or in the past (D3, D7).
 *
 * @throws HeadcountError `invalid` if the space does not exist or the instant is in the future by more than clocks differ
 */
export function createReset(change: CatalogChange, fields: ResetFields): Promise<Reset> {
  return saveResource(change, "reset", (draft) => {
    const { catalog, now } = draft;
    catalog.named("space", fields.spaceId, "space_id");
    const instant = presentAtLatest(fields.instant, now, "timestamp");
    return { ...fields, instant, id: draft.newId(), createdAt: now, voidedAt: null };
  });
}

/**
 * Voids a reset, which removes it from all counts (D5).
 *
 * @throws HeadcountError `not-found` if the reset does not exist or is already voided
 */
export function voidReset(change: CatalogChange, id: bigint): Promise<Reset> {
  return saveResource(change, "reset", ({ catalog, now }) => ({
    ...catalog.find("reset", id),
    voidedAt: now,
  }));
}

export interface ResetQuery {
  readonly spaceId: bigint | null;
  /** Half-open, in ms. */
  readonly start: number;
  readonly end: number;
}

/** The resets of a time range, newest first (D16). */
export function listResets(catalog: Catalog, { spaceId, start, end }: ResetQuery): Reset[] {
  const resets = spaceId === null ? catalog.resets.all() : catalog.resetsOfSpace.of(spaceId);
  return resets
    .filter((reset) => reset.voidedAt === null && reset.instant >= start && reset.instant < end)
    .sort((a, b) => b.instant - a.instant || (a.id < b.id ? 1 : -1));
}
