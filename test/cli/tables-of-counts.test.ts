import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";
import { kindOf, readingLayout } from "../../src/cli/settings/file-layouts.ts";
import type { SettingsOf } from "../../src/cli/settings/settings.ts";
import { must } from "../../src/domain/errors.ts";
import { folderWith } from "../support/backfill.ts";
import { readReadingFile } from "../support/reading-files.ts";

/** Reads a table as `headcount backfill` does with some options. */
function readTable(text: string, options: readonly string[]) {
  const backfill = must(
    buildProgram().commands.find((command) => command.name() === "backfill"),
    "command",
  );
  backfill.parseOptions([...options]);
  const settings = backfill.opts<SettingsOf<"backfill">>();
  const sourceOf = (name: string) => backfill.getOptionValueSource(name);
  const kind = kindOf(settings, sourceOf);
  if (kind === "events") throw new Error("a table is of readings");
  const path = join(
    folderWith({ "t.csv": `${text.replace("#", USUAL_HEADER).replaceAll("@", DAY)}\n` }),
    "t.csv",
  );
  return readReadingFile(path, kind, readingLayout(kind, settings, sourceOf), settings.acceptRejects);
}

const USUAL_HEADER = "Date,Hour,In,Out";
const DAY = "2024-05-06";
const HOURLY = ["--format", "hourly", "--time-zone", "Europe/Berlin"];
const LOBBY = [...HOURLY, "--sensor", "Lobby"];

/** The reading of an hour of 6 May 2024 in Berlin, by the hour in UTC. */
const hour = (from: number, entered: number | "", out: number | "", sensor = "Lobby", day = "2024-05-06") => {
  const time = (at: number) =>
    new Date(Date.parse(day) + at * 3_600_000).toISOString().replace(":00.000Z", "Z");
  return `${sensor} ${time(from)}/${time(from + 1)} ${entered} ${out}`;
};
const EIGHT_AND_NINE = [hour(6, 41, 2), hour(7, 17, 9)];
/** The repeated hour of 27 October 2024, and the hours around it. */
const AUTUMN = [1, 2, 3, 4].map((count) => hour(count - 2, count, 0, "Lobby", "2024-10-27"));

/**
 * A table, in which `#` stands for the usual header and `@` for the day; its readings, by default those of two hours; and
 * the options, by default those of one sensor.
 */
type Loaded = [what: string, text: string, readings?: readonly string[], options?: readonly string[]];
type Refused = [what: string, text: string, words: RegExp, options?: readonly string[]];

describe("a table of counts as people have them is loaded", () => {
  it.each<Loaded>([
    ["a date and an hour", "#\n@,8,41,2\n@,9,17,9"],
    [
      "its sensor in a column",
      "Date,Hour,Door,Entries,Exits\n@,8,North,41,2\n@,8,South,1,0",
      [hour(6, 41, 2, "North"), hour(6, 1, 0, "South")],
      HOURLY,
    ],
    ["Enter and Exit", "Time,Enter,Exit\n@ 08:00,41,2\n@ 09:00,17,9"],
    [
      "a column per door and direction",
      "Date,Hour,North In,North Out,South In,South Out,Total In,Total Out\n@,8,4,2,1,0,5,2",
      [hour(6, 4, 2, "North"), hour(6, 1, 0, "South")],
      HOURLY,
    ],
    [
      "doors with other marks, one of which came later",
      "timestamp;North (Entries);North (Exits);Exits - Gate 2;Entries - Gate 2\n" +
        "06.05.2024 08:00;4;2;;\n06.05.2024 09:00;3;1;8;7",
      [hour(7, 7, 8, "Gate 2"), hour(6, 4, 2, "North"), hour(7, 3, 1, "North")],
      HOURLY,
    ],
    [
      "doors with underscores",
      "date,hour,main_entrance_in,main_entrance_out\n@,8,4,2",
      [hour(6, 4, 2, "main_entrance")],
      HOURLY,
    ],
    ["ranges with minutes", "Date,Time,In,Out\n@,08:00-09:00,41,2\n@,09:00-10:00,17,9"],
    ["ranges of hours", "#\n@,08-09,41,2\n@,9 to 10,17,9"],
    ["ranges to the last minute", "#\n@,08:00 - 08:59,41,2", [hour(6, 41, 2)]],
    [
      "a start and an end beside the date",
      "Date,Start,End,In,Out\n@,08:00,09:00,41,2\n@,23:00,00:00,1,3",
      [hour(6, 41, 2), hour(21, 1, 3)],
    ],
    ["the total of each day, which is rejected", "#\n@,8,41,2\n@,,58,11\n@,9,17,9"],
    ["totals of days in the column of times", "timestamp,In,Out\n@ 08:00,41,2\n@ 09:00,17,9\n@,58,11"],
    ["AM and PM", "#\n5/6/2024,8 AM,41,2\n5/6/2024,12 PM,17,9", [hour(6, 41, 2), hour(10, 17, 9)]],
    [
      "the day first, with a pattern of the date only",
      "Date,Time,In,Out\n06/05/2024,8:00 AM,41,2\n13/05/2024,9:00 AM,17,9",
      [hour(6, 41, 2), hour(7, 17, 9, "Lobby", "2024-05-13")],
      [...LOBBY, "--time-format", "dd/MM/yyyy"],
    ],
    [
      "a pattern of the date, and ranges",
      "Datum;Hour;In;Out\n06.05.2024;08-09;41;2\n06.05.2024;09-10;17;9",
      EIGHT_AND_NINE,
      [...LOBBY, "--time-format", "dd.MM.yyyy", "--map", "from=Datum+Hour"],
    ],
    [
      "a pattern with the name of the month",
      "#\n6 May 2024,8,41,2\n6 May 2024,9,17,9",
      EIGHT_AND_NINE,
      [...LOBBY, "--time-format", "d LLL yyyy"],
    ],
    ["decimals of 0", "#\n@,8.0,41.0,2.0\n@,9.0,17.00,9."],
    ["decimals of 0 after a comma", "Date;Hour;In;Out\n@;8;41,0;2,00", [hour(6, 41, 2)]],
    ["day numbers of a spreadsheet", "timestamp,In,Out\n45418.3333333333,41,2\n45418.375,17,9"],
    ["day numbers and hours", "#\n45418,8,41,2\n45418,9,17,9"],
    ["day numbers and shares of a day", "Date,Time,In,Out\n45418,0.333333333,41,2\n45418,0.375,17,9"],
    [
      "day numbers of which one is a midnight",
      "timestamp,In,Out\n45418,1,0\n45418.375,17,9",
      [`Lobby 2024-05-05T22:00Z/2024-05-05T23:00Z 1 0`, hour(7, 17, 9)],
    ],
    [
      "the repeated hour of autumn",
      "#\n2024-10-27,1,1,0\n2024-10-27,2,2,0\n2024-10-27,2,3,0\n2024-10-27,3,4,0",
      AUTUMN,
    ],
    [
      "the repeated hour of autumn, latest first",
      "#\n2024-10-27,3,4,0\n2024-10-27,2,3,0\n2024-10-27,2,2,0\n2024-10-27,1,1,0",
      AUTUMN,
    ],
    [
      "the repeated hour of autumn as the latest row",
      "#\n2024-10-27,2,3,0\n2024-10-27,2,2,0\n2024-10-27,1,1,0\n2024-10-27,0,9,0",
      [hour(-2, 9, 0, "Lobby", "2024-10-27"), ...AUTUMN.slice(0, 3)],
    ],
    [
      "UTF-8 with a mark, CRLF and a line sep=;",
      "\ufeffsep=;\r\nDate;Hour;In;Out\r\n@;8;41;2\r\n",
      [hour(6, 41, 2)],
    ],
    [
      "a title, and a table beside it",
      "Report,,,,,\n,,,,,\nDate,Hour,In,Out,,Month\n@,8,41,2,,May\n,,,,,June",
      [hour(6, 41, 2)],
      [...LOBBY, "--skip-lines", "2"],
    ],
    [
      "days",
      "Date,In,Out\n@,41,2",
      ["Lobby 2024-05-05T22:00Z/2024-05-06T22:00Z 41 2"],
      [...LOBBY, "--interval", "1d", "--map", "from=Date"],
    ],
    [
      "quarters of an hour",
      "Date,Time,In,Out\n@,08:00,41,2",
      ["Lobby 2024-05-06T06:00Z/2024-05-06T06:15Z 41 2"],
      [...LOBBY, "--interval", "15m"],
    ],
  ])("with %s", async (_, text, readings = EIGHT_AND_NINE, options = LOBBY) => {
    expect((await readTable(text, options)).readings).toEqual(readings);
  });
});

describe("a table of counts that could be read wrong is refused in words that say what to do", () => {
  it.each<Refused>([
    [
      "a column per hour",
      "Date,00:00,01:00,02:00,03:00\n@,1,2,3,4",
      /its columns are hours or days \(00:00, 01:00, 02:00, …\): give each hour a row of its own/,
    ],
    [
      "a column per hour of 12",
      "Date,Door,10 AM,11 AM,12 PM,1 PM\n@,N,1,2,3,4",
      /give each hour a row/,
      HOURLY,
    ],
    ["a column per range", "Date,08-09,09-10,10-11,11-12\n@,1,2,3,4", /give each hour a row/],
    ["a column per day", "Hour,@,2024-05-07\n8,1,2\n9,3,4", /give each hour a row/],
    ["a column per weekday", "Time,Mon,Tue,Wed\n08:00,1,2,3", /give each hour a row/],
    [
      "a door without its other direction",
      "Date,Hour,North In,North Out,South In\n@,8,1,2,3",
      /only South In for South; --sensor and --map/,
      HOURLY,
    ],
    [
      "two columns for one direction",
      "Date,Hour,North In,North Entries,North Out\n@,8,1,2,3",
      /two columns for North, North In and North Entries/,
      HOURLY,
    ],
    [
      "no column of counts",
      "Date,Hour,Visitors\n@,8,1",
      /it has no column in or out; its columns are Date, Hour, Visitors/,
    ],
    ["quarters of an hour", "Date,Time,In,Out\n@,08:00,1,1\n@,08:15,1,1", /15 minutes apart: --interval 15m/],
    ["hours from 1 to 12", "#\n@,11,1,1\n@,12,1,1\n@,1,1,1", /seem to lack AM and PM/],
    [
      "days before the 13th, day first, with AM",
      "Date,Time,In,Out\n02/05/2024,8:00 AM,1,1\n03/05/2024,8:00 AM,1,1",
      /seem to have the day first: .*'d\/M\/yyyy h:mm a'/,
    ],
    [
      "counts of groups",
      "Date,Hour,Adults In,Adults Out,In (children),Out (children)\n@,8,1,2,3,4",
      /no column/,
      HOURLY,
    ],
    [
      "a row per direction",
      "Date,Hour,Door,Direction,Count\n@,8,North,In,1",
      /no column in or out; its columns are Date, Hour, Door, Direction, Count/,
      HOURLY,
    ],
    ["counts of people", "Date,Hour,People In,People Out\n@,8,1,2", /it has no column in or out/],
    [
      "two headers",
      ",North,,South,\nHour,In,Out,In,Out\n@ 8,1,2,3,4",
      /two columns in; --skip-lines and --no-header/,
      [...LOBBY, "--skip-lines", "1"],
    ],
    ["hours from 1 to 24", "#\n@,1,1,1\n@,24,1,1", /the hour 24, .* number them from 0 to 23/],
    [
      "the day first, with AM",
      "Date,Time,In,Out\n06/05/2024,8:00 AM,1,1\n13/05/2024,8:00 AM,1,1",
      /--time-format 'd\/M\/yyyy h:mm a'/,
    ],
    ["dates with slashes and hours of 24", "#\n06/05/2024,8,1,1", /must be a time/],
    ["years of two digits", "#\n06.05.24,8,1,1", /must be a time/],
    [
      "hours without a date",
      "Start,In,Out\n08:00,1,1\n09:00,1,1",
      /from has an hour and no date; --map from=Date\+Hour/,
    ],
    [
      "days",
      "timestamp,In,Out\n@,1,1\n2024-05-07,1,1",
      /from has a date and no hour; --interval 1d is for days/,
    ],
    ["days as day numbers", "timestamp,In,Out\n45418,1,1\n45419,1,1", /all midnights, .*: --interval 1d/],
    ["days with midnights", "timestamp,In,Out\n@ 00:00,1,1\n2024-05-07 00:00,1,1", /all midnights/],
    ["ranges of two hours", "#\n@,08-10,1,1\n@,10-12,1,1", /another length than --interval/],
    ["thousands with a point", "Date;Hour;In;Out\n@;8;1.000;2", /in must be a whole number .*"1\.000"/],
    [
      "the repeated hour in no order",
      "#\n2024-10-28,1,1,0\n2024-10-28,2,4,0\n2024-10-27,2,2,0\n2024-10-27,2,3,0\n2024-10-27,3,3,0",
      /not in the order of time, and 2024-10-27 2 occurs twice: sort the rows by time/,
    ],
    ["no sensor", "#\n@,8,1,1", /no column serial_number; its columns are Date, Hour, In, Out/, HOURLY],
    ["a title", "Report of May\n\n#\n@,8,1,1", /line 3 has more columns \(--skip-lines 2\)/],
    ["no header", "@ 08:00,41,2\n", /first row seems to be a reading \(--no-header\)/],
  ])("with %s", async (_, text, words, options = LOBBY) => {
    await expect(readTable(text, options)).rejects.toMatchObject({
      kind: "unreadable-input",
      message: expect.stringMatching(words),
    });
  });
});
