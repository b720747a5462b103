import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { headcount, succeed, suiteFolder, temporaryFolder } from "../support/headcount.ts";

/** Inputs behind public bug reports of other programs; they are not part of the project. */
const FOLDER = fileURLToPath(new URL("../../../shared/data/reports/", import.meta.url));
const COLUMNS = 'sensor_serial_number="Door, No.",timestamp=Time,trajectory=Dir';
const DATES = "06:00 08:01 08:02 08:03 08:04 08:05 08:06 08:07 08:08 08:09 10:10";

/** Files with the options that load them, their entrances and, after a bar, exits of one morning, and their sensor. */
const LOADED: readonly [file: string, options: readonly string[], events: string, sensor?: string][] = [
  ["07-seconds.parquet", ["--time-format", "seconds"], "08:00 09:00 | 10:00"],
  ["09-float-serial.parquet", [], "08:00 09:00"],
  ["11-padded.csv", [], "08:00 08:10", "FC-1"],
  ["11-padded.ndjson", [], "08:00 08:10", "FC-1"],
  ["19-minute-resolution.csv", [], "08:00 08:01 08:01 08:01 08:01 08:02 | 08:01 08:01"],
  ["20-kept-repeats.csv", [], "08:00 08:00 08:00 | 09:00"],
  ["22-date-forms.csv", ["--time-format", "any"], DATES],
  ["23-utf-16.csv", [], "08:01"],
  ["24-windows-1252.csv", ["--encoding", "windows-1252"], "08:00", "T\u00fcr 1"],
  ["25-sep-line.csv", [], "08:01"],
  ["26-blank-first-line.csv", [], "08:01"],
  ["28-column-with-comma.csv", ["--map", COLUMNS], "08:00"],
];

const REFUSED: readonly [command: string, file: string, message: RegExp][] = [
  ["backfill", "01-cut-after-row-12.csv.gz", /incomplete or damaged/],
  ["backfill", "07-seconds.parquet", /can only be seconds.*--time-format/],
  ["backfill --time-format milliseconds", "07-seconds.parquet", /is before the earliest.*--time-format/],
  ["backfill", "14-event-ids.ndjson", /4 of 4 rows are rejected, most because event_id must be a string/],
  ["backfill", "22-date-forms.csv", /"2024-05-06 08:00:00 \+0200"; --time-format/],
  ["backfill", "24-windows-1252.csv", /not UTF-8; --encoding/],
  ["backfill", "28-column-with-comma.csv", /its columns are Door, No\., Time, Dir; --map/],
  ["site apply", "16-leading-zeros.yaml", /put text in quotes: "007001"/],
  ["site apply", "17-long.yaml", /put text in quotes: "18446744073709551557"/],
];

/** A hall with a door for each sensor, as a site file. */
const SITE = ["7001", ...LOADED.flatMap(([, , , sensor]) => sensor ?? [])].map(
  (sensor) =>
    `  - { name: "${sensor}", sensor_serial_number: "${sensor} ", links: [{ space: Hall, sensor_placement: 1 }] }\n`,
);

describe.skipIf(!existsSync(FOLDER))("the files of public bug reports", () => {
  /** A folder with a data directory that has the site, and another that has nothing. */
  const made = suiteFolder();
  beforeAll(async () => {
    const input = `spaces: [{ name: Hall }]\ndoorways:\n${[...new Set(SITE)].join("")}`;
    await succeed(["site", "apply", "-", "--data-dir", join(made, "data")], { input });
    await succeed(["token", "create", "--data-dir", join(made, "other")]);
  });

  it.each(LOADED)("%s is loaded, and its export too (D1, D9, D20)", async (...given) => {
    const [file, options, events, sensor = "7001"] = given;
    const [entrances = [], exits = []] = events.split("|").map((part) => part.trim().split(" "));
    const row = (way: number) => (time: string) => `2024-05-06T${time}:00.000Z,${sensor},${way}`;
    const expected = [...entrances.map(row(1)), ...exits.map(row(-1))].toSorted();
    const accepted = expected.length;
    const cwd = temporaryFolder();
    const run = (args: readonly string[], directory: string) =>
      succeed([...args, "--data-dir", directory], { cwd });
    for (const directory of ["data", "other"])
      cpSync(join(made, directory), join(cwd, directory), { recursive: true });
    const backfill = ["backfill", join(FOLDER, file), ...options];
    expect(JSON.parse((await run(backfill, "data")).stdout)).toMatchObject({ accepted, duplicates: 0 });
    const again = JSON.parse((await run(backfill, "data")).stdout);
    expect(again).toMatchObject({ accepted: 0, duplicates: accepted });
    const range = ["--start", "2024-05-06", "--end", "2024-05-07", "--format", "json"];
    const { metrics } = JSON.parse((await run(["counts", "Hall", ...range], "data")).stdout);
    expect(metrics.entrances.total).toBe(entrances.length);
    expect(metrics.exits.total).toBe(exits.length);
    // Others are exported and loaded again elsewhere: by the tests of `headcount export`.
    const isSpecial = sensor !== "7001" || new Set(expected).size < expected.length;
    if (isSpecial) {
      await run(["export", "events", "--out", "e.parquet"], "data");
      await run(["backfill", "e.parquet"], "other");
    }
    const { stdout } = await run(["export", "events", "--format", "csv"], isSpecial ? "other" : "data");
    const rows = stdout.trim().split("\n").slice(1);
    expect(rows.map((line) => line.split(",").slice(1, 4).join()).toSorted()).toEqual(expected);
  });

  it.each(REFUSED)("%s %s is refused, and the message says what to do", async (command, file, message) => {
    const args = [...command.split(" "), join(FOLDER, file), "--data-dir", "data"];
    const cwd = temporaryFolder();
    cpSync(join(made, "other"), join(cwd, "data"), { recursive: true });
    const { code, stdout, stderr } = await headcount(args, { cwd });
    expect({ isRefused: code !== 0, stdout }).toEqual({ isRefused: true, stdout: "" });
    expect(stderr).toMatch(message);
  });
});
