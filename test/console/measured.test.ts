import { describe, expect, it } from "vitest";
import { isMeasuredIn, isMeasuredNow, type LinkSpan } from "../../console/src/measured.ts";

const NOON = Date.parse("2026-11-20T12:00:00.000Z");
const HOUR_MS = 3_600_000;
const range = { start: NOON, end: NOON + HOUR_MS };

function link(from: number | null, until: number | null, spaceId = "spc_1"): LinkSpan {
  const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return { space_id: spaceId, effective_from: instant(from), effective_until: instant(until) };
}

describe("whether doorways measure a space", () => {
  it("is true now if one is linked", () => {
    expect(isMeasuredNow({ doorways: [] })).toBe(false);
    const doorway = { id: "drw_1", name: "Door", link_id: "lnk_1", sensor_placement: 1 as const };
    expect(isMeasuredNow({ doorways: [doorway] })).toBe(true);
  });

  it.each([
    ["no link", [], false],
    ["one without bounds", [link(null, null)], true],
    ["one of another space", [link(null, null, "spc_2")], false],
    ["one that ended as the range begins", [link(null, NOON)], false],
    ["one that ended a ms later", [link(null, NOON + 1)], true],
    ["one that begins as the range ends", [link(NOON + HOUR_MS, null)], false],
    ["one that begins a ms before", [link(NOON + HOUR_MS - 1, null)], true],
    ["one within it", [link(NOON + 1, NOON + 2)], true],
  ] as const)("in a range: %s", (_name, links, expected) => {
    expect(isMeasuredIn("spc_1", links, range)).toBe(expected);
  });
});
