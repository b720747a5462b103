import { DuckDBInstance, LIST, listValue, VARCHAR } from "@duckdb/node-api";
import { Table, tableToIPC, vectorFromArray } from "apache-arrow";
import { describe, expect, it } from "vitest";
import { must } from "../../../src/domain/errors.ts";
import { formatInstant, INSTANT_MAX, INSTANT_MIN, readInstant } from "../../../src/domain/instant.ts";
import { script } from "../../../src/store/duckdb/statements.ts";
import { sampleOf } from "../../support/random.ts";
import { FileLoads, type Loaded, writeParquet } from "../../support/store-files.ts";
import { at } from "../../support/store-reports.ts";
import { NO_TIMES, nearlyTimes, TIMES_OF_D1 } from "../../support/store-times.ts";

/** Ways to write a file of reports with these texts for times, and load it. Its sensors are numbered from 0. */
const FORMATS: Readonly<Record<string, (loads: FileLoads, times: readonly string[]) => Promise<Loaded>>> = {
  CSV: (loads, times) => loads.loadText("a.csv", csvOf(times)),
  "CSV with malformed rows": async (loads, times) => {
    const loaded = await loads.loadText("b.csv", `${csvOf(times)}malformed\n`);
    return { ...loaded, rejects: loaded.rejects.slice(0, -1) };
  },
  NDJSON: (loads, times) => {
    const rows = times.map((timestamp, i) => ({ sensor_serial_number: `s${i}`, timestamp, trajectory: 1 }));
    return loads.loadText("a.ndjson", rows.map((row) => JSON.stringify(row)).join("\n"));
  },
  Parquet: async (loads, times) => {
    const values = times.map((text, i) => `(${i}, '${text.replaceAll("'", "''")}')`).join();
    const path = loads.path("a.parquet");
    await writeParquet(
      path,
      `SELECT 's' || i AS sensor_serial_number, t AS timestamp, 1 AS trajectory FROM (VALUES ${values}) rows(i, t) ORDER BY i`,
    );
    return loads.load(path);
  },
  Arrow: (loads, times) => {
    const table = new Table({
      sensor_serial_number: vectorFromArray(times.map((_, i) => `s${i}`)),
      timestamp: vectorFromArray([...times]),
      trajectory: vectorFromArray(times.map(() => 1)),
    });
    return loads.loadText("a.arrow", tableToIPC(table, "stream"));
  },
};

function csvOf(times: readonly string[]): string {
  return [
    "sensor_serial_number,timestamp,trajectory",
    ...times.map((time, i) => `s${i},"${time}",1`),
    "",
  ].join("\n");
}

/** Expects that a load has taken just the times that `readInstant` takes, and as it reads them. */
function expectTimes({ events, rejects }: Loaded, times: readonly string[]): void {
  const instants = times.map(readInstant);
  expect(events).toEqual(
    instants.flatMap((instant, i) => (instant === null ? [] : [`s${i} ${formatInstant(instant)} 1`])),
  );
  expect(rejects.map((reject) => Number.parseInt(reject, 10))).toEqual(
    instants.flatMap((instant, i) => (instant === null ? [i + 1] : [])),
  );
}

const FORMAT_NAMES = Object.keys(FORMATS);

function loadAs(format: string, loads: FileLoads, times: readonly string[]): Promise<Loaded> {
  return must(FORMATS[format], format)(loads, times);
}

describe("times", () => {
  it("of the examples are times, or not (D1)", () => {
    expect(TIMES_OF_D1.filter((text) => readInstant(text) === null)).toEqual([]);
    expect(NO_TIMES.filter((text) => readInstant(text) !== null)).toEqual([]);
  });

  it.each(FORMAT_NAMES)("in %s are taken in every form of D1, and in no other", async (format) => {
    const loads = await FileLoads.open(at("9999-12-31 23:59:59.999"));
    const times = [...TIMES_OF_D1, ...NO_TIMES, "9999-12-31T23:59:59.999Z"];
    expectTimes(await loadAs(format, loads, times), times);
  });

  it.each(FORMAT_NAMES)("in %s are read as everywhere else (D1)", async (format) => {
    const loads = await FileLoads.open(at("9999-12-31 23:59:59.999"));
    // Blanks around a value are no part of it in CSV.
    const times = sampleOf(1_000, nearlyTimes).map((text) => (format.startsWith("CSV") ? text.trim() : text));
    expectTimes(await loadAs(format, loads, times), times);
  });

  it.each(FORMAT_NAMES)("in %s may lie 5 minutes ahead, and not a millisecond more (D3)", async (format) => {
    const now = at("2024-06-01 00:00:00.5");
    const loads = await FileLoads.open(now);
    const ahead = [5 * 60_000, 5 * 60_000 + 1, 1, 0].map((ms) => formatInstant(now + ms));
    const { events, rejects } = await loadAs(format, loads, ahead);
    expect(rejects).toEqual(["2: timestamp is more than 5 minutes in the future"]);
    expect(events).toEqual([
      "s0 2024-06-01T00:05:00.500Z 1",
      "s2 2024-06-01T00:00:00.501Z 1",
      "s3 2024-06-01T00:00:00.500Z 1",
    ]);
  });

  it("are never read by SQL otherwise than by the program (D1)", async () => {
    const texts = sampleOf(10_000, nearlyTimes);
    const instants = await commonTimes(texts);
    expect(instants.filter((instant) => instant !== null).length).toBeGreaterThan(texts.length / 20);
    for (const [index, instant] of instants.entries()) {
      // What lies outside D1's years a load refuses by the number.
      const taken = instant !== null && instant >= INSTANT_MIN && instant <= INSTANT_MAX ? instant : null;
      if (instant !== null && taken !== readInstant(texts[index] as string))
        expect.fail(`${texts[index]} is ${instant}`);
    }
  });
});

/** What the SQL macro makes of texts. */
async function commonTimes(texts: readonly string[]): Promise<(number | null)[]> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    await connection.run(script("views/report-files"));
    const reader = await connection.runAndReadAll(
      "SELECT common_time(text) FROM (SELECT unnest($texts) AS text)",
      { texts: listValue([...texts]) },
      { texts: LIST(VARCHAR) },
    );
    return reader.getRows().map(([instant]) => (instant === null ? null : Number(instant)));
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
