import { describe, expect, it } from "vitest";
import {
  adapterFilters,
  adaptersOf,
  covers,
  overlap,
  subscriptionId,
  subscriptionPlan,
} from "../../src/mqtt/topic-filters.ts";

describe("topic filters", () => {
  it.each([
    ["a/b", ["a/b"], ["a", "a/b/c", "a/c", "A/b"]],
    ["a/+", ["a/b", "a/"], ["a", "a/b/c", "b/b"]],
    ["+/b", ["a/b", "/b"], ["b", "$SYS/b"]],
    ["a/#", ["a", "a/b", "a/b/c", "a/"], ["b", "ab"]],
    ["#", ["a", "a/b", "/"], ["$SYS/broker"]],
    ["$SYS/#", ["$SYS/broker"], ["a"]],
  ])("%s has the topics of MQTT's rules", (filter, topics, others) => {
    for (const topic of topics) expect([topic, covers(filter, topic)]).toEqual([topic, true]);
    for (const topic of others) expect([topic, covers(filter, topic)]).toEqual([topic, false]);
  });

  it.each([
    ["a/#", "a/+", true, true],
    ["a/+", "a/#", false, true],
    ["a/+/c", "a/b/+", false, true],
    ["a/+", "b/+", false, false],
    ["a/+", "a/b/c", false, false],
    ["a/#", "a", true, true],
    ["#", "$SYS/#", false, false],
    ["+/b", "a/+", false, true],
  ])("%s and %s", (filter, other, isCovering, isOverlapping) => {
    expect(covers(filter, other)).toBe(isCovering);
    expect(overlap(filter, other)).toBe(isOverlapping);
    expect(overlap(other, filter)).toBe(isOverlapping);
  });

  it("have ids of MQTT that depend on nothing else (D33)", () => {
    const ids = ["a/#", "a/+", "b"].map(subscriptionId);
    expect(ids).toEqual(["a/#", "a/+", "b"].map(subscriptionId));
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toBeGreaterThan(0);
    for (const id of ids) expect(id).toBeLessThanOrEqual(268_435_455);
  });
});

describe("a message", () => {
  const filters = adapterFilters(["esphome=a/#", "presence=a/+", "esphome=+/b", "esphome=c"]);
  const [all, one, last] = ["a/#", "a/+", "+/b"].map(subscriptionId) as [number, number, number];

  it("that comes once is taken by each of its adapters once (D33)", () => {
    expect(adaptersOf(filters, "a/b", null)).toEqual(["esphome", "presence"]);
    expect(adaptersOf(filters, "a/b", [last, all, one])).toEqual(["esphome", "presence"]);
    expect(adaptersOf(filters, "x", null)).toEqual([]);
  });

  it("that comes for each of its filters is taken by each of its adapters once (D33)", () => {
    const copies = [all, one, last].map((id) => adaptersOf(filters, "a/b", [id]));
    expect(copies).toEqual([["esphome"], ["presence"], []]);
  });

  it("of a filter that is not named any more is not taken (D33)", () => {
    expect(adaptersOf(filters, "a/b", [subscriptionId("a/b")])).toEqual([]);
  });
});

describe("a broker without identifiers of subscriptions", () => {
  it("gets filters that have no topics in common (D33)", () => {
    const filters = adapterFilters(["esphome=a/#", "presence=a/+", "esphome=b/+/c", "xovis=b/d/+", "ngsi=c"]);
    const { subscribed, refused } = subscriptionPlan(filters, false);
    expect(subscribed).toEqual(["a/#", "b/+/c", "c"]);
    expect([...refused.keys()]).toEqual(["b/d/+"]);
    expect(refused.get("b/d/+")).toMatch(/^some topics fit b\/\+\/c, too/);
    expect(subscriptionPlan(filters, true)).toEqual({
      subscribed: ["a/#", "a/+", "b/+/c", "b/d/+", "c"],
      refused: new Map(),
    });
  });
});
