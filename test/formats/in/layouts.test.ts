import { describe, expect, it } from "vitest";
import { fieldMaps } from "../../../src/cli/loading/field-map.ts";
import { type FileLayout, PLAIN_LAYOUT } from "../../../src/domain/file-layout.ts";
import { readText } from "../../support/store-files.ts";

/** The sources of the fields of events. */
const fieldMap = (text: string) => fieldMaps(text).events ?? {};

const EVENTS = [
  "7001 2024-05-06T06:00:00.000Z 1",
  "7001 2024-05-06T06:01:00.000Z 1",
  "7001 2024-05-06T06:02:00.000Z -1",
];
const PLAIN = `sensor_serial_number,timestamp,trajectory
7001,2024-05-06T06:00:00Z,1
7001,2024-05-06T06:01:00Z,1
7001,2024-05-06T06:02:00Z,-1
`;
const SENSOR = { sensor_serial_number: { value: "7001" } };
const ISO_AS_LOCAL = "yyyy-MM-dd HH:mm:ss'+00'";

/** Files of other programs, each with the layout that reads the same events. */
const FILES: readonly [what: string, content: string | Uint8Array, layout: Partial<FileLayout>][] = [
  ["UTF-16 with a byte order mark", Buffer.from(`\ufeff${PLAIN}`, "utf16le"), {}],
  ["UTF-16 without a byte order mark", Buffer.from(PLAIN, "utf16le"), {}],
  ["UTF-16 of big-endian machines without one", Buffer.from(PLAIN, "utf16le").swap16(), {}],
  ["UTF-16 of big-endian machines", Buffer.from(`\ufeff${PLAIN}`, "utf16le").swap16(), {}],
  ["a line that names the delimiter", `sep=;\r\n${PLAIN.replaceAll(",", ";").replaceAll("\n", "\r\n")}`, {}],
  [
    "a delimiter that only this line names",
    `sep=:\n${PLAIN.replaceAll(":", "h").replaceAll(",", ":")}`,
    {
      timeFormat: "yyyy-MM-dd'T'HH'h'mm'h'ss'Z'",
    },
  ],
  [
    "columns in other letters, with blanks around",
    PLAIN.replace(/^.*$/m, 'Sensor_Serial_Number ,\t" TimeStamp ", TRAJECTORY'),
    {},
  ],
  [
    "mapped columns in other letters, beside one of the name in capitals",
    PLAIN.replace(/^.*$/m, "Gate,When,WAY,way").replaceAll(/1$/gm, "$&,x"),
    { fields: fieldMap("sensor_serial_number=gate,timestamp=WHEN,trajectory=WAY") },
  ],
  ["blank lines before the header", `\n  \r\n\n${PLAIN}`, {}],
  ["title lines before the header", `Report, May\n\nDoors:\n${PLAIN}`, { skippedLines: 3 }],
  ["two headers, of which the second names the columns", `a,b,c\n${PLAIN}`, { skippedLines: 1 }],
  [
    "no header",
    PLAIN.slice(PLAIN.indexOf("\n") + 1),
    {
      hasHeader: false,
      fields: fieldMap("sensor_serial_number=1,timestamp=2,trajectory=3"),
    },
  ],
  [
    "a column with a comma, and words for directions",
    'Time,"Door, No.",Way\n06.05.2024 08:00,7001,In\n06.05.2024 08:01,7001, IN\n06.05.2024 08:02,7001,"Out"\n',
    {
      timeFormat: "dd.MM.yyyy HH:mm",
      timeZone: "Europe/Berlin",
      fields: fieldMap('timestamp=Time,sensor_serial_number="Door, No.",trajectory=Way:in=1,out=-1'),
    },
  ],
  [
    "a date and an hour in two columns, and sensors by name",
    "Date,Hour,Gate,trajectory\n2024-05-06,06:00,North,1\n2024-05-06,06:01,7001,1\n2024-05-06,06:02,north,-1\n",
    {
      fields: fieldMap("timestamp=Date+Hour,sensor_serial_number=Gate:north=7001,south=7002"),
    },
  ],
  [
    "Unix seconds, and one sensor",
    "timestamp,trajectory\n1714975200,1\n1714975260.0,+1\n1714975320,-1.0\n",
    {
      timeFormat: "seconds",
      fields: SENSOR,
    },
  ],
  [
    "local times with a wrong offset",
    "timestamp,trajectory\n2024-05-06 08:00:00+00,1\n2024-05-06 08:01:00+00,1\n2024-05-06 08:02:00+00,-1\n",
    {
      timeFormat: ISO_AS_LOCAL,
      timeZone: "Europe/Berlin",
      fields: SENSOR,
    },
  ],
  [
    "another encoding",
    Buffer.from(PLAIN.replaceAll("7001", "caf\u00e9"), "latin1"),
    {
      encoding: "windows-1252",
      fields: fieldMap("sensor_serial_number=sensor_serial_number:caf\u00e9=7001"),
    },
  ],
  [
    "NDJSON with other members",
    ["in", "In", "out"].map((way, i) => `{"s":"7001","at":"2024-05-06T06:0${i}Z","way":"${way}"}\n`).join(""),
    {
      fields: fieldMap("sensor_serial_number=s,timestamp=at,trajectory=way:in=1,out=-1"),
    },
  ],
  [
    "NDJSON with objects in objects, and truth values for directions",
    [true, true, false]
      .map((isIn, i) => `{"device":{"id":"7001"},"at":${1_714_975_200 + 60 * i},"on":{"isIn":${isIn}}}\n`)
      .join(""),
    {
      fields: fieldMap("sensor_serial_number=device.id,timestamp=at,trajectory=on.isIn:true=1,false=-1"),
      timeFormat: "seconds",
    },
  ],
  [
    "rows without values in the mapped columns, beside a longer list",
    `${PLAIN.replaceAll(/^(?=.)/gm, "x,")}y,,,\n`,
    { fields: fieldMap("sensor_serial_number=sensor_serial_number") },
  ],
];

it.each(["a.csv", "a.ndjson"])("a layout gives all rows of %s one trajectory", async (name) => {
  const layout = { ...PLAIN_LAYOUT, fields: { trajectory: { value: "1" } } };
  const [serial, timestamp] = ["7001", "2024-05-06T06:00:00Z"];
  const text = name.endsWith(".csv")
    ? `sensor_serial_number,timestamp\n${serial},${timestamp}\n`
    : JSON.stringify({ sensor_serial_number: serial, timestamp });
  expect((await readText(name, text, { layout })).events).toEqual(EVENTS.slice(0, 1));
});

describe("a file", () => {
  it.each(FILES)("with %s is read by its layout", async (what, content, layout) => {
    const name = what.startsWith("NDJSON") ? "a.ndjson" : "a.csv";
    const { rejects, events } = await readText(name, content, { layout: { ...PLAIN_LAYOUT, ...layout } });
    expect({ rejects, events }).toEqual({ rejects: [], events: EVENTS });
  });

  it("with local times is read as D2 says", async () => {
    const content =
      "timestamp,trajectory\n2023-10-29 02:30,1\n2023-03-26 02:30,1\n2023-10-29T02:30+01:00,1\n";
    const layout = { ...PLAIN_LAYOUT, timeZone: "Europe/Berlin", fields: SENSOR };
    expect((await readText("a.csv", content, { layout })).events).toEqual([
      "7001 2023-10-29T00:30:00.000Z 1",
      "7001 2023-03-26T01:30:00.000Z 1",
      "7001 2023-10-29T01:30:00.000Z 1",
    ]);
  });

  it.each([
    [
      "hours",
      "hour,sensor_serial_number,timestamp,trajectory\n8,a,2024-05-06 08:00,1\n9,a,2024-05-06 09:00,14\n",
      /table of counts.* such as 14$/,
    ],
    [
      "mostly numbers",
      `sensor_serial_number,timestamp,trajectory\na,2024-05-06,1\n${"a,2024-05-06,30\n".repeat(9)}`,
      /table of counts.* such as 30$/,
    ],
    [
      "times that are none",
      "sensor_serial_number,timestamp,trajectory\na,5/6/24,1\n",
      /^1 of 1 rows are rejected, most because timestamp.*"5\/6\/24"$/,
    ],
    ["titles", `Report\n${PLAIN}`, /line 2 has more columns \(--skip-lines 1\); its columns are Report$/],
    [
      "a title with other delimiters",
      `Report\nSite;A\n\n${PLAIN.replaceAll(",", ";")}`,
      /line 4 has more columns \(--skip-lines 3\); /,
    ],
    [
      "an event for a header",
      "7001;2024-05-06;1\n",
      /; its first row seems to be an event \(--no-header\); /,
    ],
    [
      "other members",
      '{"device":{"id":"7001"},"trajectory":1}\n',
      /^it has no column timestamp; the members of its first row are device\.id, trajectory$/,
    ],
    [
      "members in other letters",
      '{"Timestamp":"2024-05-06","trajectory":1}\n',
      /^it has no column timestamp; the members of its first row are Timestamp, trajectory$/,
    ],
    ["two columns of one name", "timestamp,timestamp,trajectory\n1,2,3\n", /^it has two columns timestamp; /],
    [
      "a quote that is not closed",
      `${PLAIN}7001,2024-05-06,"1\n${PLAIN}`,
      /^the row that begins in line 5 has a quote that is not closed$/,
    ],
  ])("with %s is refused, and the message says why", async (_, content, message) => {
    const reading = readText("a.csv", content, {
      acceptsRejects: false,
      layout: { ...PLAIN_LAYOUT, fields: content.includes("sensor_serial") ? {} : SENSOR },
    });
    const error: unknown = await reading.catch((thrown: unknown) => thrown);
    expect((error as Error).message.replace(/^cannot read \S+: /, "")).toMatch(message);
  });
});
