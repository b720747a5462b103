import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { tokenCommand } from "../../src/cli/commands/serve.ts";
import {
  ends,
  headcount,
  headcountProcess,
  PROGRAM,
  type Server,
  sharedHeadcount,
  startHeadcount,
  suiteFolder,
  temporaryFolder,
} from "../support/headcount.ts";
import { ask, demand, makeRoom, LIVE_TOKEN as TOKEN } from "../support/live-api.ts";
import { receiverThat } from "../support/receiver.ts";
import { makeRoomDirectory } from "../support/room-directory.ts";
import { deafSocketEnds } from "../support/sockets.ts";
import { until } from "../support/waiting.ts";
import { words } from "../support/words.ts";

async function serve(directory: string, ...args: readonly string[]): Promise<Server> {
  return startHeadcount(["serve", "--data-dir", directory, "--port", "0", ...args], {
    HEADCOUNT_TOKEN: TOKEN,
  });
}

describe("headcount serve", () => {
  const directory = join(suiteFolder(), "data");
  const args = ["serve", "--data-dir", directory, "--port", "0", "--slow-query", "0"];
  const served = sharedHeadcount(() => args, { HEADCOUNT_TOKEN: TOKEN, HEADCOUNT_LOG_LEVEL: "info" });

  it("writes its address, and keeps its directory and port to itself", async () => {
    const { address } = served();
    expect(JSON.parse(readFileSync(join(directory, "server.json"), "utf8"))).toMatchObject({ address });
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await fetch(`${address}/v2/spaces/`)).status).toBe(403);
    expect((await ask(address, "/v2/spaces/")).status).toBe(200);

    await ends(1, address, ["token", "list", "--data-dir", directory]);
    const listed = await headcount(["token", "list", "--url", address, "--token", TOKEN]);
    expect(listed.stdout).toContain("HEADCOUNT_TOKEN");

    const other = `serves it at ${address}; stop that server, or choose another --data-dir`;
    await ends(1, other, words`serve --data-dir ${directory} --port 0`);

    const { port } = new URL(address);
    const second = await headcountProcess(["serve", "--data-dir", temporaryFolder(), "--port", port]);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain("another program uses that port");
  });

  it("ends in order when the npx ends that has started it", async () => {
    const command = '"$0" "$@" & wait';
    const args = ["serve", "--data-dir", temporaryFolder(), "--port", "0"];
    const shell = spawn("sh", ["-c", command, process.execPath, PROGRAM, ...args], {
      env: { ...process.env, npm_command: "exec" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    shell.stderr.on("data", (chunk) => {
      said += chunk;
    });
    await once(shell.stdout, "data");
    shell.kill("SIGKILL");
    // The server has the other end of the pipe.
    await once(shell, "close");
    expect(said).toMatch(/SIGTERM: stopping after the current requests…\n$/);
  });

  it("logs at the set level to stderr, as lines of JSON, and measures its process", async () => {
    const { address, stderr } = served();
    const headers = { authorization: `Bearer ${TOKEN}`, "x-request-id": "scrape-1" };
    const answer = await fetch(`${address}/metrics`, { headers });
    expect(await answer.text()).toContain("process_cpu_seconds_total ");
    const lines = () => stderr().match(/^\{.*"request_id":"scrape-1".*$/gm) ?? [];
    await until(() => lines().length >= 2);
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([
      { level: 30, msg: "request", route: "/metrics", status: 200 },
      { level: 40, msg: "slow query", route: "/metrics" },
    ]);
    expect(stderr()).not.toContain(TOKEN);
  });

  it("on SIGTERM closes sockets with 1001 and ends with 0, in time if one does not answer", async () => {
    const directory = join(temporaryFolder(), "data");
    const { address, stop } = await serve(directory);
    const closed: Promise<number>[] = [];
    for (const isDeaf of [false, true]) {
      const socket = new WebSocket((await demand<{ url: string }>(address, "/v2/sockets/", {})).url);
      closed.push(once(socket, "close").then(([code]) => Number(code)));
      await once(socket, "open");
      if (isDeaf) socket.pause();
      onTestFinished(() => socket.terminate());
    }
    const { ended } = await deafSocketEnds();
    expect(await Promise.race([stop(), ended])).toBe(0);
    expect(await closed[0]).toBe(1001);
    expect(existsSync(join(directory, "server.json"))).toBe(false);
    expect(existsSync(join(directory, "headcount.duckdb.wal"))).toBe(false);
  });

  it("rejects HEADCOUNT_TOKEN after a start without it, and prints the command for the first token", async () => {
    const directory = join(temporaryFolder(), "data of ours");
    const current = async ({ address }: Server, secret: string) => {
      const headers = { authorization: `Bearer ${secret}` };
      const answer = await fetch(`${address}/v2/tokens/current/`, { headers });
      return answer.ok ? answer.json() : answer.status;
    };
    await (await serve(directory)).stop();
    // As a killed server leaves it, readable for all.
    writeFileSync(join(directory, "server.json"), "{}", { mode: 0o644 });
    const without = await startHeadcount(["serve", "--data-dir", directory, "--port", "0"]);
    expect(await current(without, TOKEN)).toBe(403);
    expect(statSync(join(directory, "server.json")).mode & 0o077).toBe(0);
    const [, command = ""] = /^There are no tokens yet.*\n {2}(.*)$/m.exec(without.stderr()) ?? [];
    // As pasted into another terminal, while the server runs.
    const secret = execFileSync("sh", ["-c", command], { cwd: "/", encoding: "utf8" }).trim();
    const token = { name: "setup", scopes: expect.arrayContaining(["admin"]), rate: 300 };
    expect(await current(without, secret)).toMatchObject(token);
    await without.stop();
    const again = await serve(directory);
    expect(await current(again, secret)).toMatchObject(token);
    expect(again.stderr()).not.toContain("no tokens");
    await ends(1, `--url ${again.address}`, ["token", "create", "--data-dir", directory]);
  });

  it.each([
    [null, "'/srv/Ed'\\''s/bin/headcount' token create --data-dir /srv/data --name setup --scopes admin"],
    ["5e1f", "docker exec 5e1f headcount token create --data-dir /srv/data --name setup --scopes admin"],
  ])("names the program as it was started: in the container %s", (container, command) => {
    expect(tokenCommand("/srv/data", "/srv/Ed's/bin/headcount", container)).toBe(command);
  });

  it.each([
    [["--scopes", "admin"], 300],
    [["--scopes", "read,ingest"], 300],
    [["--scopes", "ingest"], 60],
    [["--rate", "5"], 5],
    [["--rate", "none"], "none"],
  ])("D18: gives a token created with %j the rate %s", async (options, rate) => {
    const at = ["--data-dir", temporaryFolder()];
    await headcount(["token", "create", ...options, ...at]);
    const { stdout } = await headcount(["token", "list", ...at]);
    expect(stdout.split("\n")[3]?.split("│")[4]?.trim()).toBe(String(rate));
  });

  it("D25: has one organization, made with its directory, whose name is --organization-name", async () => {
    const bodies: string[] = [];
    const { address } = await receiverThat((response, { body }) => {
      response.writeHead(204).end();
      bodies.push(body);
    });
    const directory = temporaryFolder();
    /** The organization in a webhook call while the directory is served with some flags. */
    const organizationWith = async (
      setUp: (served: string) => Promise<unknown>,
      ...args: readonly string[]
    ) => {
      const server = await serve(directory, "--allow-private-webhooks", ...args);
      await setUp(server.address);
      const row = { sensor_serial_number: "7", timestamp: new Date().toISOString(), trajectory: 1 };
      const before = bodies.length;
      await demand(server.address, "/v2/sensor_events/", [row]);
      await until(() => bodies.length > before);
      expect(await server.stop()).toBe(0);
      const { organization_id: id, organization_name: name } = JSON.parse(bodies.at(-1) ?? "");
      return { id, name };
    };
    const setUp = async (served: string) => {
      await makeRoom(served, "7");
      await demand(served, "/v2/webhooks/", { endpoint: address });
    };
    const acme = await organizationWith(setUp, "--organization-name", "Acme");
    expect(acme).toEqual({ id: expect.stringMatching(/^org_[1-9]\d*$/), name: "Acme" });
    expect(await organizationWith(async () => {})).toEqual({ id: acme.id, name: "Headcount" });
  });

  it.each([
    [["--port", "none"], "whole number"],
    [["--intervals", "some"], "Allowed choices"],
    [["--rate-limit", "0"], "whole number"],
    [["--public-url", "counts"], "address such as"],
    [["--public-url", "https://example.com/counts"], "no path"],
    [["--slow-query", "-1"], "whole number"],
  ])("answers wrong usage with exit code 2: %s", async (args, message) => {
    await ends(2, message, ["serve", "--data-dir", temporaryFolder(), ...args]);
  });

  it("ends with exit code 2 if an option proves wrong only at the start", async () => {
    const args = words`serve --data-dir ${temporaryFolder()} --trust-proxy everybody`;
    await ends(2, "--trust-proxy needs comma-separated addresses", args);
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

  it("does not mix its events with data that is not a demo's", async () => {
    const directory = temporaryFolder();
    await makeRoomDirectory(directory);
    await ends(1, "data that the demo did not create", ["demo", "--data-dir", directory, "--port", "0"]);
  });
});
