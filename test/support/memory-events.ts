import { HeadcountError } from "../../src/domain/errors.ts";
import { DAY_MS } from "../../src/domain/instant.ts";
import type { EventRange, EventStore, LoggedEvent } from "../../src/engine/ports.ts";
import { writeEventFiles } from "./event-files.ts";
import {
  type Contents,
  cut,
  effectsOf,
  findRequest,
  identity,
  inTime,
  loggedEvents,
  runsOfAll,
  sensorEvents,
  spaceEvents,
  validEvents,
} from "./memory-log.ts";

/** The page that holds all events of a range. */
const whole = (range: EventRange) => ({ ...range, offset: 0, limit: Infinity });

/** The log of events of a store in memory, and the runs derived from it at each read. */
export function memoryEvents(contents: Contents): EventStore {
  const store: EventStore = {
    position: async () => contents.lastEventId,
    logStart: () => contents.logStart,

    async findStored(events, ranges) {
      const withdrawn = [...contents.tables.import.values()].filter(({ voidedAt }) => voidedAt !== null);
      const isWithdrawn = ({ id }: LoggedEvent) =>
        withdrawn.some(({ firstIds, lastIds }) =>
          firstIds.some((first, index) => id >= first && id <= (lastIds[index] ?? 0n)),
        );
      const stored = new Set(contents.log.filter((event) => !isWithdrawn(event)).map(identity));
      const entries = loggedEvents(0n, events).map(identity);
      const rows = ranges.flatMap(({ start, end }) => [...entries.keys()].slice(start, end));
      const found = rows.filter((row) => stored.has(entries[row] as string));
      return new Set(found);
    },

    async loadLive() {
      const { log, pending, unsafe, voided, marks } = contents;
      const valid = log.filter(({ id }) => pending.has(id) && !voided.has(id));
      return { pending: valid, unsafe: [...unsafe], marks };
    },

    async eventsAfter(afterId, lastId) {
      const { log, voided } = contents;
      return log.filter(({ id }) => id > afterId && id <= lastId && !voided.has(id));
    },

    async eventsOfReadings(sensorKeys, { from, to }, { firstIds, lastIds } = { firstIds: [], lastIds: [] }) {
      const { log, voided } = contents;
      const isExcepted = (id: bigint) =>
        firstIds.some((first, index) => id >= first && id <= (lastIds[index] ?? 0n));
      return log.filter(
        ({ id, sensorKey, timestamp, eventId }) =>
          !isExcepted(id) &&
          sensorKeys.includes(sensorKey) &&
          timestamp >= from &&
          timestamp < to &&
          eventId?.startsWith("rdg_") === true &&
          !voided.has(id),
      );
    },

    async eventsToVoid(which) {
      const { log, voided } = contents;
      const isWanted = ({ id, sensorKey, timestamp }: LoggedEvent) =>
        "sensorKey" in which
          ? sensorKey === which.sensorKey && timestamp >= which.from && timestamp < which.to
          : which.firstIds.some((first, index) => id >= first && id <= (which.lastIds[index] ?? 0n));
      const found = log.filter((event) => !voided.has(event.id) && isWanted(event));
      return {
        length: found.length,
        ids: Float64Array.from(found, ({ id }) => Number(id)),
        sensorKeys: Int32Array.from(found, ({ sensorKey }) => sensorKey),
        timestamps: Float64Array.from(found, ({ timestamp }) => timestamp),
        trajectories: Int8Array.from(found, ({ trajectory }) => trajectory),
      };
    },

    requests: async (requests) => requests.map((request) => findRequest(contents, request)),

    event: async (id) => validEvents(contents).find((event) => event.id === id) ?? null,

    async lastEvents(since) {
      const last = new Map<bigint, number>();
      for (const { sensorId, timestamp } of sensorEvents(contents, contents.log).sort(inTime))
        if (timestamp >= since) last.set(sensorId, timestamp);
      return last;
    },

    // Reads derive the runs.
    setResetHistories: () => {},
    deriveRuns: async () => {},

    /** Reads no files. */
    async stage(path) {
      throw new HeadcountError("unreadable-input", `${path} cannot be read into memory`);
    },
    acceptStaged: () => Promise.reject(new Error("no file has been read")),
    acceptReadings: () => Promise.reject(new Error("no file has been read")),
    async *stagedParts() {},

    async events({ spaceId, doorwayId, sensorId, trajectory }, page) {
      const touches = (id: bigint) => (effect: { readonly spaceId: bigint }) => effect.spaceId === id;
      const found = validEvents(contents)
        .filter((event) => sensorId === undefined || event.sensorId === sensorId)
        .filter((event) => doorwayId === undefined || event.doorwayId === doorwayId)
        .filter((event) => trajectory === undefined || event.trajectory === trajectory)
        .filter((event) => spaceId === undefined || effectsOf(contents, event).some(touches(spaceId)));
      return cut(found, page);
    },

    async spaceEvents({ spaceId, doorwayId, direction, windows = [-Infinity, Infinity] }, page) {
      const found = spaceEvents(contents)
        .filter((event) => event.spaceId === spaceId)
        .filter((event) => doorwayId === undefined || event.doorwayId === doorwayId)
        .filter((event) => direction === undefined || event.direction === direction)
        .filter(({ timestamp }) => windows.findLastIndex((bound) => bound <= timestamp) % 2 === 0);
      return cut(found, page);
    },

    async *scanEvents(filter, range) {
      yield (await store.events(filter, whole(range))).items;
    },

    async *scanSpaceEvents(filter, range) {
      yield (await store.spaceEvents(filter, whole(range))).items;
    },

    async *exportEvents(range, spaceIds) {
      const eventIds = new Map(contents.log.map(({ id, eventId }) => [id, eventId]));
      const { items } = await store.events({}, whole({ ...range, order: "ASC" }));
      const isAsked = (effect: { readonly spaceId: bigint }) => spaceIds?.includes(effect.spaceId);
      yield items
        .filter((event) => spaceIds === null || effectsOf(contents, event).some(isAsked))
        .map(({ sensorId, ...event }) => ({
          ...event,
          serialNumber: contents.tables.sensor.get(sensorId)?.serialNumber ?? "",
          eventId: eventIds.get(event.id) ?? null,
        }));
    },

    async logSpan({ start, end }) {
      const instants = contents.log
        .map(({ timestamp }) => timestamp)
        .filter((timestamp) => timestamp >= start && timestamp < end);
      const days = new Set(instants.map((timestamp) => Math.floor(timestamp / DAY_MS))).size;
      const [first, last] = [Math.min(...instants), Math.max(...instants)];
      return { events: instants.length, days, span: instants.length === 0 ? null : { first, last } };
    },

    async firstChanges(spaces) {
      const firsts = new Map<bigint, number>();
      for await (const { spaceId, dayStart, changes } of store.runs(
        [...spaces.keys()],
        -Infinity,
        Infinity,
      )) {
        const first = dayStart + ((changes[0] ?? 0) >>> 1);
        if (!firsts.has(spaceId) && first < (spaces.get(spaceId) ?? -Infinity)) firsts.set(spaceId, first);
      }
      return firsts;
    },

    effectsAt: async (instants) =>
      spaceEvents(contents)
        .filter((event) => instants.includes(event.timestamp))
        .sort(inTime),

    runs: (...range) => runsOfAll(contents).runs(...range),
    read: (...range) => runsOfAll(contents).read(...range),

    /** Runs are derived whenever they are read: there is nothing to derive again, and no difference. */
    async rebuild({ spaceId, from, to }) {
      const spaceIds = spaceId === null ? [...contents.tables.space.keys()] : [spaceId];
      let [runs, events] = [0, 0];
      for await (const run of store.runs(spaceIds, Math.floor(from / DAY_MS), Math.ceil(to / DAY_MS))) {
        runs++;
        events += run.changes.length;
      }
      return { runs, events, differences: [], sensors: [] };
    },

    async summary() {
      const { log, removedEvents } = contents;
      return { events: log.length, removedEvents, staleRuns: 0 };
    },

    async copyEvents(afterId, folder) {
      const newer = contents.log.filter(({ id }) => id > afterId);
      const files = await writeEventFiles(newer, [...contents.voided], folder);
      // The store in memory is asked for no SQL once events have been removed.
      return { ...files, retained: null, lastEventId: newer.at(-1)?.id ?? afterId };
    },
  };
  return store;
}
