import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { headcount, succeed, temporaryFolder } from "../support/headcount.ts";

/** Inputs behind public bug reports of other programs; they are not part of the project. */
const FOLDER = fileURLToPath(new URL("../../../shared/data/reports/", import.meta.url));

const plain = (time: string, sensor = "7001") => `2024-05-06T${time}.000Z ${sensor} 1`;
const times = (minutes: readonly number[]) =>
  minutes.map((minute) => plain(`08:${String(minute).padStart(2, "0")}:00`));

/** Files with the options that load them, and their events as `timestamp sensor trajectory`. */
const LOADED: readonly [file: string, options: readonly string[], events: readonly string[]][] = [
  [
    "07-seconds.parquet",
    ["--time-format", "seconds"],
    [plain("08:00:00"), plain("09:00:00"), "2024-05-06T10:00:00.000Z 7001 -1"],
  ],
  ["09-float-serial.parquet", [], [plain("08:00:00"), plain("09:00:00")]],
  ["11-padded.csv", [], [plain("08:00:00", "FC-1"), plain("08:10:00", "FC-1")]],
  ["11-padded.ndjson", [], [plain("08:00:00", "FC-1"), plain("08:10:00", "FC-1")]],
  [
    "19-minute-resolution.csv",
    [],
    [...times([0, 1, 1, 1, 1, 2]), ...Array(2).fill("2024-05-06T08:01:00.000Z 7001 -1")],
  ],
  ["20-kept-repeats.csv", [], [...Array(3).fill(plain("08:00:00")), "2024-05-06T09:00:00.000Z 7001 -1"]],
  [
    "22-date-forms.csv",
    ["--time-format", "any"],
    [plain("06:00:00"), ...times([1, 2, 3, 4, 5, 6, 7, 8, 9]), plain("10:10:00")],
  ],
  ["23-utf-16.csv", [], times([1])],
  ["24-windows-1252.csv", ["--encoding", "windows-1252"], [plain("08:00:00", "T\u00fcr 1")]],
  ["25-sep-line.csv", [], times([1])],
  ["26-blank-first-line.csv", [], times([1])],
  [
    "28-column-with-comma.csv",
    ["--map", 'sensor_serial_number="Door, No.",timestamp=Time,trajectory=Dir'],
    times([0]),
  ],
];

const INVALID_IDS = /4 of 4 rows are rejected, most because event_id must be a text/;
const REFUSED: readonly [file: string, message: RegExp][] = [
  ["01-cut-after-row-12.csv.gz", /incomplete or damaged/],
  ["07-seconds.parquet", /can only be seconds.*--time-format/],
  ["14-event-ids.ndjson", INVALID_IDS],
  ["22-date-forms.csv", /"2024-05-06 08:00:00 \+0200"; --time-format/],
  ["24-windows-1252.csv", /not UTF-8; --encoding/],
  ["28-column-with-comma.csv", /its columns are Door, No\., Time, Dir; --map/],
];

async function eventsIn(cwd: string): Promise<string[]> {
  const args = ["export", "events", "--data-dir", "data", "--format", "csv"];
  const { stdout } = await succeed(args, { cwd });
  const rows = stdout.trim().split("\n").slice(1);
  return rows.map((row) => row.split(",").slice(1, 4).join(" ")).sort();
}

describe.skipIf(!existsSync(FOLDER))("the files of public bug reports", () => {
  it.each(LOADED)(
    "%s is loaded, and its export is loaded to the same events (D1, D9, D20)",
    async (...given) => {
      const [file, options, events] = given;
      const cwd = temporaryFolder();
      const backfill = ["backfill", join(FOLDER, file), "--data-dir", "data"];
      expect(JSON.parse((await succeed([...backfill, ...options], { cwd })).stdout)).toMatchObject({
        accepted: events.length,
        duplicates: 0,
      });
      expect(await eventsIn(cwd)).toEqual(events.toSorted());
      const again = await succeed([...backfill, ...options], { cwd });
      expect(JSON.parse(again.stdout)).toMatchObject({ accepted: 0, duplicates: events.length });
      await succeed(["export", "events", "--data-dir", "data", "--out", "e.parquet"], { cwd });
      const other = { cwd: temporaryFolder() };
      await succeed(["backfill", join(cwd, "e.parquet"), "--data-dir", "data"], other);
      expect(await eventsIn(other.cwd)).toEqual(events.toSorted());
    },
  );

  it.each(REFUSED)("%s is refused, and the message says what to do", async (file, message) => {
    const cwd = temporaryFolder();
    const refused = await headcount(["backfill", join(FOLDER, file), "--data-dir", "data"], { cwd });
    expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(message) });
    expect(await eventsIn(cwd)).toEqual([]);
  });

  it.each(["csv", "ndjson"])(
    "11-padded.%s changes the count of a doorway with blanks (D20)",
    async (format) => {
      const cwd = temporaryFolder();
      const site = `spaces: [{ name: Hall }]
doorways: [{ name: Door, sensor_serial_number: "FC-1 ", links: [{ space: Hall, sensor_placement: 1 }] }]
`;
      await succeed(["site", "apply", "-", "--data-dir", "data"], { cwd, input: site });
      await succeed(["backfill", join(FOLDER, `11-padded.${format}`), "--data-dir", "data"], { cwd });
      const range = ["--start", "2024-05-06T08:00:00Z", "--end", "2024-05-06T09:00:00Z", "--format", "json"];
      const { stdout } = await succeed(["counts", "Hall", ...range, "--data-dir", "data"], { cwd });
      expect(JSON.parse(stdout).metrics.entrances.total).toBe(2);
    },
  );

  it.each([
    ["16-leading-zeros.yaml", '"007001"'],
    ["17-long.yaml", '"18446744073709551557"'],
  ])("%s is refused with its number in quotes", async (file, hint) => {
    const cwd = temporaryFolder();
    copyFileSync(join(FOLDER, file), join(cwd, "site.yaml"));
    const refused = await headcount(["site", "apply", "site.yaml", "--data-dir", "data"], { cwd });
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain(`put text in quotes: ${hint}`);
  });
});
