import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENT_ID_LENGTH_MAX, INGEST_ROWS_MAX, REPORT_ROW_BYTES_MAX } from "../../../src/domain/limits.ts";
import { type CheckedReports, ReportsBuilder } from "../../../src/domain/report-columns.ts";
import { type RowLayout, readJsonReports } from "../../../src/formats/in/json-rows.ts";
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
import { rowsOf } from "../../support/store-reports.ts";

const TIMES = { earliest: 0, logStart: 0, latest: Date.UTC(2024, 4, 6, 8) };

const verdicts = ({ reports, errors }: CheckedReports) => ({ reports: rowsOf(reports), errors });

/** What a body is by definition: JSON whose values are reports or not. */
function defined(bytes: Buffer, layout: RowLayout) {
  const builder = new ReportsBuilder(INGEST_ROWS_MAX);
  const isRead = takeDefined(bytes, layout, {
    take: (row) => builder.take(row, TIMES),
    reject: (problem) => builder.reject(problem),
  });
  return isRead ? verdicts(builder.checked) : "unreadable";
}

function read(bytes: Buffer, layout: RowLayout) {
  const checked = readBody(readJsonReports(bytes, { layout, times: TIMES }));
  return checked === "unreadable" ? checked : verdicts(checked);
}

const trajectory = often(fc.constantFrom("1", "-1"), value);
const eventId = often(
  fc.integer({ min: 0, max: 10 ** 13 }).map((number) => quoted(String(number))),
  fc.uuid().map(quoted),
  fc.string({ maxLength: EVENT_ID_LENGTH_MAX + 1 }).map(quoted),
  value,
);
const row = () =>
  fc
    .tuple(
      member("sensor_serial_number", serial),
      member("timestamp", timestamp),
      member("trajectory", trajectory),
      fc.option(member("event_id", eventId)),
      often(fc.constant(false), fc.constant(true)),
      often(fc.constantFrom(""), fc.constantFrom(',"note":1', ",", ',"trajectory":1', "}")),
    )
    .map(([sensor, time, way, id, isTurned, rest]) => {
      const parts = [sensor, time, way, ...(id === null ? [] : [id])];
      return `{${(isTurned ? parts.reverse() : parts).join(",")}${rest}}`;
    });

describe.each(["array", "lines"] as const)("D9, D17, D22: reports as JSON, in %s,", (layout) => {
  it("are what JSON makes of them, row by row", async () => {
    let reports = 0;
    await checkProperty(
      fc.property(damagedBody(layout, row()), (bytes) => {
        const found = read(bytes, layout);
        expect(found).toEqual(defined(bytes, layout));
        if (found !== "unreadable") reports += found.reports.length;
      }),
      { numRuns: 1_500 },
    );
    expect(reports).toBeGreaterThan(500);
  });

  const report = { sensor_serial_number: "S1", timestamp: "2024-05-06T07:08:09.123Z", trajectory: 1 };
  const written = (rows: readonly object[]) => {
    const texts = rows.map((each) => JSON.stringify(each));
    return Buffer.from(layout === "array" ? `[${texts.join(",")}]` : texts.join("\n"));
  };
  const pausesOf = (bytes: Buffer) => [...readJsonReports(bytes, { layout, times: TIMES })].length;

  it("pause after 256 KiB, and after 32 KiB that have to be parsed", () => {
    const many = written(Array.from({ length: 20_000 }, () => report));
    expect(pausesOf(many)).toBe(Math.floor(many.length / (256 * 1024)));
    const parsed = written(Array.from({ length: 2_000 }, () => ({ ...report, note: "é" })));
    expect(pausesOf(parsed)).toBeGreaterThanOrEqual(Math.floor(parsed.length / (36 * 1024)));
    const blank = Buffer.concat([Buffer.alloc(2 ** 20, " "), written([report])]);
    expect(pausesOf(blank)).toBe(4);
  });

  it("are rejected if a row has too many bytes, the blanks after it included", () => {
    const padded = (bytes: number) => {
      const row = JSON.stringify(report);
      return Buffer.from((layout === "array" ? "[ROW]" : "ROW\n").replace("ROW", row.padEnd(bytes)));
    };
    expect(read(padded(REPORT_ROW_BYTES_MAX), layout)).toMatchObject({ errors: [] });
    const message = `the row has more than ${REPORT_ROW_BYTES_MAX} bytes`;
    const errors = [{ index: 0, message }];
    expect(read(padded(REPORT_ROW_BYTES_MAX + 1), layout)).toEqual({ reports: [], errors });
  });
});
