import { groupBy } from "../../domain/collections.ts";
import { localMidnights } from "../../domain/local-time.ts";
import { type Reset, type ScheduleSpan, type Space, safeLimit } from "../../domain/resources.ts";
import type { CatalogRows, CatalogWrite } from "../../engine/ports.ts";
import type { RollUpHints } from "../../series/roller.ts";
import { targetBandFloors } from "../../series/sample-meter.ts";

/** The spaces of the stored catalog with the resets of their counts: they determine how runs are rolled up. */
export class CatalogHints {
  readonly #spaces = new Map<bigint, Space>();
  readonly #schedules = new RowsOfSpaces<ScheduleSpan>();
  readonly #resets = new RowsOfSpaces<Reset>();

  #isLoaded = false;

  /** Begins with the rows that are stored, once: from then on it follows the writes. */
  load({ space, schedule, reset }: CatalogRows): void {
    if (!this.#isLoaded) this.apply({ put: { space, schedule, reset } });
    this.#isLoaded = true;
  }

  /** Follows a write that has been committed. */
  apply({ put, remove }: CatalogWrite): void {
    for (const id of remove?.space ?? []) this.#spaces.delete(id);
    this.#schedules.apply(put?.schedule, remove?.schedule);
    this.#resets.apply(put?.reset, remove?.reset);
    for (const space of put?.space ?? []) this.#spaces.set(space.id, space);
  }

  /** How a space's counts are read with its present settings; null if there is no such space. */
  of(spaceId: bigint): RollUpHints | null {
    const space = this.#spaces.get(spaceId);
    if (space === undefined) return null;
    const schedules = this.#schedules.of(spaceId).toSorted((a, b) => (a.from < b.from ? -1 : 1));
    const resets = this.#resets
      .of(spaceId)
      .filter(({ voidedAt }) => voidedAt === null)
      .sort((a, b) => a.instant - b.instant || (a.id < b.id ? -1 : 1));
    return {
      history: { schedules, resets },
      bandFloors: targetBandFloors(space.targetCapacity),
      limit: safeLimit(space) ?? Infinity,
      midnights: (start, end) => localMidnights(space.timeZone, start, end),
    };
  }
}

/** Rows of one table by their spaces, which are grouped when they are first read after a change. */
class RowsOfSpaces<Row extends { readonly id: bigint; readonly spaceId: bigint }> {
  readonly #rows = new Map<bigint, Row>();
  #bySpace: ReadonlyMap<bigint, readonly Row[]> | null = null;

  apply(put: readonly Row[] = [], removed: readonly bigint[] = []): void {
    for (const id of removed) this.#rows.delete(id);
    for (const row of put) this.#rows.set(row.id, row);
    if (put.length + removed.length > 0) this.#bySpace = null;
  }

  of(spaceId: bigint): readonly Row[] {
    this.#bySpace ??= groupBy(this.#rows.values(), (row) => row.spaceId);
    return this.#bySpace.get(spaceId) ?? [];
  }
}
