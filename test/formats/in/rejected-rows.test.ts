import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type FileLayout, PLAIN_LAYOUT } from "../../../src/domain/file-layout.ts";
import { formatInstant } from "../../../src/domain/instant.ts";
import { TEXT_LENGTH_MAX } from "../../../src/domain/limits.ts";
import { readFile, readText, writeParquet } from "../../support/store-files.ts";
import { temporaryFolder } from "../../support/store-harness.ts";

const HEADER = "sensor_serial_number,timestamp,trajectory,note";
const GOOD = "a,2024-05-06T08:00:00Z,1,";
const WORDS = new Map([["in", "1"]]);
/** Two lists side by side, of which the shorter one is read. */
const BESIDE: Partial<FileLayout> = {
  fields: {
    sensor_serial_number: { value: "a" },
    timestamp: { columns: ["In"] },
    trajectory: { columns: ["Way"], words: WORDS },
  },
};
const LONG = "x".repeat(TEXT_LENGTH_MAX);

const csv = (...rows: readonly string[]) => `${[HEADER, GOOD, ...rows, GOOD].join("\n")}\n`;
const object = (time: string, member = "") =>
  `{"sensor_serial_number": "a",  "timestamp": "${time}", "trajectory": 1${member}}`;

/** Files with the texts of their rejected rows. */
const FILES: readonly [
  what: string,
  content: string | Buffer,
  texts: readonly string[],
  layout?: Partial<FileLayout>,
  name?: string,
][] = [
  [
    "quotes, line breaks and empty values",
    csv(
      'a,yesterday,1,"say ""hi"", twice\n\nand again"',
      `${GOOD}"two\nlines"`,
      "",
      "a,,1,",
      ",2024-05-06,1,x",
    ),
    ['a,yesterday,1,"say ""hi"", twice\n\nand again"', "a,,1,", ",2024-05-06,1,x"],
  ],
  [
    "semicolons and CRLF",
    csv('a,yesterday,1,"x;y, ""z"""')
      .replace(/,(?! )/g, ";")
      .replaceAll("\n", "\r\n"),
    ['a;yesterday;1;"x;y, ""z"""'],
  ],
  [
    "malformed rows, which are as they were",
    csv('"a", yesterday ,1,"plain"', "  ", "a,b", '  a,2024-05-06,9,"say ""hi""\nand on"'),
    ['"a", yesterday ,1,"plain"', "a,b", '  a,2024-05-06,9,"say ""hi""\nand on"'],
  ],
  [
    "tabs, empty values and malformed rows",
    csv(",2024-05-06,1,", "a,yesterday,,", "b").replaceAll(",", "\t"),
    ["\t2024-05-06\t1\t", "a\tyesterday\t\t", "b"],
  ],
  ["title lines", `Report\n"x"\n${csv('a,"yesterday",1,')}`, ['a,"yesterday",1,'], { skippedLines: 2 }],
  ["no header", "a,yesterday,1\n", ["a,yesterday,1"], { hasHeader: false, fields: numbered() }],
  [
    "no header, after a title",
    "T\n\na,b,1\n",
    ["a,b,1"],
    { hasHeader: false, skippedLines: 1, fields: numbered() },
  ],
  [
    "rows that are none",
    "In,Way,Out\n2024-05-06,in,1\n,,2\n,,3\nyesterday,in,4\n",
    ["yesterday,in,4"],
    BESIDE,
  ],
  [
    "rows that are none, and malformed ones",
    "In,Way,Out\n2024-05-06,in,1\n,,2\nyesterday, in,3\n,,4\nx\n",
    ["yesterday, in,3", "x"],
    BESIDE,
  ],
  ["gzip", gzipSync(csv("a,yesterday,1,")), ["a,yesterday,1,"]],
  ["UTF-16", Buffer.from(`\ufeff${csv("é,yesterday,1,")}`, "utf16le"), ["é,yesterday,1,"]],
  [
    "another encoding",
    Buffer.from(csv("é,yesterday,1,"), "latin1"),
    ["é,yesterday,1,"],
    { encoding: "latin1" },
  ],
  ["bytes that are not UTF-8", Buffer.from(csv("é,2024-05-06,1,"), "latin1"), ["\ufffd,2024-05-06,1,"]],
  ["long rows", csv(`a,yesterday,1,${LONG}`), [`${`a,yesterday,1,${LONG}`.slice(0, TEXT_LENGTH_MAX)}…`]],
  ["long malformed rows", csv(LONG, `${LONG}y`), [LONG, `${LONG}…`]],
  [
    "NDJSON",
    `\ufeff${object("2024-05-06")}\r\n\n  {"x": 1} \r\n${object("yesterday")}\nnot json\n${object(LONG)}`,
    ['{"x": 1}', object("yesterday"), "not json", `${object(LONG).slice(0, TEXT_LENGTH_MAX)}…`],
    {},
    "a.ndjson",
  ],
  [
    "NDJSON, local times",
    `\n${object("yesterday", ', "x": [1]')}\n\n${object("2024-05-06")}\n{\n`,
    [object("yesterday", ', "x": [1]'), "{"],
    { timeZone: "Europe/Berlin" },
    "a.ndjson",
  ],
];

function numbered(): FileLayout["fields"] {
  return {
    sensor_serial_number: { columns: ["1"] },
    timestamp: { columns: ["2"] },
    trajectory: { columns: ["3"] },
  };
}

describe("the text of a rejected row", () => {
  it.each(FILES)("of a file with %s is as it is there", async (_, content, texts, layout, name = "a.csv") => {
    expect((await readText(name, content, { layout: { ...PLAIN_LAYOUT, ...layout } })).texts).toEqual(texts);
  });

  it("of a Parquet file is the row as JSON", async () => {
    const path = join(temporaryFolder(), "a.parquet");
    await writeParquet(
      path,
      `SELECT s AS sensor_serial_number, t AS "timestamp", 1 AS trajectory, row, NULL AS problem, {'x': [1.5]} AS "file"
       FROM (VALUES ('a', '2024-05-06', 1), ('b "c"', 'yesterday', 2), (NULL, '2024-05-06', 3)) rows(s, t, row)`,
    );
    const rest = { problem: null, file: { x: [1.5] } };
    const { texts } = await readFile(path);
    expect(texts.map((text) => JSON.parse(text ?? ""))).toEqual([
      { sensor_serial_number: 'b "c"', timestamp: "yesterday", trajectory: 1, row: 2, ...rest },
      { sensor_serial_number: null, timestamp: "2024-05-06", trajectory: 1, row: 3, ...rest },
    ]);
  });

  it.each([
    ["DuckDB", 250_000, ""],
    ["the program", 100_000, "malformed\n"],
  ])("is found in a long file that %s splits", async (_, length, last) => {
    const bad = new Set([1, 16_384, 16_385, length / 2, length]);
    const row = (index: number) => `a,${bad.has(index) ? `bad ${index}` : formatInstant(index)},1,`;
    const rows = Array.from({ length }, (_, index) => `${row(index + 1)}\n`);
    const { texts, rejects } = await readText("a.csv", `${HEADER}\n${rows.join("")}${last}`);
    expect(texts).toEqual([...[...bad].map(row), ...(last === "" ? [] : ["malformed"])]);
    expect(rejects.map((reject) => Number.parseInt(reject, 10))).toEqual([
      ...bad,
      ...(last === "" ? [] : [length + 1]),
    ]);
  });
});
