import { describe, expect, it } from "vitest";
import { ExactSum } from "../../src/series/measures.ts";

const MAX = Number.MAX_SAFE_INTEGER;

describe("D13: exact sums", () => {
  it("D13: an empty sum is 0", () => {
    expect(new ExactSum().dividedBy(7)).toBe(0);
  });

  it("D13: a sum that fits a double is divided as doubles are", () => {
    const sum = new ExactSum();
    sum.add(1);
    sum.addProduct(3, 3);
    expect(sum.dividedBy(3)).toBe(10 / 3);
  });

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

  it("D13: small numbers still count beside large ones", () => {
    const sum = new ExactSum();
    sum.addProduct(MAX, 4);
    for (let i = 0; i < 8; i++) sum.add(1);
    sum.addProduct(-MAX, 4);
    expect(sum.dividedBy(4)).toBe(2);
  });

  it("D7, D13: without a floor sums may be negative", () => {
    const sum = new ExactSum();
    sum.addProduct(-9_999_999, 17_280_000_001);
    sum.add(-MAX);
    sum.add(MAX);
    expect(sum.dividedBy(17_280_000_001)).toBe(-9_999_999);
  });
});
