import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import {
  DATABASE_FILE,
  LAST_COMMIT_FILE,
  RESTORING_FOLDER,
  RUNS_FOLDER,
} from "../../src/domain/data-directory.ts";
import { ends, headcount, succeed, temporaryFolder } from "../support/headcount.ts";
import { ask, demand, LIVE_TOKEN, makeRoom, ServedDirectory } from "../support/live-api.ts";
import { storeSnapshots } from "../support/live-snapshots.ts";
import { describeWithPostgres } from "../support/postgres.ts";
import { until } from "../support/waiting.ts";
import { words } from "../support/words.ts";

const SPACE = { space_type: "space", time_zone: "Europe/Berlin" };
/** Later on the same day, before the daily reset of the next. */
const EVENING = "2024-05-06T20:00:00Z";
const RANGE = "start_time=2024-05-06&end_time=2024-05-07";

/** An event of the morning of a day, by its minute; every third without an id of its sender. */
const event = (minute: number, serial = "a") => ({
  sensor_serial_number: serial,
  timestamp: new Date(Date.UTC(2024, 4, 6, 8, minute)).toISOString(),
  trajectory: 1,
  ...(minute % 3 === 0 ? {} : { event_id: `${serial}-${minute}` }),
});

const clock = (hour: number) => new Date(Date.UTC(2024, 4, 6, hour)).toISOString();
/** The running total of those who came in through a door, by the hour. */
const total = (serial_number: string, hour: number, in_total: number) => ({
  ...{ kind: "total", serial_number, at: clock(hour) },
  in_total,
  out_total: 0,
});
/** Those who came in during an hour. */
const hour = (serial_number: string, start: number, entered: number) => ({
  ...{ kind: "interval", serial_number, from: clock(start), to: clock(start + 1) },
  in: entered,
  out: 0,
});

describeWithPostgres("a directory with records that the log does not have", (postgres) => {
  async function site() {
    const folder = temporaryFolder();
    const database = await postgres().createDatabase();
    const name = database.slice(database.lastIndexOf("/") + 1);
    const node = (directory: string) => {
      const served = new ServedDirectory(join(folder, directory), ["--database", database]);
      onTestFinished(async () => void (await served.end("SIGKILL")));
      return served;
    };
    const rejoin = (served: ServedDirectory, save: string, base = database) => {
      const options = ["--data-dir", served.directory, "--database", base, "--save", join(folder, save)];
      return headcount(["cluster", "rejoin", ...options]);
    };
    return { folder, database, name, node, rejoin };
  }

  const addDoorway = (address: string, name: string, serial: string) =>
    makeRoom(address, serial, { name, ...SPACE });

  const send = async (address: string, events: readonly object[]) => {
    await demand(address, "/v2/sensor_events/?live=false", events);
  };

  const count = (address: string, ...readings: readonly object[]) =>
    demand(address, "/v2/readings/?live=false", readings);

  /** The identities of the log's events, in the order of time. */
  async function eventsOf(address: string): Promise<string[]> {
    const { results } = await demand<{ results: { timestamp: string; sensor_id: string }[] }>(
      address,
      `/v1/events/?${RANGE}&page_size=1000`,
    );
    return results.map(({ timestamp, sensor_id }) => `${timestamp} ${sensor_id}`);
  }

  const position = async (address: string) => (await ask(address, "/v2/spaces/")).position ?? 0n;

  it("refuses to start, and rejoins the cluster when what only it has is saved; backfill gives it back", async () => {
    const { folder, database, name, node, rejoin } = await site();
    const [first, second] = [node("first"), node("second")];
    await first.start();
    const address = await first.address();
    await addDoorway(address, "Hall", "a");
    await send(address, [event(0), event(1), event(2)]);
    await second.start();
    const kept = await position(address);
    // The second one follows these no more: it is behind, and not diverged.
    await second.end("SIGTERM");
    await send(address, [event(3), event(4), event(5), event(5, "b")]);
    await demand(address, "/v2/spaces/", { name: "Lost", ...SPACE });
    await postgres().query(`DELETE FROM headcount.log_record WHERE position > ${kept}`, name);
    await until(async () => (await fetch(`${address}/readyz`)).status === 503);
    // Senders repeat some of what was lost, and the log goes on: with other records, sensors and spaces.
    await second.start();
    const other = await second.address();
    await send(other, [event(4), event(6), event(6, "c")]);
    await demand(other, "/v2/spaces/", { name: "Gym", ...SPACE });
    await first.end("SIGTERM");

    await ends(
      1,
      "headcount cluster rejoin",
      words`
      serve --data-dir ${first.directory} --database ${database} --port 0`,
    );
    const early = await rejoin(first, "first");
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining("is not empty")]);
    const before = readdirSync(first.directory);
    const away = await rejoin(first, "saved", database.replace(/:\d+\//, ":1/"));
    expect([away.code, away.stderr]).toEqual([1, expect.stringContaining("cannot be reached")]);
    expect(readdirSync(first.directory)).toEqual(before);

    const rejoined = await rejoin(first, "saved");
    expect([rejoined.code, rejoined.stderr]).toEqual([
      0,
      expect.stringContaining("3 events, 0 readings and 3 other changes"),
    ]);
    expect(JSON.parse(rejoined.stdout)).toMatchObject({ events: 3, readings: 0, changes: 3 });
    const twice = await rejoin(first, "again");
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining("serve it as it is")]);
    await first.start();
    const now = await first.address();
    for (const path of ["/v2/spaces/", `/v1/events/?${RANGE}`, "/v2/audit_log/?page_size=100"])
      expect(await ask(now, path)).toEqual(await ask(other, path));
    expect(await eventsOf(other)).toHaveLength(6);
    const saved = join(folder, "saved");
    const changes = readFileSync(join(saved, "changes.csv"), "utf8").trimEnd().split("\n");
    expect(changes[0]).toBe("id,timestamp,actor,action,resource_type,resource_id,changes");
    expect(changes.slice(1).map((line) => line.split(",").slice(3, 5).join(" "))).toEqual([
      "create sensor",
      "create space",
      "create daily_reset_schedule",
    ]);
    const url = ["--url", now, "--token", LIVE_TOKEN];
    const load = ["backfill", join(saved, "events.parquet"), ...url];
    expect(JSON.parse((await succeed(load)).stdout)).toMatchObject({ accepted: 3, duplicates: 0 });
    expect(JSON.parse((await succeed(load)).stdout)).toMatchObject({ accepted: 0, duplicates: 3 });
    expect(await eventsOf(other)).toHaveLength(9);
    // All that the directory had is in the backup.
    const restored = join(folder, "restored");
    await succeed(["restore", join(saved, "backup"), "--data-dir", restored]);
    await succeed(["cluster", "leave", "--data-dir", restored]);
    const exported = await succeed(["export", "events", "--data-dir", restored, "--format", "csv"]);
    expect(exported.stdout.trimEnd().split("\n")).toHaveLength(1 + 7);
    expect((await succeed(["site", "export", "-", "--data-dir", restored])).stdout).toContain("Lost");
  });

  it("has readings that are sent again after it has rejoined, and count once", async () => {
    const { folder, name, node, rejoin } = await site();
    const [first, second] = [node("first"), node("second")];
    await first.start();
    const address = await first.address();
    const halls = [];
    for (const serial of ["total", "late", "interval"]) halls.push(await addDoorway(address, serial, serial));
    await count(address, total("total", 8, 100), total("late", 8, 500), hour("interval", 7, 5));
    await second.start();
    const kept = await position(address);
    await second.end("SIGTERM");
    await count(address, total("total", 9, 110), total("late", 9, 520), hour("interval", 8, 7));
    await postgres().query(`DELETE FROM headcount.log_record WHERE position > ${kept}`, name);
    await until(async () => (await fetch(`${address}/readyz`)).status === 503);
    await second.start();
    const other = await second.address();
    // A device goes on: its total has all that it has counted since the last one of the log.
    await count(other, total("late", 10, 525));
    await first.end("SIGTERM");

    const rejoined = await rejoin(first, "saved");
    expect(JSON.parse(rejoined.stdout)).toMatchObject({ events: 0, readings: 3, changes: 0 });
    const saved = readFileSync(join(folder, "saved", "readings.ndjson"), "utf8");
    expect(saved.trimEnd().split("\n")).toHaveLength(3);
    const sendSaved = async () => {
      const headers = { authorization: `Bearer ${LIVE_TOKEN}`, "content-type": "application/x-ndjson" };
      const sent = { method: "POST", headers, body: saved };
      return (await (await fetch(`${other}/v2/readings/?live=false`, sent)).json()) as object;
    };
    expect(await sendSaved()).toMatchObject({ rejected: 0, results: { counted: 2, late: 1 } });
    await count(other, total("total", 11, 111), hour("interval", 9, 1));
    expect(await sendSaved()).toMatchObject({ duplicates: 3, counted: { in: 0, out: 0 } });
    await first.start();
    for (const served of [other, await first.address()]) {
      const counts = halls.map((id) =>
        demand<{ count: number }>(served, `/v2/spaces/${id}/count/?time=${EVENING}`),
      );
      expect((await Promise.all(counts)).map(({ count }) => count)).toEqual([11, 25, 5 + 7 + 1]);
    }
  });

  it("is not replaced while it is behind the oldest record, unless it has nothing of its own", async () => {
    const { folder, database, name, node, rejoin } = await site();
    const [honest, diverged, current] = [node("honest"), node("diverged"), node("current")];
    const [frozen] = await Promise.all([honest.start(), current.start()]);
    const address = await current.address();
    await addDoorway(address, "Hall", "a");
    await send(address, [event(0), event(1)]);
    await position(await honest.address());
    await diverged.start();
    honest.signal("SIGSTOP");
    await send(await diverged.address(), [event(2)]);
    const last = await position(await diverged.address());
    await diverged.end("SIGTERM");
    await current.end("SIGTERM");
    // PostgreSQL loses the last record; the node that had applied it, too, begins with a new directory.
    await postgres().query(`DELETE FROM headcount.log_record WHERE position = ${last}`, name);
    rmSync(current.directory, { recursive: true });
    // A start that was interrupted while it moved a copy into place.
    for (const name of [RESTORING_FOLDER, RUNS_FOLDER])
      mkdirSync(join(current.directory, name), { recursive: true });
    writeFileSync(join(current.directory, LAST_COMMIT_FILE), "");
    await current.start();
    for (const minute of [3, 4]) await send(await current.address(), [event(minute)]);
    await storeSnapshots(database, await current.address());
    expect(
      await postgres().query(
        "SELECT min(position)::int > $1".replace("$1", String(last)) +
          " AS is_gone FROM headcount.log_record",
        name,
      ),
    ).toEqual([{ is_gone: true }]);

    const before = await readFile(join(diverged.directory, DATABASE_FILE));
    const options = ["--data-dir", diverged.directory, "--database", database, "--port", "0"];
    const refused = await headcount(["serve", ...options]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(
        /has 1 event, 0 readings and 0 other changes that the log .* headcount cluster rejoin/,
      ),
    ]);
    expect(before.equals(await readFile(join(diverged.directory, DATABASE_FILE)))).toBe(true);
    expect((await rejoin(diverged, "saved")).stdout).toContain('"events":1,"readings":0,"changes":0');
    // A node that goes on ends, so that what supervises it starts it again.
    honest.signal("SIGCONT");
    expect(await frozen.ended).toBe(1);
    expect(frozen.stderr()).toContain("does not have the records after position");
    mkdirSync(join(diverged.directory, RESTORING_FOLDER));
    for (const served of [diverged, honest]) {
      await served.start();
      expect(await eventsOf(await served.address())).toEqual(await eventsOf(await current.address()));
      expect(existsSync(join(served.directory, RESTORING_FOLDER))).toBe(false);
    }

    // A restored backup of a node is another node.
    const backup = join(folder, "backup");
    await succeed(["backup", backup, "--url", await honest.address(), "--token", LIVE_TOKEN]);
    const restored = node("restored");
    await succeed(["restore", backup, "--data-dir", restored.directory]);
    for (let start = 0; start < 2; start++) {
      await restored.start();
      await restored.end("SIGTERM");
    }
    const status = await succeed(["cluster", "status", "--database", database, "--format", "json"]);
    // Directories that were replaced keep their names: one each, two of that which was removed, and a new one.
    expect(JSON.parse(status.stdout).nodes).toHaveLength(5);
  });
});
