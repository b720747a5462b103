import fc from "fast-check";
import { expect, it } from "vitest";
import { sortedBy } from "../../src/domain/collections.ts";
import { INSTANT_MAX } from "../../src/domain/instant.ts";
import { checkProperty } from "../support/random.ts";

it("numbers are sorted by a key, and keep their order where it is the same, however far apart they are", async () => {
  const near = fc.integer({ min: 1.7e12, max: 1.7e12 + 40 });
  const any = fc.integer({ min: 0, max: 8 * INSTANT_MAX });
  await checkProperty(
    fc.property(fc.array(fc.oneof({ weight: 40, arbitrary: near }, any), { maxLength: 300 }), (values) => {
      const keyOf = (value: number) => Math.floor(value / 8);
      expect(sortedBy(values, keyOf)).toEqual(values.toSorted((a, b) => keyOf(a) - keyOf(b)));
    }),
    { numRuns: 500 },
  );
});

it("many numbers whose keys have up to 32 bits are sorted in the same way", async () => {
  const key = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 0, max: 300 }));
  const keysOf = fc.array(key, { minLength: 256, maxLength: 700 });
  await checkProperty(
    fc.property(keysOf, fc.constantFrom(1, 2 ** 9, 2 ** 20), (keys, distance) => {
      const values = keys.map((key, index) => 1_000 * Math.floor(key / distance) + index);
      const keyOf = (value: number) => Math.floor(value / 1_000) - 7;
      expect(sortedBy(values, keyOf)).toEqual(values.toSorted((a, b) => keyOf(a) - keyOf(b)));
    }),
    { numRuns: 200 },
  );
});
