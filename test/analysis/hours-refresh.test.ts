import { expect, it } from "vitest";
import { CLOCK_HOLD_MS } from "../../src/domain/clock.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { voidEvent } from "../../src/engine/events/event-changes.ts";
import { ingestReports } from "../../src/engine/ingest/ingest-queue.ts";
import { createReset, voidReset } from "../../src/engine/resources/resets.ts";
import { deleteSpace } from "../../src/engine/resources/spaces.ts";
import { ask, openDirect, openFed } from "../support/analysis.ts";
import { DAY, expectSame, HOUR, START, setUp, WHOLE } from "./analysis-site.ts";

/** A clock that stands still. */
const STANDING = { now: () => START + 24 * HOUR };

/** Stores an entrance at each instant. */
async function enter(context: Engine, ...instants: readonly number[]): Promise<void> {
  const rows = instants.map((instant) => ({
    sensor_serial_number: "a",
    timestamp: new Date(instant).toISOString(),
    trajectory: 1,
  }));
  expect(await ingestReports(context, rows)).toMatchObject({ accepted: rows.length });
}

const firstSpace = ({ catalog }: Engine) => catalog.spaces.all()[0]?.id ?? 0n;

it.each<
  [
    string,
    before: (context: Engine) => Promise<unknown>,
    change: (context: Engine) => Promise<unknown>,
    hours: number,
  ]
>([
  ["events, while there were none", async () => {}, (context) => enter(context, START + 20 * HOUR), 4],
  [
    "events of the past, though no time has passed since",
    (context) => enter(context, START),
    (context) => enter(context, START + HOUR),
    24,
  ],
  [
    "the first event, which is voided",
    (context) => enter(context, START - 2 * DAY, START + 12.5 * HOUR),
    (context) => voidEvent(context, 1n),
    12,
  ],
  [
    "the first reset, which is voided",
    (context) => createReset(context, { spaceId: firstSpace(context), instant: START - 2 * DAY, count: 1 }),
    (context) => voidReset(context, context.catalog.resets.all()[0]?.id ?? 0n),
    0,
  ],
  [
    "a space, which is deleted (D19)",
    (context) => enter(context, START),
    (context) => deleteSpace(context, firstSpace(context), "Space 0"),
    0,
  ],
])("D8: hours and daily resets are those of a new database after a change of %s", async (...given) => {
  const [, before, change, hours] = given;
  const { context, served, update, store, directory } = await openFed(STANDING);
  await setUp(context);
  await before(context);
  await update();
  await change(context);
  await update();
  await store.close();
  const direct = await openDirect(directory, STANDING);
  for (const query of WHOLE) expect(await ask(served, query), query).toEqual(await ask(direct, query));
  expect(await ask(served, "FROM hourly")).toHaveLength(hours);
});

it("effects of removed events stay in derived tables; the events are in no list", async () => {
  const clock = { now: () => START + 72 * HOUR };
  const { context, served, update, store, directory } = await openFed(clock);
  const derived = WHOLE.filter((query) => !/FROM (space_)?events/.test(query));
  const answers = async (queries: readonly string[]) => {
    await update();
    return Promise.all(queries.map((query) => ask(served, query)));
  };
  const spaces = await setUp(context);
  const rows = Array.from({ length: 60 }, (_, i) => ({
    sensor_serial_number: ["a", "b", "c"][i % 3],
    // Some at the same instant.
    timestamp: new Date(START + Math.floor(i / 2) * 2 * HOUR).toISOString(),
    trajectory: i % 7 < 4 ? 1 : -1,
  }));
  await ingestReports(context, rows, { duplicates: "keep" });
  const before = await answers(derived);
  const changes = `SELECT * EXCLUDE (id, doorway_id, doorway_name) FROM count_changes('Space 1', '2024-01-01', '2024-05-01')`;
  const [changesBefore] = await answers([changes]);
  const boundary = Math.ceil((START + DAY) / DAY) * DAY;
  await context.journal.transact(context, (draft) => draft.add({ logStart: boundary }));
  expect((await context.events.summary()).removedEvents).toBeGreaterThan(20);
  for (const each of [1, 2]) {
    expect(await answers(derived), `look ${each}`).toEqual(before);
    expect(await answers([changes])).toEqual([changesBefore]);
  }
  for (const id of spaces) await expectSame(served, context, id);
  const [events = []] = await answers([`SELECT epoch_ms("timestamp") AS ts FROM events ORDER BY ts`]);
  const { total } = await context.events.events(
    {},
    { start: 0, end: clock.now(), order: "ASC", offset: 0, limit: 1 },
  );
  expect(events).toHaveLength(total);
  expect(events[0]?.ts).toBeGreaterThanOrEqual(boundary);
  // What comes in later is added to that.
  await enter(context, boundary + 1);
  await update();
  for (const id of spaces) await expectSame(served, context, id);
  await store.close();
  const fromScratch = await openDirect(directory, clock);
  for (const query of [...WHOLE, changes])
    expect(await ask(fromScratch, query), query).toEqual(await ask(served, query));
});

it("the copy goes back with a clock that has been corrected: resets and events ahead of it are not due (D3)", async () => {
  const time = { now: START + 2 * HOUR, elapsed: 0 };
  const elapsed = { now: () => time.elapsed };
  const { context, served, update } = await openFed({ now: () => time.now }, { elapsed });
  await setUp(context);
  const send = async () => {
    await enter(context, time.now);
    await update();
  };
  const seen = async () => (await ask(served, "SELECT count(*) AS events FROM events"))[0];
  await send();
  time.now += DAY;
  await send();
  expect(await seen()).toEqual({ events: 2 });
  time.now -= DAY;
  context.steadyClock.follow();
  time.elapsed += CLOCK_HOLD_MS;
  context.steadyClock.follow();
  await update();
  expect(await seen()).toEqual({ events: 1 });
  expect(served.state().asOf).toBe(time.now);
  time.now += DAY + 1;
  await update();
  expect(await seen()).toEqual({ events: 2 });
});
