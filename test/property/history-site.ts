import { expect } from "vitest";
import { HeadcountError } from "../../src/domain/errors.ts";
import { formatId } from "../../src/domain/ids.ts";
import { buildEngine } from "../../src/engine/build-engine.ts";
import { spaceCounts } from "../../src/engine/counts/count-queries.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { voidEvent } from "../../src/engine/events/event-changes.ts";
import { listEvents } from "../../src/engine/events/event-queries.ts";
import { ingestReports } from "../../src/engine/ingest/ingest-queue.ts";
import type { PublishedMessage } from "../../src/engine/live/notifications.ts";
import { createDoorway, deleteDoorway, updateDoorway } from "../../src/engine/resources/doorways.ts";
import { changePlacement, createLink, deleteLink } from "../../src/engine/resources/links.ts";
import { createReset, voidReset } from "../../src/engine/resources/resets.ts";
import { createSpace, updateSpace } from "../../src/engine/resources/spaces.ts";
import { Ledger, type Outcome } from "../model/ledger.ts";
import type { ScenarioInterval } from "../model/scenario.ts";
import { type ModelSeries, seriesOf } from "../model/series.ts";
import { settledAt, timeline } from "../model/timeline.ts";
import { PLAIN } from "../support/examples.ts";
import { plainSeries } from "../support/kernel.ts";
import { MemoryLog } from "../support/memory-shared-log.ts";
import { memoryStore } from "../support/memory-store.ts";
import { numbersFrom } from "../support/random.ts";
import { TEST_SETTINGS } from "../support/settings.ts";
import { DOORWAYS, HOUR, type Operation, SPACES, START, type Values } from "./history-operations.ts";

/** One engine over a store in memory, or several that share a log; and a ledger of the same operations. */
export class Site {
  readonly ledger = new Ledger(START + 24 * HOUR, SPACES);
  readonly #engines: readonly [Engine, ...Engine[]];
  readonly #below = numbersFrom(7);
  readonly #clock: { now: number };
  readonly #spaces: bigint[] = [];
  readonly #doorways: bigint[] = [];
  readonly #eventIds: bigint[] = [];
  readonly #resetIds: bigint[] = [];
  /** The count of the last notification of each space. */
  readonly #notified = new Map<string, number>();

  private constructor(engines: readonly [Engine, ...Engine[]], clock: { now: number }) {
    this.#engines = engines;
    this.#clock = clock;
  }

  static async open(count: number): Promise<Site> {
    const clock = { now: START + 24 * HOUR };
    const time = { now: () => clock.now };
    const log = new MemoryLog(time.now);
    const open = async () =>
      buildEngine(memoryStore(), {
        ...TEST_SETTINGS,
        clock: time,
        ...(count > 1 ? { log: log.connect(), elapsed: time } : {}),
      });
    const context = await open();
    const others: Engine[] = [];
    while (others.length < count - 1) others.push(await open());
    const site = new Site([context, ...others], clock);
    for (const [index, setting] of SPACES.entries()) {
      site.#spaces.push((await createSpace(context, { name: `S${index}`, ...setting })).id);
    }
    for (let index = 0; index < DOORWAYS; index++) {
      site.#doorways.push((await createDoorway(context, { name: `D${index}` })).id);
    }
    await context.notifier.loadAll(() => false);
    await context.notifier.tick(context);
    const take = (messages: readonly PublishedMessage[]): undefined => {
      for (const { bytes } of messages) {
        const { payload } = JSON.parse(bytes.toString());
        site.#notified.set(payload.space_id, payload.count);
      }
    };
    const follower = await site.#engine(count - 1);
    follower.feed.subscribe({ spaceIds: null, after: null }, { take, giveUp: () => {} });
    return site;
  }

  /** One of the engines, which has followed the log to its end; any by default. */
  async #engine(index = this.#below(this.#engines.length)): Promise<Engine> {
    const engine = this.#engines[index] as Engine;
    await engine.journal.followLog();
    return engine;
  }

  /** Does the same with ledger and engine; gives the ledger's outcome, with which the engine must agree. */
  async perform(operation: Operation): Promise<Outcome> {
    const performing = this.#perform(operation);
    const isRejected = await performing.then(
      (accepted) => accepted === false,
      (error: unknown) => {
        if (error instanceof HeadcountError) return true;
        throw error;
      },
    );
    const outcome = this.#note(operation);
    expect(isRejected, JSON.stringify(operation)).toBe(outcome === "rejected");
    return outcome;
  }

  /** Performs it with the engine; false, or an error, if the engine rejects it. */
  async #perform(operation: Operation): Promise<unknown> {
    const context = await this.#engine();
    const { ledger } = this;
    switch (operation.kind) {
      case "report":
        return this.#report(operation);
      case "link":
        return createLink(
          context,
          {
            spaceId: this.#spaces[operation.space] as bigint,
            doorwayId: this.#doorways[operation.doorway] as bigint,
            sensorPlacement: operation.placement,
          },
          operation.dated,
        );
      case "turn":
      case "unlink":
      case "erase": {
        // The catalog's links, like the ledger's, are in order of creation.
        const link = context.catalog.links.all()[indexOf(ledger.links, operation.which)];
        const id = link?.id ?? 0n;
        if (operation.kind === "turn")
          return changePlacement(context, id, operation.placement, operation.dated);
        return deleteLink(context, id, { erase: operation.kind === "erase" });
      }
      case "attach": {
        const sensorSerialNumber = operation.sensor === null ? null : `s${operation.sensor}`;
        const fields = { sensorSerialNumber };
        return updateDoorway(context, this.#doorways[operation.doorway] as bigint, fields, operation.dated);
      }
      case "delete doorway":
        return deleteDoorway(context, this.#doorways[operation.doorway] as bigint);
      case "schedule": {
        const { timeZone, dailyReset } = operation;
        const id = this.#spaces[operation.space] as bigint;
        return updateSpace(context, id, { timeZone, dailyReset }, operation.dated);
      }
      case "reset": {
        const spaceId = this.#spaces[operation.space] as bigint;
        const { id } = await createReset(context, { ...operation, spaceId });
        return this.#resetIds.push(id);
      }
      case "void reset":
        return voidReset(context, this.#resetIds[indexOf(ledger.resets, operation.which)] ?? 0n);
      case "void event":
        return voidEvent(context, this.#eventIds[indexOf(ledger.events, operation.which)] ?? 0n);
      case "wait":
        this.#clock.now += operation.hours * HOUR;
        return true;
    }
  }

  async #report({ sensor, instant: at, trajectory }: Values["report"]): Promise<boolean> {
    const timestamp = new Date(at).toISOString();
    const row = { sensor_serial_number: `s${sensor}`, timestamp, trajectory };
    const { accepted, rejected } = await ingestReports(await this.#engine(), [row]);
    const everything = { start: 0, end: 2 ** 53 - 1, order: "ASC", offset: 0, limit: 1000 } as const;
    const { items } = await (await this.#engine()).events.events({}, everything);
    const newest = items.map(({ id }) => id).sort((a, b) => (a < b ? 1 : -1))[0];
    if (accepted > 0) this.#eventIds.push(newest ?? 0n);
    return rejected === 0;
  }

  #note(operation: Operation): Outcome {
    const { ledger } = this;
    const { kind } = operation;
    switch (kind) {
      case "report":
        return ledger.report(operation.sensor, operation.instant, operation.trajectory);
      case "link":
        return ledger.link(operation.space, operation.doorway, operation.placement, operation.dated);
      case "turn":
      case "unlink":
      case "erase": {
        const link = ledger.links[indexOf(ledger.links, operation.which)];
        if (link === undefined) return "rejected";
        if (operation.kind === "turn") return ledger.turn(link, operation.placement, operation.dated);
        return kind === "erase" ? ledger.erase(link) : ledger.unlink(link);
      }
      case "attach":
        return ledger.attach(operation.doorway, operation.sensor, operation.dated);
      case "delete doorway":
        return ledger.deleteDoorway(operation.doorway);
      case "schedule":
        return ledger.schedule(operation.space, operation.timeZone, operation.dailyReset, operation.dated);
      case "reset":
        return ledger.reset(operation.space, operation.instant, operation.count);
      case "void reset":
      case "void event": {
        const all = kind === "void reset" ? ledger.resets : ledger.events;
        const one = all[indexOf(all, operation.which)];
        return one === undefined ? "rejected" : ledger.void(one);
      }
      case "wait":
        ledger.now += operation.hours * HOUR;
        return "from now on";
    }
  }

  /** The engine's counts of every space from before all events up to an instant. */
  async counts(end: number, interval: ScenarioInterval): Promise<ModelSeries[]> {
    const context = await this.#engine();
    return Promise.all(
      this.#spaces.map(async (id) =>
        plainSeries(await spaceCounts(context, id, { start: START - HOUR, end, interval, segments: {} })),
      ),
    );
  }

  /** The current counts of every space, and those of the last notifications (D24). */
  async current(): Promise<{ readonly counts: number[]; readonly notified: number[] }> {
    const counts = await (await this.#engine()).notifier.current(this.#spaces);
    // The engine with the duty, and the one whose messages are read.
    const [context] = this.#engines;
    await (await this.#engine(0)).notifier.tick(context);
    await this.#engine(this.#engines.length - 1);
    return {
      counts: this.#spaces.map((id) => counts.get(id) ?? Number.NaN),
      notified: this.#spaces.map((id) => this.#notified.get(formatId("space", id)) ?? 0),
    };
  }

  expectedCurrent(): number[] {
    const { now } = this.ledger;
    return SPACES.map((_, index) => settledAt(timeline(this.ledger.historyOf(index), START, now), now));
  }

  /** What the ledger says the counts are. */
  expected(end: number, interval: ScenarioInterval): ModelSeries[] {
    return SPACES.map((_, index) => {
      const history = this.ledger.historyOf(index);
      const { timeZone = "" } = history.schedules.find(({ to }) => to === null) ?? {};
      return seriesOf({ ...PLAIN, ...history, timeZone, start: START - HOUR, end, now: end, interval });
    });
  }

  /** What every event up to now did to each space, as `instant direction count`. */
  async effects(): Promise<string[][]> {
    const query = { start: 0, end: this.#clock.now, order: "ASC", offset: 0, limit: 1000 } as const;
    const { items } = await listEvents(await this.#engine(), {}, query).page(query);
    return this.#spaces.map((id) =>
      items.flatMap(({ timestamp, effects }) =>
        effects
          .filter(({ spaceId }) => spaceId === id)
          .map(({ direction, count }) => `${timestamp} ${direction} ${count}`),
      ),
    );
  }

  expectedEffects(): string[][] {
    const { now } = this.ledger;
    return SPACES.map((_, index) =>
      timeline(this.ledger.historyOf(index), START, now - 1)
        .filter(({ kind }) => kind === "event")
        .map((step) => `${step.instant} ${step.direction} ${step.count}`),
    );
  }
}

function indexOf(items: readonly unknown[], pick: number): number {
  return items.length === 0 ? -1 : pick % items.length;
}
