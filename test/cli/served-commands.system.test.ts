import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tableFromIPC } from "apache-arrow";
import { beforeAll, describe, expect, it } from "vitest";
import { LAST_COMMIT_FILE } from "../../src/domain/data-directory.ts";
import { formatInstant } from "../../src/domain/instant.ts";
import { INGEST_ROWS_MAX } from "../../src/domain/limits.ts";
import {
  ends,
  type Finished,
  headcount,
  sharedHeadcount,
  startHeadcount,
  suiteFolder,
  temporaryFolder,
} from "../support/headcount.ts";
import { makeRoomDirectory, ROOM_HOURS } from "../support/room-directory.ts";
import { runSql } from "../support/store-directory.ts";

const TOKEN = "test-token";

const folder = suiteFolder();
/** A data directory with one room, that no server has open. */
const directory = join(folder, "data");
let room: string;
beforeAll(async () => {
  room = await makeRoomDirectory(directory);
  cpSync(directory, join(folder, "served"), { recursive: true });
});

/** Serves the same as the directory holds. */
const server = sharedHeadcount(() => ["serve", "--data-dir", join(folder, "served"), "--port", "0"], {
  HEADCOUNT_TOKEN: TOKEN,
});

const through = (...args: readonly string[]): Promise<Finished> =>
  headcount([...args, "--url", server().address, "--token", TOKEN]);
const here = (...args: readonly string[]): Promise<Finished> => headcount([...args, "--data-dir", directory]);

describe("headcount counts", () => {
  it("answers the same in every format, from the directory and through the server", async () => {
    const remote = await through("counts", "Room", ...ROOM_HOURS, "--format", "json");
    const remoteCsv = await through("counts", room, ...ROOM_HOURS, "--format", "csv");
    const local = await here("counts", room, ...ROOM_HOURS, "--format", "json");
    const localCsv = await here("counts", "Room", ...ROOM_HOURS, "--format", "csv");
    expect(JSON.parse(local.stdout)).toEqual(JSON.parse(remote.stdout));
    expect(JSON.parse(local.stdout)).toMatchObject({ total: 2, results: [{ count: 1 }, { count: 2 }] });
    expect(localCsv.stdout).toBe(remoteCsv.stdout);
    expect(localCsv.stdout.trim().split("\n")).toEqual([
      "timestamp,count,start,end,min,max,events,entrances,exits,utilization,target_utilization,entry_rate,exit_rate",
      `2024-05-06T07:00:00.000Z,1,2024-05-06T07:00:00.000Z,2024-05-06T07:59:59.999Z,0,2,2,2,0,0.5,,${2 / 60},0.0`,
      `2024-05-06T08:00:00.000Z,2,2024-05-06T08:00:00.000Z,2024-05-06T08:59:59.999Z,1,2,1,0,1,0.5,,0.0,${1 / 60}`,
    ]);
    expect((await here("counts", "Room", ...ROOM_HOURS)).stdout).toContain("50 %");
    const minutes = ["--start", "2024-05-06", "--end", "2024-05-13", "--interval", "1m", "--format", "csv"];
    const remoteMinutes = await through("counts", "Room", ...minutes);
    expect(remoteMinutes.stdout.split("\n")).toHaveLength(7 * 24 * 60 + 2);
    // A date is the midnight of the space.
    expect(remoteMinutes.stdout.split("\n")[1]).toMatch(/^2024-05-05T22:00:00.000Z,/);
    expect(remoteMinutes.stdout).toBe((await here("counts", "Room", ...minutes)).stdout);
  });

  it("prints local times with their zone in a table, also across a change of clocks", async () => {
    const range = ["--start", "2024-10-26T23:00:00Z", "--end", "2024-10-27T03:00:00Z"];
    const local = await here("counts", "Room", ...range);
    expect(local.stdout).toContain("│ start (Europe/Berlin)      │");
    expect(local.stdout.match(/2024-10-2\d \S+ \S+/g)).toEqual([
      "2024-10-27 01:00:00 +02:00",
      "2024-10-27 02:00:00 +02:00",
      "2024-10-27 02:00:00 +01:00",
      "2024-10-27 03:00:00 +01:00",
    ]);
    expect((await through("counts", "Room", ...range)).stdout).toBe(local.stdout);
  });

  it("writes Arrow and Parquet files that hold the same", async () => {
    const write = async (format: string) => {
      const result = await here("counts", "Room", ...ROOM_HOURS, "--format", format);
      expect(result.stderr).toBe("");
      return result.bytes;
    };
    const arrow = tableFromIPC(await write("arrow"));
    expect(arrow.numRows).toBe(2);
    expect(arrow.getChild("max")?.toArray()).toEqual(Int32Array.of(2, 2));
    expect(Number(arrow.getChild("timestamp")?.get(0))).toBe(Date.UTC(2024, 4, 6, 7));
    const file = join(temporaryFolder(), "counts.parquet");
    writeFileSync(file, await write("parquet"));
    expect(readFileSync(file).subarray(0, 4).toString()).toBe("PAR1");
  });

  it.each([
    [["counts", "Room", "--end", "2024-05-07"], "required option '--start"],
    [["counts", "Room", "--start", "yesterday", "--end", "2024-05-07"], "is not a time"],
    [["counts", "Room", ...ROOM_HOURS, "--interval", "7m"], "is not a supported interval"],
    [
      ["counts", "Room", "--start", "2024-05-08", "--end", "2024-05-07"],
      "start_time: must not be after end_time",
    ],
  ])("answers wrong usage with exit code 2: %s", async (args, message) => {
    const result = await here(...args);
    expect(result.stderr).toContain(message);
    expect(result.code).toBe(2);
  });

  it("exits with 2 on a server's 4xx, and with 1 if the server rejects the token", async () => {
    const wrong = ["counts", "Room", "--start", "2024-05-08", "--end", "2024-05-07"];
    const refused = await through(...wrong);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toMatch(
      /^headcount: the server answered 400: start_time: must not .* end_time\n$/,
    );
    await ends(1, "the server answered 403", [...wrong, "--url", server().address, "--token", "unknown"]);
  });

  it("fails with exit code 1 if there is no such space", async () => {
    for (const run of [here, through]) {
      const result = await run("counts", "Nowhere", ...ROOM_HOURS);
      expect(result.code).toBe(1);
      expect(result.stderr).toContain('"Nowhere" does not exist');
    }
  });
});

/** The most rows of a batch in which rows repeat each other: its other rows may be a quarter of the limit. */
const ROWS_MAX = 0.75 * INGEST_ROWS_MAX;

describe("headcount backfill", () => {
  it("D9: keeps repetitions in one batch through a server, or rejects a file in which they are too far apart", async () => {
    const lines = (rows: number) =>
      Array.from(
        { length: rows },
        (_, row) => `z,${formatInstant(946_684_800_000 + 1_000 * (row % (rows - 1)))},1`,
      );
    const load = async (rows: number) => {
      const file = join(temporaryFolder(), "events.csv");
      writeFileSync(file, `sensor_serial_number,timestamp,trajectory\n${lines(rows).join("\n")}\n`);
      return through("backfill", file);
    };
    const kept = await load(ROWS_MAX);
    expect(JSON.parse(kept.stdout)).toMatchObject({ accepted: ROWS_MAX, duplicates: 0 });
    const refused = await load(ROWS_MAX + 1);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("75000 rows or more apart");
  });
});

describe("headcount token", () => {
  /** Whether the server accepts a secret. */
  const status = async (secret: string): Promise<number> => {
    const headers = { authorization: `Bearer ${secret.trim()}` };
    return (await fetch(`${server().address}/v2/spaces/`, { headers })).status;
  };

  it("creates, lists and revokes, through a server", async () => {
    const created = await checkTokens(through);
    expect(await status(created)).toBe(403);
    const other = await through("token", "create", "--scopes", "read", "--rate", "none");
    expect(await status(other.stdout)).toBe(200);
  });

  it("creates a token for the display of one space", async () => {
    const created = await through("token", "create", "--scopes", "display", "--space", "Room");
    expect(await status(created.stdout)).toBe(403);
    expect((await through("token", "list")).stdout).toContain(`display ${room}`);
    expect((await through("token", "create", "--scopes", "display")).code).toBe(2);
  });

  it("creates, lists and revokes, on a directory", async () => {
    const own = join(temporaryFolder(), "data");
    await checkTokens((...args) => headcount([...args, "--data-dir", own]));
  });

  /** Creates, lists and revokes a token; returns its secret. */
  async function checkTokens(run: typeof through): Promise<string> {
    const created = await run("token", "create", "--scopes", "read", "--name", "lobby");
    expect(created.stdout).toMatch(/^hct_\S+\n$/);
    const id = /Token (tkn_\d+)/.exec(created.stderr)?.[1] ?? "";
    expect((await run("token", "list")).stdout).toContain("lobby");
    expect((await run("token", "revoke", id)).code).toBe(0);
    expect((await run("token", "list")).stdout).not.toContain("lobby");
    expect((await run("token", "revoke", id)).code).toBe(1);
    expect((await run("token", "revoke", "nonsense")).code).toBe(1);
    return created.stdout;
  }
});

describe("headcount rebuild", () => {
  it("verifies and rebuilds, on the directory and through the server", async () => {
    const verified = await through("rebuild", "--verify");
    expect(JSON.parse(verified.stdout)).toMatchObject({ runs: 1, events: 3, differences: [] });
    expect(JSON.parse((await through("rebuild", "--space", room)).stdout)).toMatchObject({ events: 3 });
    const local = await here("rebuild", "--from", "2024-05-06", "--to", "2024-05-07");
    expect(JSON.parse(local.stdout)).toMatchObject({ runs: 1, events: 3, differences: [] });
    for (const run of [here, through])
      expect(await run("rebuild", "--from", "2024-05-07", "--to", "2024-05-06")).toMatchObject({ code: 2 });
    const before = await here("rebuild", "--to", "2024-05-06");
    expect(JSON.parse(before.stdout)).toMatchObject({ runs: 0, events: 0 });
  });

  it("names sensors whose readings differ from their events, on the directory and through the server", async () => {
    const own = join(temporaryFolder(), "data");
    await makeRoomDirectory(own);
    const rows = [100, 103].map((total, index) => `door,2024-05-06T1${index}:00:00Z,${total},50`);
    const file = join(temporaryFolder(), "totals.csv");
    writeFileSync(file, ["serial_number,at,in_total,out_total", ...rows].join("\n"));
    const on = ["--data-dir", own];
    expect(await headcount(["backfill", file, "--kind", "totals", ...on])).toMatchObject({ code: 0 });
    expect(await headcount(["rebuild", "--verify", ...on])).toMatchObject({ code: 0 });
    await runSql(own, "UPDATE reading SET counted_out = 1 WHERE counted_in = 3");
    rmSync(join(own, LAST_COMMIT_FILE));
    const figures = { counted: { in: 3, out: 1 }, events: { in: 3, out: 0 } };
    const first = "2024-05-06T11:00:00.000Z";
    const sensors = [{ serial_number: "door", readings: 1, first, ...figures }];
    const local = await headcount(["rebuild", "--verify", ...on]);
    const served = await startHeadcount(["serve", ...on, "--port", "0"], { HEADCOUNT_TOKEN: TOKEN });
    const remote = await headcount(["rebuild", "--verify", "--url", served.address, "--token", TOKEN]);
    for (const { code, stdout, stderr } of [local, remote]) {
      expect([code, JSON.parse(stdout)]).toMatchObject([1, { differences: [], sensors }]);
      expect(stderr).toContain(`door: 1 reading from ${first} on: counted 3 in, 1 out; events 3 in, 0 out`);
    }
  });

  it("takes a space by its id or name, and fails alike if there is no such", async () => {
    for (const run of [here, through]) {
      expect(JSON.parse((await run("rebuild", "--space", "Room")).stdout)).toMatchObject({ events: 3 });
      for (const unknown of ["Nowhere", "spc_999"]) {
        const result = await run("rebuild", "--space", unknown);
        expect(result).toMatchObject({ code: 1, stdout: "" });
        expect(result.stderr).toMatch(/does not exist|not found|no such/);
      }
    }
  });
});
