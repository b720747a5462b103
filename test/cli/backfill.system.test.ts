import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ends, headcount, PROGRAM, succeed, temporaryFolder } from "../support/headcount.ts";

const AS_TERMINAL = "data:text/javascript,Object.assign(process.stdout,{isTTY:true})";

const ROWS = [
  "sensor_serial_number,timestamp,trajectory",
  "a,2024-05-06T07:00:00Z,1",
  "a,2024-05-06T07:00:01Z,-1",
];

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function load(cwd: string, ...args: readonly string[]) {
  if (!existsSync(join(cwd, "data"))) await succeed(["token", "create", "--data-dir", "data"], { cwd });
  return headcount(["backfill", ...args, "--data-dir", "data"], { cwd });
}

describe("headcount backfill", () => {
  it.each([
    ["auto", 3],
    ["keep", 4],
    ["drop", 2],
  ])("D9: --duplicates %s decides on rows that repeat another in the same file", async (rule, accepted) => {
    const precise = "a,2024-05-06T07:00:00.500Z,1";
    const cwd = folderWith({ "events.csv": `${[ROWS[0], ROWS[1], ROWS[1], precise, precise].join("\n")}\n` });
    const loaded = await load(cwd, "events.csv", "--duplicates", rule);
    expect(JSON.parse(loaded.stdout)).toMatchObject({ accepted, duplicates: 4 - accepted });
  });

  it("creates no data directory for a file that does not exist", async () => {
    const cwd = folderWith({});
    const stderr = "headcount: cannot read events.csv: no such file\n";
    const refused = await headcount(["backfill", "events.csv", "--data-dir", "data"], { cwd });
    expect(refused).toMatchObject({ code: 1, stdout: "", stderr });
    expect(existsSync(join(cwd, "data"))).toBe(false);
  });

  it("lists rejected rows of each file with number, reason and text, and loads the others", async () => {
    const broken = [...ROWS, "a,yesterday,1", "a,2024-05-06T07:00:02Z", "a,2024-05-06T07:00:03Z,2"];
    const line = '{"sensor_serial_number": "a", "timestamp": "2024-05-06", "trajectory": "in"}';
    const cwd = folderWith({
      "events.csv": `${broken.join("\n")}\n`,
      "events.ndjson": `${line.replace('"in"', "1")}\n${line}\n`,
    });
    const loaded = await load(cwd, "events.csv", "events.ndjson", "--rejects", "rejects.csv");
    expect(loaded.code).toBe(0);
    const [first = ""] = loaded.stdout.split("\n");
    expect(JSON.parse(first)).toMatchObject({ rows: 5, accepted: 2, rejected: 3 });
    expect(readFileSync(join(cwd, "rejects.csv"), "utf8").trim().split("\n")).toEqual([
      "file,row,reason,found,text",
      'events.csv,3,timestamp is required and must be a time such as 2024-05-06T07:08:09.123Z,yesterday,"a,yesterday,1"',
      'events.csv,4,the row is malformed,,"a,2024-05-06T07:00:02Z"',
      'events.csv,5,trajectory must be 1 or -1,2,"a,2024-05-06T07:00:03Z,2"',
      `events.ndjson,2,trajectory must be 1 or -1,,"${line.replaceAll('"', '""')}"`,
    ]);
  });

  it("refuses a file of which most rows are rejected, and lists them, unless --accept-rejects", async () => {
    const cwd = folderWith({ "events.csv": `${ROWS.join("\n")}\n${"a,06.05.2024 08:03,1\n".repeat(18)}` });
    const refused = await load(cwd, "events.csv");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toBe(
      "headcount: cannot read events.csv: 18 of 20 rows are rejected, most because timestamp is required and must be a time such as " +
        '2024-05-06T07:08:09.123Z: "06.05.2024 08:03"; --time-format states how times are written: any, seconds, ' +
        "milliseconds, or a pattern\n",
    );
    expect(readFileSync(join(cwd, "events.csv.rejects.csv"), "utf8").trim().split("\n")).toHaveLength(19);
    const accepted = await load(cwd, "events.csv", "--accept-rejects");
    expect(JSON.parse(accepted.stdout)).toMatchObject({ accepted: 2, rejected: 18 });
    const read = await load(cwd, "events.csv", "--time-format", "any");
    expect(JSON.parse(read.stdout)).toMatchObject({ accepted: 18, duplicates: 2, rejected: 0 });
  });

  it("warns of sensors without a doorway, with the number of their rows (D5)", async () => {
    const cwd = folderWith({
      "site.yaml": "doorways:\n  - name: Door\n    sensor_serial_number: '1001'\n",
      "events.csv": `${ROWS.join("\n")}\n1001,2024-05-06T07:00:00Z,1\nb,2024-05-06T07:00:00Z,1\n`,
      "known.csv": `${ROWS[0]}\n1001,2024-05-06T08:00:00Z,1\n`,
    });
    await succeed(["site", "apply", "site.yaml", "--data-dir", "data"], { cwd });
    const loaded = await load(cwd, "events.csv");
    expect(loaded.code).toBe(0);
    expect(loaded.stderr).toContain(
      "headcount: warning: 3 of 4 rows of events.csv are from 2 sensors not attached to a doorway: a, b. The rows are stored",
    );
    const known = await load(cwd, "known.csv");
    expect(known.stderr).not.toContain("warning");
  });

  it("names one row, one event and one sensor as such", async () => {
    const cwd = folderWith({ "events.csv": `${ROWS.slice(0, 2).join("\n")}\n` });
    const { stderr } = await load(cwd, "events.csv");
    expect(stderr).toMatch(
      /^events\.csv: 1 row in .* s: 1 event added, 0 duplicates dropped, 0 rows rejected$/m,
    );
    expect(stderr).toContain("1 of 1 row of events.csv is from 1 sensor not attached to a doorway: a.");
  });

  it("leaves the JSON out on a terminal, where its messages say it", async () => {
    const cwd = folderWith({ "events.csv": `${ROWS.join("\n")}\n` });
    await succeed(["token", "create", "--data-dir", "data"], { cwd });
    const loaded = spawnSync(
      process.execPath,
      ["--import", AS_TERMINAL, PROGRAM, "backfill", "events.csv", "--data-dir", "data"],
      { cwd, encoding: "utf8" },
    );
    expect(loaded).toMatchObject({ status: 0, stdout: "" });
    expect(loaded.stderr).toContain("events.csv: 2 rows in");
  });

  it("loads nothing of a file whose rejected rows cannot be written", async () => {
    const cwd = folderWith({
      "good.csv": `${ROWS.join("\n")}\n`,
      "bad.csv": `${ROWS[0]}\nb,2024-05-06T07:00:00Z,1\nb,yesterday,1\n`,
    });
    const files = ["good.csv", "bad.csv", "good.csv"];
    const failed = await load(cwd, ...files, "--rejects", "nowhere/refused.csv");
    expect(failed.code).toBe(1);
    // The files loaded before are reported; the one that failed ends the run.
    expect(JSON.parse(failed.stdout)).toMatchObject({ file: "good.csv", accepted: 2 });
    expect(failed.stderr.trim().split("\n").at(-1)).toMatch(
      /^headcount: nothing of bad\.csv was loaded, .*nowhere\/refused\.csv \(--rejects\): no such file or directory$/,
    );
    const [, again] = (await load(cwd, ...files)).stdout.split("\n");
    const counts = { accepted: 1, duplicates: 0, rejected: 1 };
    expect(JSON.parse(again ?? "")).toMatchObject({ file: "bad.csv", ...counts });
  });

  it("says which columns there are if one is missing, and takes --map", async () => {
    const cwd = folderWith({ "events.csv": "when,way,dpu\n2024-05-06T07:00:00Z,1,a\n" });
    const refused = await load(cwd, "events.csv");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("its columns are when, way, dpu; --map field=column assigns");
    const map = "timestamp=when,trajectory=way,sensor_serial_number=dpu";
    const taken = await load(cwd, "events.csv", "--map", map);
    expect(JSON.parse(taken.stdout)).toMatchObject({ accepted: 1 });
  });

  it.each([
    ["a directory", ".", "is a directory"],
    ["a missing file", "nowhere.csv", "no such file"],
    ["an empty file", "empty.csv", "it is empty"],
    ["a file with a header only", "header.csv", "it has no rows"],
  ])("rejects %s with exit code 1, and goes on with the next file", async (_, file, message) => {
    const cwd = folderWith({
      "empty.csv": "",
      "header.csv": `${ROWS[0]}\n`,
      "events.csv": `${ROWS.join("\n")}\n`,
    });
    const result = await load(cwd, file, "events.csv");
    expect(result.code).toBe(1);
    expect(result.stderr).toContain(message);
    expect(JSON.parse(result.stdout)).toMatchObject({ file: "events.csv", accepted: 2 });
    expect(existsSync(join(cwd, "events.csv.rejects.csv"))).toBe(false);
  });

  it.each([
    [["backfill", "--data-dir", "data"], "missing required argument"],
    [["backfill", "-", "events.csv", "-", "--data-dir", "d"], "can be read only once"],
    [["backfill", "events.csv"], "no data directory given"],
    [
      ["backfill", "events.csv", "--data-dir", "d", "--url", "http://127.0.0.1:1", "--token", "t"],
      "not both",
    ],
    [["backfill", "events.csv", "--url", "http://127.0.0.1:1"], "--url needs --token"],
    [["backfill", "events.csv", "--data-dir", "d", "--map", "time=when"], "the fields are"],
    [["backfill", "events.csv", "--data-dir", "d", "--map", "timestamp="], "the fields are"],
    [["backfill", "events.csv", "--data-dir", "d", "--colour"], "unknown option"],
    [
      ["backfill", "events.csv", "--url", "localhost:8080", "--token", "t"],
      "such as https://counts.example.com",
    ],
    [["backfill"], "(see headcount backfill --help for usage)"],
    [["site", "apply"], "(see headcount site apply --help for usage)"],
    [["token", "create", "--data-dir", "d", "--rate", "fast"], "from 1 to 1000000, or none"],
    [["frontfill"], "unknown command 'frontfill'\n(see headcount --help for usage)"],
    [["token", "create", "--data-dir", "d", "--scopes", "everything"], "Unknown scope: everything"],
  ])("answers wrong usage with exit code 2: %s", async (args, message) => {
    await ends(2, message, args, { cwd: temporaryFolder() });
  });
});
