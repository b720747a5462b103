import { describe, expect, it } from "vitest";
import { formatInstant } from "../../src/domain/instant.ts";
import { LineTimes } from "../../src/domain/line-times.ts";

const ZONE = "Europe/Berlin";
const local = (text: string) => Date.parse(`2024-${text}Z`);
const shown = (instant: number | null) =>
  instant && formatInstant(instant).slice("2024-".length, -":00.000Z".length);

/** The instants of the totals of a line, each of which has another value than the last. */
function instantsOf(...texts: readonly string[]) {
  const times = new LineTimes(ZONE);
  return texts.map((text) => {
    const instant = times.start(times.occurrences(local(text)), false);
    if (instant !== null) times.pass(instant);
    return shown(instant);
  });
}

describe("D34: local times of a line", () => {
  it("that occur twice mean the first occurrence, and the second where the rows come in order", () => {
    const hour = ["10-27T02:00", "10-27T02:30"];
    expect(instantsOf("10-27T01:30", ...hour, ...hour, "10-27T03:00")).toEqual([
      "10-26T23:30",
      "10-27T00:00",
      "10-27T00:30",
      "10-27T01:00",
      "10-27T01:30",
      "10-27T02:00",
    ]);
  });

  it("mean the second occurrence where the same time comes again with other values", () => {
    expect(instantsOf("10-27T02:00", "10-27T02:00")).toEqual(["10-27T00:00", "10-27T01:00"]);
    const times = new LineTimes(ZONE);
    times.pass(local("10-27T00:00"));
    expect(shown(times.start(times.occurrences(local("10-27T02:00")), true))).toBe("10-27T00:00");
  });

  it("mean the first occurrence, whatever follows, where rows are not in order", () => {
    const newestFirst = ["10-27T03:00", "10-27T02:30", "10-27T02:00", "10-27T01:00"];
    expect(instantsOf("10-27T04:00", ...newestFirst).slice(2, 4)).toEqual(["10-27T00:30", "10-27T00:00"]);
  });

  it("do not exist in a gap, but an interval may end at its start", () => {
    expect(instantsOf("03-31T02:00", "03-31T02:59", "03-31T03:00")).toEqual([null, null, "03-31T01:00"]);
    const times = new LineTimes(ZONE);
    const from = local("03-31T00:00");
    expect(shown(times.end(local("03-31T02:00"), from))).toBe("03-31T01:00");
    expect(times.end(local("03-31T02:01"), from)).toBeNull();
    expect(times.lastLabel(local("03-31T02:00"), from)).toBeNull();
  });

  it.each([
    // Both ends in the repeated hour; the end is after the start.
    ["10-27T00:45", "10-27T02:00", "10-27T01:00"],
    ["10-27T01:45", "10-27T03:00", "10-27T02:00"],
    // The end is written as the start plus the length.
    ["10-27T00:45", "10-27T03:00", "10-27T01:00"],
    ["10-27T00:00", "10-27T03:00", "10-27T01:00"],
    // Longer than the repeated hour.
    ["10-26T22:00", "10-28T00:00", "10-27T23:00"],
    ["10-26T23:00", "10-27T02:00", "10-27T00:00"],
  ])("an interval from %s UTC to %s local time ends at %s UTC", (from, to, end) => {
    expect(shown(new LineTimes(ZONE).end(local(to), local(from)))).toBe(end);
  });

  it("of the last label of an interval mean the first one not before its start", () => {
    const times = new LineTimes(ZONE);
    expect(shown(times.lastLabel(local("10-27T02:59"), local("10-27T00:00")))).toBe("10-27T00:59");
    expect(shown(times.lastLabel(local("10-27T02:59"), local("10-27T01:00")))).toBe("10-27T01:59");
  });
});
