import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { PLAIN_LAYOUT } from "../../../src/domain/file-layout.ts";
import { REPORT_PROBLEMS as WHY } from "../../../src/domain/sensor-report.ts";
import { FileLoads, readText } from "../../support/store-files.ts";
import { mapped } from "../../support/store-reports.ts";

const ROWS = [
  { sensor_serial_number: "a", timestamp: "2024-05-06T08:00:00Z", trajectory: 1 },
  { sensor_serial_number: "b", timestamp: "2024-05-06T09:00:00.500Z", trajectory: -1 },
  { sensor_serial_number: "a", timestamp: "2024-05-06T08:30:00Z", trajectory: -1 },
];
const EVENTS = [
  "a 2024-05-06T08:00:00.000Z 1",
  "b 2024-05-06T09:00:00.500Z -1",
  "a 2024-05-06T08:30:00.000Z -1",
];

function lines(rows: readonly unknown[], lineEnd = "\n"): string {
  return rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row)) + lineEnd).join("");
}

const PLAIN = lines(ROWS);
const WITH_MORE = lines(
  ROWS.map((row, index) => ({
    note: 'a\nb, "c" \u2028 \u001f {}',
    tags: [{ trajectory: 7 }],
    ...row,
    nested: { timestamp: index },
  })),
);

/** Files that all hold the same three rows. */
const LAYOUTS: readonly [what: string, content: string | Uint8Array, name?: string][] = [
  ["numbers for trajectories", PLAIN],
  ["other spellings of trajectories", PLAIN.replaceAll("1}", "1.0}").replace("1.0}", "10e-1}")],
  ["fields that are not asked for", WITH_MORE],
  [
    "escapes in names and values",
    PLAIN.replaceAll("sensor_serial_number", "sensor\\u005fserial_number").replaceAll('"b"', '"\\u0062"'),
  ],
  ["no line break at its end", PLAIN.trimEnd()],
  ["blank lines", `\n  \n${lines(ROWS, "\n\n   \n")}\n`],
  ["CRLF line ends and blank lines", lines(ROWS, "\r\n\r\n")],
  ["line ends of all kinds", PLAIN.replace("\n", "\r\n")],
  ["a byte order mark", `\ufeff${PLAIN}`],
  ["gzip", gzipSync(PLAIN), "events.ndjson.gz"],
  ["gzip, of which its name does not tell", gzipSync(WITH_MORE), "events"],
  ["a name that does not tell", PLAIN, "events.csv"],
  ["a name like a pattern", PLAIN, "events[1]*.jsonl"],
];

describe("an NDJSON file", () => {
  it.each(LAYOUTS)("is read with %s", async (_, content, name = "events.ndjson") => {
    const { rows, rejects, events } = await readText(name, content);
    expect({ rows, rejects, events }).toEqual({ rows: 3, rejects: [], events: EVENTS });
  });

  it("has mapped fields with any characters in their names", async () => {
    const columns = { sensor_serial_number: "a/b~c", timestamp: '"t".$*[0]', trajectory: "", event_id: "0" };
    const rows = ROWS.map((row, index) => ({
      "a/b~c": row.sensor_serial_number,
      '"t".$*[0]': row.timestamp,
      "": row.trajectory,
      0: `id${index}`,
      trajectory: 9,
    }));
    expect((await readText("a.ndjson", lines(rows), { layout: mapped(columns) })).events).toEqual(EVENTS);
  });

  it("has event ids, of which empty and null ones are none (D9)", async () => {
    const loads = await FileLoads.open();
    const ids = ["x", "y", "", null, undefined, " ", "x "];
    const file = lines(ids.map((event_id) => ({ ...ROWS[1], event_id })));
    expect(await loads.loadText("a.ndjson", file)).toMatchObject({ rows: 7, accepted: 3, duplicates: 4 });
  });

  it("is read in pieces, of which long lines and blanks are no part", async () => {
    const blank = " ".repeat(3_000_000);
    const file = `${PLAIN}${blank}\n${blank}${lines(ROWS)}${blank}x\n${"x".repeat(3_000_000)}\n${PLAIN.repeat(20_000)}`;
    const { rows, rejects } = await readText("a.ndjson", file);
    expect(rows).toBe(60_008);
    expect(rejects).toEqual([`7: ${WHY["malformed-row"]}`, `8: ${WHY["long-row"]}`]);
  });

  const REFUSED: readonly (readonly [line: unknown, reason: string | null])[] = [
    ["not json", WHY["malformed-row"]],
    [ROWS[0], null],
    ['{"sensor_serial_number":"a",', WHY["malformed-row"]],
    [`${JSON.stringify(ROWS[0])}}`, WHY["malformed-row"]],
    ["[1]", WHY["not-an-object"]],
    ["null", WHY["not-an-object"]],
    ['"text"', WHY["not-an-object"]],
    ["{}", WHY["no-sensor"]],
    [ROWS[1], null],
    [{ ...ROWS[0], sensor_serial_number: ["a"] }, WHY["no-sensor"]],
    [{ ...ROWS[0], sensor_serial_number: true }, WHY["no-sensor"]],
    [{ ...ROWS[0], sensor_serial_number: 7 }, WHY["no-sensor"]],
    [{ ...ROWS[0], timestamp: 1_714_982_400_000 }, WHY["bad-timestamp"]],
    [{ ...ROWS[0], timestamp: { $date: "2024-05-06" } }, WHY["bad-timestamp"]],
    [{ ...ROWS[0], trajectory: true }, WHY["bad-trajectory"]],
    [{ ...ROWS[0], trajectory: "+-1" }, WHY["bad-trajectory"]],
    [{ ...ROWS[0], event_id: { a: 1 } }, WHY["bad-event-id"]],
    [{ ...ROWS[0], event_id: 5 }, WHY["bad-event-id"]],
    [{ ...ROWS[0], event_id: "e".repeat(64) }, null],
    [ROWS[2], null],
  ];

  it.each<[string, string, readonly (readonly [unknown, string | null])[]]>([
    ["", "a.ndjson", REFUSED],
    [
      ", where blank lines stand between them",
      "a.ndjson",
      REFUSED.map(([line, reason]) => [
        `\n\n${typeof line === "string" ? line : JSON.stringify(line)}\n   `,
        reason,
      ]),
    ],
    [
      ", where one is not UTF-8",
      "a.jsonl",
      [...REFUSED.slice(0, 4), ["\u00ff", WHY["malformed-row"]], ...REFUSED.slice(4)],
    ],
    [", where one is beyond all bounds", "a.ndjson", [["x".repeat(5_000_000), WHY["long-row"]], ...REFUSED]],
  ])("has its rows rejected by number and reason%s", async (_, name, expected) => {
    for (const timeZone of ["UTC", "Europe/Berlin"]) {
      const content = Buffer.from(lines(expected.map(([line]) => line)), "latin1");
      const loaded = await readText(name, content, { layout: { ...PLAIN_LAYOUT, timeZone } });
      expect(loaded.rejects).toEqual(
        expected.flatMap(([, reason], index) => (reason === null ? [] : [`${index + 1}: ${reason}`])),
      );
      expect(loaded).toMatchObject({ rows: expected.length, events: { length: 4 } });
      expect(Object.values(loaded.rejected).reduce((sum, count) => sum + count)).toBe(expected.length - 4);
    }
  });
});
