import {
  Bool,
  DateMillisecond,
  Dictionary,
  Float64,
  Int8,
  Int32,
  Int64,
  makeData,
  makeVector,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
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
import { describe, expect, it } from "vitest";
import { REPORT_PROBLEMS as WHY } from "../../../src/domain/sensor-report.ts";
import { FileLoads, readText } from "../../support/store-files.ts";

const INSTANTS = [Date.UTC(2024, 4, 6, 8), Date.UTC(2024, 4, 6, 9, 0, 0, 500)] as const;
const EVENTS = ["a 2024-05-06T08:00:00.000Z 1", "b 2024-05-06T09:00:00.500Z -1"];
const IN_SECONDS = EVENTS.map((event) => event.replace(".500Z", ".000Z"));

type Columns = Readonly<Record<string, Vector>>;

const COLUMNS: Columns = {
  sensor_serial_number: vectorFromArray(["a", "b"], new Utf8()),
  timestamp: vectorFromArray([...INSTANTS], new TimestampMillisecond()),
  trajectory: vectorFromArray([1, -1], new Int8()),
};

/** Timestamps from the numbers that Arrow keeps for them, in their own unit. */
function timestamps(type: Timestamp, values: readonly (bigint | null)[]): Vector {
  const nullBitmap = Uint8Array.from({ length: 8 }, (_, byte) =>
    values
      .slice(byte * 8, byte * 8 + 8)
      .reduce((bits, value, bit) => bits | (value === null ? 0 : 1 << bit), 0),
  );
  const data = BigInt64Array.from(values, (value) => value ?? 0n);
  return makeVector(makeData({ type, data, nullBitmap, length: values.length }));
}

/** Instants in a fraction of a millisecond, the last of them before the next. */
function inUnits(perMillisecond: number): bigint[] {
  return INSTANTS.map((instant) => BigInt(instant) * BigInt(perMillisecond) + BigInt(perMillisecond - 1));
}

function texts(values: readonly (string | null)[]): Vector {
  return vectorFromArray(values, new Utf8());
}

const KINDS: readonly [what: string, columns: Columns, events: readonly string[]][] = [
  ["timestamps in ms", {}, EVENTS],
  [
    "timestamps in s",
    {
      timestamp: timestamps(
        new TimestampSecond(),
        INSTANTS.map((ms) => BigInt(Math.floor(ms / 1000))),
      ),
    },
    IN_SECONDS,
  ],
  [
    "timestamps in µs, of which fractions of ms are cut",
    { timestamp: timestamps(new TimestampMicrosecond(), inUnits(1_000)) },
    EVENTS,
  ],
  [
    "timestamps in ns, of which fractions of ms are cut",
    { timestamp: timestamps(new TimestampNanosecond(), inUnits(1_000_000)) },
    EVENTS,
  ],
  [
    "timestamps with a zone, which changes nothing (D1)",
    { timestamp: timestamps(new TimestampMillisecond("Asia/Kathmandu"), inUnits(1)) },
    EVENTS,
  ],
  ["dates", { timestamp: vectorFromArray([...INSTANTS], new DateMillisecond()) }, EVENTS],
  ["64-bit integers in ms for times", { timestamp: vectorFromArray(inUnits(1), new Int64()) }, EVENTS],
  [
    "floating-point numbers in ms for times, of which fractions are cut",
    {
      timestamp: vectorFromArray(
        INSTANTS.map((ms) => ms + 0.9),
        new Float64(),
      ),
    },
    EVENTS,
  ],
  ["texts for times", { timestamp: texts(["2024-05-06T08:00Z", "2024-05-06 14:45:00,5+05:45"]) }, EVENTS],
  ["texts for trajectories", { trajectory: texts(["1", "-1"]) }, EVENTS],
  ["floating-point trajectories", { trajectory: vectorFromArray([1, -1], new Float64()) }, EVENTS],
  ["64-bit trajectories", { trajectory: vectorFromArray([1n, -1n], new Int64()) }, EVENTS],
  [
    "dictionaries of texts",
    {
      sensor_serial_number: vectorFromArray(["a", "b"], new Dictionary(new Utf8(), new Int32())),
      trajectory: vectorFromArray(["1", "-1"], new Dictionary(new Utf8(), new Int8())),
    },
    EVENTS,
  ],
  [
    "columns that are not asked for",
    { flag: vectorFromArray([true, null], new Bool()), event_id: texts(["", null]) },
    EVENTS,
  ],
];

describe.each(["file", "stream"] as const)("an Arrow %s", (format) => {
  it.each(KINDS)("is read with %s", async (_, columns, events) => {
    const bytes = tableToIPC(new Table({ ...COLUMNS, ...columns }), format);
    expect(await readText("events.csv", bytes)).toMatchObject({ rows: 2, rejects: [], events });
  });

  it("has mapped columns, numbers for serial numbers and event ids (D9, D20)", async () => {
    const loads = await FileLoads.open();
    const table = new Table({
      dpu: vectorFromArray([423n, 423n, 423n, 423n], new Int64()),
      At: vectorFromArray([0, 0, 0, 0], new TimestampMillisecond()),
      trajectory: vectorFromArray([1, 1, 1, 1], new Int8()),
      id: texts(["x", "y", "", null]),
    });
    const columns = { sensor_serial_number: "dpu", timestamp: "At", event_id: "id" };
    const loaded = await loads.loadText("a.arrow", tableToIPC(table, format), { columns });
    expect(loaded).toMatchObject({ rows: 4, accepted: 3, duplicates: 1 });
    expect(loads.world.context.catalog.sensors.all()).toMatchObject([{ id: 423n, serialNumber: "423" }]);
  });

  it("has several batches, of which some are empty, with its rows rejected by number and reason", async () => {
    const batches = [3, 0, 5000, 1].map((length, batch) => batchOf(length, batch));
    const { rows, rejects, events } = await readText("a.arrow", writeBatches(format, batches));
    expect(rows).toBe(5004);
    expect(rejects).toEqual([
      `2: ${WHY["bad-timestamp"]}`,
      `4: ${WHY["no-sensor"]}`,
      `5: ${WHY["bad-timestamp"]}`,
      `5003: ${WHY["bad-trajectory"]}`,
      `5004: ${WHY["no-sensor"]}`,
    ]);
    expect(events.slice(0, 2)).toEqual(["s0 1970-01-01T00:00:00.000Z 1", "s0 1970-01-01T00:00:02.000Z 1"]);
    expect(events).toHaveLength(4999);
  });

  it("has times beyond the years of D1 rejected by row, however far beyond", async () => {
    const times = [0n, -1n, 253_402_300_800n, 2n ** 62n, -(2n ** 62n), null];
    const table = new Table({
      sensor_serial_number: texts(times.map(() => "s")),
      timestamp: timestamps(new TimestampSecond(), times),
      trajectory: vectorFromArray(
        times.map(() => 1),
        new Int8(),
      ),
    });
    const { rejects, events } = await readText("a.arrow", tableToIPC(table, format));
    expect(events).toEqual(["s 1970-01-01T00:00:00.000Z 1"]);
    expect(rejects).toEqual([2, 3, 4, 5, 6].map((row) => `${row}: ${WHY["bad-timestamp"]}`));
  });

  it("has no booleans for trajectories", async () => {
    const table = new Table({ ...COLUMNS, trajectory: vectorFromArray([true, false], new Bool()) });
    expect((await readText("a.arrow", tableToIPC(table, format))).rejects).toEqual([
      `1: ${WHY["bad-trajectory"]}`,
      `2: ${WHY["bad-trajectory"]}`,
    ]);
  });
});

/** A batch of rows of which the second has no time, and in later batches the first no sensor, the last no trajectory. */
function batchOf(length: number, batch: number): Table {
  const rows = Array.from({ length }, (_, index) => index);
  return new Table({
    sensor_serial_number: texts(rows.map((index) => (batch > 0 && index === 0 ? null : `s${batch}`))),
    timestamp: vectorFromArray(
      rows.map((index) => (index === 1 ? null : index * 1000)),
      new TimestampMillisecond(),
    ),
    trajectory: vectorFromArray(
      rows.map((index) => (batch > 0 && index === length - 1 ? 0 : 1)),
      new Int8(),
    ),
  });
}

function writeBatches(format: "file" | "stream", tables: readonly Table[]): Uint8Array {
  const writer = format === "file" ? new RecordBatchFileWriter() : new RecordBatchStreamWriter();
  for (const table of tables) for (const batch of table.batches) writer.write(batch);
  writer.finish();
  return writer.toUint8Array(true);
}
