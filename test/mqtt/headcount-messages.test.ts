import { describe, expect, it } from "vitest";
import { headcount } from "../../src/mqtt/headcount-messages.ts";
import { checkAnswersAnything, translate } from "../support/device-messages.ts";

const EVENT = { sensor_serial_number: "door", timestamp: "2026-02-02T08:13:00.005Z", trajectory: 1 };
const ALIVE = { kind: "alive", serial_number: "door" };
const ALIVE_READING = { kind: "alive", serialNumber: "door", at: null, health: {} };
const TOTAL = {
  kind: "total",
  serial_number: "door",
  at: "2026-02-02T08:13:00Z",
  in_total: 1,
  out_total: 2,
};
const TOTAL_READING = {
  kind: "total",
  serialNumber: "door",
  at: Date.UTC(2026, 1, 2, 8, 13),
  inTotal: 1,
  outTotal: 2,
  width: null,
  isBoot: false,
  isUndirected: false,
};

const lines = (...rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n");

describe("messages in the API's own form", () => {
  it("rows with a kind are readings, and others sensor events (D33)", () => {
    const both = { readings: [TOTAL_READING, ALIVE_READING], events: [EVENT], refused: [], ignored: 0 };
    expect(translate(headcount, [TOTAL, EVENT, ALIVE])).toEqual(both);
    expect(translate(headcount, `${lines(TOTAL, EVENT, ALIVE)}\n\n`)).toEqual(both);
    expect(translate(headcount, EVENT)).toEqual({ readings: [], events: [EVENT], refused: [], ignored: 0 });
    expect(translate(headcount, TOTAL)).toEqual({ ...both, readings: [TOTAL_READING], events: [] });
  });

  it("a row that is wrong does not affect the others (D33)", () => {
    const { readings, refused } = translate(headcount, `${lines(TOTAL)}\n{"kind"\n${lines({ kind: "x" })}`);
    expect(readings).toEqual([TOTAL_READING]);
    expect(refused).toEqual([
      { serialNumber: null, reason: "the row is malformed" },
      { serialNumber: null, reason: expect.stringContaining("must be total, interval or alive") },
    ]);
  });

  it.each([
    ["", "is not JSON"],
    ["Entry", "is not JSON"],
    ["[]", "has nothing in it"],
    [Array.from({ length: 100_001 }, () => 0), "has more than 100000 rows"],
    ["[{},".repeat(100_000), "has objects or arrays nested more than 64 deep"],
    [lines(...Array.from({ length: 100 }, () => Array(3_000).fill(0))), "has more than 262144 values"],
  ])("is refused if it is damaged or empty (D33)", (body, reason) => {
    expect(() => translate(headcount, body)).toThrow(`body: ${reason}`);
  });

  it("has as many rows as a request of the API (D33)", () => {
    const rows = Array.from({ length: 15_000 }, () => EVENT);
    expect(translate(headcount, rows).events).toHaveLength(rows.length);
    expect(translate(headcount, lines(...rows)).events).toHaveLength(rows.length);
  });

  it("answers any bytes", () =>
    checkAnswersAnything(
      (message) => {
        const { readings, ...others } = headcount(message);
        // What a serial number must be is checked where readings are accepted.
        return { ...others, readings: [], ignored: readings.length };
      },
      [lines(TOTAL, EVENT), ALIVE],
    ));
});
