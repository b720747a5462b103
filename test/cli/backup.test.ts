import { cpSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATABASE_FILE, PACKING_FOLDER } from "../../src/domain/data-directory.ts";
import {
  ends,
  headcount,
  launchHeadcount,
  sharedHeadcount,
  succeed,
  suiteFolder,
  temporaryFolder,
} from "../support/headcount.ts";
import { ask, demand, LIVE_TOKEN } from "../support/live-api.ts";
import { until } from "../support/waiting.ts";
import { words } from "../support/words.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url).pathname;

const made = suiteFolder();
let counts: string;
beforeAll(async () => {
  const directory = join(made, "data");
  await succeed(["site", "apply", `${FIXTURES}demo-site.yaml`, "--data-dir", directory]);
  await succeed(["backfill", `${FIXTURES}harbour-monday.csv`, "--data-dir", directory]);
  counts = await countsOf(directory);
});

/** A data directory with a site and a day of its events. */
function makeDirectory(): string {
  const directory = join(temporaryFolder(), "data");
  cpSync(join(made, "data"), directory, { recursive: true });
  return directory;
}

const serveFlags = (directory: string) => ["serve", "--data-dir", directory, "--port", "0"];

/** What a data directory counts, by the day and the hour. */
async function countsOf(directory: string): Promise<string> {
  const flags = ["--start", "2024-05-06", "--end", "2024-05-08", "--interval", "15m", "--format", "csv"];
  return (await succeed(["counts", "Lighthouse", ...flags, "--data-dir", directory])).stdout;
}

/** Expects the site and the events of {@link makeDirectory} in a data directory. */
async function expectSame(directory: string): Promise<void> {
  expect(await countsOf(directory)).toBe(counts);
  const verified = await headcount(["rebuild", "--verify", "--data-dir", directory]);
  expect(JSON.parse(verified.stdout)).toMatchObject({ events: 1_409, differences: [] });
}

describe("headcount backup and restore", () => {
  const directory = join(made, "served");
  const served = sharedHeadcount(
    () => {
      cpSync(join(made, "data"), directory, { recursive: true });
      return serveFlags(directory);
    },
    { HEADCOUNT_TOKEN: LIVE_TOKEN },
  );
  afterAll(async () => expect(await served().stop()).toBe(0));

  it("on a directory: the restored data equals the original", async () => {
    const directory = makeDirectory();
    const folder = join(temporaryFolder(), "backup");
    const made = await succeed(["backup", folder, "--data-dir", directory]);
    expect(JSON.parse(made.stdout)).toMatchObject({ folder, events: 964, last_event_id: "evt_976" });
    expect(made.stderr).toMatch(/964 events as of .*\n.*hashes of tokens and the secrets of webhooks/);
    const restored = join(temporaryFolder(), "restored");
    const done = await succeed(["restore", folder, "--data-dir", restored]);
    expect(JSON.parse(done.stdout)).toMatchObject({ data_dir: restored, events: 964 });
    await expectSame(restored);
    await ends(1, /is not empty; choose an empty/, ["restore", folder, "--data-dir", restored]);
    await ends(1, /is not empty; choose an empty/, ["backup", folder, "--data-dir", directory]);
  });

  it("through a server is written where the command runs, and an archive of curl restores, too (D30)", async () => {
    const server = served();
    const held = words`backup ${join(temporaryFolder(), "b")} --data-dir ${directory}`;
    await ends(1, `--url ${server.address}`, held);
    const folder = join(temporaryFolder(), "backup");
    const flags = ["--url", server.address, "--token", LIVE_TOKEN];
    await succeed(["backup", folder, ...flags]);
    expect(readdirSync(folder).sort()).toEqual(["backup.json", DATABASE_FILE, "runs"]);
    const headers = { authorization: `Bearer ${LIVE_TOKEN}` };
    const request = () => fetch(`${server.address}/v2/admin/backup`, { method: "POST", headers });
    let response = await request();
    // The first backup ends on the server a moment after the command.
    while (response.status === 409) response = await request();
    expect(response.headers.get("content-type")).toBe("application/x-tar");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="headcount-.*\.tar"$/);
    const archive = join(temporaryFolder(), "backup.tar");
    writeFileSync(archive, Buffer.from(await response.arrayBuffer()));
    await expect.poll(() => existsSync(join(directory, PACKING_FOLDER))).toBe(false);
    await ends(1, /the server answered 403/, [
      "backup",
      join(temporaryFolder(), "b"),
      ...flags.slice(0, 3),
      "wrong",
    ]);
    for (const backup of [folder, archive]) {
      const restored = join(temporaryFolder(), "restored");
      await succeed(["restore", backup, "--data-dir", restored]);
      await expectSame(restored);
    }
  });

  it("that a client aborts leaves no files, and the next is served", async () => {
    const server = served();
    const request = () => {
      const giving = new AbortController();
      const headers = { authorization: `Bearer ${LIVE_TOKEN}` };
      const address = `${server.address}/v2/admin/backup`;
      return { giving, answer: fetch(address, { method: "POST", headers, signal: giving.signal }) };
    };
    const slow = request();
    const { body } = await slow.answer;
    const reader = body?.getReader();
    await reader?.read();
    expect(readdirSync(join(directory, PACKING_FOLDER)).length).toBeGreaterThan(1);
    expect((await ask(server.address, "/v2/admin/backup", { text: "" })).status).toBe(409);
    slow.giving.abort();
    const early = async () => {
      const gone = request();
      gone.answer.catch(() => undefined);
      await until(() => existsSync(join(directory, PACKING_FOLDER)));
      gone.giving.abort();
      await expect.poll(() => existsSync(join(directory, PACKING_FOLDER))).toBe(false);
    };
    await expect.poll(() => existsSync(join(directory, PACKING_FOLDER))).toBe(false);
    await early();
    // The last one is over a moment after its folder has gone.
    const code = async () => {
      const args = ["backup", join(temporaryFolder(), "backup"), "--url", server.address];
      return (await headcount([...args, "--token", LIVE_TOKEN])).code;
    };
    await expect.poll(code).toBe(0);
  });

  it("killed in the middle leaves no backup, but a folder that is rejected", async () => {
    const directory = makeDirectory();
    const folder = join(temporaryFolder(), "backup");
    const child = launchHeadcount(["backup", folder, "--data-dir", directory]);
    await until(() => existsSync(join(folder, DATABASE_FILE)));
    await child.stop("SIGKILL");
    expect(existsSync(join(folder, "backup.json"))).toBe(false);
    const restored = join(temporaryFolder(), "restored");
    await ends(1, /is not a complete backup/, ["restore", folder, "--data-dir", restored]);
    expect(existsSync(restored)).toBe(false);
    await expectSame(directory);
  });

  it("on a full disk is rejected and leaves no files, and the server goes on", async () => {
    const directory = makeDirectory();
    // The backup's database takes about as much as the source's, which is there already.
    const fileKib = Math.ceil(statSync(join(directory, DATABASE_FILE)).size / 1024) - 1_000;
    const server = launchHeadcount(serveFlags(directory), { HEADCOUNT_TOKEN: LIVE_TOKEN }, { fileKib });
    const address = await server.address;
    const answer = await ask(address, "/v2/admin/backup", { text: "" });
    expect(answer).toMatchObject({ status: 503 });
    expect(JSON.parse(answer.text).detail).toMatch(/^the backup could not be written: .*File too large/);
    expect(existsSync(join(directory, PACKING_FOLDER))).toBe(false);
    await demand(address, "/v2/spaces/", { name: "New" });
    expect((await ask(address, "/readyz")).status).toBe(200);
    // It could not end with a checkpoint, either.
    await server.stop("SIGKILL");
    await expectSame(directory);
  });
});
