import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { READINGS_COMMITTED_MAX } from "../../src/domain/limits.ts";
import { csv, eventsOf, folderWith, load } from "../support/backfill.ts";
import { forwardingServer } from "../support/forwarding.ts";
import { ends, headcount, PROGRAM, sharedHeadcount, succeed, suiteFolder } from "../support/headcount.ts";
import { until } from "../support/waiting.ts";
import { words } from "../support/words.ts";

const TOKEN = "test-token";
const DAY = "2024-05-06T";

/** Loads a file into the data directory of a folder, and gives back the summary. */
const summaryOf = async (cwd: string, ...args: readonly string[]) =>
  JSON.parse((await load(cwd, ...args)).stdout);

const TOTALS = [
  "serial_number,at,in_total,out_total,width",
  `a,${DAY}08:00:00Z,100,50,`,
  `a,${DAY}09:00:00Z,110,55,`,
  // A reset without an announcement, a jump, a fall, and totals that have been counted already.
  `a,${DAY}10:00:00Z,4,2,`,
  `a,${DAY}11:30:00Z,999999,2,`,
  `a,${DAY}12:00:00Z,999000,2,`,
  `a,${DAY}08:30:00Z,105,52,`,
  `b,${DAY}08:00:00Z,65530,10,16`,
  `b,${DAY}09:00:00Z,4,11,16`,
  `b,${DAY}09:00:00Z,4,11,16`,
  `b,${DAY}09:00:00Z,3,11,16`,
];

describe("D34: headcount backfill --kind totals", () => {
  it("ends with a table of what became of each line, in the order of time", async () => {
    const cwd = folderWith({ "totals.csv": csv(TOTALS) });
    const loaded = await load(cwd, "--kind", "totals", "totals.csv");
    expect(loaded.code).toBe(0);
    const [head, ...rows] = loaded.stderr
      .split("\n")
      .filter((line) => line.startsWith("│"))
      .map((line) =>
        line
          .split("│")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(head).toEqual(words`
      line in out baselines resets wraps jumps backwards conflicts duplicates late unknown`);
    // 10 to 9 o'clock for the reset, the hour and a half of the jump, the half hour of the fall.
    expect(rows).toEqual([
      ["a", "14", "7", "1", "1", "0", "1", "1", "0", "0", "0", "3 h 00 min"],
      ["b", "10", "1", "1", "0", "1", "0", "0", "1", "1", "0", "0"],
    ]);
    const summary = JSON.parse(loaded.stdout);
    expect(summary).toMatchObject({
      rows: 10,
      accepted: 9,
      duplicates: 1,
      rejected: 0,
      counted: { in: 24, out: 8 },
    });
    expect(summary.lines.b).toEqual({
      counted: { in: 10, out: 1 },
      results: { baseline: 1, wrap: 1, duplicate: 1, conflict: 1 },
      unknown_ms: 0,
    });
    expect(await eventsOf(cwd)).toHaveLength(32);
    expect(loaded.stderr).toContain("from 2 sensors not attached to a doorway: a, b.");
  });

  it("adds nothing when it is run again, and counts on from the last totals in a further file", async () => {
    const next = csv([
      TOTALS[0] as string,
      `a,${DAY}12:00:00Z,999000,2,`,
      `a,${DAY}13:00:00Z,999003,2,`,
      `a,${DAY}09:30:00Z,112,56,`,
    ]);
    const cwd = folderWith({ "totals.csv": csv(TOTALS), "next.csv": next });
    await load(cwd, "--kind", "totals", "totals.csv");
    const before = await eventsOf(cwd);
    expect(await summaryOf(cwd, "--kind", "totals", "totals.csv")).toMatchObject({
      accepted: 1,
      duplicates: 9,
      counted: { in: 0, out: 0 },
      results: { conflict: 1 },
    });
    expect(await eventsOf(cwd)).toEqual(before);
    const further = await summaryOf(cwd, "--kind", "totals", "next.csv");
    expect(further.results).toEqual({ counted: 1, late: 1, duplicate: 1 });
    expect(further.counted).toEqual({ in: 3, out: 0 });
    expect(await eventsOf(cwd)).toHaveLength(before.length + 3);
  });

  it("puts totals from before the first ones of a line in their places, as one import that can be taken back", async () => {
    const head = "serial_number,at,in_total,out_total";
    const rows = (serial: string, ...totals: readonly (readonly [string, number])[]) =>
      totals.map(([time, total]) => `${serial},${DAY}${time}:00Z,${total},0`);
    const cwd = folderWith({
      "live.csv": csv([head, ...rows("a", ["12:00", 50], ["13:00", 60]), ...rows("b", ["12:00", 7])]),
      // Rows of a new line, and later than the first ones of a known line, are in the same file.
      "past.csv": csv([
        head,
        ...rows("a", ["08:00", 10], ["10:00", 30], ["11:00", 45], ["12:00", 50], ["12:30", 52]),
        ...rows("b", ["11:00", 5]),
        ...rows("c", ["08:00", 1], ["09:00", 3]),
      ]),
    });
    await load(cwd, "--kind", "totals", "live.csv");
    const before = await eventsOf(cwd);
    const loaded = await summaryOf(cwd, "--kind", "totals", "past.csv");
    expect(loaded).toMatchObject({ rows: 8, accepted: 7, duplicates: 1, rejected: 0, counted: { in: 44 } });
    expect(loaded.lines).toMatchObject({
      a: { counted: { in: 40, out: 0 }, results: { baseline: 1, counted: 2, late: 1, duplicate: 1 } },
      b: { counted: { in: 2, out: 0 }, results: { baseline: 1 } },
      c: { counted: { in: 2, out: 0 }, results: { baseline: 1, counted: 1 } },
    });
    // 20, 15, 5 and 10 of a, 2 of b, 2 of c.
    expect(await eventsOf(cwd)).toHaveLength(54);
    expect((await headcount(["rebuild", "--verify", "--data-dir", "data"], { cwd })).code).toBe(0);
    const again = await summaryOf(cwd, "--kind", "totals", "past.csv");
    expect(again).toMatchObject({ duplicates: 8, counted: { in: 0, out: 0 } });
    // The same readings of another import count in their place.
    for (const id of ["imp_2", "imp_3"])
      expect((await headcount(["void", "--import", id, "--apply", "--data-dir", "data"], { cwd })).code).toBe(
        0,
      );
    expect(await eventsOf(cwd)).toHaveLength(before.length);
    expect((await headcount(["rebuild", "--verify", "--data-dir", "data"], { cwd })).code).toBe(0);
  });

  it("names lines that are suspended, and make no events", async () => {
    const falling = [100, 90, 80, 70, 60].map((total, hour) => `a,${DAY}0${hour}:00:00Z,${total},0`);
    const cwd = folderWith({ "falls.csv": csv(["serial_number,at,in_total,out_total", ...falling]) });
    const loaded = await load(cwd, "--kind", "totals", "falls.csv");
    expect(loaded.stderr).toContain("warning: 1 line of falls.csv suspended: a.");
    expect(JSON.parse(loaded.stdout)).toMatchObject({ suspended: ["a"], counted: { in: 0, out: 0 } });
  });

  it("loads all of a file or nothing when it is killed, and the same command completes it", async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => {
      const at = new Date(Date.UTC(2024, 0, 1) + 60_000 * row).toISOString();
      return `a,${at},${2 * row},${row}`;
    });
    const head = "serial_number,at,in_total,out_total";
    // The list of rejected rows begins when the row in the middle has been read.
    rows.splice(10_000, 0, "a,yesterday,1,1");
    const cwd = folderWith({ "totals.csv": csv([head, ...rows]) });
    for (const name of ["data", "whole"]) await succeed(["token", "create", "--data-dir", name], { cwd });
    const args = (directory: string) => words`backfill --kind totals totals.csv --data-dir ${directory}`;
    const child = spawn(process.execPath, [PROGRAM, ...args("data")], { cwd, stdio: "ignore" });
    await until(() => existsSync(join(cwd, "totals.csv.rejects.csv")));
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
    expect([0, 3 * 19_999]).toContain((await eventsOf(cwd)).length);
    await succeed(args("data"), { cwd });
    await succeed(args("whole"), { cwd });
    expect(await eventsOf(cwd)).toEqual(await eventsOf(cwd, "whole"));
  });
});

describe("D34: headcount backfill --kind intervals", () => {
  const HEAD = "serial_number,from,to,in,out";
  const hour = (from: number, entered: number, out: number) =>
    `a,${DAY}${String(from).padStart(2, "0")}:00:00Z,${DAY}${String(from + 1).padStart(2, "0")}:00:00Z,${entered},${out}`;

  it("rejects an interval that overlaps another, and keeps the first of two with other values", async () => {
    const overlap = `a,${DAY}08:30:00Z,${DAY}09:30:00Z,9,9`;
    const files = {
      "hours.csv": csv([HEAD, hour(9, 4, 1), hour(8, 2, 1), overlap, hour(9, 5, 5), "b,x,y,1,1"]),
      "more.csv": csv([HEAD, hour(10, 1, 0), overlap, hour(8, 2, 1)]),
    };
    const cwd = folderWith(files);
    const loaded = await load(cwd, "--kind", "intervals", "hours.csv");
    expect(JSON.parse(loaded.stdout)).toMatchObject({
      rows: 5,
      accepted: 3,
      rejected: 2,
      results: { counted: 2, conflict: 1 },
      counted: { in: 6, out: 2 },
    });
    const why = "the interval overlaps another one of the sensor that is not the same";
    expect(readFileSync(join(cwd, "hours.csv.rejects.csv"), "utf8").trim().split("\n").slice(1)).toEqual([
      'hours.csv,5,from is required and must be a time such as 2024-05-06T07:08:09Z,x,"b,x,y,1,1"',
      `hours.csv,3,${why},,"a,${DAY}08:30:00.000Z,${DAY}09:30:00.000Z,9,9,"`,
    ]);
    expect(await summaryOf(cwd, "--kind", "intervals", "more.csv")).toMatchObject({
      accepted: 1,
      duplicates: 1,
      rejected: 1,
      reasons: { [why]: 1 },
      counted: { in: 1, out: 0 },
    });
    expect(await eventsOf(cwd)).toHaveLength(9);
  });

  it("finds repetitions and overlaps also where the readings of a file are judged part by part", async () => {
    const time = (second: number) => new Date(Date.UTC(2024, 0, 1) + 1_000 * second).toISOString();
    const row = (from: number, to: number) => `a,${time(from)},${time(to)},1,0`;
    const rows = Array.from({ length: READINGS_COMMITTED_MAX }, (_, minute) =>
      row(60 * minute, 60 * minute + 60),
    );
    const end = 60 * READINGS_COMMITTED_MAX;
    const cwd = folderWith({
      "repeated.csv": csv([HEAD, ...rows, row(end - 60, end)]),
      "overlapping.csv": csv([
        HEAD,
        ...rows.map((each) => each.replace("a,", "b,")),
        `b,${time(end - 30)},${time(end + 30)},1,0`,
      ]),
    });
    const repeated = await summaryOf(cwd, "--kind", "intervals", "repeated.csv");
    expect(repeated).toMatchObject({ accepted: READINGS_COMMITTED_MAX, duplicates: 1, rejected: 0 });
    const overlapping = await summaryOf(cwd, "--kind", "intervals", "overlapping.csv");
    expect(overlapping).toMatchObject({ accepted: READINGS_COMMITTED_MAX, duplicates: 0, rejected: 1 });
  });

  it("rejects what is from before --earliest, as files of events do", async () => {
    const cwd = folderWith({
      "hours.csv": csv([HEAD, hour(8, 2, 1), hour(9, 2, 1)]),
      "events.csv": csv([
        "sensor_serial_number,timestamp,trajectory",
        `e,${DAY}08:00:00Z,1`,
        `e,${DAY}09:00:00Z,1`,
      ]),
    });
    const earliest = ["--earliest", `${DAY}09:00:00Z`];
    const hours = await summaryOf(cwd, "--kind", "intervals", "hours.csv", ...earliest);
    expect(hours).toMatchObject({ accepted: 1, rejected: 1 });
    expect(await summaryOf(cwd, "events.csv", ...earliest)).toMatchObject({ accepted: 1, rejected: 1 });
  });

  it("refuses intervals of a sensor that sends totals", async () => {
    const cwd = folderWith({ "totals.csv": csv(TOTALS), "hours.csv": csv([HEAD, hour(8, 2, 1)]) });
    await load(cwd, "--kind", "totals", "totals.csv");
    const refused = await load(cwd, "--kind", "intervals", "hours.csv");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("the sensor sends totals, and a line is read in one way");
  });

  it("reads a table with other columns, words, and local hours", async () => {
    const cwd = folderWith({
      "table.csv": csv(["Door;Day;In;Out", "North;06.05.2024 8;2;1", "North;06.05.2024 9;1;0"]),
    });
    const args = words`--kind intervals table.csv --interval 1h --time-zone Europe/Berlin`;
    const columns = ["--map", "serial_number=Door,from=Day,in=In,out=Out", "--time-format", "dd.MM.yyyy H"];
    expect(await summaryOf(cwd, ...args, ...columns)).toMatchObject({
      accepted: 2,
      counted: { in: 3, out: 1 },
    });
    expect((await eventsOf(cwd))[0]).toMatch(/^2024-05-06T06:15:00.000Z,North,1,/);
  });
});

describe("D34: headcount backfill refuses options of another kind", () => {
  it.each([
    [["--interval", "1h"], "--interval is for intervals, not for events"],
    [["--kind", "totals", "--inclusive-end"], "--inclusive-end is for intervals, not for totals"],
    [["--kind", "totals", "--trajectory", "1"], "--trajectory is for events, not for totals"],
    [["--kind", "totals", "--duplicates", "keep"], "--duplicates is for events, not for totals"],
    [["--kind", "totals", "--map", "timestamp=T"], "--map names fields of events, not of totals"],
    [["--kind", "totals", "--format", "hourly"], "--format hourly is a file of intervals, not of totals"],
    [["--map", "colour=C"], "the fields are sensor_serial_number, timestamp"],
    [["--kind", "counts"], "Allowed choices are events, totals, intervals"],
  ])("%j", async (args, message) => {
    await ends(2, message, ["backfill", "x.csv", ...args, "--data-dir", "data"]);
  });
});

describe("D34: headcount backfill of readings through a server", () => {
  const folder = suiteFolder();
  const server = sharedHeadcount(() => ["serve", "--data-dir", folder, "--port", "0"], {
    HEADCOUNT_TOKEN: TOKEN,
    HEADCOUNT_RATE_LIMIT: "none",
  });

  it("makes the events that a data directory would, completes what was interrupted, and says it by line", async () => {
    const cwd = folderWith({ "totals.csv": csv(TOTALS) });
    const args = (url: string) => words`backfill --kind totals totals.csv --url ${url} --token ${TOKEN}`;
    const { address } = await forwardingServer(server().address, (post) =>
      post < 1 ? "forward" : "lose the answer",
    );
    await ends(1, "4 of 10 rows of totals.csv are stored, and the next 1 may be", args(address), { cwd });
    const served = JSON.parse((await headcount(args(server().address), { cwd })).stdout);
    expect(served).toMatchObject({ accepted: 4, duplicates: 6, counted: { in: 10, out: 1 } });
    expect(served.lines.a).toEqual({ counted: { in: 0, out: 0 }, results: { duplicate: 5, backwards: 1 } });
    await load(cwd, "--kind", "totals", "totals.csv");
    const exported = await succeed(words`
      export events --url ${server().address} --token ${TOKEN} --format csv`);
    const events = exported.stdout
      .trim()
      .split("\n")
      .slice(1)
      .map((row) => row.replace(/^\w+,/, ""))
      .sort();
    expect(events).toEqual(await eventsOf(cwd));
  });

  it("lists rows that only the server refuses: intervals over 24 hours, and overlaps", async () => {
    const rows = [
      "serial_number,from,to,in,out",
      "i,2024-05-06,2024-05-08,1,1",
      "i,2024-05-09,2024-05-10,1,1",
    ];
    const cwd = folderWith({ "days.csv": csv(rows) });
    const args = ["backfill", "--kind", "intervals", "days.csv", "--url", server().address, "--token", TOKEN];
    const loaded = await headcount(args, { cwd });
    expect(loaded.code).toBe(0);
    expect(JSON.parse(loaded.stdout)).toMatchObject({
      accepted: 1,
      rejected: 1,
      reasons: { "the interval is longer than 24 hours": 1 },
    });
    expect(readFileSync(join(cwd, "days.csv.rejects.csv"), "utf8")).toContain(
      'days.csv,1,the interval is longer than 24 hours,,"i,2024-05-06T00:00:00.000Z,2024-05-08T00:00:00.000Z,1,1,"',
    );
  });
});
