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
