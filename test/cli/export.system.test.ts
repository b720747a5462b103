import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { tableFromIPC } from "apache-arrow";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { groupBy } from "../../src/domain/collections.ts";
import { csv, folderWith } from "../support/backfill.ts";
import {
  ends,
  headcount,
  startHeadcount,
  succeed,
  suiteFolder,
  temporaryFolder,
} from "../support/headcount.ts";
import { words } from "../support/words.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url).pathname;

/** Of a sensor of the campus, and of one that is at no doorway. */
const TOTALS = words`
  serial_number,at,in_total,out_total
  1001,2024-05-07T08:00:00Z,100,50
  1001,2024-05-07T09:00:00Z,110,55
  9998,2024-05-07T09:00:00Z,1,1`;
const INTERVALS = [
  "serial_number,from,to,in,out",
  "1002,2024-05-07T08:00:00Z,2024-05-07T08:15:00Z,3,2",
  "1002,2024-05-07T08:15:00Z,2024-05-07T08:30:00Z,0,0",
];

/** How many events there are, with those of the readings. */
const EVENTS = 987;

type Row = Readonly<Record<string, string>>;

const folder = suiteFolder();
/** Names the site of these tests. */
const HERE = ["--data-dir", join(folder, "data")];
/** Of the campus, and of the gym, which is not all of it. */
let spaceIds: readonly [string, string];
beforeAll(async () => {
  await run("site", "apply", `${FIXTURES}demo-site.yaml`, ...HERE);
  writeFileSync(
    join(folder, "more.csv"),
    // Of one instant, in an order that is not that of their ids' texts; with a sender's id, and from nowhere.
    "sensor_serial_number,timestamp,trajectory,event_id\n" +
      "1001,2024-07-01T00:00:00Z,-1,b\n1001,2024-07-01T00:00:00Z,1,a\n9999,2024-06-30T23:59:59.999Z,1,\n",
  );
  const files = [`${FIXTURES}harbour-monday.csv`, join(folder, "more.csv")];
  await loadReadings(HERE);
  await run("backfill", ...files, ...HERE);
  const day = ["--start", "2024-05-06", "--end", "2024-05-07", "--interval", "1d", "--format", "csv"];
  const ids = new Map(rowsOf(await exported("counts", ...day)).map((row) => [row.space_name, row.space_id]));
  spaceIds = [ids.get("Harbour Campus") ?? "", ids.get("Gym") ?? ""];
});

async function loadReadings(at: readonly string[]): Promise<void> {
  for (const [kind, rows] of Object.entries({ totals: TOTALS, intervals: INTERVALS })) {
    writeFileSync(join(folder, `${kind}.csv`), csv(rows));
    await run("backfill", join(folder, `${kind}.csv`), "--kind", kind, ...at);
  }
}

/** Runs a command that must succeed; gives back what it writes. */
async function run(...args: readonly string[]): Promise<string> {
  return (await succeed(args)).stdout;
}

/** Exports from the site of these tests. */
const exported = (...args: readonly string[]) => run("export", ...args, ...HERE);

const rowsOf = (csv: string): Row[] => parse(csv, { columns: true });

/** The rows of Parquet files, as DuckDB reads them. */
async function parquetRows(files: string): Promise<Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create()).connect();
  const result = await connection.runAndReadAll(`SELECT *, epoch_ms(timestamp) AS ms FROM '${files}'`);
  connection.closeSync();
  return result.getRowObjectsJson();
}

describe("headcount export events", () => {
  it("D31: is loaded again by backfill, and is the same, with which reading made each event", async () => {
    const range = ["--start", "2024-05-06", "--end", "2024-07-02", "--interval", "1d"];
    const withoutIds = (csv: string) => rowsOf(csv).map(({ id: _, space_id: __, ...row }) => row);
    const sql = (text: string, at: readonly string[]) => run("sql", "-c", text, "--format", "csv", ...at);
    const query = `SELECT "timestamp", sensor_serial_number, trajectory, event_id, resolution FROM events ORDER BY ALL`;
    const changes =
      'SELECT space_name, "timestamp", direction, doorway_name, resolution FROM space_events ORDER BY ALL';
    const hours = ["--start", "2024-05-06", "--end", "2024-05-08", "--interval", "1h"];
    const contents = async (at: readonly string[]) => ({
      rows: withoutIds(await run("export", "events", "--format", "csv", ...at)),
      days: withoutIds(await run("export", "counts", ...range, "--format", "csv", ...at)),
      hours: withoutIds(await run("export", "counts", ...hours, "--format", "csv", ...at)),
      changes: await sql(changes, at),
      events: await sql(query, at),
    });
    const made = await contents(HERE);
    const resolutions = groupBy(rowsOf(made.events), ({ resolution }) => resolution);
    expect([...resolutions].map(([resolution, events]) => [resolution, events.length]).sort()).toEqual([
      ["0", 967],
      ["3600000", 15],
      ["900000", 5],
    ]);
    for (const format of ["csv", "parquet"]) {
      const file = join(temporaryFolder(), `events.${format}`);
      const answer = JSON.parse(await exported("events", "--out", file));
      expect(answer).toEqual({ table: "events", format, rows: EVENTS, files: [file] });
      const other = ["--data-dir", join(temporaryFolder(), "other")];
      await run("site", "apply", `${FIXTURES}demo-site.yaml`, ...other);
      const loaded = JSON.parse(await run("backfill", file, ...other));
      expect(loaded).toMatchObject({ accepted: EVENTS, duplicates: 0, rejected: 0 });
      expect(await contents(other), format).toEqual(made);
      const again = JSON.parse(await run("backfill", file, ...other));
      expect(again).toMatchObject({ accepted: 0, duplicates: EVENTS });
      // What the devices sent then adds nothing: the events are there already.
      await loadReadings(other);
      expect(await sql(query, other), format).toBe(made.events);
    }
  });

  it("as an Arrow file has an index and the rows of the CSV file, none, too", async () => {
    for (const range of [[], ["--start", "2030-01-01", "--end", "2030-01-02"]]) {
      const file = join(temporaryFolder(), "events.arrow");
      await exported("events", "--out", file, ...range);
      const bytes = readFileSync(file);
      expect([bytes.toString("latin1", 0, 8), bytes.toString("latin1", bytes.length - 6)]).toEqual([
        "ARROW1\0\0",
        "ARROW1",
      ]);
      const ids = tableFromIPC(bytes)
        .toArray()
        .map(({ id }) => id);
      expect(ids).toEqual(rowsOf(await exported("events", "--format", "csv", ...range)).map(({ id }) => id));
    }
  });

  it("says of each event which it is, and where its sensor was", async () => {
    const rows = rowsOf(await exported("events", "--format", "csv", "--start", "2024-06-01"));
    const doorway = expect.stringMatching(/^drw_\d+$/);
    expect(rows.map((row) => Object.values(row))).toEqual([
      [expect.stringMatching(/^evt_\d+$/), "2024-06-30T23:59:59.999Z", "9999", "1", "", ""],
      [expect.any(String), "2024-07-01T00:00:00.000Z", "1001", "-1", "b", doorway],
      [expect.any(String), "2024-07-01T00:00:00.000Z", "1001", "1", "a", doorway],
    ]);
    expect(Object.keys(rows[0] ?? {}).join()).toBe(
      "id,timestamp,sensor_serial_number,trajectory,event_id,doorway_id",
    );
  });

  it("of a range is half-open; of a space it has those that changed it", async () => {
    const ids = async (...args: readonly string[]) =>
      rowsOf(await exported("events", "--format", "csv", ...args)).map(({ id }) => id);
    const instant = "2024-07-01T00:00:00Z";
    expect(await ids("--start", instant)).toHaveLength(2);
    expect(await ids("--start", "2024-06-01", "--end", instant)).toHaveLength(1);
    const campus = (await ids("--space", spaceIds[0])).length;
    const two = (await ids("--space", ...spaceIds)).length;
    expect([campus > 2 && campus < EVENTS, two >= campus && two < EVENTS]).toEqual([true, true]);
  });
});

describe("headcount export --url", () => {
  it("writes what the command writes from the directory", async () => {
    const server = await startHeadcount(["serve", "--data-dir", join(folder, "data"), "--port", "0"]);
    const token = await run("token", "create", "--data-dir", join(folder, "data"), "--scopes", "admin");
    const through = ["--url", server.address, "--token", token.trim()];
    const [first, second] = spaceIds;
    const calls = [
      ["events", "--format", "csv"],
      ["events", "--format", "csv", "--space", first, "Gym", "--start", "2024-05-06"],
      ["counts", "--format", "csv", "--start", "2024-05-06", "--end", "2024-05-07", "--interval", "1d"],
      ["counts", "--format", "excel-csv", "--start", "2024-05-06", "--end", "2024-05-08", "--space", second],
      ["rollups", "--format", "csv", "--end", "2024-07-02"],
      ["rollups", "--format", "csv", "--start", "2030-01-01", "--end", "2030-01-02"],
    ];
    const served = [];
    for (const call of calls) served.push(await run("export", ...call, ...through));
    const out = temporaryFolder();
    for (const file of ["events.arrow", "events.parquet"])
      await run("export", "events", "--out", join(out, file), ...through);
    await run("export", "events", "--out", `${out}/months/`, ...through);
    await ends(1, 'space "Attic" does not exist', words`export events --format csv --space Attic ${through}`);
    const backwards = words`export counts --format csv --start 2024-05-06 --end 2024-05-05 ${through}`;
    await ends(2, "the start of the range is after its end", backwards);
    await server.stop();
    for (const [index, call] of calls.entries())
      expect(served[index]).toBe(await exported(...(call as string[])));
    for (const file of ["events.arrow", "events.parquet"]) {
      const local = join(temporaryFolder(), file);
      await exported("events", "--out", local);
      if (file.endsWith("arrow")) expect(readFileSync(join(out, file))).toEqual(readFileSync(local));
      else expect(await parquetRows(join(out, file))).toEqual(await parquetRows(local));
    }
    expect(await parquetRows(`${out}/months/**/*.parquet`)).toHaveLength(EVENTS);
  });
});

describe("files by month", () => {
  it("lie in folders that other programs know, each event in its UTC month", async () => {
    const out = `${temporaryFolder()}/`;
    const { files } = JSON.parse(await exported("events", "--out", out));
    expect(files).toEqual(["05", "06", "07"].map((month) => `${out}year=2024/month=${month}/events.parquet`));
    const rows = await parquetRows(`${out}**/*.parquet`);
    expect(rows).toHaveLength(EVENTS);
    for (const row of rows)
      expect(new Date(Number(row.ms)).toISOString().slice(0, 7)).toBe(`2024-${row.month}`);
    expect(readdirSync(join(out, "year=2024/month=05"))).toEqual(["events.parquet"]);
  });

  it("or one file are written as --partition says", async () => {
    const place = temporaryFolder();
    const { files } = JSON.parse(await exported("events", "--out", place, "--partition", "none"));
    expect(files).toEqual([join(place, "events.parquet")]);
    await exported("events", "--out", join(place, "new"), "--partition", "month", "--format", "csv");
    expect(readdirSync(join(place, "new/year=2024"))).toEqual(["month=05", "month=06", "month=07"]);
  });
});

describe("an existing file", () => {
  it("is not overwritten without --force, and nothing else is left", async () => {
    const place = temporaryFolder();
    const file = join(place, "events.csv");
    writeFileSync(file, "mine");
    const args = ["export", "events", "--out", file, ...HERE];
    await ends(1, "exists; use --force to overwrite", args);
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect(readdirSync(place)).toEqual(["events.csv"]);
    await run(...args, "--force");
    expect(rowsOf(readFileSync(file, "utf8"))).toHaveLength(EVENTS);
  });
});

it.each(["events.xlsx", "events.ndjson", "events.csv.gz"])(
  "a file of another kind, %s, is not written under its name",
  async (name) => {
    const place = temporaryFolder();
    const args = ["export", "events", "--out", join(place, name), ...HERE];
    await ends(2, "ends in none of .csv, .arrow and .parquet; add --format", args);
    expect(readdirSync(place)).toEqual([]);
    await run(...args, "--format", "csv");
    expect(readdirSync(place)).toEqual([name]);
  },
);

describe("headcount export counts", () => {
  it("has D29's columns, and which space they are of", async () => {
    const args = ["--start", "2024-05-06", "--end", "2024-05-07", "--interval", "1h"];
    const rows = rowsOf(await exported("counts", ...args, "--format", "csv", "--space", spaceIds[1]));
    const single = rowsOf(await run("counts", spaceIds[1], ...args, "--format", "csv", ...HERE));
    expect(rows).toHaveLength(24);
    expect(rows).toEqual(
      single.map((row) => ({ space_id: spaceIds[1], space_name: rows[0]?.space_name, ...row })),
    );
    const arrow = await headcount(["export", "counts", ...args, "--format", "arrow", ...HERE]);
    const table = tableFromIPC(arrow.bytes);
    expect(table.numRows).toBe(8 * 24);
    expect(table.schema.fields.map(({ name }) => name)).toEqual(Object.keys(rows[0] ?? {}));
  });

  it("as CSV for Excel are the rows of `counts` in that format, one space after another", async () => {
    const args = ["--start", "2024-05-06", "--end", "2024-05-07", "--format", "excel-csv"];
    const spaces = spaceIds.slice(0, 2).flatMap((id) => ["--space", id]);
    const both = await exported("counts", ...args, ...spaces);
    const [first = "", second = ""] = await Promise.all(
      spaceIds.slice(0, 2).map((id) => run("counts", id, ...args, ...HERE)),
    );
    expect(first).toMatch(/^\ufeffSpace,Start,.*\r\n[^,]+,2024-05-06 00:00:00,2024-05-06 00:59:59,/);
    expect(both).toBe(first + second.slice(second.indexOf("\n") + 1));
    const folder = join(temporaryFolder(), "excel");
    await exported("counts", ...args, ...spaces, "--out", folder, "--partition", "month");
    expect(readdirSync(join(folder, "year=2024"), { recursive: true })).toContain("month=05/counts.csv");
    await ends(2, "excel-csv is for counts", ["export", "events", "--format", "excel-csv", ...HERE]);
  });

  it("begins and ends at the midnights of each space if dates are given, and at the first one by default", async () => {
    const cwd = folderWith({
      "site.yaml": "spaces: [{name: A, time_zone: Europe/Berlin}, {name: B, time_zone: Asia/Kathmandu}]",
      "a.csv": "sensor_serial_number,timestamp,trajectory\na,2024-05-06T08:13:22Z,1\n",
    });
    const at = ["--data-dir", join(cwd, "data")];
    await run("site", "apply", join(cwd, "site.yaml"), ...at);
    await run("backfill", join(cwd, "a.csv"), ...at);
    const starts = async (...args: readonly string[]) =>
      rowsOf(await run("export", "counts", ...args, "--format", "csv", ...at)).map(
        ({ timestamp }) => timestamp,
      );
    const midnights = ["2024-05-05T22:00:00.000Z", "2024-05-05T18:15:00.000Z"];
    expect(await starts("--start", "2024-05-06", "--end", "2024-05-07", "--interval", "1d")).toEqual(
      midnights,
    );
    expect(await starts("--interval", "1d")).toEqual(expect.arrayContaining(midnights));
  });
});

describe("headcount export rollups", () => {
  it("has the quarters with events, as the counts have them, and values that recombine", async () => {
    const range = ["--start", "2024-05-06", "--end", "2024-05-07"];
    const ofSpace = ["--space", spaceIds[0], "--format", "csv"];
    const rollUps = rowsOf(await exported("rollups", ...range, ...ofSpace));
    const counts = rowsOf(await exported("counts", ...range, ...ofSpace, "--interval", "15m"));
    const busy = counts.filter(({ events }) => events !== "0");
    const common = ({ average: _, integral: __, ...row }: Row) => row;
    expect(busy).toMatchObject(rollUps.map(common));
    for (const { average, integral } of rollUps)
      expect(Number(integral)).toBeCloseTo(Number(average) * 900_000, 3);
    // The mean over the day, from the quarters with events, and the others at the count that they stand at.
    const quiet = counts
      .filter(({ events }) => events === "0")
      .reduce((sum, { count }) => sum + Number(count), 0);
    const whole = rollUps.reduce((sum, { integral }) => sum + Number(integral), quiet * 900_000) / 86_400_000;
    const { metrics } = JSON.parse(await run("counts", spaceIds[0], ...range, "--format", "json", ...HERE));
    expect(whole).toBeCloseTo(metrics.count.average, 9);
  });
});

describe("wrong usage of headcount export", () => {
  it.each([
    [["events", "--format", "parquet"], 2, /parquet needs --out/],
    [["people"], 2, /Allowed choices are events, counts, rollups/],
    [
      ["events", "--format", "csv", "--start", "2024-06-01", "--end", "2024-05-01"],
      2,
      /the start of the range is after its end/,
    ],
    [["events", "--format", "csv", "--space", "spc_999"], 1, /space spc_999 does not exist/],
  ])("%s", async (args, code, message) => {
    await ends(code, message, ["export", ...args, ...HERE]);
  });

  it.each(["csv", "arrow", "parquet"])(
    "says in one line that a %s file cannot be written",
    async (format) => {
      const inFile = join(temporaryFolder(), "file");
      writeFileSync(inFile, "");
      // The folder can be had, but not the file: its name is too long.
      for (const out of [
        join(inFile, `x.${format}`),
        join(temporaryFolder(), `${"x".repeat(251)}.${format}`),
      ]) {
        const refused = await headcount(["export", "events", "--out", out, ...HERE]);
        expect(refused).toMatchObject({ code: 1, stdout: "" });
        expect(refused.stderr).toMatch(/^headcount: cannot (?:write|use) .*\n$/);
      }
    },
  );
});
