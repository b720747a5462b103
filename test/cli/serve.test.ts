import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tableFromIPC } from "apache-arrow";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { openEngine } from "../../src/cli/open-engine.ts";
import { formatId } from "../../src/domain/ids.ts";
import { createDoorway } from "../../src/engine/doorways.ts";
import { ingestReports } from "../../src/engine/ingest/ingest-reports.ts";
import { createLink } from "../../src/engine/links.ts";
import { createSpace } from "../../src/engine/spaces.ts";
import { headcount, type Server, startHeadcount, temporaryFolder } from "../support/headcount.ts";

const TOKEN = "test-token";

async function serve(directory: string, ...args: readonly string[]): Promise<Server> {
  return startHeadcount(["serve", "--data-dir", directory, "--port", "0", ...args], {
    HEADCOUNT_TOKEN: TOKEN,
  });
}

/** A data directory with one room, a door to it, and two people who came and one who left. */
async function directoryWithRoom(): Promise<{ readonly directory: string; readonly room: string }> {
  const directory = temporaryFolder();
  const { context, close } = await openEngine(directory);
  const { id: spaceId } = await createSpace(context, {
    name: "Room",
    capacity: 4,
    timeZone: "Europe/Berlin",
  });
  const { id: doorwayId } = await createDoorway(context, { name: "Door", sensorSerialNumber: "a" });
  await createLink(context, { spaceId, doorwayId, sensorPlacement: 1 });
  const rows = [
    { sensor_serial_number: "a", timestamp: "2024-05-06T07:00:00Z", trajectory: 1 },
    { sensor_serial_number: "a", timestamp: "2024-05-06T07:10:00Z", trajectory: 1 },
    { sensor_serial_number: "a", timestamp: "2024-05-06T08:20:00Z", trajectory: -1 },
  ];
  await ingestReports(context, rows, { keepDuplicates: false });
  await close();
  return { directory, room: formatId("space", spaceId) };
}

const RANGE = ["--start", "2024-05-06T07:00:00Z", "--end", "2024-05-06T09:00:00Z"];

describe("headcount serve", () => {
  it("writes its address, keeps its directory and port to itself, and ends with 0 on SIGTERM", async () => {
    const directory = join(temporaryFolder(), "data");
    const server = await serve(directory);
    expect(JSON.parse(readFileSync(join(directory, "server.json"), "utf8"))).toMatchObject({
      address: server.address,
    });
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.address}/v2/spaces/`)).status).toBe(403);
    const authorization = `Bearer ${TOKEN}`;
    expect((await fetch(`${server.address}/v2/spaces/`, { headers: { authorization } })).status).toBe(200);

    const refused = await headcount(["token", "list", "--data-dir", directory]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(server.address);
    const listed = await headcount(["token", "list", "--url", server.address, "--token", TOKEN]);
    expect(listed.stdout).toContain("HEADCOUNT_TOKEN");

    const { port } = new URL(server.address);
    const second = await headcount(["serve", "--data-dir", temporaryFolder(), "--port", port]);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain("another program uses that port");

    expect(await server.stop()).toBe(0);
    expect(existsSync(join(directory, "server.json"))).toBe(false);
    expect(existsSync(join(directory, "headcount.duckdb.wal"))).toBe(false);
  });

  it("tells sockets with 1001 that it stops, and stops in time though one of them does not answer", async () => {
    const server = await serve(temporaryFolder());
    const headers = { authorization: `Bearer ${TOKEN}` };
    const closed: Promise<number>[] = [];
    for (const isDeaf of [false, true]) {
      const answer = await fetch(`${server.address}/v2/sockets/`, { method: "POST", headers });
      const socket = new WebSocket(((await answer.json()) as { url: string }).url);
      closed.push(once(socket, "close").then(([code]) => Number(code)));
      await once(socket, "open");
      if (isDeaf) socket.pause();
      onTestFinished(() => socket.terminate());
    }
    const start = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - start).toBeLessThan(8_000);
    expect(await closed[0]).toBe(1001);
  });

  it("logs what it is told to, to stderr, as lines of JSON, and measures its process", async () => {
    const server = await startHeadcount(
      ["serve", "--data-dir", temporaryFolder(), "--port", "0", "--slow-query", "0"],
      { HEADCOUNT_TOKEN: TOKEN, HEADCOUNT_LOG_LEVEL: "info" },
    );
    const headers = { authorization: `Bearer ${TOKEN}`, "x-request-id": "scrape-1" };
    const answer = await fetch(`${server.address}/metrics`, { headers });
    expect(await answer.text()).toContain("process_cpu_seconds_total ");
    expect(await server.stop()).toBe(0);
    const lines = server
      .stderr()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    const logged = lines.map((line) => JSON.parse(line)).filter((line) => line.request_id === "scrape-1");
    expect(logged).toMatchObject([
      { level: 30, msg: "request", route: "/metrics", status: 200 },
      { level: 40, msg: "slow query", route: "/metrics" },
    ]);
    expect(server.stderr()).not.toContain(TOKEN);
  });

  it("does not let HEADCOUNT_TOKEN in after a start without it", async () => {
    const directory = temporaryFolder();
    await (await serve(directory)).stop();
    const server = await startHeadcount(["serve", "--data-dir", directory, "--port", "0"]);
    const authorization = `Bearer ${TOKEN}`;
    expect((await fetch(`${server.address}/v2/spaces/`, { headers: { authorization } })).status).toBe(403);
    expect(server.stderr()).toContain("No token lets anybody in yet");
  });

  it.each([
    [["--port", "none"], "whole number"],
    [["--intervals", "some"], "Allowed choices"],
    [["--rate-limit", "0"], "whole number"],
    [["--public-url", "counts"], "address such as"],
    [["--log-level", "loud"], "Allowed choices"],
    [["--slow-query", "-1"], "whole number"],
    [["--trust-proxy", "everybody"], "--trust-proxy takes addresses"],
  ])("answers wrong usage with exit code 2: %s", async (args, message) => {
    const result = await headcount(["serve", "--data-dir", temporaryFolder(), ...args]);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain(message);
  });
});

describe("headcount counts", () => {
  it("answers the same in every format, from the directory and through the server", async () => {
    const { directory, room } = await directoryWithRoom();
    const server = await serve(directory);
    const through = ["--url", server.address, "--token", TOKEN];
    const remote = await headcount(["counts", "Room", ...RANGE, "--format", "json", ...through]);
    const remoteCsv = await headcount(["counts", room, ...RANGE, "--format", "csv", ...through]);
    await server.stop();
    const local = await headcount(["counts", room, ...RANGE, "--format", "json", "--data-dir", directory]);
    const localCsv = await headcount([
      "counts",
      "Room",
      ...RANGE,
      "--format",
      "csv",
      "--data-dir",
      directory,
    ]);
    expect(JSON.parse(local.stdout)).toEqual(JSON.parse(remote.stdout));
    expect(JSON.parse(local.stdout)).toMatchObject({ total: 2, results: [{ count: 1 }, { count: 2 }] });
    expect(localCsv.stdout).toBe(remoteCsv.stdout);
    expect(localCsv.stdout.trim().split("\n")).toEqual([
      "timestamp,count,start,end,min,max,events,entrances,exits,utilization,target_utilization,entry_rate,exit_rate",
      `2024-05-06T07:00:00.000Z,1,2024-05-06T07:00:00.000Z,2024-05-06T07:59:59.999Z,0,2,2,2,0,0.5,,${2 / 60},0`,
      `2024-05-06T08:00:00.000Z,2,2024-05-06T08:00:00.000Z,2024-05-06T08:59:59.999Z,1,2,1,0,1,0.5,,0,${1 / 60}`,
    ]);
    const table = await headcount(["counts", "Room", ...RANGE, "--data-dir", directory]);
    expect(table.stdout).toContain("50 %");
  });

  it("writes Arrow and Parquet files that hold the same", async () => {
    const { directory } = await directoryWithRoom();
    const write = async (format: string) => {
      const result = await headcount([
        "counts",
        "Room",
        ...RANGE,
        "--format",
        format,
        "--data-dir",
        directory,
      ]);
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
    [["counts", "Room", ...RANGE, "--interval", "7m"], "is not a supported interval"],
    [["counts", "Room", "--start", "2024-05-08", "--end", "2024-05-07"], "start_time is after end_time"],
  ])("answers wrong usage with exit code 2: %s", async (args, message) => {
    const { directory } = await directoryWithRoom();
    const result = await headcount([...args, "--data-dir", directory]);
    expect(result.stderr).toContain(message);
    expect(result.code).toBe(2);
  });

  it("fails with exit code 1 where there is no such space", async () => {
    const result = await headcount(["counts", "Nowhere", ...RANGE, "--data-dir", temporaryFolder()]);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('"Nowhere" does not exist');
  });
});

describe("headcount token", () => {
  it("creates, lists and revokes, also through a server", async () => {
    const directory = temporaryFolder();
    const created = await headcount([
      "token",
      "create",
      "--data-dir",
      directory,
      "--scopes",
      "read",
      "--name",
      "lobby",
    ]);
    expect(created.stdout).toMatch(/^hct_\S+\n$/);
    const server = await serve(directory);
    const through = ["--url", server.address, "--token", TOKEN];
    const headers = { authorization: `Bearer ${created.stdout.trim()}` };
    expect((await fetch(`${server.address}/v2/spaces/`, { headers })).status).toBe(200);
    const second = await headcount(["token", "create", "--rate", "none", ...through]);
    expect(second.stdout).toMatch(/^hct_\S+\n$/);
    const id = /Token (tkn_\d+)/.exec(created.stderr)?.[1] ?? "";
    expect((await headcount(["token", "list", ...through])).stdout).toContain("lobby");
    expect((await headcount(["token", "revoke", id, ...through])).code).toBe(0);
    expect((await fetch(`${server.address}/v2/spaces/`, { headers })).status).toBe(403);
    expect((await headcount(["token", "revoke", id, ...through])).code).toBe(1);
  });
});

describe("headcount rebuild", () => {
  it("verifies and rebuilds, on the directory and through the server", async () => {
    const { directory, room } = await directoryWithRoom();
    const server = await serve(directory);
    const through = ["--url", server.address, "--token", TOKEN];
    const verified = await headcount(["rebuild", "--verify", ...through]);
    expect(JSON.parse(verified.stdout)).toMatchObject({ runs: 1, events: 3, differences: [] });
    expect(JSON.parse((await headcount(["rebuild", "--space", room, ...through])).stdout)).toMatchObject({
      events: 3,
    });
    await server.stop();
    const local = await headcount([
      "rebuild",
      "--from",
      "2024-05-06",
      "--to",
      "2024-05-07",
      "--data-dir",
      directory,
    ]);
    expect(JSON.parse(local.stdout)).toMatchObject({ runs: 1, events: 3, differences: [] });
    const before = await headcount(["rebuild", "--to", "2024-05-06", "--data-dir", directory]);
    expect(JSON.parse(before.stdout)).toMatchObject({ runs: 0, events: 0 });
  });
});

describe("headcount demo", () => {
  it("makes a campus, shows its counts, serves it, and tops it up on the next start", async () => {
    const directory = join(temporaryFolder(), "demo");
    const args = ["demo", "--data-dir", directory, "--port", "0", "--days", "3", "--no-live"];
    const first = await startHeadcount(args);
    const token = readFileSync(join(directory, "demo-token"), "utf8").trim();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${first.address}/v2/spaces/`, { headers });
    expect(((await answer.json()) as { total: number }).total).toBe(8);
    expect(answer.headers.get("x-ratelimit-limit")).toBeNull();
    expect(first.stdout()).toContain("Harbour Campus");
    expect(await first.stop("SIGINT")).toBe(0);
    const second = await startHeadcount(args);
    expect(second.stdout()).toContain("Harbour Campus");
    expect(second.stderr()).not.toContain("Setting up");
    expect(readFileSync(join(directory, "demo-token"), "utf8").trim()).toBe(token);
  });

  it("keeps its counts moving while it serves, unless told otherwise", async () => {
    const directory = join(temporaryFolder(), "demo");
    const args = ["demo", "--data-dir", directory, "--port", "0", "--days", "1"];
    const live = await startHeadcount(args);
    const headers = { authorization: `Bearer ${readFileSync(join(directory, "demo-token"), "utf8").trim()}` };
    const start = new Date().toISOString();
    const seen = async (address: string) => {
      const url = `${address}/v2/sensors/1001/events/?start_time=${start}`;
      return ((await (await fetch(url, { headers })).json()) as { total: number }).total;
    };
    await expect.poll(() => seen(live.address), { timeout: 30_000, interval: 500 }).toBeGreaterThan(0);
    expect(await live.stop("SIGINT")).toBe(0);
    expect(live.stderr()).not.toContain("stand still");
  });

  it("does not mix its events with data that is not a demo's", async () => {
    const { directory } = await directoryWithRoom();
    const refused = await headcount(["demo", "--data-dir", directory, "--port", "0"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("not a demo's");
  });
});
