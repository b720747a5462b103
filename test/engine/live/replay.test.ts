import { describe, expect, it } from "vitest";
import type { Engine } from "../../../src/engine/engine.ts";
import { voidImport } from "../../../src/engine/events/void-events.ts";
import { ingestReports } from "../../../src/engine/ingest/ingest-queue.ts";
import type { Store } from "../../../src/engine/ports.ts";
import { createDoorway } from "../../../src/engine/resources/doorways.ts";
import { createLink } from "../../../src/engine/resources/links.ts";
import { createReset } from "../../../src/engine/resources/resets.ts";
import { createSpace } from "../../../src/engine/resources/spaces.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { at, openAt } from "../../support/notified-site.ts";
import { casesOf, numbersOfSeeds } from "../../support/random.ts";
import { settled } from "../../support/waiting.ts";

interface Heard {
  /** When it was received, in ms. */
  readonly instant: number;
  readonly event: bigint | null;
  readonly text: string;
}

/** Listens until the engine has done all it has to, or until the returned function is called. */
function hear(engine: Engine, after: bigint | null, heard: Heard[]): () => void {
  return engine.feed.subscribe(
    { spaceIds: null, after },
    {
      take: (messages): undefined => {
        for (const { bytes, eventId } of messages) {
          const text = JSON.stringify(JSON.parse(bytes.toString()).payload);
          heard.push({ instant: engine.clock.now(), event: eventId, text });
        }
      },
      giveUp: (reason) => heard.push({ instant: 0, event: null, text: reason }),
    },
  );
}

/** A hall that is reset at 13:00, with two doors, of which one leads to a yard that is never reset. */
async function furnish(engine: Engine): Promise<bigint[]> {
  const hall = await createSpace(engine, { name: "Hall", dailyReset: "13:00" });
  const yard = await createSpace(engine, { name: "Yard", dailyReset: null });
  for (const serialNumber of ["a", "b"]) {
    const door = await createDoorway(engine, { name: serialNumber, sensorSerialNumber: serialNumber });
    await createLink(engine, { spaceId: hall.id, doorwayId: door.id, sensorPlacement: 1 });
    if (serialNumber === "a")
      await createLink(engine, { spaceId: yard.id, doorwayId: door.id, sensorPlacement: -1 });
  }
  return [hall.id, yard.id];
}

/** Loads an import whose events count nowhere, so that it and its taking back change no message. */
async function load(engine: Engine): Promise<void> {
  const timestamp = new Date(engine.clock.now()).toISOString();
  const rows = [{ sensor_serial_number: "elsewhere", timestamp, trajectory: 1 }];
  const importOf = { id: null, file: "list.json" };
  await ingestReports(engine, rows, { duplicates: "keep", live: false, importOf });
}

/** Takes the last import back, if that has not been done. */
async function takeBack(engine: Engine): Promise<void> {
  const last = engine.catalog.imports.all().at(-1);
  if (last?.voidedAt === null) await voidImport(engine, last.id, false);
}

type Step = (engine: Engine) => Promise<unknown>;

/** The steps that an engine takes which is never restarted, and one that is. */
class Schedule {
  readonly clock: { now: number };
  readonly heard: Heard[] = [];
  readonly #store: Store;
  #steady: Engine;
  #restarted: Engine;
  #unsubscribe = () => {};

  private constructor(clock: { now: number }, steady: Engine, restarted: Engine, store: Store) {
    this.clock = clock;
    this.#steady = steady;
    this.#restarted = restarted;
    this.#store = store;
    hear(steady, null, this.heard);
  }

  static async begin(): Promise<{ schedule: Schedule; spaceIds: bigint[] }> {
    const clock = { now: at("11:00:00") };
    const store = memoryStore();
    const [steady, restarted] = [await openAt(memoryStore(), clock), await openAt(store, clock)];
    const spaceIds = await furnish(steady);
    await furnish(restarted);
    const schedule = new Schedule(clock, steady, restarted, store);
    await schedule.tick();
    return { schedule, spaceIds };
  }

  async both(step: Step): Promise<void> {
    await step(this.#steady);
    await step(this.#restarted);
  }

  tick(): Promise<void> {
    return this.both(async (engine) => {
      await engine.notifier.loadAll(() => false);
      await engine.notifier.tick(engine);
    });
  }

  async restart(): Promise<void> {
    this.#unsubscribe = () => {};
    this.#restarted = await openAt(this.#store, this.clock);
  }

  listen(): void {
    this.#unsubscribe();
    this.#unsubscribe = hear(this.#restarted, null, []);
  }

  leave(): void {
    this.#unsubscribe();
  }

  /** What a listener receives that comes back after an event. */
  async replay(after: bigint): Promise<string[]> {
    const heard: Heard[] = [];
    const end = hear(this.#restarted, after, heard);
    await this.#restarted.journal.transact(this.#restarted, () => {});
    let before = -1;
    for (let idle = 0; idle < 7; idle++) {
      await settled();
      if (heard.length !== before) idle = 0;
      before = heard.length;
    }
    end();
    return heard.map(({ text }) => text);
  }
}

/** The messages, resets of different spaces that follow each other in order of the spaces. */
function inOrder(texts: readonly string[]): string[] {
  const isReset = (text: string) => text.includes('"reset"');
  const spaceOf = (text: string) => text.slice(text.indexOf("spc_"));
  const sorted: string[] = [];
  for (let start = 0; start < texts.length; ) {
    let end = start + 1;
    if (isReset(texts[start] as string)) while (isReset(texts[end] ?? "")) end++;
    sorted.push(...texts.slice(start, end).sort((a, b) => (spaceOf(a) < spaceOf(b) ? -1 : 1)));
    start = end;
  }
  return sorted;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Takes random steps. */
async function run(seed: number): Promise<Schedule> {
  const below = numbersOfSeeds(seed);
  const { schedule, spaceIds } = await Schedule.begin();
  const { clock } = schedule;
  const rows = (live: boolean) =>
    Array.from({ length: 1 + below(3) }, () => {
      const offsets = [0, 0, -below(2_000), -below(10) * MINUTE, -below(180) * MINUTE, below(200) * SECOND];
      const timestamp = new Date(clock.now + (offsets[below(live ? 6 : 5)] as number)).toISOString();
      return { sensor_serial_number: "ab"[below(2)], timestamp, trajectory: below(3) === 0 ? -1 : 1 };
    });
  for (let step = 0; step < 60; step++) {
    const kind = below(14);
    if (kind < 6) {
      const live = below(8) > 0;
      const batch = rows(live);
      await schedule.both((engine) => ingestReports(engine, batch, { duplicates: "keep", live }));
    } else if (kind < 8) {
      const pauses = [below(900), below(90) * SECOND, below(10) * MINUTE];
      clock.now += pauses[below(3)] as number;
      if (below(30) === 0) clock.now += 65 * MINUTE;
      if (below(4) > 0) await schedule.tick();
    } else if (kind === 8) {
      const reset = {
        spaceId: spaceIds[below(2)] as bigint,
        instant: clock.now - below(3) * below(90) * SECOND,
        count: below(6),
      };
      await schedule.both((engine) => createReset(engine, reset));
    } else if (kind === 9) schedule.listen();
    else if (kind === 10) schedule.leave();
    else if (kind === 11) await schedule.both(load);
    else if (kind === 12) await schedule.both(takeBack);
    else {
      // A server that stops notifies of what has no event.
      await schedule.tick();
      await schedule.restart();
    }
  }
  await schedule.tick();
  return schedule;
}

describe("a replay (D24)", () => {
  const runs = casesOf(60);
  it("has what a listener received since that event, over restarts and times without listeners", async () => {
    let compared = 0;
    for (let seed = 1; seed <= runs; seed++) {
      const schedule = await run(seed);
      const { heard, clock } = schedule;
      const recent = heard.flatMap(({ event, instant }) =>
        event !== null && instant > clock.now - 58 * MINUTE ? [event] : [],
      );
      const below = numbersOfSeeds(seed);
      for (const event of new Set(Array.from({ length: 4 }, () => recent[below(recent.length)]))) {
        if (event === undefined) continue;
        const last = heard.findLastIndex((message) => message.event === event);
        const expected = inOrder(heard.slice(last + 1).map(({ text }) => text));
        expect(inOrder(await schedule.replay(event)), `seed ${seed}, after ${event}`).toEqual(expected);
        compared += expected.length;
      }
    }
    expect(compared).toBeGreaterThan(10 * runs);
  });
});
