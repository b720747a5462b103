import { type Sensor, safeLimit } from "../../domain/resources.ts";
import type { ChangePosition } from "../../series/live-count.ts";
import type { Binding } from "../catalog/bindings.ts";
import type { AppliedCount } from "../live/live-counts.ts";
import type { NotificationBatch } from "../live/notifications.ts";
import type { NewRequest, SpaceChanges } from "../ports.ts";
import type { Pacer } from "../yielding.ts";
import type { CommitGroup, CreatedEffect, GroupPart, IngestParts } from "./commit-group.ts";

interface GroupSpace extends AppliedCount {
  readonly index: number;
  /** Whether it has a safe limit, whose crossing causes a notification (D23). */
  readonly hasLimit: boolean;
  /** Whether runs of it are lost, so that its count is unknown until its next reset. */
  readonly hasLostRuns: boolean;
  /** Events before this instant, in ms, are not at the head of its history. */
  readonly headStart: number;
  /** The part of the space's history that the last applied event belongs to. */
  position: ChangePosition;
}

interface GroupOptions {
  /** The rows whose notifications are deferred, if this has been decided. */
  readonly deferred?: ReadonlySet<number>;
  readonly spacesWithLostRuns: ReadonlySet<bigint>;
}

type GroupParts = Pick<IngestParts, "catalog" | "notifier">;

export class GroupChanges {
  readonly requests: NewRequest[] = [];
  /** The effects of each part's last event, if each report of the part is an event. */
  readonly lastEvents = new Map<
    GroupPart["part"],
    { readonly row: number; readonly effects: CreatedEffect[] }
  >();
  readonly #parts: GroupParts;
  readonly #notifications: NotificationBatch;
  readonly #group: CommitGroup;
  readonly #options: GroupOptions;
  readonly #bindings: (readonly Binding[] | undefined)[] = [];
  readonly #spaces: GroupSpace[] = [];
  readonly #spacesByIndex: (GroupSpace | undefined)[];
  readonly #changes: ChangeColumns;

  constructor(
    parts: GroupParts,
    notifications: NotificationBatch,
    group: CommitGroup,
    options: GroupOptions,
  ) {
    this.#parts = parts;
    this.#notifications = notifications;
    this.#group = group;
    this.#options = options;
    this.#changes = new ChangeColumns(group.events.length);
    this.#spacesByIndex = new Array<GroupSpace | undefined>(parts.notifier.bindings.spaces);
  }

  get changes(): SpaceChanges {
    return this.#changes.of(this.#spaces.map(({ spaceId }) => spaceId));
  }

  /**
   * Applies all events in order to the counts that the commit changes. Other work runs in between, and reads the old
   * counts.
   */
  async apply(pacer: Pacer): Promise<void> {
    for (const incoming of this.#group.parts) {
      const { part, start, end } = incoming;
      for (let row = start; row < end; row++) {
        this.#applyEvent(row, part.isLive);
        if (pacer.isDue(row)) await pacer.pause();
      }
      this.#recordLastEvent(incoming);
    }
  }

  #recordLastEvent({ part, start, end }: GroupPart): void {
    if (part.duplicates !== "create" || end === start) return;
    const { request } = part;
    const row = end - 1;
    const effects = this.#effectsOf(row);
    this.lastEvents.set(part, { row, effects });
    if (request !== null) this.requests.push({ ...request.key, row, answer: request.answer(effects) });
  }

  #applyEvent(row: number, isLive: boolean): void {
    const { counts, isWanted, draft } = this.#notifications;
    const { timestamps, trajectories, sensorIndexes } = this.#group.events;
    const timestamp = timestamps[row] as number;
    const trajectory = trajectories[row] as number;
    const bindings = this.#bindingsOf(sensorIndexes[row] as number);
    // Most events have no notification.
    let mayNotify = isWanted || timestamp > draft.now;
    for (const binding of bindings) {
      if (timestamp < binding.from || timestamp >= binding.to) continue;
      const space = this.#spaceOf(binding);
      const direction = trajectory === binding.sensorPlacement ? 1 : -1;
      this.#changes.add(space.index, timestamp, direction);
      space.position = counts.apply(space, timestamp, direction, draft.now);
      mayNotify ||= space.hasLimit;
    }
    if (isLive && mayNotify) this.#notifyOrDefer(row, bindings);
  }

  /**
   * Adds the notifications of an event that is due, with the counts after it. The notification of an event that is not
   * due yet (D3), or whose spaces' counts are not all known, is deferred: the same commit stores that it is pending.
   */
  #notifyOrDefer(row: number, bindings: readonly Binding[]): void {
    const { timestamps, trajectories } = this.#group.events;
    const timestamp = timestamps[row] as number;
    const reached = bindings.filter(({ from, to }) => timestamp >= from && timestamp < to);
    if (reached.length === 0) return;
    const { deferred } = this.#options;
    const isLater = deferred?.has(row) ?? timestamp > this.#notifications.draft.now;
    const isKnown = this.#areCountsKnown(timestamp, reached);
    if (isLater || (!isKnown && deferred === undefined)) this.#defer(row);
    if (isLater) return;
    const { isWanted } = this.#notifications;
    for (const binding of reached) {
      const { spaceId, doorwayId, sensorPlacement } = binding;
      if (isWanted && isKnown) {
        const direction = trajectories[row] === sensorPlacement ? 1 : -1;
        this.#notifications.event({ spaceId, doorwayId, timestamp, direction }, row);
      }
      const space = this.#spaceOf(binding);
      if (space.hasLimit && space.position === "head") this.#notifications.threshold(spaceId, timestamp);
    }
  }

  /** Whether all counts that the notification of an event needs are known; lost counts are omitted. */
  #areCountsKnown(timestamp: number, reached: readonly Binding[]): boolean {
    for (const binding of reached) {
      const space = this.#spaceOf(binding);
      if (space.count !== undefined || space.hasLostRuns) continue;
      if (this.#notifications.isWanted || (space.hasLimit && timestamp >= space.headStart)) return false;
    }
    return true;
  }

  #defer(row: number): void {
    const { timestamps, trajectories, sensorKeys, eventIds } = this.#group.events;
    this.#notifications.deferred.push({
      row,
      timestamp: timestamps[row] as number,
      sensorKey: sensorKeys[row] as number,
      trajectory: trajectories[row] === 1 ? 1 : -1,
      eventId: eventIds?.at(row) ?? null,
    });
  }

  #effectsOf(row: number): CreatedEffect[] {
    const { timestamps, trajectories, sensorIndexes, sensors } = this.#group.events;
    const timestamp = timestamps[row] as number;
    const sensor = sensors[sensorIndexes[row] as number] as Sensor;
    const { counts, draft } = this.#notifications;
    return this.#parts.notifier.bindings
      .effectsOf(sensor, timestamp, trajectories[row] as number)
      .map(({ spaceId, direction }) => {
        const count = counts.of(spaceId)?.countAt(timestamp, draft.now) ?? null;
        return { spaceId, direction, count };
      });
  }

  #bindingsOf(sensorIndex: number): readonly Binding[] {
    const { sensors } = this.#group.events;
    this.#bindings[sensorIndex] ??= this.#parts.notifier.bindings.of(sensors[sensorIndex] as Sensor);
    return this.#bindings[sensorIndex] as readonly Binding[];
  }

  #spaceOf(binding: Binding): GroupSpace {
    return this.#spacesByIndex[binding.spaceIndex] ?? this.#addSpace(binding);
  }

  #addSpace({ spaceId, spaceIndex }: Binding): GroupSpace {
    const { catalog } = this.#parts;
    const space = catalog.spaces.get(spaceId);
    const hasLimit = space !== undefined && safeLimit(space) !== null;
    const count = this.#notifications.counts.change(spaceId);
    const groupSpace: GroupSpace = {
      spaceId,
      index: this.#spaces.length,
      hasLimit,
      hasLostRuns: this.#options.spacesWithLostRuns.has(spaceId),
      headStart: count?.start ?? -Infinity,
      count,
      position: "lost",
    };
    this.#spaces.push(groupSpace);
    this.#spacesByIndex[spaceIndex] = groupSpace;
    return groupSpace;
  }
}

/** Columns of changes that grow: most events have one or two. */
class ChangeColumns {
  #length = 0;
  #spaces: Int32Array;
  #timestamps: Float64Array;
  #directions: Int8Array;

  constructor(events: number) {
    const capacity = 2 * events;
    this.#spaces = new Int32Array(capacity);
    this.#timestamps = new Float64Array(capacity);
    this.#directions = new Int8Array(capacity);
  }

  add(space: number, timestamp: number, direction: number): void {
    const index = this.#length++;
    if (index === this.#spaces.length) this.#grow();
    this.#spaces[index] = space;
    this.#timestamps[index] = timestamp;
    this.#directions[index] = direction;
  }

  of(spaceIds: readonly bigint[]): SpaceChanges {
    const length = this.#length;
    return {
      length,
      spaceIds,
      spaces: this.#spaces.subarray(0, length),
      timestamps: this.#timestamps.subarray(0, length),
      directions: this.#directions.subarray(0, length),
    };
  }

  #grow(): void {
    const grown = new ChangeColumns(this.#length);
    grown.#spaces.set(this.#spaces);
    grown.#timestamps.set(this.#timestamps);
    grown.#directions.set(this.#directions);
    this.#spaces = grown.#spaces;
    this.#timestamps = grown.#timestamps;
    this.#directions = grown.#directions;
  }
}
