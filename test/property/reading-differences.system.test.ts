import fc from "fast-check";
import { expect, it } from "vitest";
import { INSTANT_MAX } from "../../src/domain/instant.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { crossingOf } from "../../src/readings/spread.ts";
import { memoryStore } from "../support/memory-store.ts";
import { check, checkProperty, SEEDS } from "../support/random.ts";
import { CHANGING_STEPS, ReadingPlayer, readingSchedule } from "../support/reading-schedules.ts";
import { directoryData } from "../support/replica.ts";
import { EVER } from "../support/store-world.ts";

/** Random schedules over data directories, which take long. The seeds share them. */
const SCHEDULES = Math.ceil(24 / SEEDS.length);

/** Counted people and valid events of each sensor's readings, by the instant at which the reading ends. */
async function countedAndLogged({ catalog, events, readings }: Engine): Promise<Map<string, Sums>> {
  const sums = new Map<string, Sums>();
  const sumsOf = (sensorKey: number, until: number): Sums => {
    const key = `${sensorKey} ${new Date(until).toISOString()}`;
    const known = sums.get(key) ?? { counted: [0, 0], logged: [0, 0], isVoided: false };
    sums.set(key, known);
    return known;
  };
  const sensors = catalog.sensors.all();
  for (const { key } of sensors) {
    const page = { start: 0, end: INSTANT_MAX, order: "ASC", offset: 0, limit: 100_000 } as const;
    for (const { from, to, result, counted } of (await readings.readings(key, page)).items) {
      if (from === null || ["duplicate", "conflict", "refused"].includes(result)) continue;
      const sum = sumsOf(key, to ?? from);
      sum.counted[0] += counted.in;
      sum.counted[1] += counted.out;
      if (result === "voided") sum.isVoided = true;
    }
  }
  const keys = sensors.map(({ key }) => key);
  for (const event of await events.eventsOfReadings(keys, { from: 0, to: INSTANT_MAX })) {
    const crossing = crossingOf(event.eventId ?? "");
    if (crossing === null) continue;
    sumsOf(crossing.register || event.sensorKey, crossing.to).logged[event.trajectory === 1 ? 0 : 1]++;
  }
  return sums;
}

interface Sums {
  readonly counted: [number, number];
  readonly logged: [number, number];
  /** Whether a reading was voided with its events, as far as they were in the voided span. */
  isVoided: boolean;
}

it("readings have the events that they count, whatever is set, taken back or replaced", async () => {
  const voids = ["voidEvent", "voidSpan", "retain"] as const;
  await check(300, readingSchedule(voids), async (schedule) => {
    const player = await ReadingPlayer.over(memoryStore());
    for (const each of schedule) await player.play(each);
    for (const [reading, { counted, logged }] of await countedAndLogged(player.engine))
      expect({ reading, events: logged }).toEqual({ reading, events: counted });
  });
});

it("readings have no more events than they count, whatever is voided besides", async () => {
  await check(200, readingSchedule(["retain"]), async (schedule) => {
    const player = await ReadingPlayer.over(memoryStore());
    for (const each of schedule) await player.play(each);
    for (const [reading, { counted, logged, isVoided }] of await countedAndLogged(player.engine)) {
      if (isVoided) continue;
      const isWithin = logged[0] <= counted[0] && logged[1] <= counted[1];
      expect({ reading, counted, logged, isWithin }).toMatchObject({ isWithin: true });
    }
  });
});

it("an undamaged directory has the events that its readings count, whatever has been done to them", async () => {
  const done = new Map<string, number>();
  const property = fc.asyncProperty(readingSchedule(), async (schedule) => {
    const { store, dispose } = await directoryData();
    try {
      const player = await ReadingPlayer.over(store);
      for (const each of schedule) await player.play(each);
      expect(await store.events.rebuild({ ...EVER, verify: true })).toMatchObject({
        differences: [],
        sensors: [],
      });
      for (const [does, times] of player.done) done.set(does, (done.get(does) ?? 0) + times);
    } finally {
      await dispose();
    }
  });
  await checkProperty(property, { numRuns: SCHEDULES });
  // Each kind of step has changed something.
  expect([...done.keys()].sort()).toEqual(CHANGING_STEPS.toSorted());
});
