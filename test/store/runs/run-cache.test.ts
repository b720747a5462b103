import { describe, expect, it } from "vitest";
import { RunCache } from "../../../src/store/runs/run-cache.ts";

const KEY = "1 2 0 hours";

describe("a cache of parts", () => {
  it.each([false, true])("keeps repeatedly read runs (seldom needed: %s)", (isSeldomNeeded) => {
    const cache = new RunCache(1_000_000);
    expect(cache.wants(KEY, 1_000, isSeldomNeeded)).toBe(false);
    expect(cache.wants(KEY, 1_000, isSeldomNeeded)).toBe(true);
  });

  it("gives a quarter to seldom needed runs", () => {
    const cache = new RunCache(1_000_000);
    for (const key of [KEY, "other"]) cache.wants(key, 1_000, true);
    cache.set("1 2 0 hours", new Uint8Array(100_000));
    expect(cache.wants(KEY, 100_000, true)).toBe(true);
    cache.set(KEY, new Uint8Array(100_000));
    cache.set("1 3 0 hours", new Uint8Array(100_000));
    expect(cache.wants("other", 100_000, true)).toBe(false);
    expect(cache.wants("other", 100_000, false)).toBe(true);
  });

  it("takes nothing that would push out much", () => {
    const cache = new RunCache(1_000_000);
    for (const isSeldomNeeded of [false, true, false])
      expect(cache.wants(KEY, 200_000, isSeldomNeeded)).toBe(false);
  });

  it("of no bytes keeps nothing", () => {
    const cache = new RunCache(0);
    cache.wants(KEY, 0, false);
    expect(cache.wants(KEY, 0, false)).toBe(false);
    cache.set(KEY, new Uint8Array(1));
    expect(cache.get(KEY)).toBeUndefined();
  });
});
