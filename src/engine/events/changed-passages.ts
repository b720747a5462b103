import { getOrInsert } from "../../domain/collections.ts";
import { DAY_MS } from "../../domain/instant.ts";
import { findChange } from "../../series/run-block.ts";
import type { Bindings } from "../catalog/bindings.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { FoundEvents, LoggedEvent, RunReader } from "../ports.ts";
import type { Pacer } from "../yielding.ts";

/** A number before and after a change. */
interface Changed {
  readonly from: number;
  readonly to: number;
}

/** Entrances and exits of a space, in people, in the time of the events that a change adds or voids. */
export interface ChangedPassages {
  readonly spaceId: bigint;
  readonly entrances: Changed;
  readonly exits: Changed;
}

/** Sums the events that a change adds and voids, by the spaces that they count for (D4). */
export class PassageChanges {
  readonly #catalog: Catalog;
  readonly #bindings: Bindings;
  readonly #bySpace = new Map<bigint, { entrances: number; exits: number }>();
  #first = Infinity;
  #last = -Infinity;

  constructor(catalog: Catalog, bindings: Bindings) {
    this.#catalog = catalog;
    this.#bindings = bindings;
  }

  /** @param sign 1 if the event is added, -1 if it is voided */
  add({ sensorKey, timestamp, trajectory }: Omit<LoggedEvent, "id" | "eventId">, sign: 1 | -1): void {
    const sensor = this.#catalog.sensorsByKey.first(sensorKey);
    if (sensor === undefined) return;
    this.#first = Math.min(this.#first, timestamp);
    this.#last = Math.max(this.#last, timestamp);
    for (const { spaceId, direction } of this.#bindings.effectsOf(sensor, timestamp, trajectory)) {
      const passages = getOrInsert(this.#bySpace, spaceId, () => ({ entrances: 0, exits: 0 }));
      passages[direction === 1 ? "entrances" : "exits"] += sign;
    }
  }

  /** As `add`, for many events. */
  async addAll(
    { length, sensorKeys, timestamps, trajectories }: Omit<FoundEvents, "ids">,
    sign: 1 | -1,
    pacer: Pacer,
  ): Promise<void> {
    for (let row = 0; row < length; row++) {
      const [sensorKey = 0, timestamp = 0] = [sensorKeys[row], timestamps[row]];
      this.add({ sensorKey, timestamp, trajectory: trajectories[row] === 1 ? 1 : -1 }, sign);
      if (pacer.isDue(row)) await pacer.pause();
    }
  }

  /** What becomes of the passages of each space, from the first event to the last. */
  async totals(runs: Pick<RunReader, "runs">): Promise<ChangedPassages[]> {
    const ids = [...this.#bySpace.keys()].sort((a, b) => (a < b ? -1 : 1));
    const counted = new Map(ids.map((id) => [id, { entrances: 0, exits: 0 }]));
    if (ids.length > 0) {
      const [firstDay, lastDay] = [Math.floor(this.#first / DAY_MS), Math.floor(this.#last / DAY_MS)];
      for await (const { spaceId, dayStart, changes } of runs.runs(ids, firstDay, lastDay + 1)) {
        const passages = getOrInsert(counted, spaceId, () => ({ entrances: 0, exits: 0 }));
        const end = findChange(changes, this.#last + 1 - dayStart);
        for (let i = findChange(changes, this.#first - dayStart); i < end; i++)
          passages[(changes[i] as number) & 1 ? "entrances" : "exits"]++;
      }
    }
    const changed = (spaceId: bigint, kind: "entrances" | "exits") => {
      const from = counted.get(spaceId)?.[kind] ?? 0;
      return { from, to: from + (this.#bySpace.get(spaceId)?.[kind] ?? 0) };
    };
    return ids.map((spaceId) => ({
      spaceId,
      entrances: changed(spaceId, "entrances"),
      exits: changed(spaceId, "exits"),
    }));
  }
}
