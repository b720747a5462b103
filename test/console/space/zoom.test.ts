import { describe, expect, it } from "vitest";
import {
  formatZoom,
  panned,
  parseZoom,
  selected,
  zoomedIn,
  zoomedOut,
} from "../../../console/src/pages/space/view.ts";

const MINUTE_MS = 60_000;
const NOON = Date.parse("2026-11-20T12:00Z");
const BASE = { start: NOON, end: NOON + 60 * MINUTE_MS };

function minutes(from: number, to: number) {
  return { start: NOON + from * MINUTE_MS, end: NOON + to * MINUTE_MS };
}

describe("zooming", () => {
  it("is a URL parameter", () => {
    expect(formatZoom(BASE)).toBe("20261120T1200Z..20261120T1300Z");
    expect(parseZoom(formatZoom(BASE))).toEqual(BASE);
  });

  it.each([null, "", "20261120T1200Z", "20261120T1200Z..noon", "20261120T1300Z..20261120T1200Z"])(
    "takes no notice of %j",
    (text) => {
      expect(parseZoom(text)).toBeNull();
    },
  );

  it("selects whole minutes, at least two", () => {
    expect(selected({ start: NOON + 1, end: NOON + 5 * MINUTE_MS + 1 })).toEqual(minutes(0, 6));
    expect(selected({ start: NOON + 1, end: NOON + 2 })).toEqual(minutes(0, 2));
  });

  it("zooms in to the middle, down to a minimum", () => {
    expect(zoomedIn(BASE)).toEqual(minutes(15, 45));
    expect(zoomedIn(minutes(0, 2))).toBeNull();
  });

  it("zooms out within the selected range", () => {
    expect(zoomedOut(minutes(25, 35), BASE)).toEqual(minutes(20, 40));
    expect(zoomedOut(minutes(0, 10), BASE)).toEqual(minutes(0, 20));
    expect(zoomedOut(minutes(50, 60), BASE)).toEqual(minutes(40, 60));
    expect(zoomedOut(minutes(15, 45), BASE)).toBeNull();
  });

  it("moves by half of the range", () => {
    expect(panned(BASE, 1)).toEqual(minutes(30, 90));
    expect(panned(minutes(0, 2), -1)).toEqual(minutes(-1, 1));
  });
});
