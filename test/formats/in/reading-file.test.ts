import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  Bool,
  Field,
  Int64,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Schema,
  Table,
  TimestampMillisecond,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/domain/instant.ts";
import { READING_FILE_SPAN_MS_MAX } from "../../../src/domain/limits.ts";
import { readReadingFile, readReadingText } from "../../support/reading-files.ts";
import { writeParquet } from "../../support/store-files.ts";
import { temporaryFolder } from "../../support/store-harness.ts";

const TOTALS = `serial_number,at,in_total,out_total,width,boot
b,2024-05-06T09:00:00Z,7,,16,
a,2024-05-06T08:00:00Z,10,5,,
a,2024-05-06T07:00:00Z,8,4,,true
`;
const READ = ["a 2024-05-06T07:00Z 8 4 boot", "a 2024-05-06T08:00Z 10 5", "b 2024-05-06T09:00Z 7  16"];
const INTERVALS = "serial_number,from,to,in,out";

/** Reads a file of intervals of sensor a, without a header for its columns. */
const intervals = (rows: readonly string[], layout: Parameters<typeof readReadingText>[3] = {}) =>
  readReadingText("i.csv", `${INTERVALS}\n${rows.join("\n")}\n`, "intervals", layout);

describe("D34: a file of totals", () => {
  it.each([
    ["CSV", "t.csv", TOTALS],
    ["CSV in gzip", "t.csv.gz", gzipSync(TOTALS)],
    ["CSV with semicolons", "t.csv", TOTALS.replaceAll(",", ";")],
    [
      "NDJSON",
      "t.ndjson",
      [
        { serial_number: "b", at: 1714986000, in_total: 7, out_total: null, width: 16 },
        { serial_number: " a ", at: "2024-05-06 08:00", in_total: 10, out_total: 5, more: [1] },
        { serial_number: "a", at: 1714978800000, in_total: "8", out_total: 4, boot: true },
      ]
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(""),
    ],
  ])("is read from %s, line by line in the order of time", async (_, name, content) => {
    expect(await readReadingText(name, content, "totals")).toEqual({
      rows: 3,
      rejects: [],
      texts: [],
      readings: READ,
    });
  });

  it.each([
    ["times with a zone", "TIMESTAMPTZ '2024-05-06 08:00:00+00'", "UTC"],
    ["times without a zone, in UTC", "TIMESTAMP '2024-05-06 08:00:00'", "UTC"],
    ["times without a zone, which are local", "TIMESTAMP '2024-05-06 10:00:00'", "Europe/Berlin"],
    ["milliseconds", "1714982400000::BIGINT", "UTC"],
    ["texts", "'2024-05-06T08:00:00Z'", "Europe/Berlin"],
  ])("is read from Parquet with %s", async (_, time, timeZone) => {
    const path = join(temporaryFolder(), "t.parquet");
    await writeParquet(
      path,
      `SELECT 'a' AS serial_number, ${time} AS at, 10::DOUBLE AS in_total, 5 AS out_total, NULL AS boot`,
    );
    const { readings } = await readReadingFile(path, "totals", { timeZone });
    expect(readings).toEqual(["a 2024-05-06T08:00Z 10 5"]);
  });

  it.each([
    ["an Arrow file", RecordBatchFileWriter, "Etc/UTC", "2024-05-06T08:00Z"],
    ["an Arrow stream", RecordBatchStreamWriter, null, "2024-05-06T06:00Z"],
  ] as const)("is read from %s, a time without a zone as local", async (_, Writer, zone, time) => {
    const type = new TimestampMillisecond(zone);
    const columns = {
      serial_number: vectorFromArray(["a", "a"], new Utf8()),
      at: vectorFromArray([1714982400000, 1714986000000], type),
      in_total: vectorFromArray([10n, null], new Int64()),
      out_total: vectorFromArray([5n, 6n], new Int64()),
      boot: vectorFromArray([null, true], new Bool()),
    };
    const fields = Object.entries(columns).map(([name, vector]) => new Field(name, vector.type, true));
    const writer = new Writer();
    writer.write(new Table(new Schema(fields), columns));
    writer.finish();
    const path = join(temporaryFolder(), "t.arrow");
    writeFileSync(path, await writer.toUint8Array());
    const { readings, rejects } = await readReadingFile(path, "totals", { timeZone: "Europe/Berlin" });
    expect(rejects).toEqual([]);
    const next = time.replace("8:00", "9:00").replace("6:00Z", "7:00Z");
    expect(readings).toEqual([`a ${time} 10 5`, `a ${next}  6 boot`]);
    // A file that is cut off is refused.
    writeFileSync(path, (await writer.toUint8Array()).subarray(0, 200));
    await expect(readReadingFile(path, "totals")).rejects.toThrow("cannot read");
  });

  it("says which columns there are if one is missing", async () => {
    const wrong = readReadingText("t.csv", "serial,at,in_total\na,2024-05-06,1\n", "totals");
    await expect(wrong).rejects.toThrow(
      /t\.csv: it has no column serial_number; its columns are serial, at, in_total$/,
    );
    const member = join(temporaryFolder(), "t.ndjson");
    writeFileSync(member, '{"serial": "a", "at": "2024-05-06", "in_total": 1}\n');
    await expect(readReadingFile(member, "totals", {}, false)).rejects.toThrow(
      "it has no column serial_number; the members of its first row are serial, at, in_total",
    );
    const shifted = readReadingText("t.csv", "a,2024-05-06T07:00:00Z,1,2\n", "totals");
    await expect(shifted).rejects.toThrow("its first row seems to be a reading (--no-header)");
  });

  it("names each row that is rejected with the reason and its text, and reads the others", async () => {
    const rows = [
      ["a,2024-05-06T07:00:00Z,1,1", null],
      ["a,yesterday,1,1", "at is required and must be a time such as 2024-05-06T07:08:09Z (yesterday)"],
      ["a,,1,1", "at is required and must be a time such as 2024-05-06T07:08:09Z"],
      ["a,2024-05-06T07:01:00Z,-1,1", "in_total must be a whole number from 0 to 2^53 - 1 (-1)"],
      ["a,2024-05-06T07:01:00Z,1,1.5", "out_total must be a whole number from 0 to 2^53 - 1 (1.5)"],
      [
        "a,2024-05-06T07:01:00Z,9007199254740992,1",
        "in_total must be a whole number from 0 to 2^53 - 1 (9007199254740992)",
      ],
      ["a,2024-05-06T07:01:00Z,,", "in_total or out_total is required"],
      ["a,2024-05-06T07:01:00Z", "the row is malformed"],
      [
        ",2024-05-06T07:01:00Z,1,1",
        "sensor_serial_number is required and must be a string of 1 to 128 characters",
      ],
      [
        "a,2030-05-06T07:01:00Z,1,1",
        "at: timestamp is more than 5 minutes in the future (2030-05-06T07:01:00.000Z)",
      ],
      ["a,2024-05-06T07:02:00Z,3,3.0", null],
    ] as const;
    const text = `serial_number,at,in_total,out_total\n${rows.map(([row]) => row).join("\n")}\n`;
    const read = await readReadingText("t.csv", text, "totals");
    const rejected = rows.flatMap(([row, reason], index) =>
      reason === null ? [] : [{ row, index, reason }],
    );
    expect(read.rejects).toEqual(rejected.map(({ index, reason }) => `${index + 1}: ${reason}`));
    expect(read.texts).toEqual(rejected.map(({ row }) => row));
    expect(read.readings).toEqual(["a 2024-05-06T07:00Z 1 1", "a 2024-05-06T07:02Z 3 3"]);
    const path = join(temporaryFolder(), "t.csv");
    writeFileSync(path, `serial_number,at,in_total\n${"a,06.05.2024,1\n".repeat(9)}a,2024-05-06,1\n`);
    await expect(readReadingFile(path, "totals", {}, false)).rejects.toThrow(
      "9 of 10 rows are rejected, most because at",
    );
  });

  it.each(["7", "54", "8.5", "x"])("refuses the width %s", async (width) => {
    const read = await readReadingText(
      "t.csv",
      `serial_number,at,in_total,width\na,2024-05-06,1,${width}\n`,
      "totals",
    );
    expect(read.rejects).toEqual([`1: width must be a whole number from 8 to 53 (${width})`]);
  });

  it("takes the second run of a repeated local hour, line by line, and a repetition as such", async () => {
    const times = ["02:00:00", "02:30:01", "02:00:00", "02:30:01"];
    const rows = times.flatMap((time, index) =>
      ["a", "b"].map((line) => `${line},2024-10-27 ${time},${index},0`),
    );
    // The same totals at the same local time.
    rows.push("a,2024-10-27 02:30:01,3,0");
    const text = `serial_number,at,in_total,out_total\n${rows.join("\n")}\n`;
    const { readings } = await readReadingText("t.csv", text, "totals", { timeZone: "Europe/Berlin" });
    const expected = (line: string, again = 1) => [
      `${line} 2024-10-27T00:00Z 0 0`,
      `${line} 2024-10-27T00:30:01Z 1 0`,
      `${line} 2024-10-27T01:00Z 2 0`,
      ...Array.from({ length: again }, () => `${line} 2024-10-27T01:30:01Z 3 0`),
    ];
    expect(readings).toEqual([...expected("a", 2), ...expected("b")]);
  });
});

describe("D34: a file of intervals", () => {
  it("rejects spans over 31 days, and those that end before they begin", async () => {
    const end = (ms: number) => new Date(Date.UTC(2024, 0, 1) + ms).toISOString();
    const from = "2024-01-01T00:00:00Z";
    const read = await intervals([
      `a,${from},${end(READING_FILE_SPAN_MS_MAX)},1,1`,
      `b,${from},${end(READING_FILE_SPAN_MS_MAX + 1)},1,1`,
      `c,${from},${from},1,1`,
    ]);
    expect(read.readings).toEqual(["a 2024-01-01T00:00Z/2024-02-01T00:00Z 1 1"]);
    expect(read.rejects).toEqual(["2: the interval is longer than 744 hours", "3: to must be after from"]);
  });

  it("has the coverage from 0 to 1", async () => {
    const text = (share: string) => `serial_number,from,to,in,coverage\na,2024-05-06,2024-05-07,1,${share}\n`;
    expect((await readReadingText("i.csv", text("0.75"), "intervals")).readings[0]).toContain("1  0.75");
    expect((await readReadingText("i.csv", text("75"), "intervals")).rejects).toEqual([
      "1: coverage must be a number from 0 to 1 (75)",
    ]);
  });

  it.each([
    [HOUR_MS, "2024-03-31 01:00", "2024-03-31T00:00Z/2024-03-31T01:00Z"],
    [HOUR_MS, "2024-10-27 02:00", "2024-10-27T00:00Z/2024-10-27T01:00Z"],
    [15 * MINUTE_MS, "2024-05-06 07:45", "2024-05-06T05:45Z/2024-05-06T06:00Z"],
    // A local day has 23 or 25 hours when clocks change.
    [DAY_MS, "2024-03-31", "2024-03-30T23:00Z/2024-03-31T22:00Z"],
    [DAY_MS, "2024-10-27", "2024-10-26T22:00Z/2024-10-27T23:00Z"],
  ])("with --interval of %d ms needs the start only: %s", async (interval, from, span) => {
    const text = `serial_number,from,in,out\na,${from},2,1\n`;
    const layout = { interval, timeZone: "Europe/Berlin" };
    expect((await readReadingText("i.csv", text, "intervals", layout)).readings).toEqual([`a ${span} 2 1`]);
    await expect(readReadingText("i.csv", text, "intervals")).rejects.toThrow("it has no column to");
  });

  it.each([
    ["2024-05-06 10:59", null, "11:00Z"],
    ["2024-05-06 10:59:59", null, "11:00Z"],
    ["2024-05-06T10:59:59.999Z", null, "11:00Z"],
    ["2024-05-06T10:59Z", null, "11:00Z"],
    ["2024-05-06 12:59 +02:00", "any", "11:00Z"],
    ["2024-05-06 10", "any", "11:00Z"],
    ["20240506T1059", "any", "11:00Z"],
    ["20240506T105959", "any", "11:00Z"],
    ["06.05.2024 10", "dd.MM.yyyy H", "11:00Z"],
    ["06.05.2024 10:59", "dd.MM.yyyy HH:mm", "11:00Z"],
    ["06.05.2024 10:59:59", "dd.MM.yyyy HH:mm:ss", "11:00Z"],
    ["1714993199", "seconds", "11:00Z"],
    ["1714993199999", "milliseconds", "11:00Z"],
    ["1714993199", null, "11:00Z"],
  ])("with --inclusive-end ends one unit after the label %s (%s)", async (label, timeFormat, end) => {
    const text = `${INTERVALS}\na,${label},${label},2,1\n`;
    const layout = { hasInclusiveEnd: true, timeFormat };
    const { readings } = await readReadingText("i.csv", text, "intervals", layout);
    expect(readings[0]?.split("/")[1]).toBe(`2024-05-06T${end} 2 1`);
  });

  it("with --inclusive-end counts the last day, and the unit of --interval", async () => {
    const layout = { hasInclusiveEnd: true, timeZone: "Europe/Berlin" };
    const days = await intervals(["a,2024-10-21,2024-10-27,7,7"], layout);
    expect(days.readings).toEqual(["a 2024-10-20T22:00Z/2024-10-27T23:00Z 7 7"]);
    const hours = await intervals(["a,2024-05-06 08:00,2024-05-06 17:00,7,7"], {
      ...layout,
      interval: HOUR_MS,
    });
    expect(hours.readings).toEqual(["a 2024-05-06T06:00Z/2024-05-06T16:00Z 7 7"]);
  });

  it("rejects local times that do not exist, with the reason", async () => {
    const read = await intervals(
      [
        "a,2024-03-31 01:00,2024-03-31 02:00,1,0",
        "a,2024-03-31 02:00,2024-03-31 03:00,2,0",
        "a,2024-03-31 01:30,2024-03-31 02:30,2,0",
        "a,2024-03-31 03:00,2024-03-31 04:00,3,0",
      ],
      { timeZone: "Europe/Berlin" },
    );
    const why = "the local time does not exist: clocks were put forward over it";
    expect(read.rejects).toEqual([`2: from: ${why} (2024-03-31 02:00)`, `3: to: ${why} (2024-03-31 02:30)`]);
    expect(read.readings).toEqual([
      "a 2024-03-31T00:00Z/2024-03-31T01:00Z 1 0",
      "a 2024-03-31T01:00Z/2024-03-31T02:00Z 3 0",
    ]);
  });

  it("has both runs of a repeated hour without a gap or an overlap", async () => {
    const starts = ["01:30", "02:00", "02:30", "02:00", "02:30", "03:00"];
    const rows = starts.map((start, index) => {
      const end = start.endsWith("30") ? `0${Number(start[1]) + 1}:00` : start.replace("00", "30");
      return `a,2024-10-27 ${start},2024-10-27 ${end},${index},0`;
    });
    const { readings, rejects } = await intervals(rows, { timeZone: "Europe/Berlin" });
    expect(rejects).toEqual([]);
    const bounds = readings.map((reading) => reading.split(" ")[1]?.split("/"));
    for (const [index, bound] of bounds.entries())
      if (index > 0) expect(bound?.[0]).toBe(bounds[index - 1]?.[1]);
    expect(bounds.at(-1)).toEqual(["2024-10-27T02:00Z", "2024-10-27T02:30Z"]);
  });

  it("takes a value from several columns, words, one value for all rows, and skips rows that are blank", async () => {
    const text = "Day,Hour,In,Out,,Other\n06.05.2024,8,1,none,,x\n,,,,,y\n06.05.2024,9,3,4,,\n";
    const { readings, rows } = await readReadingText("i.csv", text, "intervals", {
      interval: HOUR_MS,
      timeFormat: "any",
      fields: {
        serial_number: { value: "Gate" },
        from: { columns: ["Day", "Hour"] },
        out: { columns: ["Out"], words: new Map([["none", "0"]]) },
      },
    });
    expect(rows).toBe(2);
    expect(readings).toEqual([
      "Gate 2024-05-06T08:00Z/2024-05-06T09:00Z 1 0",
      "Gate 2024-05-06T09:00Z/2024-05-06T10:00Z 3 4",
    ]);
  });
});
