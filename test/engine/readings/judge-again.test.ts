import { expect, it } from "vitest";
import { REJUDGED_EVENTS_MAX, REJUDGED_READINGS_MAX } from "../../../src/domain/limits.ts";
import type { EventPage, Line, StoredReading } from "../../../src/engine/ports.ts";
import { judgeAgain } from "../../../src/engine/readings/judge-again.ts";
import { UNKNOWN_LINE } from "../../../src/engine/readings/lines.ts";

const NOW = Date.UTC(2026, 2, 2);
const HOUR = 3_600_000;
const SENSOR = { id: 1n, key: 1, serialNumber: "a", createdAt: 0 };
const LINE: Line = { ...UNKNOWN_LINE, kind: "interval", sensorKey: 1 };

/** An hour's interval. */
function interval(number: number, entered: number): StoredReading {
  const from = NOW - HOUR * (1_000 - number);
  return {
    sensorKey: 1,
    number,
    kind: "interval",
    from,
    to: from + HOUR,
    in: entered,
    out: 0,
    coverage: null,
    width: null,
    isBoot: false,
    isUndirected: false,
    timeZone: null,
    importId: null,
    receivedAt: NOW,
    result: "counted",
    counted: { in: entered, out: 0 },
    note: null,
  };
}

/** Judges the stored readings of a sensor again, of which a page of all has a total. */
function judge(stored: readonly StoredReading[], total = stored.length) {
  const parts = {
    catalog: { sensorsBySerial: { first: () => SENSOR }, countingsOfSensor: { of: () => [] } },
    events: { logStart: () => 0, eventsOfReadings: async () => [] },
    readings: {
      readings: async (_key: number, page: EventPage) =>
        page.order === "ASC" ? { total, items: stored } : { total: 0, items: [] },
    },
  } as unknown as Parameters<typeof judgeAgain>[0];
  const order = { sensor: SENSOR, line: LINE, settings: [], since: 0, now: NOW, voided: null };
  return judgeAgain(parts, order, { keyOf: () => 1 });
}

it("readings are judged again up to a number, beyond which the change is refused (D32)", async () => {
  expect(await judge([interval(1, 2)], REJUDGED_READINGS_MAX)).toMatchObject({ readings: 1, changed: 0 });
  await expect(judge([interval(1, 2)], REJUDGED_READINGS_MAX + 1)).rejects.toMatchObject({
    reason: "too-many-readings",
    message: expect.stringContaining("later effective_from"),
  });
});

it("they make events up to a number, beyond which the change is refused (D32)", async () => {
  const half = REJUDGED_EVENTS_MAX / 4;
  const four = [1, 2, 3, 4].map((number) => interval(number, half));
  expect(await judge(four)).toMatchObject({ after: { in: REJUDGED_EVENTS_MAX, out: 0 } });
  await expect(judge([...four, interval(5, 1)])).rejects.toMatchObject({ reason: "too-many-readings" });
});
