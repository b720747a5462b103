import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENT_ID_LENGTH_MAX, INGEST_ROWS_MAX, SERIAL_LENGTH_MAX } from "../../src/domain/limits.ts";
import { KnownTexts } from "../../src/engine/ingest/known-texts.ts";
import { ReportReader } from "../../src/engine/ingest/reports.ts";
import {
  type RowLayout,
  readJsonReports,
  readManyJsonReports,
} from "../../src/http/report-bodies/json-reports.ts";
import { checkProperty } from "../support/random.ts";
import { rowsOf } from "../support/store-reports.ts";

/** What JSON makes of a body, if it is rows and all of them are reports; else null. */
function readAsJson(text: string, layout: RowLayout) {
  let rows: unknown;
  try {
    const lines = () => text.split("\n").filter((line) => line.trim() !== "");
    rows = layout === "array" ? JSON.parse(text) : lines().map((line) => JSON.parse(line));
  } catch {
    return null;
  }
  if (!Array.isArray(rows)) return null;
  const reader = new ReportReader(rows.length, { earliest: 0, logStart: 0, latest: Infinity });
  for (const row of rows) reader.readRow(row);
  const { rejected, reports } = reader.checked;
  return rejected === 0 ? rowsOf(reports) : null;
}

const known = new KnownTexts();

function readAtOnce(text: string, layout: RowLayout) {
  const reports = readJsonReports(Buffer.from(text), layout, known);
  return reports && rowsOf(reports);
}

/** Reads a body in pieces of some bytes; another is read between two of them. */
async function readInPieces(text: string, layout: RowLayout, pieceBytes: number) {
  const between = async () => void readAtOnce(OTHER, "array");
  const reports = await readManyJsonReports(Buffer.from(text), layout, known, between, pieceBytes);
  return reports && rowsOf(reports);
}

const OTHER = JSON.stringify(
  ["S1", "S3", "S2"].map((sensor_serial_number) => ({
    sensor_serial_number,
    timestamp: "2024-02-28T00:00:00Z",
    trajectory: 1,
  })),
);

/** Mostly what senders write, and sometimes what comes close to it. */
const often = <T>(common: fc.Arbitrary<T>, ...rare: readonly fc.Arbitrary<T>[]) =>
  fc.oneof({ arbitrary: common, weight: 30 }, ...rare);

const space = often(fc.constant(""), fc.constantFrom(" ", "  ", "\t", "\r", "\n", "\f", "\u00a0"));
const quoted = (text: string) => JSON.stringify(text);
const serial = often(
  fc.constantFrom("S1", "S2", "9001").map(quoted),
  fc.string({ maxLength: SERIAL_LENGTH_MAX + 1 }).map(quoted),
  fc.constantFrom(
    '"\\u0053"',
    '"é"',
    '""',
    "null",
    "12",
    '"a\u007f"',
    '"a\tb"',
    '"S1',
    `"${"s".repeat(129)}"`,
  ),
);
const instant = fc
  .integer({ min: Date.UTC(2024, 1, 28), max: Date.UTC(2024, 2, 2) })
  .map((ms) => new Date(ms).toISOString());
const timestamp = often(
  instant.map(quoted),
  instant.map((text) => quoted(text.replace(/\.\d+/, ""))),
  fc
    .constantFrom(
      ...["2024-05-06", "2024-05-06T07:08Z", "2024-05-06T07:08:09+02:00", "2024-05-06 07:08:09", "then", ""],
      ...["2024-05-06T07:08:60Z", "2024-02-30T07:08:09.123Z", "2024-05-06T07:08:0aZ", "1969-05-06T07:08:09Z"],
      ...[
        "2024-05-06T07:08:09.12Z",
        "2024-05-06T07:08:09,123Z",
        "2024-05-06T07:08:09.123z",
        "2024-05-06T24:08:09Z",
      ],
      ...["2024-05-06T07:08:09:123Z", "2024-05-06T07:08:6/Z", "9999-12-31T23:59:59.999Z"],
    )
    .map(quoted),
);
const trajectory = often(
  fc.constantFrom("1", "-1"),
  fc.constantFrom("1.0", "1e0", "01", "+1", "- 1", "-1.", "10", "0", '"1"', "true", "null", "1 1"),
);
const eventId = often(
  fc.integer({ min: 0, max: 10 ** 13 }).map((number) => quoted(String(number))),
  fc.uuid().map(quoted),
  fc.string({ maxLength: EVENT_ID_LENGTH_MAX + 1 }).map(quoted),
  fc.constantFrom("null", '""', "7", '"\\n"', '"\u2603"', "nul"),
);
const name = (wanted: string) =>
  often(
    fc.constant(quoted(wanted)),
    fc.constantFrom(`"${wanted}`, quoted(`${wanted}s`), '"trajectory"', '"note"'),
  );

const member = (field: string, value: fc.Arbitrary<string>) =>
  fc
    .tuple(space, name(field), space, space, value, space)
    .map(([a, key, b, c, text, d]) => `${a}${key}${b}:${c}${text}${d}`);
const row = fc
  .tuple(
    member("sensor_serial_number", serial),
    member("timestamp", timestamp),
    member("trajectory", trajectory),
    fc.option(member("event_id", eventId)),
    often(fc.constant(false), fc.constant(true)),
    often(fc.constantFrom(""), fc.constantFrom(',"note":1', ",", ',"trajectory":1', "}")),
  )
  .map(([sensor, time, way, id, isTurned, rest]) => {
    const members = [sensor, time, way, ...(id === null ? [] : [id])];
    return `{${(isTurned ? members.reverse() : members).join(",")}${rest}}`;
  });
const body = (layout: RowLayout) =>
  fc
    .tuple(
      fc.array(row, { maxLength: 4 }),
      space,
      often(fc.constant(layout === "array" ? "," : "\n"), fc.constantFrom(" ", ",", "\n", "\r\n", ",\n")),
      space,
    )
    .map(([rows, before, between, after]) => {
      const text = `${before}${rows.join(between)}${after}`;
      return layout === "array" ? `[${text}]` : text;
    });
/** A body, of which some bytes may have been put in or taken out. */
const damaged = (layout: RowLayout) =>
  fc
    .tuple(
      body(layout),
      often(
        fc.constant(null),
        fc.tuple(
          fc.nat(400),
          fc.nat(2),
          fc.constantFrom("", "{", "}", "[", "]", '"', ",", ":", "\\", "\0", "1", "é", "\ufeff"),
        ),
      ),
    )
    .map(([text, damage]) => {
      if (damage === null) return text;
      const [at, removed, added] = damage;
      return text.slice(0, at) + added + text.slice(at + removed);
    });

describe.each(["array", "lines"] as const)("D22: rows of JSON that are read at once, in %s,", (layout) => {
  it("are what JSON makes of them", async () => {
    let atOnce = 0;
    await checkProperty(
      fc.property(damaged(layout), (text) => {
        const read = readAtOnce(text, layout);
        if (read === null) return;
        if (read.length > 0) atOnce++;
        expect(read).toEqual(readAsJson(text, layout));
      }),
      { numRuns: 3_000 },
    );
    expect(atOnce).toBeGreaterThan(300);
  });

  it("are the same in pieces, with other reads in between", async () => {
    await checkProperty(
      fc.asyncProperty(damaged(layout), fc.integer({ min: 1, max: 300 }), async (text, pieceBytes) => {
        expect(await readInPieces(text, layout, pieceBytes)).toEqual(readAtOnce(text, layout));
      }),
      { numRuns: 1_000 },
    );
  });

  const written = (rows: readonly object[], indent?: string) =>
    layout === "array"
      ? JSON.stringify(rows)
      : rows.map((each) => JSON.stringify(each, null, indent)).join("\n");
  const report = { sensor_serial_number: "S1", timestamp: "2024-05-06T07:08:09.123Z", trajectory: 1 };

  it("are read in pieces of 256 KiB if they are many", async () => {
    const bytes = Buffer.from(written(Array.from({ length: 20_000 }, () => report)));
    let pauses = 0;
    const reports = await readManyJsonReports(bytes, layout, known, async () => void pauses++);
    expect(reports).toHaveLength(20_000);
    expect(pauses).toBe(Math.floor(bytes.length / (256 * 1024)));
  });

  it("are all that senders write", () => {
    const rows = [
      report,
      { ...report, event_id: "e1" },
      { ...report, event_id: null, timestamp: "2024-05-06T07:09:00Z", trajectory: -1 },
      { ...report, event_id: "0190b5a2-8f5e-7cc1-9d1a-5a1f0f3f2b11", sensor_serial_number: "S2" },
      {
        trajectory: 1,
        timestamp: "2024-05-06T07:09:59+02:00",
        sensor_serial_number: "s".repeat(SERIAL_LENGTH_MAX),
      },
    ];
    const text = written(rows);
    for (const each of [
      text,
      text.replaceAll(",", ", ").replaceAll('":', '": '),
      `${text}\n`,
      `\r\n${text}`,
    ]) {
      const read = readAtOnce(each, layout);
      expect(read, each).toHaveLength(rows.length);
      expect(read).toEqual(readAsJson(each, layout));
    }
  });

  it("are left to JSON if there are more of them than are taken", () => {
    const text = (rows: number) => written(Array.from({ length: rows }, () => report));
    expect(readAtOnce(text(INGEST_ROWS_MAX), layout)).toHaveLength(INGEST_ROWS_MAX);
    expect(readAtOnce(text(INGEST_ROWS_MAX + 1), layout)).toBeNull();
  });
});
