import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { FileLoads, writeParquet } from "../../support/store-files.ts";
import { duckDbStore } from "../../support/store-harness.ts";
import { mapped } from "../../support/store-reports.ts";
import { World } from "../../support/store-world.ts";

const HEADER = "sensor_serial_number,timestamp,trajectory";
const ROW = "a,2024-05-06T08:00:00Z,1";
const NDJSON_ROW = '{"sensor_serial_number":"a","timestamp":"2024-05-06T08:00:00Z","trajectory":1}';
const NOISE = Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * i * 31 + (i >> 3) * 7) % 256));
/** A store with an event of sensor `a` in it, which stays as it is: all files here are rejected. */
let world: World;

beforeAll(async () => {
  const store = await duckDbStore();
  world = await World.over(store);
  await world.report("a 08:00 1");
  return () => store.dispose();
});

type Content = [what: string, content: string | Uint8Array, reason: RegExp, name?: string];

function spreadsheet(start: string, what: string, name: string): Content {
  const reason = new RegExp(`^it is ${what}; save the sheet as CSV UTF-8, and load that file$`);
  return [`is ${what}, called ${name}`, Buffer.from(start, "latin1"), reason, name];
}

const CONTENTS: readonly Content[] = [
  ["is empty", "", /^it is empty$/],
  ["has just a header", `${HEADER}\n`, /^it has no rows$/],
  ["has just a header and blank lines", `${HEADER}\n\n  \n\r\n`, /^it has no rows$/],
  ["has blank lines only", "\n\n", /^it has blank lines only$/],
  ["has just a byte order mark", "\ufeff", /^it has blank lines only$/],
  ["has no lines but blank ones, as NDJSON", "\n  \n", /^it has no rows$/, "a.ndjson"],
  ["is an empty gzip file", gzipSync(""), /^it is empty$/, "a.csv.gz"],
  [
    "is a gzip file cut off at once",
    gzipSync(`${HEADER}\n${ROW}\n`).subarray(0, 12),
    /incomplete/,
    "a.csv.gz",
  ],
  [
    "is a gzip file cut off later",
    gzipSync(`${HEADER}\n${`${ROW}\n`.repeat(20_000)}`, { level: 0 }).subarray(0, 200_000),
    /^it is incomplete or damaged: /,
    "a.csv.gz",
  ],
  [
    "is a damaged gzip file",
    Buffer.concat([gzipSync(HEADER).subarray(0, 10), NOISE]),
    /^it is incomplete or damaged: it cannot be decompressed \(incorrect header check\)$|invalid/,
    "a.csv.gz",
  ],
  [
    "is a gzip file with a wrong checksum",
    gzipSync(`${HEADER}\n${ROW}\n`).map((byte, i, all) => (i === all.length - 6 ? byte ^ 1 : byte)),
    /incorrect data check/,
    "a.csv.gz",
  ],
  [
    "is a gzip file with other bytes after its end",
    Buffer.concat([gzipSync(`${HEADER}\n${ROW}\n`), Buffer.from(`${ROW}\n`)]),
    /^it is incomplete or damaged: /,
    "a.csv.gz",
  ],
  ["is noise", NOISE, /^it is neither a text file nor Parquet$/],
  ["is noise that calls itself NDJSON", NOISE, /./, "a.ndjson.parquet"],
  ["is a PNG picture", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), /^it is neither a text file/],
  ["is a ZIP archive", Buffer.from("504b0304140000000800", "hex"), /^it is a ZIP archive; files are read as/],
  spreadsheet(
    "PK\u0003\u0004\0[Content_Types].xmlPK\u0003\u0004\0xl/workbook.xml",
    "an Excel workbook",
    "a.csv",
  ),
  spreadsheet("PK\u0003\u0004\0", "an Excel workbook", "a.XLSX"),
  spreadsheet("\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1", "an Excel workbook", "a.xls"),
  spreadsheet("PK\u0003\u0004\0mimetype\0", "an OpenDocument spreadsheet", "a.ods"),
  [
    "is another kind of text",
    "Dear Sir,\nit is\nnot a table.\n",
    /^it has no column sensor_serial_number and no column timestamp and .*; its columns are Dear Sir, /,
  ],
  ["is a JSON array", `[\n${NDJSON_ROW}\n]`, /^it is a JSON array; /],
  [
    "lacks a column",
    `sensor,timestamp,trajectory,note\n${ROW},x\n`,
    /^it has no column sensor_serial_number; its columns are sensor, timestamp, trajectory, note$/,
  ],
  [
    "has two such columns",
    `${HEADER},Timestamp\n${ROW},x\n`.replace("timestamp", "TIMESTAMP"),
    /^it has two columns timestamp; /,
  ],
  ["has a quote that never ends", `${HEADER},note\n${ROW},x\n${ROW},"y\n${ROW},z\n`, /quote/i],
  // The rows after it would be missing.
  [
    "has a text after a closing quote",
    `${HEADER},note\n${ROW},"y" z\n${ROW},z\n`,
    /^the row that begins in line 2 has a text after a closing quote$/,
  ],
  ["has a header with a quote that never ends", `${HEADER},"note\n${ROW},x\n`, /./],
  ["says that it is Parquet", "PAR1 but is none", /./, "a.parquet"],
  ["is an Arrow file", "ARROW1\0\0", /^it is an Arrow file; files are read as CSV, NDJSON or Parquet/],
  ["is a compressed Arrow stream", gzipSync(Buffer.alloc(8, 255)), /^it is an Arrow stream; /, "a.ndjson.gz"],
];

describe("an unreadable file is rejected in one line, and nothing changes, if it", () => {
  it.each(CONTENTS)("%s", async (_, content, reason, name = "a.csv") => {
    const loads = new FileLoads(world);
    writeFileSync(loads.path(name), content);
    expect(await loads.expectUnreadable(loads.path(name))).toMatch(reason);
  });

  it("does not exist, is a directory, or is no file at all", async () => {
    const loads = new FileLoads(world);
    mkdirSync(loads.path("folder"));
    expect(await loads.expectUnreadable(loads.path("missing.csv"))).toBe("there is no such file");
    expect(await loads.expectUnreadable(loads.path("*.csv"))).toBe("there is no such file");
    expect(await loads.expectUnreadable(loads.path("folder"))).toBe("it is a directory, not a file");
    expect(await loads.expectUnreadable("/dev/null")).toMatch(/^it is not a regular file; /);
    expect(await loads.expectUnreadable("https://example.org/a.csv")).toBe("there is no such file");
  });

  it("lacks a column that the map names, in any format", async () => {
    const loads = new FileLoads(world);
    writeFileSync(loads.path("a.csv"), `${HEADER}\n${ROW}\n`);
    await writeParquet(
      loads.path("a.parquet"),
      "SELECT 'a' AS sensor_serial_number, 0 AS timestamp, 1 AS trajectory",
    );
    for (const name of ["a.csv", "a.parquet"]) {
      expect(
        await loads.expectUnreadable(loads.path(name), { layout: mapped({ event_id: "uuid" }) }),
      ).toMatch(
        /^it has no column uuid; (?:its columns|the columns that line 1 names) are sensor_serial_number, timestamp, trajectory$/,
      );
    }
  });
});
