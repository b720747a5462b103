import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, cpSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/domain/instant.ts";
import {
  type Confinement,
  headcount,
  launchHeadcount,
  spawnHeadcount,
  suiteFolder,
  temporaryFolder,
} from "../support/headcount.ts";
import { ask, demand, LIVE_TOKEN, makeRoom, type RawAnswer } from "../support/live-api.ts";
import { runSql } from "../support/store-directory.ts";

const SERIAL = "9001";

/** Rows in a batch: about 150 KiB of what is written. */
const ROWS = 2_000;

/** How large its log has grown whenever a checkpoint is written. */
const CHECKPOINT_KIB = 32 * 1024;

/** The largest size of files that leaves room for that log. */
const FILE_KIB = CHECKPOINT_KIB + 2 * 1024;

const ENVIRONMENT = { HEADCOUNT_TOKEN: LIVE_TOKEN };
const SERVE = ["serve", "--port", "0", "--rate-limit", "none", "--data-dir"];

const serve = (directory: string, confinement: Confinement = {}) =>
  launchHeadcount([...SERVE, directory], ENVIRONMENT, confinement);

const makeSite = (address: string) => makeRoom(address, SERIAL, { daily_reset: null });

/** A batch in which a number of people come in. */
function batchOf(batch: number, rows: number): string {
  const start = Date.now() - rows;
  return JSON.stringify(
    Array.from({ length: rows }, (_, row) => ({
      event_id: `${batch} ${row} ${randomBytes(20).toString("base64")}`,
      sensor_serial_number: SERIAL,
      timestamp: new Date(start + row).toISOString(),
      trajectory: 1,
    })),
  );
}

function send(address: string, text: string): Promise<RawAnswer> {
  return ask(address, "/v2/sensor_events/", { text });
}

/** Lets a number of people in, in one batch. */
function enter(address: string, batch: number, rows = ROWS): Promise<RawAnswer> {
  return send(address, batchOf(batch, rows));
}

async function countOf(address: string, spaceId: string): Promise<number> {
  return (await demand<{ count: number }>(address, `/v1/spaces/${spaceId}/count/`)).count;
}

/** Expects a number of people who came into a space of a data directory, and runs that match its log. */
async function expectSound(directory: string, spaceId: string, people: number): Promise<void> {
  const verified = await headcount(["rebuild", "--verify", "--data-dir", directory]);
  expect(JSON.parse(verified.stdout)).toMatchObject({ events: people, differences: [] });
  const range = ["--start", new Date(Date.now() - DAY_MS).toISOString(), "--end", new Date().toISOString()];
  const args = ["counts", spaceId, ...range, "--format", "json", "--data-dir", directory];
  const { metrics } = JSON.parse((await headcount(args)).stdout);
  expect(metrics.entrances.total).toBe(people);
}

describe("a disk that is full", () => {
  it("has events rejected with a 503 that says why, and loses no stored event, also on a signal", async () => {
    const directory = join(temporaryFolder(), "data");
    const server = serve(directory, { fileKib: 1_600 });
    const address = await server.address;
    const spaceId = await makeSite(address);
    let stored = 0;
    let answer = await enter(address, 0);
    for (let batch = 1; answer.status === 200; batch++) {
      stored += ROWS;
      answer = await enter(address, batch);
    }
    expect(answer).toMatchObject({ status: 503, retryAfter: "5" });
    expect(JSON.parse(answer.text).detail).toMatch(/^the data cannot be written \(.*File too large/);
    // Small batches are stored while there is room for them.
    expect((await ask(address, "/readyz")).status).toBe(200);
    expect(await countOf(address, spaceId)).toBe(stored);
    for (let batch = 1_000; (await enter(address, batch, 10)).status === 200; batch++) stored += 10;
    expect((await enter(address, 5_000)).status).toBe(503);
    expect(await countOf(address, spaceId)).toBe(stored);
    // The files of an idle server are those that SIGKILL leaves.
    const killed = join(temporaryFolder(), "killed");
    cpSync(directory, killed, { recursive: true });
    await server.stop("SIGTERM");
    for (const left of [killed, directory]) await expectSound(left, spaceId, stored);
  });
});

describe("a checkpoint that cannot be written", () => {
  /** A directory whose database is larger than files may be, so that no checkpoint fits, and the id of its space. */
  const large = suiteFolder();
  let spaceId: string;
  beforeAll(async () => {
    const server = spawnHeadcount([...SERVE, large], ENVIRONMENT);
    const address = await server.address;
    spaceId = await makeSite(address);
    expect((await enter(address, 0)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    await runSql(large, `CREATE TABLE filler AS SELECT hash(range) AS value FROM range(${FILE_KIB * 128})`);
  });

  /** A server on a copy of that directory, whose log is nearly as large as it becomes before a checkpoint. */
  async function serveGrown() {
    const directory = join(temporaryFolder(), "data");
    cpSync(large, directory, { recursive: true });
    const server = serve(directory, { fileKib: FILE_KIB });
    const address = await server.address;
    await grow(address, directory);
    return { server, directory, address };
  }

  it("stops the server with 1, which starts again once there is room", async () => {
    const { server, directory, address } = await serveGrown();
    const answers = await Promise.all(Array.from({ length: 4 }, () => fill(address)));
    for (const { status, text, retryAfter } of answers.flatMap((answer) => answer ?? [])) {
      expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: "5" });
      expect(JSON.parse(text).detail).toMatch(/can no longer be written|starting or stopping|being closed/);
    }
    expect(await server.ended).toBe(1);
    expect(server.stderr()).toMatch(
      /^headcount: the data can no longer be written \(.*File too large\).*all acknowledged changes are on disk; the server stops$/m,
    );
    // There is no room yet.
    const fileKib = Math.ceil(statSync(join(directory, "headcount.duckdb")).size / 1024);
    const again = serve(directory, { fileKib });
    await again.address.then(
      () => again.stop(),
      () => {},
    );
    expect(await again.ended).toBe(1);
    expect(again.stderr()).toMatch(/^headcount: .*File too large/m);
    const last = serve(directory);
    expect(await countOf(await last.address, spaceId)).toBe(ROWS);
    expect(await last.stop()).toBe(0);
    await expectSound(directory, spaceId, ROWS);
  });

  it("within a commit leaves its batch acknowledged, and a duplicate when it comes again", async () => {
    const { server, directory, address } = await serveGrown();
    const answers: RawAnswer[] = [];
    const bodies: string[] = [];
    for (let batch = 1; answers.at(-1)?.status !== 503; batch++) {
      bodies.push(batchOf(batch, ROWS));
      const sent = await send(address, bodies.at(-1) ?? "").catch(() => null);
      if (sent === null) break;
      answers.push(sent);
    }
    expect(await server.ended).toBe(1);
    expect(server.stderr()).toMatch(/autocheckpoint failed|can no longer be written/);
    const stored = answers.filter(({ status }) => status === 200).length;
    expect(stored).toBeGreaterThan(0);
    const again = serve(directory);
    const there = await again.address;
    expect(await countOf(there, spaceId)).toBe((1 + stored) * ROWS);
    const repeated = JSON.parse((await send(there, bodies[stored - 1] ?? "")).text);
    expect(repeated).toMatchObject({ accepted: 0, duplicates: ROWS });
    expect(await again.stop()).toBe(0);
    await expectSound(directory, spaceId, (1 + stored) * ROWS);
  });
});

/** A space with a large text. */
const largeSpace = (name: string) => ({
  name,
  meta: { filler: randomBytes(45_000).toString("base64") },
  daily_reset: null,
});

/** Writes large texts, at first many at once, until another request as large would not fit before the checkpoint. */
async function grow(address: string, directory: string): Promise<void> {
  const logBytes = () =>
    statSync(join(directory, "headcount.duckdb.wal"), { throwIfNoEntry: false })?.size ?? 0;
  for (const texts of [40, 6])
    for (let before = 0, grown = 0; before + 2 * grown < CHECKPOINT_KIB * 1024; ) {
      before = logBytes();
      const spaces = Array.from({ length: texts }, (_, index) => largeSpace(`Large ${index}`));
      await demand(address, "/v2/admin/site/", { spaces });
      grown = logBytes() - before;
    }
}

/** Writes large texts until one is rejected; gives back how, or null if the server was gone. */
async function fill(address: string): Promise<RawAnswer | null> {
  try {
    for (;;) {
      const text = JSON.stringify(largeSpace("Large"));
      const answer = await ask(address, "/v2/spaces/", { text });
      if (answer.status !== 201) return answer;
    }
  } catch {
    return null;
  }
}

const isRoot = process.getuid?.() === 0;

describe("a data directory that may not be written", () => {
  it.runIf(isRoot)("is rejected at the start in one line, whether it holds data or not", async () => {
    const nobody = 65_534;
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const directory = join(folder, "data");
    mkdirSync(directory);
    for (const holds of [false, true]) {
      const refused = serve(directory, { user: nobody });
      expect(await refused.ended).toBe(1);
      expect(refused.stderr(), String(holds)).toMatch(
        /^headcount: cannot use .* as a data directory: the user has no permission to write to it\n$/,
      );
      if (holds) continue;
      const server = serve(directory);
      await makeSite(await server.address);
      expect(await server.stop()).toBe(0);
    }
    // The directory is theirs, and what is in it is not.
    chownSync(directory, nobody, nobody);
    const refused = serve(directory, { user: nobody });
    expect(await refused.ended).toBe(1);
    expect(refused.stderr()).toMatch(/^headcount: cannot open .*[Pp]ermission denied.*\n$/);
  });
});
