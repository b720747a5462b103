import { getOrInsert } from "../../domain/collections.ts";
import { DAY_MS } from "../../domain/instant.ts";
import { findChange } from "../../series/run-block.ts";
import type { Bindings } from "../catalog/bindings.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { FoundEvents, LoggedEvent, RunReader } from "../ports.ts";
import type { Pacer } from "../yielding.ts";

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
export function passageChanges({ sensorsByKey }: Catalog, bindings: Bindings) {
  const bySpace = new Map<bigint, Passages>();
  let first = Infinity;
  let last = -Infinity;

  /** @param sign 1 if the event is added, -1 if it is voided */
  const add = (
    { sensorKey, timestamp, trajectory }: Omit<LoggedEvent, "id" | "eventId">,
    sign: 1 | -1,
  ): void => {
    const sensor = sensorsByKey.first(sensorKey);
    if (sensor === undefined) return;
    first = Math.min(first, timestamp);
    last = Math.max(last, timestamp);
    for (const { spaceId, direction } of bindings.effectsOf(sensor, timestamp, trajectory))
      getOrInsert(bySpace, spaceId, nothing)[direction === 1 ? "entrances" : "exits"] += sign;
  };
  /** As `add`, for many events. */
  const addAll = async (
    { length, sensorKeys, timestamps, trajectories }: Omit<FoundEvents, "ids">,
    sign: 1 | -1,
    pacer: Pacer,
  ): Promise<void> => {
    for (let row = 0; row < length; row++) {
      const [sensorKey = 0, timestamp = 0] = [sensorKeys[row], timestamps[row]];
      add({ sensorKey, timestamp, trajectory: trajectories[row] === 1 ? 1 : -1 }, sign);
      if (pacer.isDue(row)) await pacer.pause();
    }
  };
  /** What becomes of the passages of each space, from the first event to the last. */
  const totals = async (runs: Pick<RunReader, "runs">): Promise<ChangedPassages[]> => {
    const changed = [...bySpace].sort(([a], [b]) => (a < b ? -1 : 1));
    const counted = new Map<bigint, Passages>();
    if (changed.length > 0) {
      const [firstDay, lastDay] = [Math.floor(first / DAY_MS), Math.floor(last / DAY_MS)];
      const ids = changed.map(([id]) => id);
      for await (const { spaceId, dayStart, changes } of runs.runs(ids, firstDay, lastDay + 1)) {
        const passages = getOrInsert(counted, spaceId, nothing);
        const end = findChange(changes, last + 1 - dayStart);
        for (let i = findChange(changes, first - dayStart); i < end; i++)
          passages[(changes[i] as number) & 1 ? "entrances" : "exits"]++;
      }
    }
    return changed.map(([spaceId, more]) => {
      const from = counted.get(spaceId) ?? nothing();
      const changedBy = (kind: keyof Passages) => ({ from: from[kind], to: from[kind] + more[kind] });
      return { spaceId, entrances: changedBy("entrances"), exits: changedBy("exits") };
    });
  };
  return { add, addAll, totals };
}

type Passages = Record<"entrances" | "exits", number>;

const nothing = (): Passages => ({ entrances: 0, exits: 0 });
