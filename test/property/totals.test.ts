import fc from "fast-check";
import { expect, it } from "vitest";
import { DAY_MS, HOUR_MS, INSTANT_MAX, MINUTE_MS, SECOND_MS } from "../../src/domain/instant.ts";
import { READING_RESULTS } from "../../src/domain/reading.ts";
import { buildEngine } from "../../src/engine/build-engine.ts";
import { ingestReadings } from "../../src/engine/ingest/ingest-readings.ts";
import { changeCounting } from "../../src/engine/readings/change-counting.ts";
import { memoryStore } from "../support/memory-store.ts";
import { check } from "../support/random.ts";
import { TEST_SETTINGS } from "../support/settings.ts";
import { type ModelTotals, outcomesOf } from "../support/totals-model.ts";

const START = Date.UTC(2026, 0, 5);
/** After all readings. */
const NOW = Date.UTC(2027, 5, 1);

const people = fc.oneof({ weight: 4, arbitrary: fc.nat(9) }, { weight: 1, arbitrary: fc.nat(150) });
const gap = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.nat(3 * SECOND_MS) },
  { weight: 6, arbitrary: fc.nat(20 * MINUTE_MS) },
  { weight: 3, arbitrary: fc.constantFrom(15 * MINUTE_MS, HOUR_MS, 12 * HOUR_MS, DAY_MS) },
  { weight: 2, arbitrary: fc.nat(3 * DAY_MS) },
  { weight: 1, arbitrary: fc.nat(40 * DAY_MS) },
);
/** What a device does between two readings of it, and what becomes of the message. */
const step = fc.record({
  gap,
  in: people,
  out: people,
  boot: fc.oneof(
    { weight: 12, arbitrary: fc.constant("none" as const) },
    { weight: 1, arbitrary: fc.constantFrom("told" as const, "silent" as const) },
  ),
  /** Another total than the device has, or another time. */
  fault: fc.oneof(
    { weight: 14, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.record({ in: fc.nat(900), out: fc.nat(900) }) },
    { weight: 1, arbitrary: fc.constantFrom("other device" as const, "clock of 2012" as const) },
  ),
  copies: fc.constantFrom(0, 1, 1, 1, 1, 2),
  delay: fc.constantFrom(0, 0, 0, 0, 1, 2, 5),
});
const schedule = fc.record({
  // Small ones, so that few events are made where a total is wrong.
  cap: fc.constantFrom(0.0005, 0.005, 0.005, 0.02),
  /** In bits; the device wraps there, or does not. */
  width: fc.constantFrom(null, 16, 32),
  wraps: fc.boolean(),
  /** When the setting says that the totals are set to 0, and whether they are. */
  resetsAt: fc.constantFrom(null, 0, 4 * HOUR_MS, 12 * HOUR_MS),
  resets: fc.boolean(),
  isWholeSeconds: fc.boolean(),
  begin: fc.record({
    in: fc.constantFrom(0, 55, 500, 65_400),
    out: fc.constantFrom(0, 480, 65_500, 66_000),
  }),
  steps: fc.array(step, { minLength: 1, maxLength: 40, size: "max" }),
  /** How many of the first readings arrive last, and in how many posts. */
  past: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(20) }),
  postSize: fc.integer({ min: 1, max: 7 }),
  isLatestFirst: fc.boolean(),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer T> ? T : never;

/** The readings of a device in the order in which they are sent, in posts. */
function postsOf(given: Schedule): ModelTotals[][] {
  const { width, wraps, resetsAt, resets, isWholeSeconds, begin, steps } = given;
  const range = wraps && width !== null ? 2 ** width : Infinity;
  let now = START;
  let totals: { in: number; out: number } = begin;
  let other = { in: 700, out: 300 };
  const sent: { readonly totals: ModelTotals; readonly when: number }[] = [];
  for (const [index, each] of steps.entries()) {
    const before = now;
    now += isWholeSeconds ? Math.floor(each.gap / SECOND_MS) * SECOND_MS : each.gap;
    const dayOf = (at: number) => Math.floor((at - (resetsAt ?? 0)) / DAY_MS);
    if ((resets && resetsAt !== null && dayOf(now) > dayOf(before)) || each.boot !== "none")
      totals = { in: 0, out: 0 };
    totals = { in: (totals.in + each.in) % range, out: (totals.out + each.out) % range };
    other = { in: other.in + each.out, out: other.out + each.in };
    const { fault } = each;
    const shown = fault === "other device" ? other : typeof fault === "object" ? (fault ?? totals) : totals;
    const at = fault === "clock of 2012" ? Date.UTC(2012, 0, 1) + index * MINUTE_MS : now;
    for (let copy = 0; copy < each.copies; copy++)
      sent.push({
        totals: { at, ...shown, isBoot: each.boot === "told" },
        when: index + copy * 3 + each.delay,
      });
  }
  const past = sent.slice(0, given.past).map((each) => each.totals);
  const live = sent
    .slice(given.past)
    .sort((a, b) => a.when - b.when)
    .map((each) => each.totals);
  const posts: ModelTotals[][] = [];
  for (const part of [live, past])
    for (let start = 0; start < part.length; start += given.postSize) {
      const post = part.slice(start, start + given.postSize);
      posts.push(given.isLatestFirst ? post.reverse() : post);
    }
  return posts;
}

it("totals become what the model of D31 says, whatever devices send, in whatever order it arrives", async () => {
  const results = new Map<string, number>();
  await check(400, schedule, async (given) => {
    const posts = postsOf(given);
    const arrivals = posts.flat();
    const { cap, width, resetsAt } = given;
    // A total beyond the width is known for good: with history, what was judged before it is not judged again.
    fc.pre(
      given.width === null ||
        !arrivals.some(({ at }) => at < (arrivals[0]?.at ?? 0)) ||
        arrivals.every((each) => Math.max(each.in, each.out) < 2 ** (given.width ?? 0)),
    );
    const clock = { now: () => NOW };
    const context = { ...(await buildEngine(memoryStore(), { ...TEST_SETTINGS, clock })), clock };
    const settings = {
      cap,
      width,
      ...(resetsAt !== null && {
        resetsAt: `${String(resetsAt / HOUR_MS).padStart(2, "0")}:00`,
        timeZone: "UTC",
      }),
    };
    await changeCounting(context, "a", settings, { effectiveFrom: "beginning" });
    for (const post of posts)
      await ingestReadings(
        context,
        post.map(({ at, in: inTotal, out: outTotal, isBoot }) => ({
          kind: "total" as const,
          serialNumber: "a",
          at,
          inTotal,
          outTotal,
          width: null,
          isBoot,
          isUndirected: false,
        })),
      );
    const expected = outcomesOf(arrivals, { cap, width, resetsAt });
    const sensor = context.catalog.sensorBySerial("a");
    const page = { start: 0, end: INSTANT_MAX, order: "ASC", offset: 0, limit: 100_000 } as const;
    const { items } = await context.readings.readings(sensor.key, page);
    const shapeOf = (each: { at: number; in: number | null; out: number | null; result: string }) =>
      `${new Date(each.at).toISOString()} ${each.in} ${each.out} ${each.result}`;
    const stored = items.map((each) => shapeOf({ ...each, at: each.from ?? 0 }));
    const wanted = arrivals.map((each, index) => shapeOf({ ...each, result: expected[index]?.result ?? "" }));
    expect(stored.sort()).toEqual(wanted.sort());
    const events = await context.events.eventsOfReadings([sensor.key], { from: 0, to: INSTANT_MAX });
    const crossingOf = (each: { timestamp: number; trajectory: number }) =>
      `${new Date(each.timestamp).toISOString()} ${each.trajectory}`;
    expect(events.map(crossingOf).sort()).toEqual(
      expected.flatMap(({ crossings }) => crossings.map(crossingOf)).sort(),
    );
    for (const { result } of expected) results.set(result, (results.get(result) ?? 0) + 1);
  });
  // Each result has occurred that totals by themselves have.
  for (const result of READING_RESULTS)
    if (!["refused", "voided", "withdrawn"].includes(result))
      expect(results.get(result), result).toBeGreaterThan(0);
});
