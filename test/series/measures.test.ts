import { describe, expect, it } from "vitest";
import { ExactSum } from "../../src/series/samples.ts";

const MAX = Number.MAX_SAFE_INTEGER;

describe("D13: exact sums", () => {
  it("D13: no unit is lost beyond 2^53", () => {
    const sum = new ExactSum();
    for (let i = 0; i < 3; i++) sum.add(MAX);
    sum.add(1);
    sum.add(1);
    sum.add(-2);
    expect(sum.dividedBy(3)).toBe(MAX);
  });

  it("D13: no unit of a product is lost beyond 2^53", () => {
    const sum = new ExactSum();
    sum.addProduct(9_999_999, 17_280_000_001);
    expect(sum.dividedBy(17_280_000_001)).toBe(9_999_999);
    expect(sum.dividedBy(9_999_999)).toBe(17_280_000_001);
  });

  it("D7, D13: without a floor sums may be negative", () => {
    const sum = new ExactSum();
    sum.addProduct(-9_999_999, 17_280_000_001);
    sum.add(-MAX);
    sum.add(MAX);
    expect(sum.dividedBy(17_280_000_001)).toBe(-9_999_999);
  });
});
