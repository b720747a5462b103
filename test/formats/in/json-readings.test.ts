import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COUNTER_BITS_MAX, COUNTER_BITS_MIN, READINGS_MAX } from "../../../src/domain/limits.ts";
import type { PlainReading } from "../../../src/domain/reading-list.ts";
import type { ReportProblem } from "../../../src/domain/sensor-report.ts";
import { CheckedReadings, type CheckingParts } from "../../../src/engine/ingest/check-readings.ts";
import { type RowLayout, readJsonRows } from "../../../src/formats/in/json-rows.ts";
import { readReading } from "../../../src/schemas/readings.ts";
import {
  damagedBody,
  member,
  often,
  quoted,
  readBody,
  serial,
  takeDefined,
  timestamp,
  value,
} from "../../support/json-bodies.ts";
import { checkProperty } from "../../support/random.ts";

const PARTS = {
  clock: { now: () => Date.UTC(2024, 4, 6, 7, 55) },
  events: { logStart: () => 0 },
  settings: { earliest: 0 },
  catalog: { sensorsBySerial: { first: () => undefined } },
} as unknown as CheckingParts;

/** What becomes of readings before they are decided. */
function verdicts(checked: CheckedReadings) {
  const { stored, alive, rejected, errors, length } = checked;
  const readings = Array.from({ length: stored.length }, (_, row) => ({
    index: checked.indexOf(row),
    reading: stored.at(row),
  }));
  return { readings, alive, rejected, errors, length };
}

/** What a body is by definition: JSON whose values are readings or not. */
function defined(bytes: Buffer, layout: RowLayout) {
  const checked = new CheckedReadings(PARTS);
  const isRead = takeDefined(bytes, layout, {
    take: (row) => checked.take(readReading(row)),
    reject: (problem) => checked.reject(problem),
  });
  return isRead ? verdicts(checked) : "unreadable";
}

function read(bytes: Buffer, layout: RowLayout, plain = { rows: 0 }) {
  const checked = new CheckedReadings(PARTS, 1);
  const rows = {
    takePlain: (reading: PlainReading) => {
      plain.rows++;
      return checked.takePlain(reading);
    },
    take: (row: unknown) => checked.take(readReading(row)),
    reject: (problem: ReportProblem) => checked.reject(problem),
  };
  const task = readJsonRows(bytes, { layout, kind: "readings", rowsMax: READINGS_MAX, rows });
  return readBody(task) === "unreadable" ? "unreadable" : verdicts(checked);
}

const number = often(
  fc.oneof(fc.nat(200), fc.maxSafeNat()).map(String),
  fc.constantFrom("null", "-0", "00", "1e3", "1.5", "9007199254740993", "123456789012345678", "-5"),
  value,
);
const width = often(fc.integer({ min: COUNTER_BITS_MIN - 1, max: COUNTER_BITS_MAX + 1 }).map(String), value);
const kind = often(
  fc.constant(quoted("total")),
  fc.constantFrom("interval", "alive", "totals").map(quoted),
  value,
);
const optional = (part: fc.Arbitrary<string>) => fc.option(part, { freq: 3 });
const rest = fc.oneof(
  { arbitrary: fc.constant(null), weight: 10 },
  fc.constantFrom(
    '"boot":true',
    '"coverage":0.5',
    '"undirected":true',
    '"kind":"total"',
    '"note":"é"',
    '"in":1',
    "}",
  ),
);

/** Totals or an interval, with members in any order. */
const row = () =>
  fc
    .tuple(
      fc.oneof(
        fc.tuple(
          member("kind", kind),
          member("at", timestamp),
          optional(member("in_total", number)),
          optional(member("out_total", number)),
          optional(member("width", width)),
        ),
        fc.tuple(
          member("kind", often(fc.constant(quoted("interval")), kind)),
          member("from", timestamp),
          member("to", timestamp),
          optional(member("in", number)),
          optional(member("out", number)),
        ),
      ),
      member("serial_number", serial),
      rest,
    )
    .chain(([members, serialNumber, other]) => {
      const parts = [...members, serialNumber, other].filter((part) => part !== null);
      return often(fc.shuffledSubarray(parts, { minLength: parts.length }), fc.shuffledSubarray(parts));
    })
    .map((parts) => `{${parts.join(",")}}`);

describe.each(["array", "lines"] as const)("D31: readings as JSON, in %s,", (layout) => {
  it("are what JSON makes of them, row by row", async () => {
    const plain = { rows: 0 };
    await checkProperty(
      fc.property(damagedBody(layout, row()), (bytes) => {
        expect(read(bytes, layout, plain)).toEqual(defined(bytes, layout));
      }),
      { numRuns: 3_000 },
    );
    expect(plain.rows).toBeGreaterThan(500);
  });

  it("are read from their bytes as most senders write them, and checked as others are", () => {
    const at = "2024-05-06T07:08:09Z";
    const rows = [
      { kind: "total", serial_number: "a", at, in_total: 65_535, out_total: null, width: 16 },
      { kind: "interval", serial_number: "b", from: at, to: "2024-05-06T07:09:09Z", in: 0, out: 2 },
      { kind: "total", serial_number: "a", at: "2024-05-06T08:08:09Z", in_total: 1 },
      { kind: "interval", serial_number: "b", from: at, to: at, in: 0, out: 2 },
      { kind: "total", serial_number: "a", at },
    ];
    const texts = rows.map((each) => JSON.stringify(each));
    const bytes = Buffer.from(layout === "array" ? `[${texts.join(",")}]` : texts.join("\n"));
    const plain = { rows: 0 };
    const found = read(bytes, layout, plain);
    expect(plain.rows).toBe(5);
    expect(found).toEqual(defined(bytes, layout));
    expect(found).toMatchObject({
      readings: [
        { reading: { inTotal: 65_535, outTotal: null, width: 16 } },
        { reading: { in: 0, out: 2 } },
        { reading: { reason: expect.stringContaining("future") } },
        { reading: { reason: "to must be after from" } },
        { reading: { reason: "in_total or out_total is required" } },
      ],
    });
  });
});
