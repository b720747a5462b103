import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  EVENT_ID_LENGTH_MAX,
  INGEST_ROWS_MAX,
  REPORT_ROW_BYTES_MAX,
  SERIAL_LENGTH_MAX,
} from "../../../src/domain/limits.ts";
import { type CheckedReports, ReportsBuilder } from "../../../src/domain/report-columns.ts";
import { readReport } from "../../../src/domain/sensor-report.ts";
import {
  atOnce,
  type RowLayout,
  readJsonReports,
  UnreadableRows,
} from "../../../src/formats/in/json-reports.ts";
import { checkProperty } from "../../support/random.ts";
import { rowsOf } from "../../support/store-reports.ts";

const TIMES = { earliest: 0, logStart: 0, latest: Date.UTC(2024, 4, 6, 8) };

const verdicts = ({ reports, errors }: CheckedReports) => ({ reports: rowsOf(reports), errors });

/** What a body is by definition: JSON as a whole or line by line, whose values are reports or not. */
function defined(bytes: Buffer, layout: RowLayout) {
  const builder = new ReportsBuilder(INGEST_ROWS_MAX);
  const parsed = (part: Buffer): unknown => {
    const text = part.toString();
    return Buffer.from(text).equals(part) ? JSON.parse(text) : JSON.parse("not UTF-8");
  };
  if (layout === "array") {
    try {
      for (const row of parsed(bytes) as unknown[]) builder.take(readReport(row, TIMES));
    } catch {
      return "unreadable";
    }
    return verdicts(builder.checked);
  }
  for (const line of bytes.toString("latin1").split("\n")) {
    if (/^[\t\r ]*$/.test(line)) continue;
    try {
      builder.take(readReport(parsed(Buffer.from(line, "latin1")), TIMES));
    } catch {
      builder.reject("malformed-row");
    }
  }
  return verdicts(builder.checked);
}

function read(bytes: Buffer, layout: RowLayout) {
  try {
    return verdicts(atOnce(readJsonReports(bytes, { layout, times: TIMES })));
  } catch (error) {
    if (error instanceof UnreadableRows) return "unreadable";
    throw error;
  }
}

/** Mostly what senders write, and sometimes what comes close to it. */
const often = <T>(common: fc.Arbitrary<T>, ...rare: readonly fc.Arbitrary<T>[]) =>
  fc.oneof({ arbitrary: common, weight: 30 }, ...rare);

const space = often(
  fc.constant(""),
  fc.constantFrom(" ", "  ", "\t", "\r", "\n", "\f", "\u00a0", " ".repeat(70)),
);
const quoted = (text: string) => JSON.stringify(text);
const value = fc.oneof(
  fc.constantFrom("null", "true", "1", "-1", "1.0", "1e0", "10e-1", "01", "+1", "- 1", "-1.", "1e400"),
  fc.constantFrom(
    '""',
    '" "',
    '" S1 "',
    '"\\u0053"',
    '"\\ud83d"',
    '"a\u007f"',
    '"a\tb"',
    '"\\n"',
    '"S1',
    '"\\"',
  ),
  fc.constantFrom("[]", "{}", '["]",{"a":"\\"}"}]', "[[[[", "tru", '"é"', '"🚪"', '"\u2003S1\ufeff"'),
  fc.json({ maxDepth: 2 }),
);
const serial = often(
  fc.constantFrom("S1", "S2", "9001").map(quoted),
  fc.string({ maxLength: SERIAL_LENGTH_MAX + 1 }).map(quoted),
  value,
);
const instant = fc
  .integer({ min: Date.UTC(2024, 4, 6, 6), max: Date.UTC(2024, 4, 6, 8) + 10 })
  .map((ms) => new Date(ms).toISOString());
const timestamp = often(
  instant.map(quoted),
  instant.map((text) => quoted(text.replace(/\.\d+/, ""))),
  fc
    .constantFrom(
      ...["2024-05-06", "2024-05-06T07:08Z", "2024-05-06T07:08:09+02:00", " 2024-05-06 07:08:09", "then", ""],
      ...["2024-05-06T07:08:60Z", "2024-02-30T07:08:09.123Z", "2024-05-06T07:08:0aZ", "1969-05-06T07:08:09Z"],
      ...["2024-05-06T07:08:09.12Z", "2024-05-06T07:08:09,123Z", "2024-05-06T07:08:09.123z"],
      ...[
        "2024-05-06T24:08:09Z",
        "2024-05-06T07:08:09:123Z",
        "2024-05-06T07:08:6/Z",
        "9999-12-31T23:59:59.999Z",
      ],
    )
    .map(quoted),
  value,
);
const trajectory = often(fc.constantFrom("1", "-1"), value);
const eventId = often(
  fc.integer({ min: 0, max: 10 ** 13 }).map((number) => quoted(String(number))),
  fc.uuid().map(quoted),
  fc.string({ maxLength: EVENT_ID_LENGTH_MAX + 1 }).map(quoted),
  value,
);
const name = (wanted: string) =>
  often(
    fc.constant(quoted(wanted)),
    fc.constantFrom(`"${wanted}`, quoted(`${wanted}s`), '"trajectory"', '"note"', '"\\u0074rajectory"'),
  );

const member = (field: string, of: fc.Arbitrary<string>) =>
  fc
    .tuple(space, name(field), space, space, of, space)
    .map(([a, key, b, c, text, d]) => `${a}${key}${b}:${c}${text}${d}`);
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

const body = (layout: RowLayout) =>
  fc
    .tuple(
      fc.array(often(row(), value), { maxLength: 5 }),
      space,
      often(fc.constant(layout === "array" ? "," : "\n"), fc.constantFrom(" ", ",", "\n", "\r\n", ",\n")),
      space,
    )
    .map(([rows, before, between, after]) => {
      const text = `${before}${rows.join(between)}${after}`;
      return Buffer.from(layout === "array" ? `[${text}]` : text);
    });

/** A body in which some bytes may have been replaced, put in or cut. */
const damaged = (layout: RowLayout) =>
  fc
    .tuple(
      body(layout),
      often(fc.constant(null), fc.tuple(fc.nat(400), fc.nat(400), fc.uint8Array({ maxLength: 3 }))),
      often(fc.constant(null), fc.tuple(fc.nat(400), fc.nat(2), fc.constantFrom(...'{}[]",:\\\0é1'))),
    )
    .map(([bytes, ...damages]) =>
      damages.reduce((left, damage) => {
        if (damage === null) return left;
        const [at, removed, added] = damage;
        return Buffer.concat([
          left.subarray(0, at),
          Buffer.from(added as string),
          left.subarray(at + removed),
        ]);
      }, bytes),
    );

describe.each(["array", "lines"] as const)("D9, D17, D22: reports as JSON, in %s,", (layout) => {
  it("are what JSON makes of them, row by row", async () => {
    let reports = 0;
    await checkProperty(
      fc.property(damaged(layout), (bytes) => {
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
