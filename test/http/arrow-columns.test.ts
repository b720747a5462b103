import {
  Dictionary,
  Int8,
  Int32,
  Int64,
  makeData,
  makeVector,
  Table,
  type Timestamp,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from "apache-arrow";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ARROW_MESSAGES_MAX, SERIAL_LENGTH_MAX } from "../../src/domain/limits.ts";
import type { ReadReport } from "../../src/domain/sensor-report.ts";
import { KnownTexts } from "../../src/engine/ingest/known-texts.ts";
import { ReportReader } from "../../src/engine/ingest/reports.ts";
import { yieldToEventLoop } from "../../src/engine/yielding.ts";
import { ReportBatches } from "../../src/formats/arrow/report-batches.ts";
import { reportsOf } from "../../src/formats/arrow/reports.ts";
import { readArrowReports } from "../../src/http/report-bodies/arrow-rows.ts";
import { checkProperty } from "../support/random.ts";
import { rowsOf } from "../support/store-reports.ts";

const COLUMNS = {
  sensor_serial_number: "sensor_serial_number",
  timestamp: "timestamp",
  trajectory: "trajectory",
  event_id: "event_id",
};

const text = fc.option(
  fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: "grapheme", maxLength: 5 }),
    fc.constantFrom("", "a", "ü"),
  ),
);
const row = fc.record({ serial: text, id: text, trajectory: fc.option(fc.constantFrom(1, -1, 0, 2)) });

/** What is read of columns that have been sent as a stream, row by row. */
async function read(columns: Readonly<Record<string, Vector>>) {
  const bytes = tableToIPC(new Table(columns), "stream");
  const source = {
    size: bytes.length,
    read: (position: number, length: number) => bytes.subarray(position, position + length),
  };
  const reports: ReadReport[] = [];
  const batches = await ReportBatches.open(source);
  for await (const batch of batches.batches(COLUMNS, () => undefined)) reports.push(...reportsOf(batch));
  return reports;
}

/** Timestamps as they lie in memory: the library's own setter takes milliseconds, as numbers. */
function timestamps(ticks: readonly (bigint | null)[], type: Timestamp): Vector {
  const nullBitmap = new Uint8Array(8 * Math.ceil(ticks.length / 64));
  for (const [row, each] of ticks.entries())
    if (each !== null) nullBitmap[row >>> 3] = (nullBitmap[row >>> 3] as number) | (1 << (row & 7));
  const data = BigInt64Array.from(ticks, (each) => each ?? 7n);
  return makeVector(makeData({ type, length: ticks.length, nullBitmap, data }));
}

it("D22: texts and trajectories of every Arrow type come out as they went in", async () => {
  await checkProperty(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), fc.boolean(), async (rows, isPlain) => {
      const texts = (values: readonly (string | null)[]) =>
        vectorFromArray(values, isPlain ? new Utf8() : new Dictionary(new Utf8(), new Int32()));
      const trajectories = rows.map((each) => each.trajectory);
      const read64 = trajectories.map((each) => (each === null ? null : BigInt(each)));
      const found = await read({
        sensor_serial_number: texts(rows.map((each) => each.serial)),
        timestamp: vectorFromArray(
          rows.map((_, index) => index),
          new TimestampMillisecond(),
        ),
        trajectory: isPlain
          ? vectorFromArray(trajectories, new Int8())
          : vectorFromArray(read64, new Int64()),
        event_id: texts(rows.map((each) => each.id)),
      });
      expect(found).toEqual(
        rows.map(({ serial, id, trajectory }, index) => ({
          serialNumber: serial,
          timestamp: index,
          trajectory: trajectory === 1 || trajectory === -1 ? trajectory : null,
          eventId: id || null,
        })),
      );
    }),
    { numRuns: 200 },
  );
});

it.each([
  // The most of each is past the year 9999 but for nanoseconds, of which 64 bits hold no such time.
  ["seconds", new TimestampSecond(), 10n ** 9n, 2n ** 38n],
  ["milliseconds", new TimestampMillisecond(), 10n ** 6n, 2n ** 48n],
  ["microseconds", new TimestampMicrosecond(), 10n ** 3n, 2n ** 58n],
  ["nanoseconds", new TimestampNanosecond(), 1n, 2n ** 62n],
] as const)("D1: of timestamps in %s the fraction of a ms is cut", async (_, type, nanoseconds, most) => {
  const ticks = fc.oneof(fc.bigInt(-5n, most), fc.bigInt(0n, (4n * 10n ** 18n) / nanoseconds));
  await checkProperty(
    fc.asyncProperty(fc.array(fc.option(ticks), { minLength: 1, maxLength: 20 }), async (all) => {
      const timestamp = timestamps(all, type);
      const ones = vectorFromArray(
        all.map(() => 1),
        new Int8(),
      );
      const found = await read({ timestamp, trajectory: ones, sensor_serial_number: ones });
      const instants = all.map((each) => {
        if (each === null || each < 0n) return null;
        const instant = (each * nanoseconds) / 10n ** 6n;
        return instant <= 253_402_300_799_999n ? Number(instant) : null;
      });
      expect(found.map((each) => each.timestamp)).toEqual(instants);
    }),
    { numRuns: 300 },
  );
});

it("D22: rows whose texts are read as bytes are the same as row by row", async () => {
  let atOnce = 0;
  const known = new KnownTexts();
  const ascii = fc.oneof(
    { arbitrary: fc.string({ minLength: 1, maxLength: 20 }), weight: 40 },
    fc.constantFrom("", "ü", "a\0", "s".repeat(SERIAL_LENGTH_MAX + 1), null),
  );
  const serials = fc.array(ascii, { minLength: 1, maxLength: 8 });
  const ids = fc.option(fc.array(fc.oneof(ascii, fc.constant(null)), { minLength: 8, maxLength: 8 }));
  await checkProperty(
    fc.asyncProperty(serials, ids, fc.boolean(), async (serialNumbers, eventIds, isPlain) => {
      const texts = (values: readonly (string | null)[]) =>
        vectorFromArray(values, isPlain ? new Utf8() : new Dictionary(new Utf8(), new Int32()));
      const numbers = serialNumbers.map((_, index) => index);
      const columns = {
        sensor_serial_number: texts(serialNumbers),
        timestamp: vectorFromArray(numbers, new TimestampMillisecond()),
        trajectory: vectorFromArray(
          numbers.map(() => 1),
          new Int8(),
        ),
        ...(eventIds && { event_id: texts(eventIds.slice(0, serialNumbers.length)) }),
      };
      const bytes = tableToIPC(new Table(columns), "stream");
      const times = { earliest: 0, latest: Infinity };
      const { reports, errors } = await readArrowReports(bytes, times, known, yieldToEventLoop);
      const reader = new ReportReader(serialNumbers.length, times);
      for (const report of await read(columns))
        reader.read(report.serialNumber, report.timestamp, report.trajectory, report.eventId);
      const { checked } = reader;
      if (errors.length === 0 && isPlain) atOnce++;
      expect(errors).toEqual(checked.errors);
      expect(rowsOf(reports)).toEqual(rowsOf(checked.reports));
    }),
    { numRuns: 500 },
  );
  expect(atOnce).toBeGreaterThan(30);
});

/** A stream of one schema and some batches of one row each, which ends as streams do. */
function streamOf(batches: number): Uint8Array {
  const one = new Table({
    sensor_serial_number: vectorFromArray(["a"], new Utf8()),
    timestamp: vectorFromArray([0], new TimestampMillisecond()),
    trajectory: vectorFromArray([1], new Int8()),
  });
  const stream = tableToIPC(one, "stream");
  const schemaBytes = 8 + new DataView(stream.buffer, stream.byteOffset).getInt32(4, true);
  const [schema, batch, end] = [
    stream.subarray(0, schemaBytes),
    stream.subarray(schemaBytes, -END_BYTES),
    stream.subarray(-END_BYTES),
  ];
  return Buffer.concat([schema, ...Array.from({ length: batches }, () => batch), end]);
}

/** Bytes of the mark that ends a stream. */
const END_BYTES = 8;

it("D22: a stream has a maximum of messages", async () => {
  const times = { earliest: 0, latest: Infinity };
  const read = (bytes: Uint8Array) => readArrowReports(bytes, times, new KnownTexts(), yieldToEventLoop);
  const most = ARROW_MESSAGES_MAX - 1;
  expect((await read(streamOf(most))).reports).toHaveLength(most);
  await expect(read(streamOf(most + 1))).rejects.toThrow(`more than ${ARROW_MESSAGES_MAX} messages`);
});
