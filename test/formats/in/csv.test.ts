import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReportField } from "../../../src/domain/sensor-report.ts";
import { check } from "../../support/random.ts";
import { FileLoads, readFile, readText } from "../../support/store-files.ts";
import { temporaryFolder } from "../../support/store-harness.ts";
import { mapped } from "../../support/store-reports.ts";

const HEADER = "sensor_serial_number,timestamp,trajectory";
const ROWS = ["a,2024-05-06T08:00:00Z,1", "b,2024-05-06T09:00:00.500Z,-1", "a,2024-05-06T08:30:00Z,-1"];
const EVENTS = [
  "a 2024-05-06T08:00:00.000Z 1",
  "b 2024-05-06T09:00:00.500Z -1",
  "a 2024-05-06T08:30:00.000Z -1",
];

const PLAIN = `${[HEADER, ...ROWS].join("\n")}\n`;
const QUOTED = PLAIN.replace(/[^,\n]+/g, '"$&"');
const NOTES = ['"say ""hi"", twice"', '"two\nlines\n\n"', 'plain "quotes" within'];

/** The three rows in a layout of their own under a header. */
function written(header: string, row: (serial: string, time: string, trajectory: string) => string): string {
  const rows = ROWS.map((line) => {
    const [serial = "", time = "", trajectory = ""] = line.split(",");
    return row(serial, time, trajectory);
  });
  return `${[header, ...rows].join("\n")}\n`;
}

const WITH_NOTES = [`${HEADER},note`, ...ROWS.map((row, index) => `${row},${NOTES[index]}`), ""].join("\n");

/** Files that all hold the same three rows. */
const LAYOUTS: readonly [
  what: string,
  content: string | Uint8Array,
  columns?: Partial<Record<ReportField, string>>,
  name?: string,
][] = [
  ["unquoted values", PLAIN],
  ["quoted values", QUOTED],
  ["no line break at its end", PLAIN.trimEnd()],
  [
    "columns that are not asked for",
    written(
      "id,sensor_serial_number,timestamp,empty,trajectory,full name",
      (s, t, d) => `7,${s},${t},,${d},y z`,
    ),
  ],
  [
    "mapped columns",
    written("dpu_id,At,direction", (s, t, d) => `${s},${t},${d}`),
    { sensor_serial_number: "dpu_id", timestamp: "At", trajectory: "direction" },
  ],
  [
    "a mapped column besides one of the field's name",
    written("sensor_serial_number,timestamp,trajectory,real", (s, t, d) => `${s},${t},7,${d}`),
    { trajectory: "real" },
  ],
  [
    "a mapped name with signs in it",
    written('sensor_serial_number,"the ""time"", local; or not",trajectory', (s, t, d) => `${s},${t},${d}`),
    { timestamp: 'the "time", local; or not' },
  ],
  ["a byte order mark", `\ufeff${PLAIN}`],
  ["a byte order mark before a quoted name", `\ufeff${QUOTED}`],
  ["CRLF line ends", PLAIN.replaceAll("\n", "\r\n")],
  ["CR line ends", PLAIN.replaceAll("\n", "\r")],
  ["line ends of all kinds", [HEADER, "\r\n", ROWS[0], "\n", ROWS[1], "\r\n", ROWS[2], "\n"].join("")],
  ["semicolons", PLAIN.replaceAll(",", ";")],
  [
    "semicolons, with commas in a column",
    written("sensor_serial_number;timestamp;note;trajectory", (s, t, d) => `${s};${t};"x,y,z";${d}`),
  ],
  ["tabs", PLAIN.replaceAll(",", "\t")],
  ["bars", PLAIN.replaceAll(",", "|")],
  ["blank lines", `${PLAIN.replaceAll("\n", "\n\n\n")}\n\n`],
  ["lines of nothing but blanks", PLAIN.replaceAll("\n", "\n   \n")],
  ["blanks around values", PLAIN.replaceAll(",", " ,  ")],
  ["blanks of other scripts around values", PLAIN.replaceAll(",", "\u3000,\u00a0")],
  ["blanks around quoted values", QUOTED.replaceAll(",", " , ")],
  ["an empty column at the end of each row", `${HEADER}\n${ROWS.map((row) => `${row},`).join("\n")}\n`],
  ["a zero byte behind the last column", `${HEADER}\n${ROWS.map((row) => `${row},\0`).join("\n")}\n`],
  [
    "the same in a file that the program splits",
    `\n${HEADER}\n${ROWS.map((row) => `${row},\0`).join("\n")}\n`,
  ],
  ["quotes, commas and line breaks in another column", WITH_NOTES],
  ["quotes, commas and CRLF in another column", WITH_NOTES.replaceAll("\n", "\r\n")],
  ["gzip", gzipSync(PLAIN), {}, "events.csv.gz"],
  ["gzip, of which its name does not tell", gzipSync(WITH_NOTES), {}, "events"],
  ["a name that does not tell", PLAIN, {}, "events.parquet"],
  ["a name with blanks and quotes", PLAIN, {}, "the 'events' of \"May\".csv"],
];

describe("a CSV file", () => {
  it.each(LAYOUTS)("is read with %s", async (_, content, columns = {}, name = "events.csv") => {
    const { rows, rejects, events } = await readText(name, content, { layout: mapped(columns) });
    expect({ rows, rejects, events }).toEqual({ rows: 3, rejects: [], events: EVENTS });
  });

  it.each(["events[1].csv", "events*.csv", "events?.csv", "[ab]*.csv"])(
    "named %s is read, and none besides it",
    async (name) => {
      const folder = temporaryFolder();
      for (const other of ["events1.csv", "events22.csv", "a.csv", "b.csv"])
        writeFileSync(join(folder, other), PLAIN.replaceAll("a,", "z,"));
      writeFileSync(join(folder, name), PLAIN);
      expect((await readFile(join(folder, name))).events).toEqual(EVENTS);
    },
  );

  it("has event ids, of which empty ones are none (D9)", async () => {
    const loads = await FileLoads.open();
    const lines = [
      `${HEADER},event_id`,
      ...["x", "y", "", '""', "x", " ", "  x "].map((id) => `${ROWS[0]},${id}`),
    ];
    expect(await loads.loadText("a.csv", lines.join("\n"))).toMatchObject({
      rows: 7,
      accepted: 5,
      duplicates: 2,
    });
    expect(await loads.loadText("b.csv", [`${HEADER}`, ROWS[0]].join("\n"))).toMatchObject({ duplicates: 1 });
    expect(await loads.loadText("c.csv", [...lines, "malformed"].join("\n"))).toMatchObject({
      rows: 8,
      duplicates: 7,
    });
  });

  it("D20: takes for white space what `trim` does, of all characters", async () => {
    const characters = Array.from({ length: 0xffff }, (_, index) => String.fromCharCode(index + 1));
    const texts = characters
      .filter((each) => !/[\p{Surrogate}\ufffd]/u.test(each))
      .map((each) => `${each}a${each}`);
    const rows = texts.map((text) => `"${text.replaceAll('"', '""')}",2024-05-06,1\n`);
    const { events } = await readText("a.csv", `${HEADER}\n${rows.join("")}`);
    expect(events).toEqual(texts.map((text) => `${text.trim()} 2024-05-06T00:00:00.000Z 1`));
  });

  it("means the same if DuckDB splits it and if the program does", async () => {
    const blanks = fc.constantFrom("", "", "", " ", "\t", "\u00a0", "  ");
    const bare = fc.constantFrom(
      "a",
      "7001",
      "1",
      "-1",
      "+1",
      "1.0",
      "",
      "x y",
      "é",
      "2024-05-06T08:00:00Z",
      "2024-05-06 08:00",
      "it's",
    );
    const odd = fc.constantFrom(
      '"a"',
      '""',
      '"a""b"',
      'a"b',
      '"a"b',
      '"a" ',
      '"a,b"',
      '"a;b"',
      '"a\nb"',
      '"',
      '"\u0000"',
      "\u0000",
      "'a'",
      "#a",
      "\\",
      '\\"',
    );
    const cell = fc
      .tuple(blanks, fc.oneof({ arbitrary: bare, weight: 9 }, { arbitrary: odd, weight: 1 }), blanks)
      .map((parts) => parts.join(""));
    const proper = fc
      .tuple(blanks, fc.constantFrom("a", '"a"', '"b""c"'), blanks)
      .map((parts) => `${parts.join("")},2024-05-06T08:00:00Z,1`);
    const row = fc.oneof(
      proper,
      fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => cells.join()),
      fc.constantFrom("", " ", ",,", "a,,"),
    );
    const ends = fc.constantFrom("\n", "\r\n");
    const options = { duplicateRule: "keep" } as const;
    await check(120, fc.tuple(fc.array(row, { minLength: 1, maxLength: 6 }), ends), async ([rows, end]) => {
      const text = [`${HEADER}`, ...rows].join(end);
      const read = async (content: string) => {
        const {
          events,
          rejects,
          rows: count,
        } = await readText("a.csv", content, options).catch((error: Error) => ({
          events: [],
          rejects: [error.message.replace(/^cannot read \S+ /, "").replace(/line \d+/, "a line")],
          rows: 0,
        }));
        return { events, rejects, count };
      };
      const either = await read(text);
      const byProgram = await read(`${end}${text}`);
      expect(either).toEqual(byProgram);
    });
  });
});
