import { expect } from "vitest";
import { DAY_MS } from "../../src/domain/instant.ts";
import type { SensorPlacement } from "../../src/domain/resources.ts";
import type { DuplicateRule } from "../../src/domain/sensor-report.ts";
import { buildEngine } from "../../src/engine/build-engine.ts";
import type { EffectiveFrom } from "../../src/engine/catalog/spans.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { voidEvent } from "../../src/engine/events/event-changes.ts";
import { reportsOf } from "../../src/engine/ingest/admission.ts";
import { ingestReports } from "../../src/engine/ingest/ingest-queue.ts";
import type {
  EventPage,
  IdempotentRequest,
  RunReader,
  SensorEvent,
  SensorReport,
  SpaceEvent,
  Store,
} from "../../src/engine/ports.ts";
import { createDoorway } from "../../src/engine/resources/doorways.ts";
import { createLink } from "../../src/engine/resources/links.ts";
import { createSpace } from "../../src/engine/resources/spaces.ts";
import { TEST_SETTINGS } from "./settings.ts";
import { duckDbStore, type OpenedStore, opened } from "./store-harness.ts";
import { type ModelEvent, ModelLog, type ModelRun, type Spans } from "./store-model.ts";
import { at, reportOf } from "./store-reports.ts";

/** All of an event list. */
export const EVERYTHING: EventPage = {
  start: 0,
  end: 2 ** 53 - 1,
  order: "ASC",
  offset: 0,
  limit: 1_000_000,
};

/** All spaces and times. */
export const EVER = { spaceId: null, from: -Infinity, to: Infinity };

/** A store that goes when the test has finished, with a hall that has a front doorway with sensor `a`. */
export async function openHall(now?: number) {
  const directory = await opened(duckDbStore);
  const world = await World.over(directory, now);
  const hall = await world.space("Hall");
  const link = await world.link(hall, await world.doorway("Front", "a"));
  return { directory, world, hall, link };
}

/** An engine over a store, next to a model of what the store must answer. */
export class World {
  readonly context: Engine;
  readonly log: ModelLog;
  readonly #opened: OpenedStore;
  readonly #clock: { now: number };

  private constructor(openedStore: OpenedStore, context: Engine, log: ModelLog, clock: { now: number }) {
    this.#opened = openedStore;
    this.context = context;
    this.log = log;
    this.#clock = clock;
  }

  /** @param now the present, in ms */
  static async over(openedStore: OpenedStore, now = at("2024-06-01 00:00")): Promise<World> {
    const clock = { now };
    return new World(openedStore, await contextOver(openedStore.store, clock), new ModelLog(), clock);
  }

  get now(): number {
    return this.#clock.now;
  }

  set now(instant: number) {
    this.#clock.now = instant;
  }

  async reopen(): Promise<World> {
    const store = await this.#opened.reopen();
    return new World(this.#opened, await contextOver(store, this.#clock), this.log, this.#clock);
  }

  async space(name: string): Promise<bigint> {
    return (await createSpace(this.context, { name })).id;
  }

  async doorway(name: string, sensorSerialNumber: string | null = null): Promise<bigint> {
    return (await createDoorway(this.context, { name, sensorSerialNumber })).id;
  }

  async link(
    spaceId: bigint,
    doorwayId: bigint,
    sensorPlacement: SensorPlacement = 1,
    effectiveFrom: EffectiveFrom = null,
  ): Promise<bigint> {
    return (await createLink(this.context, { spaceId, doorwayId, sensorPlacement }, effectiveFrom)).id;
  }

  /** Ingests a batch into store and model, and checks that they answer the same; old events are rejected. */
  async ingest(reports: readonly SensorReport[], rule: DuplicateRule = "auto"): Promise<void> {
    const rows = reports.map((report) => ({
      sensor_serial_number: report.serialNumber,
      timestamp: new Date(report.timestamp).toISOString(),
      trajectory: report.trajectory,
      event_id: report.eventId,
    }));
    const { accepted, duplicates, errors } = await ingestReports(this.context, rows, { duplicates: rule });
    const isTaken = ({ timestamp }: SensorReport) => timestamp >= this.log.logStart;
    expect(errors.map(({ index }) => index)).toEqual(
      [...reports.keys()].filter((index) => !isTaken(reports[index] as SensorReport)),
    );
    expect({ accepted, duplicates }).toEqual(this.log.ingest(reports.filter(isTaken), rule));
  }

  /** Ingests reports written as `reportOf` takes them. */
  report(...lines: readonly string[]): Promise<void> {
    return this.ingest(lines.map(reportOf));
  }

  /** Creates an event in store and model; gives back its id. */
  async create(report: SensorReport, request: IdempotentRequest | null = null): Promise<bigint> {
    const { context } = this;
    const key = request && { key: request, answer: () => null };
    const part = {
      change: context,
      reports: reportsOf([report]),
      duplicates: "create",
      isLive: true,
      request: key,
    } as const;
    const { last, remembered } = await context.ingest.submit(part);
    this.log.create(report);
    return last?.id ?? remembered?.eventId ?? 0n;
  }

  /** Voids the event after a number of valid events, in store and model; returns its id. */
  async void(arrival: number): Promise<bigint> {
    const { items } = await this.context.events.events({}, EVERYTHING);
    const id = items.map((event) => event.id).sort(byId)[arrival];
    if (id === undefined) throw new Error(`no event ${arrival}`);
    await voidEvent(this.context, id);
    this.log.void(arrival);
    return id;
  }

  /** Removes the events from before an instant, in ms, from store and model. */
  async removeBefore(boundary: number): Promise<void> {
    const { context } = this;
    await context.journal.transact(context, (draft) => draft.add({ logStart: boundary }));
    this.log.removeBefore(boundary, this.#spans());
  }

  /** The model's events, by the spans that the catalog has now. */
  events(): ModelEvent[] {
    return this.log.events(this.#spans());
  }

  #spans(): Spans {
    const { sensors, attachments, links } = this.context.catalog;
    return { sensor: sensors.all(), attachment: attachments.all(), link: links.all() };
  }

  #spaceIds(): bigint[] {
    return this.context.catalog.spaces.all().map((space) => space.id);
  }

  /** Checks every run of every space against the log. */
  async checkRuns(): Promise<void> {
    const spaceIds = this.#spaceIds();
    const runs = this.log.runs(this.#spans(), spaceIds);
    // Cached first changes must hold between any two reads of them.
    await this.#checkFirstChanges(runs, spaceIds);
    expect(await runsOf(this.context.events, spaceIds)).toEqual(runs);
  }

  async #checkFirstChanges(runs: readonly ModelRun[], spaceIds: readonly bigint[]): Promise<void> {
    for (const before of [at("12:00"), at("00:00") + DAY_MS, this.now]) {
      const firsts = new Map<bigint, number>();
      for (const { spaceId, day, changes } of runs) {
        const first = day * DAY_MS + Number.parseInt(changes[0] ?? "", 10);
        if (first < before && !firsts.has(spaceId)) firsts.set(spaceId, first);
      }
      const asked = new Map(spaceIds.map((id) => [id, before]));
      expect(await this.context.events.firstChanges(asked)).toEqual(firsts);
    }
  }

  /** Checks every list of events against the log. */
  async checkEvents(): Promise<void> {
    const { catalog, events } = this.context;
    const model = this.events();
    const all = await events.events({}, EVERYTHING);
    const arrivals = arrivalsOf(all.items);
    const effects: SpaceEvent[] = [];
    expect(all).toEqual({ total: model.length, items: all.items });
    expect(all.items.map(({ id, ...event }) => ({ ...event, arrival: arrivals.get(id) }))).toEqual(
      model.map(({ effects: _, ...event }) => ({ ...event, resolution: 0 })),
    );
    for (const { id: spaceId } of catalog.spaces.all()) {
      const { total, items } = await events.spaceEvents({ spaceId: spaceId }, EVERYTHING);
      const expected = effectsOn(spaceId, model).map((event) => ({ ...event, resolution: 0 }));
      expect(total).toBe(expected.length);
      expect(items.map(({ id, ...event }) => ({ ...event, arrival: arrivals.get(id) }))).toEqual(expected);
      effects.push(...items);
    }
    const instants = [...new Set(model.map((event) => event.timestamp))];
    expect(await events.effectsAt(instants)).toEqual(effects.sort(inTime));
    for (const event of all.items.slice(0, 1)) expect(await events.event(event.id)).toEqual(event);
    const last = [...this.log.lastEvents(0)].map(([serial, ts]) => [catalog.sensorBySerial(serial).id, ts]);
    expect([...(await events.lastEvents(0))].sort()).toEqual(last.sort());
  }

  /** Checks that deriving again from the log finds nothing amiss. */
  async checkDerived(): Promise<void> {
    const runs = this.log.runs(this.#spans(), this.#spaceIds());
    expect(await this.context.events.rebuild({ ...EVER, verify: true })).toEqual({
      runs: runs.length,
      events: runs.reduce((sum, run) => sum + run.changes.length, 0),
      differences: [],
      sensors: [],
    });
  }

  async check(): Promise<void> {
    await this.checkRuns();
    await this.checkEvents();
    await this.checkDerived();
  }
}

/** An engine whose present goes back, too: what a store holds can come in any order. */
async function contextOver(store: Store, world: { readonly now: number }): Promise<Engine> {
  const clock = { now: () => world.now };
  return { ...(await buildEngine(store, { ...TEST_SETTINGS, clock })), clock };
}

function byId(a: bigint, b: bigint): number {
  return a < b ? -1 : 1;
}

/** How many events each came after, by id: ids grow in the order of arrival (D6). */
function arrivalsOf(events: readonly SensorEvent[]): ReadonlyMap<bigint, number> {
  const ids = events.map((event) => event.id).sort(byId);
  expect(new Set(ids).size).toBe(ids.length);
  return new Map(ids.map((id, arrival) => [id, arrival]));
}

/** The runs that a store gives for some spaces, as the model writes them. */
export async function runsOf(
  events: RunReader,
  spaceIds: readonly bigint[],
  fromDay = -Infinity,
  toDay = Infinity,
): Promise<ModelRun[]> {
  const runs: ModelRun[] = [];
  for await (const { spaceId, dayStart, changes } of events.runs(spaceIds, fromDay, toDay)) {
    const written = Array.from(changes, (change) => `${change >>> 1} ${change & 1 ? "+" : "-"}`);
    runs.push({ spaceId, day: dayStart / DAY_MS, changes: written });
  }
  return runs;
}

function effectsOn(spaceId: bigint, model: readonly ModelEvent[]): object[] {
  return model.flatMap(({ effects, ...event }) =>
    effects.filter((effect) => effect.spaceId === spaceId).map((effect) => ({ ...event, ...effect })),
  );
}

/** By timestamp, id and space. */
function inTime(a: SpaceEvent, b: SpaceEvent): number {
  if (a.timestamp !== b.timestamp) return a.timestamp - b.timestamp;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return a.spaceId < b.spaceId ? -1 : 1;
}
