import { expect, it } from "vitest";
import { RunCache } from "../../../src/store/runs/run-cache.ts";

const KEY = "1 2 0 changes";

it("what is seldom needed is kept where it is asked for again", () => {
  const cache = new RunCache(1_000_000);
  expect(cache.wantsSpare(KEY, 1_000)).toBe(false);
  expect(cache.wantsSpare(KEY, 1_000)).toBe(true);
});

it("what is seldom needed fills no more than a quarter of the cache", () => {
  const cache = new RunCache(1_000_000);
  for (const key of [KEY, "other"]) cache.wantsSpare(key, 1_000);
  cache.set("1 2 0 rows", new Uint8Array(100_000));
  expect(cache.wantsSpare(KEY, 100_000)).toBe(true);
  cache.set(KEY, new Uint8Array(100_000));
  expect(cache.wantsSpare("other", 100_000)).toBe(false);
});

it("a cache of no bytes keeps nothing", () => {
  const cache = new RunCache(0);
  cache.wantsSpare(KEY, 0);
  expect(cache.wantsSpare(KEY, 0)).toBe(false);
  cache.set(KEY, new Uint8Array(1));
  expect(cache.get(KEY)).toBeUndefined();
});
