import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../src/domain/instant.ts";
import { eventParts, monthStart } from "../../src/mirror/fill.ts";
import { checkProperty } from "../support/random.ts";

const START = Date.UTC(2024, 0, 1);
const END = Date.UTC(2025, 0, 1);
const MAX = 100;

/** Hours with events, the latest first. */
const hours = fc
  .uniqueArray(fc.integer({ min: 0, max: (END - START) / HOUR_MS - 1 }), { maxLength: 60 })
  .chain((some) =>
    fc.tuple(
      ...some
        .sort((a, b) => b - a)
        .map((hour) =>
          fc.record({
            events: fc.integer({ min: 1, max: 150 }),
            first: fc.integer({ min: 0, max: HOUR_MS - 1 }).map((ms) => START + hour * HOUR_MS + ms),
          }),
        ),
    ),
  );

describe("the parts of a span of events", () => {
  it("are the span, the latest first, each with whole months or hours of one, and few events", async () => {
    const span = fc
      .tuple(fc.integer({ min: START, max: END }), fc.integer({ min: 1, max: END - START }))
      .map(([from, length]) => ({ from, to: from + length }));
    await checkProperty(
      fc.property(hours, span, (some, { from, to }) => {
        const parts = eventParts(some, { from, to }, MAX);
        expect(parts.at(0)?.span.to).toBe(to);
        expect(parts.at(-1)?.span.from).toBe(from);
        for (const [index, { span, events, endsMonth }] of parts.entries()) {
          const next = parts[index + 1];
          if (next !== undefined) expect(next.span.to).toBe(span.from);
          expect(span.from).toBeLessThan(span.to);
          const within = some.filter(({ first }) => first >= span.from && first < span.to);
          expect(events).toBe(within.reduce((sum, hour) => sum + hour.events, 0));
          if (events > MAX) expect(within).toHaveLength(1);
          expect(endsMonth).toBe(span.from === from || span.from === monthStart(span.from));
          if (!endsMonth) expect(span.to).toBeLessThanOrEqual(monthStart(span.from, 1));
        }
      }),
    );
  });

  it("join months that have few events, and end with each month that has many", () => {
    const hour = (month: number, day: number, events: number) => ({
      events,
      first: Date.UTC(2024, month, day) + 5,
    });
    const some = [hour(7, 2, 40), hour(6, 9, 60), hour(4, 20, 90), hour(4, 3, 90), hour(1, 1, 10)];
    expect(eventParts(some, { from: 0, to: END }, MAX)).toEqual([
      { span: { from: Date.UTC(2024, 5), to: END }, events: 100, endsMonth: true },
      { span: { from: Date.UTC(2024, 4, 3, 1), to: Date.UTC(2024, 5) }, events: 90, endsMonth: false },
      { span: { from: Date.UTC(2024, 4), to: Date.UTC(2024, 4, 3, 1) }, events: 90, endsMonth: true },
      { span: { from: 0, to: Date.UTC(2024, 4) }, events: 10, endsMonth: true },
    ]);
  });

  it("are one part without events", () => {
    expect(eventParts([], { from: 0, to: END }, MAX)).toEqual([
      { span: { from: 0, to: END }, events: 0, endsMonth: true },
    ]);
  });
});
