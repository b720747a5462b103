import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../src/domain/instant.ts";
import { readReadingText } from "../../support/reading-files.ts";

describe("a table of hours", () => {
  const HOURLY = {
    interval: HOUR_MS,
    timeFormat: "any",
    timeZone: "Europe/Berlin",
    fields: { serial_number: { value: "a" }, from: { columns: ["date", "time"] } },
  } as const;
  const table = (rows: readonly string[], layout: Parameters<typeof readReadingText>[3] = {}) =>
    readReadingText("t.csv", `date,time,in,out\n${rows.join("\n")}\n`, "intervals", {
      ...HOURLY,
      ...layout,
    });

  it.each([
    ["08:00-09:00", "06:00Z/2024-05-06T07:00Z"],
    ["08-09", "06:00Z/2024-05-06T07:00Z"],
    ["8 – 9", "06:00Z/2024-05-06T07:00Z"],
    ["8 AM to 9 AM", "06:00Z/2024-05-06T07:00Z"],
    ["08:00 - 08:59", "06:00Z/2024-05-06T07:00Z"],
    ["08:00:00 - 08:59:59", "06:00Z/2024-05-06T07:00Z"],
    ["23:00-00:00", "21:00Z/2024-05-06T22:00Z"],
    ["23:00-24:00", "21:00Z/2024-05-06T22:00Z"],
    ["08:00+09:00", "-05T23:00Z/2024-05-06T00:00Z"],
    ["08:00:00-09:00", "17:00Z/2024-05-06T18:00Z"],
    ["08:00-0900", "17:00Z/2024-05-06T18:00Z"],
  ])("with the hours %s has no offset for a range", async (hours, span) => {
    const { readings } = await table([`2024-05-06,${hours},2,1`]);
    const start = span.startsWith("-") ? "2024-05" : "2024-05-06T";
    expect(readings).toEqual([`a ${start}${span} 2 1`]);
  });

  it("has ranges as long as is stated", async () => {
    const { readings } = await table(["2024-05-06,08:00-12:00,2,1"], { interval: 4 * HOUR_MS });
    expect(readings).toEqual(["a 2024-05-06T06:00Z/2024-05-06T10:00Z 2 1"]);
  });

  it.each([
    ["08:00 -05:00", "04:00 -05:00", /another length than --interval, or offsets without seconds: .* -05:00/],
    ["08:00-10:00", "10:00-12:00", /another length than --interval/],
    ["1", "24", /has the hour 24, .* number them from 0 to 23/],
    ["01:00", "24:00", /has the hour 24/],
  ])("of %s and %s is refused as a whole", async (...hours) => {
    const [first, second, why] = hours;
    const read = table([`2024-05-06,${first},2,1`, `2024-05-06,${second},2,1`]);
    await expect(read).rejects.toMatchObject({
      kind: "unreadable-input",
      message: expect.stringMatching(why),
    });
  });

  it.each([
    ["yyyy LLL dd", "2024 May 24", "2024-05-23T22:00Z/2024-05-24T22:00Z"],
    ["dd.MM.yyyy HH:mm", "24.05.2024 00:00", "2024-05-23T22:00Z/2024-05-24T22:00Z"],
    ["HH:mm d LLL yy", "08:00 6 May 24", "2024-05-06T06:00Z/2024-05-07T06:00Z"],
  ])("of the pattern %s has a day or a year 24 that is no hour: %s", async (timeFormat, text, span) => {
    const layout = { timeFormat, interval: DAY_MS, fields: { serial_number: { value: "a" } } };
    const read = await readReadingText("t.csv", `from,in,out\n${text},2,1\n`, "intervals", {
      ...HOURLY,
      ...layout,
    });
    expect(read.readings).toEqual([`a ${span} 2 1`]);
  });

  it("of a pattern is refused for the hour 24, too", async () => {
    const layout = { ...HOURLY, timeFormat: "yyyy-MM-dd H" };
    await expect(table(["2024-05-06,1,2,1", "2024-05-06,24,2,1"], layout)).rejects.toThrow(/the hour 24/);
  });

  it("with dates whose day is first is refused, also if most days could be months", async () => {
    const read = table(["05/02/2024,9:00 AM,1,1", "05/13/2024,9:00 AM,1,1"]);
    expect((await read).readings).toHaveLength(2);
    await expect(table(["02/05/2024,9:00 AM,1,1", "13/05/2024,9:00 AM,1,1"])).rejects.toMatchObject({
      message: expect.stringMatching(
        /13\/05\/2024 9:00 AM: give their pattern, --time-format 'd\/M\/yyyy h:mm a'$/,
      ),
    });
  });

  it("rejects the total of a day, which has no hour, and an offset that no zone has", async () => {
    const read = await table(["2024-05-06,8,2,1", "2024-05-06,,9,9", "2024-05-06,08:00:00-13:00,1,1"]);
    expect(read.readings).toEqual(["a 2024-05-06T06:00Z/2024-05-06T07:00Z 2 1"]);
    expect(read.rejects).toEqual([
      "2: from lacks the value of one of its columns (2024-05-06)",
      "3: from is required and must be a time such as 2024-05-06T07:08:09Z (2024-05-06 08:00:00-13:00)",
    ]);
  });

  it.each(["2024-05-06 00:00", "2024-05-06 24:00", "2024-05-07 00:00"])(
    "whose last hour ends at %s has it",
    async (end) => {
      const text = `from,to,in,out\n2024-05-06 23:00,${end},3,1\n`;
      const { readings } = await readReadingText("t.csv", text, "intervals", {
        ...HOURLY,
        fields: { serial_number: { value: "a" } },
      });
      expect(readings).toEqual(["a 2024-05-06T21:00Z/2024-05-06T22:00Z 3 1"]);
    },
  );
});
