import type { Clock } from "../../domain/clock.ts";
import type { ReadingList } from "../../domain/reading-list.ts";
import type { Reports } from "../../domain/report-columns.ts";
import type { Import, Sensor } from "../../domain/resources.ts";
import { type DuplicateRule, isFurtherCrossing } from "../../domain/sensor-report.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { joinedIds, select, selectEvents } from "../event-columns.ts";
import type { Draft } from "../journal/draft.ts";
import type { Change, Journal } from "../journal/journal.ts";
import type { Notifier } from "../live/notifier.ts";
import type {
  EventEffect,
  EventStore,
  IdempotentRequest,
  IngestResult,
  LogColumns,
  RememberedRequest,
  RowRange,
} from "../ports.ts";
import type { DecidedBatch, ReadingParts } from "../readings/decide-readings.ts";
import { MadeSensors, type SensorActivity } from "../resources/sensors.ts";
import type { Telemetry } from "../telemetry.ts";
import type { Pacer } from "../yielding.ts";

/** An event's effect on one space; the count after it is null if it is too old to be in memory. */
export interface CreatedEffect extends Omit<EventEffect, "count"> {
  readonly count: number | null;
}

/** The import that rows are a part of: one that is there, or, with a null id, a new one of a file. */
export interface ImportOf extends Pick<Import, "file"> {
  readonly id: bigint | null;
}

/** A part of an import. Its rows are those besides the readings. */
export interface ImportPart extends ImportOf, Pick<Import, "kind" | "rows" | "rejected"> {}

export interface IngestPart {
  /** The sender, for the audit log. */
  readonly change: Change;
  readonly reports: Reports;
  /** Readings in place of reports: what becomes of them, and their events, is decided with the commit (D31). */
  readonly readings?: ReadingList;
  /** The import that they are a part of (D5). */
  readonly importOf?: ImportPart;
  /** What becomes of reports that repeat another (D9); with `create`, each is an event, whatever is stored. */
  readonly duplicates: DuplicateRule | "create";
  /** Whether sockets and webhooks are notified of them (D23). */
  readonly isLive: boolean;
  readonly request: {
    readonly key: IdempotentRequest;
    readonly answer: (effects: readonly CreatedEffect[]) => string | null;
  } | null;
}

export interface PartResult extends IngestResult {
  /** The last event of a part that keeps all of its reports; null for others. */
  readonly last: { readonly id: bigint; readonly effects: readonly CreatedEffect[] } | null;
  /** The stored request with its key: then none of its reports is stored. */
  readonly remembered: RememberedRequest | null;
  readonly importId: bigint | null;
  /** What became of the first of its readings; null for a part without readings. */
  readonly readings: DecidedBatch["decided"] | null;
}

export interface GroupEvents extends LogColumns {
  /** Their sensors, each once. */
  readonly sensors: readonly Sensor[];
  /** The sensor of each, as an index of those. */
  readonly sensorIndexes: Int32Array;
}

export interface GroupPart extends RowRange {
  readonly part: Pick<IngestPart, "duplicates" | "isLive" | "request">;
}

export interface CommitGroup {
  readonly events: GroupEvents;
  readonly parts: readonly GroupPart[];
}

export interface IngestParts extends ReadingParts {
  readonly catalog: Catalog;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly events: EventStore;
  readonly notifier: Notifier;
  readonly activity: SensorActivity;
  readonly telemetry: Telemetry;
}

/** The events of all parts; the draft registers unknown sensors (D20). */
export async function identifyEvents(
  draft: Draft,
  parts: readonly IngestPart[],
  pacer: Pacer,
): Promise<CommitGroup> {
  const made = new MadeSensors(draft);
  const sensors: Sensor[] = [];
  const indexes = new Map<string, number>();
  const length = parts.reduce((sum, { reports }) => sum + reports.length, 0);
  const timestamps = new Float64Array(length);
  const trajectories = new Int8Array(length);
  const sensorIndexes = new Int32Array(length);
  const sensorKeys = new Int32Array(length);
  const incoming: GroupPart[] = [];
  let start = 0;
  for (const part of parts) {
    const { change, reports } = part;
    const { serialNumbers } = reports;
    const indexesOfPart = new Int32Array(serialNumbers.length);
    for (let row = 0; row < serialNumbers.length; row++) {
      const serialNumber = serialNumbers[row] as string;
      let index = indexes.get(serialNumber);
      if (index === undefined) {
        index = sensors.push(made.of(serialNumber, change.actor)) - 1;
        indexes.set(serialNumber, index);
      }
      indexesOfPart[row] = index;
      if (pacer.isDue(row)) await pacer.pause();
    }
    timestamps.set(reports.timestamps, start);
    trajectories.set(reports.trajectories, start);
    for (let row = 0; row < reports.length; row++) {
      const sensor = indexesOfPart[reports.sensors[row] as number] as number;
      sensorIndexes[start + row] = sensor;
      sensorKeys[start + row] = (sensors[sensor] as Sensor).key;
      if (pacer.isDue(start + row)) await pacer.pause();
    }
    incoming.push({ part, start, end: start + reports.length });
    start += reports.length;
  }
  made.save();
  const eventIds = joinedIds(parts.map(({ reports }) => reports));
  const columns = { timestamps, trajectories, sensorKeys, eventIds };
  return { events: { length, ...columns, sensors, sensorIndexes }, parts: incoming };
}

/**
 * Drops the events that repeat a stored event or an earlier one of the group, by the rule of each part (D9).
 *
 * @returns the other events, and the number of dropped events of each sensor that has some
 */
export async function dropDuplicates(
  { events: store }: Pick<IngestParts, "events">,
  incoming: CommitGroup,
  pacer: Pacer,
): Promise<CommitGroup & { readonly dropped: ReadonlyMap<Sensor, number> }> {
  const { events, parts } = incoming;
  const stored = await store.findStored(
    events,
    parts.filter(({ part }) => part.duplicates !== "create"),
  );
  const seen = new GroupIdentities(events);
  const kept = new Int32Array(events.length);
  let length = 0;
  const left: GroupPart[] = [];
  const dropped = new Map<Sensor, number>();
  const drop = (row: number) => {
    const sensor = events.sensors[events.sensorIndexes[row] as number] as Sensor;
    dropped.set(sensor, (dropped.get(sensor) ?? 0) + 1);
  };
  for (const { part, start, end } of parts) {
    const { duplicates } = part;
    const first = length;
    for (let row = start; row < end; row++) {
      if (pacer.isDue(row)) await pacer.pause();
      const earlier = seen.add(row);
      let isDuplicate = false;
      if (duplicates !== "create") {
        // An earlier part of the group counts as stored.
        const mayRepeat = earlier >= start && (events.eventIds?.at(row) ?? null) === null;
        isDuplicate =
          (stored.size > 0 && stored.has(row)) ||
          (earlier >= 0 && !(mayRepeat && isFurtherCrossing(duplicates, events.timestamps[row] as number)));
      }
      if (isDuplicate) drop(row);
      else kept[length++] = row;
    }
    left.push({ part, start: first, end: length });
  }
  if (length === events.length) return { ...incoming, dropped };
  const rows = kept.subarray(0, length);
  const sensorIndexes = select(events.sensorIndexes, rows, new Int32Array(length));
  return { events: { ...events, ...selectEvents(events, rows), sensorIndexes }, parts: left, dropped };
}

/** The identities of a group's events (D9), each with the first row that has it: a hash table of rows. */
export class GroupIdentities {
  readonly #events: GroupEvents;
  /** The row in each slot, counted from 1; 0 if it is free. At least half of them are. */
  readonly #slots: Int32Array;

  constructor(events: GroupEvents) {
    this.#events = events;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * events.length + 1)));
  }

  /**
   * Adds a row.
   *
   * @returns the first row with its identity, if that is an earlier one; else -1
   */
  add(row: number): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    let slot = this.#hash(row) & last;
    for (; slots[slot] !== 0; slot = (slot + 1) & last) {
      const earlier = (slots[slot] as number) - 1;
      if (this.#isSame(earlier, row)) return earlier;
    }
    slots[slot] = row + 1;
    return -1;
  }

  #isSame(row: number, other: number): boolean {
    const { timestamps, sensorIndexes, trajectories, eventIds } = this.#events;
    return (
      timestamps[row] === timestamps[other] &&
      sensorIndexes[row] === sensorIndexes[other] &&
      trajectories[row] === trajectories[other] &&
      (eventIds === null || eventIds.isSame(row, other))
    );
  }

  /** A 32-bit hash of a row's identity: multiplications by odd numbers spread what differs in few bits. */
  #hash(row: number): number {
    const { timestamps, sensorIndexes, trajectories, eventIds } = this.#events;
    let hash = Math.imul(timestamps[row] as number, 0x9e37_79b1) ^ (eventIds?.hash(row) ?? 0);
    hash = Math.imul(
      hash ^ ((sensorIndexes[row] as number) << 1) ^ (trajectories[row] as number),
      0x85eb_ca6b,
    );
    return hash ^ (hash >>> 15);
  }
}
