import fc from "fast-check";
import { expect, it } from "vitest";
import { openApi, type TestApi } from "../support/http.ts";
import { checkProperty, SEEDS } from "../support/random.ts";
import { directoryData } from "../support/replica.ts";
import { EVER } from "../support/store-world.ts";

/** Random schedules over data directories, which take long. The seeds share them. */
const SCHEDULES = Math.ceil(40 / SEEDS.length);
const START = Date.UTC(2024, 4, 10, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Registers of a camera count one direction each, for a line that they may share; `i` sends intervals. */
const TOTALS = ["a", "a", "cam:1", "cam:2"] as const;
const SENSORS = ["a", "cam:1", "cam:2", "cam:door", "i"] as const;

const minutesBefore = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.nat(300) },
  { weight: 1, arbitrary: fc.nat(3 * 24 * 60) },
);
const people = fc.nat(12);
const steps = {
  total: fc.record({
    sensor: fc.constantFrom(...TOTALS),
    minutesBefore,
    added: fc.tuple(fc.option(people, { nil: null, freq: 5 }), fc.option(people, { nil: null, freq: 5 })),
    hasReset: fc.constantFrom(false, false, false, false, true),
    isOfFile: fc.constantFrom(false, false, true),
  }),
  hours: fc.record({
    hours: fc.array(fc.tuple(fc.nat(30), people, people), { minLength: 1, maxLength: 4 }),
    replaces: fc.boolean(),
  }),
  set: fc.record({
    sensor: fc.constantFrom(...SENSORS),
    settings: fc.oneof(
      fc.record({ cap: fc.constantFrom(0.001, 1, 5) }),
      fc.record({ reverse: fc.boolean() }),
      fc.record({ direction: fc.constantFrom("in", "out", null) }),
      fc.record({ line: fc.constantFrom("door", null) }),
    ),
    minutesBefore: fc.option(fc.nat(600), { nil: null }),
  }),
  voidEvent: fc.integer({ min: 1, max: 60 }),
  voidSpan: fc.record({
    sensor: fc.constantFrom(...SENSORS),
    minutesBefore: fc.nat(600),
    length: fc.integer({ min: 1, max: 200 }),
  }),
  voidImport: fc.integer({ min: 1, max: 4 }),
  retain: fc.integer({ min: 1, max: 3 }),
  wait: fc.integer({ min: 1, max: 300 }),
};
type Steps = {
  readonly [Name in keyof typeof steps]: (typeof steps)[Name] extends fc.Arbitrary<infer T> ? T : never;
};
type Step = {
  readonly [Name in keyof Steps]: { readonly does: Name; readonly with: Steps[Name] };
}[keyof Steps];

const WEIGHTS: Record<keyof Steps, number> = {
  total: 12,
  hours: 4,
  set: 3,
  voidEvent: 1,
  voidSpan: 1,
  voidImport: 1,
  retain: 1,
  wait: 6,
};

const step = fc.oneof(
  ...Object.entries(steps).map(([does, arbitrary]) => ({
    weight: WEIGHTS[does as keyof Steps],
    arbitrary: (arbitrary as fc.Arbitrary<unknown>).map((given) => ({ does, with: given }) as Step),
  })),
);

/** Makes the changes of a schedule through the API. */
class Player {
  readonly #api: TestApi;
  readonly #totals = new Map<string, readonly [number, number]>();
  #now = START;
  /** How often each kind of step changed something. */
  readonly done = new Map<string, number>();

  constructor(api: TestApi) {
    this.#api = api;
  }

  async play(step: Step): Promise<void> {
    const answer = await this.#send(step);
    if (answer === null) return;
    expect(answer.status, answer.text).toBeLessThan(500);
    if (answer.status < 300) this.done.set(step.does, (this.done.get(step.does) ?? 0) + 1);
  }

  #time(minutes: number): string {
    return new Date(this.#now - minutes * MINUTE).toISOString();
  }

  async #send(step: Step) {
    const api = this.#api;
    switch (step.does) {
      case "wait":
        this.#now += step.with * MINUTE;
        api.at(this.#time(0));
        return null;
      case "total": {
        const { sensor, minutesBefore, added, hasReset, isOfFile } = step.with;
        const [entered, left] = (hasReset ? undefined : this.#totals.get(sensor)) ?? [0, 0];
        const totals = [entered + (added[0] ?? 0), left + (added[1] ?? 0)] as const;
        if (minutesBefore === 0) this.#totals.set(sensor, totals);
        const reading = {
          kind: "total",
          serial_number: sensor,
          at: this.#time(minutesBefore),
          in_total: added[0] === null ? null : totals[0],
          out_total: added[1] === null || sensor !== "a" ? null : totals[1],
          undirected: sensor !== "a",
        };
        return api.post(`/v2/readings/${isOfFile ? "?file=f" : ""}`, [reading]);
      }
      case "hours": {
        const { hours, replaces } = step.with;
        const at = (hour: number) => new Date(START + hour * HOUR).toISOString();
        const readings = hours.map(([hour, entered, out]) => {
          const span = { from: at(hour - 32), to: at(hour - 31) };
          return { kind: "interval", serial_number: "i", ...span, in: entered, out };
        });
        return api.post(`/v2/readings/?replace=${replaces}`, readings);
      }
      case "set": {
        const { sensor, settings, minutesBefore } = step.with;
        const effective_from = minutesBefore === null ? "beginning" : this.#time(minutesBefore);
        return api.put(`/v2/sensors/${sensor}/`, { counting: settings, effective_from });
      }
      case "voidEvent":
        return api.delete(`/v2/events/evt_${step.with}/`);
      case "voidSpan": {
        const { sensor, minutesBefore, length } = step.with;
        const query = `start_time=${this.#time(minutesBefore)}&end_time=${this.#time(minutesBefore - length)}`;
        return api.delete(`/v2/sensors/${sensor}/events/?${query}`);
      }
      case "voidImport":
        return api.delete(`/v2/imports/imp_${step.with}/`);
      case "retain":
        return api.post("/v2/admin/retention", { keep: `${step.with}d`, apply: true });
    }
  }
}

it("an undamaged directory has the events that its readings count, whatever has been done to them", async () => {
  const done = new Map<string, number>();
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 10, maxLength: 60, size: "max" }),
    async (schedule) => {
      const { store, dispose } = await directoryData();
      const api = await openApi({ store });
      try {
        await api.site();
        const player = new Player(api);
        for (const each of schedule) await player.play(each);
        expect(await store.events.rebuild({ ...EVER, verify: true })).toMatchObject({
          differences: [],
          sensors: [],
        });
        for (const [does, times] of player.done) done.set(does, (done.get(does) ?? 0) + times);
      } finally {
        await api.app.close();
        await dispose();
      }
    },
  );
  await checkProperty(property, {
    numRuns: SCHEDULES,
    timeout: 120_000,
  });
  // Each kind of step has changed something.
  expect([...done.keys()].sort()).toEqual(
    Object.keys(steps)
      .filter((does) => does !== "wait")
      .sort(),
  );
});
