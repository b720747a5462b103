import fc from "fast-check";
import { HeadcountError } from "../../src/domain/errors.ts";
import { HOUR_MS, MINUTE_MS } from "../../src/domain/instant.ts";
import type { IntervalReading, TotalReading } from "../../src/domain/reading.ts";
import { parseKeep } from "../../src/domain/retention.ts";
import { buildEngine } from "../../src/engine/build-engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { voidEvent } from "../../src/engine/events/event-changes.ts";
import { voidImport, voidSpan } from "../../src/engine/events/void-events.ts";
import { ingestReadings } from "../../src/engine/ingest/ingest-readings.ts";
import type { Store } from "../../src/engine/ports.ts";
import { changeCounting } from "../../src/engine/readings/change-counting.ts";
import { createDoorway } from "../../src/engine/resources/doorways.ts";
import { removeOldEvents } from "../../src/engine/retention/retention.ts";
import { TEST_SETTINGS } from "./settings.ts";

const START = Date.UTC(2024, 4, 10, 12);

/** Registers of a camera count one direction each, for a line that they may share; `i` sends intervals. */
const TOTALS = ["a", "a", "b", "cam:1", "cam:2"] as const;
const SENSORS = [...TOTALS, "cam:door", "i"] as const;
/** Names of lines: that of a sensor that is there, one that has a doorway, and one that nothing has named yet. */
const LINES = ["door", "a", "b", "other", null] as const;

const minutesBefore = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.nat(300) },
  { weight: 1, arbitrary: fc.nat(3 * 24 * 60) },
);
const people = fc.nat(12);
const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq: number) => fc.option(arbitrary, { nil: undefined, freq });
const hours = fc.array(fc.tuple(fc.nat(30), people, people), { minLength: 1, maxLength: 4 });
const STEPS = {
  total: fc.record({
    sensor: fc.constantFrom(...TOTALS),
    minutesBefore,
    added: fc.tuple(fc.option(people, { nil: null, freq: 5 }), fc.option(people, { nil: null, freq: 5 })),
    hasReset: fc.constantFrom(false, false, false, false, true),
    isBoot: fc.constantFrom(false, false, false, false, true),
    isUndirected: fc.constantFrom(null, null, null, true, false),
    file: fc.constantFrom(null, null, null, "new", "last"),
  }),
  hours: fc.record({
    sensor: fc.constantFrom("i", "i", "a"),
    hours,
    replaces: fc.boolean(),
    file: fc.constantFrom(null, null, "new", "last"),
  }),
  set: fc.record({
    sensor: fc.constantFrom(...SENSORS),
    settings: fc.record({
      cap: maybe(fc.constantFrom(0.001, 1, 5), 3),
      isReversed: maybe(fc.boolean(), 3),
      direction: maybe(fc.constantFrom("in", "out", null), 3),
      line: maybe(fc.constantFrom(...LINES), 1),
      resetsAt: maybe(fc.constantFrom("00:00", "11:00", null), 5),
      timeZone: maybe(fc.constantFrom("UTC", "Europe/Berlin", null), 5),
    }),
    from: fc.oneof(fc.constantFrom("beginning" as const, null), fc.nat(600)),
  }),
  voidEvent: fc.integer({ min: 1, max: 60 }),
  voidSpan: fc.record({
    sensor: fc.constantFrom(...SENSORS),
    minutesBefore: fc.nat(600),
    length: fc.integer({ min: 1, max: 200 }),
  }),
  voidImport: fc.integer({ min: 1, max: 6 }),
  retain: fc.integer({ min: 1, max: 3 }),
  wait: fc.integer({ min: 1, max: 300 }),
};
type Steps = {
  readonly [Name in keyof typeof STEPS]: (typeof STEPS)[Name] extends fc.Arbitrary<infer T> ? T : never;
};
export type ReadingStep = {
  readonly [Name in keyof Steps]: { readonly does: Name; readonly with: Steps[Name] };
}[keyof Steps];

const WEIGHTS: Record<keyof Steps, number> = {
  total: 14,
  hours: 3,
  set: 5,
  voidEvent: 1,
  voidSpan: 1,
  voidImport: 2,
  retain: 1,
  wait: 6,
};

/** What devices send and operators change. @param without steps that are left out */
export function readingSchedule(without: readonly (keyof Steps)[] = []): fc.Arbitrary<ReadingStep[]> {
  const step = fc.oneof(
    ...Object.entries(STEPS)
      .filter(([does]) => !without.includes(does as keyof Steps))
      .map(([does, arbitrary]) => ({
        weight: WEIGHTS[does as keyof Steps],
        arbitrary: (arbitrary as fc.Arbitrary<unknown>).map(
          (given) => ({ does, with: given }) as ReadingStep,
        ),
      })),
  );
  return fc.array(step, { minLength: 10, maxLength: 60, size: "max" });
}

/** The steps that change something. */
export const CHANGING_STEPS = Object.keys(STEPS).filter((does) => does !== "wait");

/** Takes the steps of a schedule in an engine. */
export class ReadingPlayer {
  readonly engine: Engine;
  readonly #clock: { now: number };
  readonly #totals = new Map<string, readonly [number, number]>();
  /** How often each kind of step changed something. */
  readonly done = new Map<string, number>();

  private constructor(engine: Engine, clock: { now: number }) {
    this.engine = engine;
    this.#clock = clock;
  }

  static async over(store: Store): Promise<ReadingPlayer> {
    const present = { now: START };
    const clock = { now: () => present.now };
    const engine = { ...(await buildEngine(store, { ...TEST_SETTINGS, clock })), clock };
    await createDoorway(engine, { name: "Door", sensorSerialNumber: "cam:door" });
    return new ReadingPlayer(engine, present);
  }

  async play(step: ReadingStep): Promise<void> {
    try {
      if (await this.#take(step)) this.done.set(step.does, (this.done.get(step.does) ?? 0) + 1);
    } catch (error) {
      if (!(error instanceof HeadcountError) || error.kind === "unavailable") throw error;
    }
  }

  #time(minutes: number): number {
    return this.#clock.now - minutes * MINUTE_MS;
  }

  /** @returns whether it has changed something */
  async #take(step: ReadingStep): Promise<boolean> {
    const { engine } = this;
    switch (step.does) {
      case "wait":
        this.#clock.now += step.with * MINUTE_MS;
        return false;
      case "total": {
        const importOf = this.#importOf(step.with.file);
        const { accepted } = await ingestReadings(engine, [this.#totalOf(step.with)], { importOf });
        return accepted > 0;
      }
      case "hours": {
        const { sensor, hours, file } = step.with;
        // What a file replaces could not be brought back.
        const replaces = step.with.replaces && file === null;
        const importOf = this.#importOf(file);
        const readings = hours.map(([hour, entered, out]): IntervalReading => {
          const from = START + (hour - 32) * HOUR_MS;
          const fixed = {
            kind: "interval",
            serialNumber: sensor,
            coverage: null,
            isUndirected: false,
          } as const;
          return { ...fixed, from, to: from + HOUR_MS, in: entered, out };
        });
        return (await ingestReadings(engine, readings, { replaces, importOf })).accepted > 0;
      }
      case "set": {
        const { sensor, settings, from } = step.with;
        const effectiveFrom = typeof from === "number" ? this.#time(from) : from;
        const fields = Object.fromEntries(
          Object.entries(settings).filter(([, value]) => value !== undefined),
        );
        await changeCounting(engine, sensor, fields, { effectiveFrom });
        return true;
      }
      case "voidEvent":
        await voidEvent(engine, BigInt(step.with));
        return true;
      case "voidSpan": {
        const { sensor, minutesBefore, length } = step.with;
        const from = this.#time(minutesBefore);
        const span = { serialNumber: sensor, from, to: from + length * MINUTE_MS };
        return (await voidSpan(engine, span, false)).events > 0;
      }
      case "voidImport":
        await voidImport(engine, BigInt(step.with), false);
        return true;
      case "retain":
        return (await removeOldEvents(engine, parseKeep(`${step.with}d`, "keep"))).events > 0;
    }
  }

  #totalOf(given: Steps["total"]): TotalReading {
    const { sensor, minutesBefore, added, hasReset, isBoot, isUndirected } = given;
    const [entered, left] = (hasReset ? undefined : this.#totals.get(sensor)) ?? [0, 0];
    const totals = [entered + (added[0] ?? 0), left + (added[1] ?? 0)] as const;
    if (minutesBefore === 0) this.#totals.set(sensor, totals);
    const isRegister = sensor.startsWith("cam:");
    return {
      kind: "total",
      serialNumber: sensor,
      at: this.#time(minutesBefore),
      inTotal: added[0] === null ? null : totals[0],
      outTotal: added[1] === null || isRegister ? null : totals[1],
      width: null,
      isBoot,
      isUndirected: isUndirected ?? isRegister,
    };
  }

  #importOf(file: Steps["total"]["file"]) {
    if (file === null) return undefined;
    const last = this.engine.catalog.imports.all().findLast(({ voidedAt }) => voidedAt === null);
    return { id: file === "last" ? (last?.id ?? null) : null, file: "f" };
  }
}
