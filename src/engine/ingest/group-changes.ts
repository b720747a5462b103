import { safeLimit } from "../../domain/safe-threshold.ts";
import type { EngineContext } from "../context.ts";
import type { Announcements } from "../live/announcements.ts";
import type { Binding } from "../live/bindings.ts";
import type { AppliedCount } from "../live/live-counts.ts";
import type { AnsweredRequest, LoggedEvent, SpaceChanges } from "../ports.ts";
import type { IncomingGroup, IncomingPart } from "./incoming-events.ts";
import type { CreatedEvent, IngestPart, PartResult } from "./ingest-part.ts";

/** A space that a group's events count for. */
interface Place extends AppliedCount {
  /** Its index among the spaces of the group. */
  readonly index: number;
  /** Whether it has a limit whose crossing is told (D23). */
  readonly hasLimit: boolean;
}

/** A binding of a sensor, with its space. */
interface Target {
  readonly binding: Binding;
  readonly place: Place;
}

/** What a group's events change, and what becomes of its parts. To be used in one go: it looks spaces up once. */
export class GroupChanges {
  readonly requests: AnsweredRequest[] = [];
  /** Events that lie ahead, and are told of when they fall due. */
  readonly owed: LoggedEvent[] = [];
  readonly results = new Map<IngestPart, PartResult>();
  readonly #context: EngineContext;
  readonly #announcements: Announcements;
  readonly #now: number;
  readonly #group: IncomingGroup;
  readonly #firstId: bigint;
  /** The targets of each sensor of the group, once it has been met. */
  readonly #targets: (readonly Target[] | undefined)[] = [];
  readonly #places: Place[] = [];
  /** Those of the spaces that have been met, by the numbers that their bindings give them. */
  readonly #placesByIndex: (Place | undefined)[];
  readonly #changes = new ChangeColumns();

  constructor(
    context: EngineContext,
    announcements: Announcements,
    group: IncomingGroup,
    { now, firstId }: { readonly now: number; readonly firstId: bigint },
  ) {
    this.#context = context;
    this.#announcements = announcements;
    this.#group = group;
    this.#now = now;
    this.#placesByIndex = new Array<Place | undefined>(context.live.bindings.spaces);
    this.#firstId = firstId;
  }

  /** What the events that have been applied change. */
  get changes(): SpaceChanges {
    return this.#changes.over(this.#places.map(({ spaceId }) => spaceId));
  }

  /** Applies all events to the current counts, in their order. */
  apply(): void {
    for (const part of this.#group.parts) this.#applyPart(part);
  }

  #applyPart({ part, start, end }: IncomingPart): void {
    const { duplicates, reports, request } = part;
    for (let row = start; row < end; row++) this.#applyEvent(row, part.live);
    const last = duplicates === "keep" && end > start ? this.#created(end - 1) : null;
    if (request !== null && last !== null)
      this.requests.push({ ...request.key, eventId: last.id, answer: request.answer(last) });
    const accepted = end - start;
    this.results.set(part, { accepted, duplicates: reports.length - accepted, last, remembered: null });
  }

  #applyEvent(row: number, isLive: boolean): void {
    const { counts } = this.#context.live;
    const { timestamps, trajectories, places } = this.#group.events;
    const timestamp = timestamps[row] as number;
    const trajectory = trajectories[row] as number;
    const now = this.#now;
    const isDue = timestamp <= now;
    let isOwed = false;
    for (const { binding, place } of this.#targetsOf(places[row] as number)) {
      if (timestamp < binding.from || timestamp >= binding.to) continue;
      const direction = trajectory === binding.sensorPlacement ? 1 : -1;
      this.#changes.add(place.index, timestamp, direction);
      const lies = counts.apply(place, timestamp, direction, now);
      if (!isLive) continue;
      if (!isDue) isOwed = true;
      else if (this.#announcements.isTelling || place.hasLimit) {
        const { spaceId, doorwayId } = binding;
        this.#announcements.event({ spaceId, doorwayId, timestamp, direction }, this.#idOf(row));
        if (lies === "head") this.#announcements.threshold(spaceId, timestamp);
      }
    }
    if (isOwed) this.#owe(row);
  }

  #owe(row: number): void {
    const { timestamps, trajectories, sensorKeys, eventIds } = this.#group.events;
    const id = this.#idOf(row);
    this.#announcements.owe(id);
    this.owed.push({
      id,
      timestamp: timestamps[row] as number,
      sensorKey: sensorKeys[row] as number,
      trajectory: trajectories[row] === 1 ? 1 : -1,
      eventId: eventIds?.at(row) ?? null,
    });
  }

  /** What has become of a row that has been applied. */
  #created(row: number): CreatedEvent {
    const { counts } = this.#context.live;
    const { timestamps, trajectories, places } = this.#group.events;
    const timestamp = timestamps[row] as number;
    const effects = [];
    for (const { binding } of this.#targetsOf(places[row] as number)) {
      if (timestamp < binding.from || timestamp >= binding.to) continue;
      const { spaceId, sensorPlacement } = binding;
      const direction = trajectories[row] === sensorPlacement ? (1 as const) : (-1 as const);
      effects.push({ spaceId, direction, count: counts.of(spaceId)?.countAt(timestamp, this.#now) ?? null });
    }
    return { id: this.#idOf(row), effects };
  }

  #idOf(row: number): bigint {
    return this.#firstId + BigInt(row);
  }

  #targetsOf(sensorIndex: number): readonly Target[] {
    let targets = this.#targets[sensorIndex];
    if (targets === undefined) {
      const sensor = this.#group.events.sensors[sensorIndex];
      const bindings = sensor === undefined ? [] : this.#context.live.bindings.of(sensor);
      targets = bindings.map((binding) => ({ binding, place: this.#placeOf(binding) }));
      this.#targets[sensorIndex] = targets;
    }
    return targets;
  }

  #placeOf({ spaceId, spaceIndex }: Binding): Place {
    let place = this.#placesByIndex[spaceIndex];
    if (place === undefined) {
      const { catalog, live } = this.#context;
      const space = catalog.spaces.get(spaceId);
      const hasLimit = space !== undefined && safeLimit(space) !== null;
      const count = live.counts.of(spaceId);
      // What has become of it before these events is told before them.
      if (count !== undefined) live.tellChanged(this.#announcements, spaceId, count, this.#now);
      place = { spaceId, index: this.#places.length, hasLimit, count };
      this.#places.push(place);
      this.#placesByIndex[spaceIndex] = place;
    }
    return place;
  }
}

/** Changes that a group has room for when it begins. */
const CAPACITY_MIN = 64;

/** Columns of changes that grow. */
class ChangeColumns {
  #length = 0;
  #spaces = new Int32Array(CAPACITY_MIN);
  #timestamps = new Float64Array(CAPACITY_MIN);
  #directions = new Int8Array(CAPACITY_MIN);

  add(space: number, timestamp: number, direction: number): void {
    const index = this.#length++;
    if (index === this.#spaces.length) this.#grow(2 * index);
    this.#spaces[index] = space;
    this.#timestamps[index] = timestamp;
    this.#directions[index] = direction;
  }

  over(spaceIds: readonly bigint[]): SpaceChanges {
    const length = this.#length;
    return {
      length,
      spaceIds,
      spaces: this.#spaces.subarray(0, length),
      timestamps: this.#timestamps.subarray(0, length),
      directions: this.#directions.subarray(0, length),
    };
  }

  #grow(capacity: number): void {
    const [spaces, timestamps, directions] = [this.#spaces, this.#timestamps, this.#directions];
    this.#spaces = new Int32Array(capacity);
    this.#timestamps = new Float64Array(capacity);
    this.#directions = new Int8Array(capacity);
    this.#spaces.set(spaces);
    this.#timestamps.set(timestamps);
    this.#directions.set(directions);
  }
}
