import { localMidnights } from "../../domain/local-time.ts";
import { type Reset, type ScheduleSpan, type Space, safeLimit } from "../../domain/resources.ts";
import type { RollUpHints } from "../../series/roller.ts";
import { targetBandFloors } from "../../series/samples.ts";

/** Rows of the catalog that roll-up hints follow from. */
interface HintRows {
  readonly space?: readonly Space[];
  readonly schedule?: readonly ScheduleSpan[];
  readonly reset?: readonly Reset[];
}

/** What a write of the catalog changes of them. */
interface HintWrite {
  readonly put?: HintRows;
  readonly remove?: { readonly [Table in keyof HintRows]?: readonly bigint[] };
}

/** The spaces of the stored catalog with what resets their counts: how runs are rolled up follows from these. */
export class CatalogHints {
  readonly #spaces = new Map<bigint, Space>();
  readonly #schedules = new RowsOfSpaces<ScheduleSpan>();
  readonly #resets = new RowsOfSpaces<Reset>();

  #isLoaded = false;

  /** Begins with the rows that are stored, once: from then on it follows the writes. */
  load({ space, schedule, reset }: Required<HintRows>): void {
    if (!this.#isLoaded) this.apply({ put: { space, schedule, reset } });
    this.#isLoaded = true;
  }

  /** Follows a write that has been committed. */
  apply({ put, remove }: HintWrite): void {
    for (const id of remove?.space ?? []) this.#spaces.delete(id);
    this.#schedules.apply(put?.schedule, remove?.schedule);
    this.#resets.apply(put?.reset, remove?.reset);
    for (const space of put?.space ?? []) this.#spaces.set(space.id, space);
  }

  /** How a space's counts are read, as it is set now; null where there is no such space. */
  of(spaceId: bigint): RollUpHints | null {
    const space = this.#spaces.get(spaceId);
    if (space === undefined) return null;
    const schedules = this.#schedules.of(spaceId).sort((a, b) => (a.from < b.from ? -1 : 1));
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

/** Rows of one table by their spaces. */
class RowsOfSpaces<Row extends { readonly id: bigint; readonly spaceId: bigint }> {
  readonly #spaceIds = new Map<bigint, bigint>();
  readonly #bySpace = new Map<bigint, Map<bigint, Row>>();

  apply(put: readonly Row[] = [], removed: readonly bigint[] = []): void {
    for (const id of removed) this.#remove(id);
    for (const row of put) {
      const { id, spaceId } = row;
      const rows = this.#bySpace.get(spaceId);
      if (rows === undefined) this.#bySpace.set(spaceId, new Map([[id, row]]));
      else rows.set(id, row);
      this.#spaceIds.set(id, spaceId);
    }
  }

  of(spaceId: bigint): Row[] {
    return [...(this.#bySpace.get(spaceId)?.values() ?? [])];
  }

  #remove(id: bigint): void {
    const spaceId = this.#spaceIds.get(id);
    if (spaceId === undefined) return;
    this.#spaceIds.delete(id);
    const rows = this.#bySpace.get(spaceId);
    rows?.delete(id);
    if (rows?.size === 0) this.#bySpace.delete(spaceId);
  }
}
