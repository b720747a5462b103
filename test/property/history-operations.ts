import fc from "fast-check";
import type { Dated } from "../model/ledger.ts";

export const HOUR = 3_600_000;

/** Two days before clocks in Berlin go forward, at 01:00 UTC on the third. */
export const START = Date.UTC(2024, 2, 29);
export const SPACES = [
  { timeZone: "Europe/Berlin", dailyReset: null },
  { timeZone: "UTC", dailyReset: "04:00" },
] as const;
export const DOORWAYS = 3;
const SENSORS = 3;
const HOURS_MAX = 96;

/** Few instants, so that events, resets, spans' ends and the present meet; and some just beside them. */
const instant = fc
  .tuple(fc.nat(HOURS_MAX / 3), fc.constantFrom(0, 0, 0, 1, -1))
  .map(([threeHours, nudge]) => START + threeHours * 3 * HOUR + nudge);
const dated: fc.Arbitrary<Dated> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constant("beginning" as const) },
  { weight: 2, arbitrary: instant },
);
const sign = fc.constantFrom(1 as const, -1 as const);
const space = fc.nat(SPACES.length - 1);
const doorway = fc.nat(DOORWAYS - 1);
const which = fc.nat(99);

const OPERATIONS = {
  report: fc.record({ sensor: fc.nat(SENSORS - 1), instant, trajectory: sign }),
  link: fc.record({ space, doorway, placement: sign, dated }),
  turn: fc.record({ which, placement: sign, dated }),
  unlink: fc.record({ which }),
  erase: fc.record({ which }),
  attach: fc.record({ doorway, sensor: fc.option(fc.nat(SENSORS - 1)), dated }),
  "delete doorway": fc.record({ doorway }),
  schedule: fc.record({
    space,
    timeZone: fc.constantFrom("Europe/Berlin", "UTC"),
    dailyReset: fc.constantFrom("04:00", "02:30", null),
    dated,
  }),
  reset: fc.record({ space, instant, count: fc.nat(5) }),
  "void reset": fc.record({ which }),
  "void event": fc.record({ which }),
  wait: fc.record({ hours: fc.constantFrom(0, 3, 6, 24) }),
};
export type Kind = keyof typeof OPERATIONS;
export type Values = { [K in Kind]: (typeof OPERATIONS)[K] extends fc.Arbitrary<infer T> ? T : never };
export type Operation = { [K in Kind]: { readonly kind: K } & Values[K] }[Kind];

const WEIGHTS: Readonly<Record<Kind, number>> = {
  report: 12,
  link: 5,
  turn: 4,
  unlink: 2,
  erase: 2,
  attach: 6,
  "delete doorway": 1,
  schedule: 4,
  reset: 4,
  "void reset": 3,
  "void event": 3,
  wait: 5,
};

export const operations = fc.array(
  fc.oneof(
    ...(Object.keys(OPERATIONS) as Kind[]).map((kind) => ({
      weight: WEIGHTS[kind],
      // Each kind goes with its own values, which a map over the kinds cannot show the compiler.
      arbitrary: (OPERATIONS[kind] as fc.Arbitrary<object>).map(
        (values) => ({ kind, ...values }) as Operation,
      ),
    })),
  ),
  { minLength: 4, maxLength: 40, size: "max" },
);
