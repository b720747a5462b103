import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tableFromIPC } from "apache-arrow";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDirectorySql } from "../../src/analysis/open-directory.ts";
import { ENDLESS_QUERIES, FORBIDDEN_QUERIES } from "../support/forbidden-queries.ts";
import {
  headcount,
  type Server,
  sharedHeadcount,
  spawnHeadcount,
  startHeadcount,
  temporaryFolder,
} from "../support/headcount.ts";
import { isBusy } from "../support/served-sql.ts";

/** Data that no query may return. */
const SQL_SECRETS = {
  webhook: `whsec_${Buffer.from("a secret of a webhook, 32 bytes!").toString("base64")}`,
  header: "header-that-lets-in",
  tokenName: "token-with-a-name",
};

/** Sends JSON to a server; what it answers must be good. */
async function sendJson(address: string, token: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${address}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return JSON.parse(text);
}

/** A space with a doorway and a few events; a webhook and a token with secrets. */
async function makeSqlSite(address: string, token: string): Promise<void> {
  const send = (path: string, body: unknown) =>
    sendJson(address, token, path, body) as Promise<{ id: string }>;
  const space = await send("/v2/spaces/", { name: "Hall", time_zone: "Europe/Berlin", capacity: 10 });
  const doorway = await send("/v2/doorways/", { name: "Front door", sensor_serial_number: "a" });
  await send("/v2/links/", { space_id: space.id, doorway_id: doorway.id, sensor_placement: 1 });
  const { webhook: secret, header } = SQL_SECRETS;
  await send("/v2/webhooks/", { endpoint: "http://127.0.0.1:9/", secret, headers: { "X-Key": header } });
  await send("/v2/tokens/", { name: SQL_SECRETS.tokenName, scopes: ["read"] });
  const rows = [0, 1, 2].map((minute) => ({
    sensor_serial_number: "a",
    timestamp: `2024-05-06T07:0${minute}:00Z`,
    trajectory: minute === 2 ? -1 : 1,
  }));
  await send("/v2/sensor_events/?live=false", rows);
}

/** Every table or view, of any schema, that a query could read. */
const ALL_TABLES = "SELECT table_schema, table_name FROM information_schema.tables ORDER BY ALL";

const TOKEN = "hct_token_of_the_test";

const ENVIRONMENT = { HEADCOUNT_TOKEN: TOKEN };
const SERVE = ["serve", "--port", "0", "--rate-limit", "none", "--allow-private-webhooks"];

function serve(directory: string, ...flags: string[]): Promise<Server> {
  return startHeadcount([...SERVE, "--data-dir", directory, ...flags], ENVIRONMENT);
}

let folder: string;
/** A directory with a small site, that no process has open. */
let made: string;
/** Another with the same, that is served. */
let served: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "headcount-test-"));
  [made, served] = [join(folder, "made"), join(folder, "served")];
  const { address, stop } = spawnHeadcount([...SERVE, "--data-dir", made], ENVIRONMENT);
  await makeSqlSite(await address, TOKEN);
  await stop();
  cpSync(made, served, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function post(address: string, query: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${address}/v2/sql`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ query }),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function rowsOf(address: string, query: string): Promise<unknown[][]> {
  const response = await post(address, query);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return (JSON.parse(text) as { rows: unknown[][] }).rows;
}

/** Values that may lie in no table, in any form: the secrets themselves, and what is stored of tokens. */
const UNREADABLE = [
  ...Object.values(SQL_SECRETS),
  TOKEN,
  createHash("sha256").update(TOKEN).digest("hex"),
  createHash("sha256").update(TOKEN).digest("base64"),
];

async function searchForSecrets(rows: (query: string) => Promise<unknown[][]>): Promise<void> {
  const tables = await rows(ALL_TABLES);
  expect(tables.length).toBeGreaterThan(10);
  for (const [schema, name] of tables) {
    expect(String(name)).not.toMatch(/token|webhook|secret|header|audit|idempotent/);
    const text = JSON.stringify(await rows(`FROM "${schema}"."${name}"`));
    for (const secret of UNREADABLE) expect(text, `${schema}.${name}`).not.toContain(secret);
  }
}

/** The processes that a process has started, by id; null if the system does not tell. */
function childrenOf(pid: number): number[] | null {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, "utf8").trim().split(" ").filter(Boolean).map(Number) : null;
}

describe("headcount sql on a directory that no process has open", () => {
  it("answers in every format, and changes nothing", async () => {
    const files = () =>
      readdirSync(made).map((name) => [
        name,
        statSync(join(made, name)).mtimeMs,
        statSync(join(made, name)).size,
      ]);
    const before = files();
    const run = (...args: string[]) => headcount(["sql", "--data-dir", made, ...args]);
    const query = 'SELECT id, "timestamp", trajectory FROM events ORDER BY id LIMIT 2';
    const csv = await run("--format", "csv", "-c", query);
    expect(csv).toMatchObject({ code: 0, stderr: "" });
    expect(csv.stdout).toBe(
      "id,timestamp,trajectory\nevt_1,2024-05-06T07:00:00.000Z,1\nevt_2,2024-05-06T07:01:00.000Z,1\n",
    );
    const table = await run("-c", query);
    expect(table.stdout).toContain("│ evt_1 │ 2024-05-06T07:00:00.000Z │          1 │");
    expect(table.stderr).toMatch(/^2 rows \(\d+\.\d ms\)\n$/);
    const arrow = await run("--format", "arrow", "-c", query);
    expect(tableFromIPC(arrow.bytes).numRows).toBe(2);
    const out = join(temporaryFolder(), "events.parquet");
    expect(await run("--format", "parquet", "--out", out, "-c", query)).toMatchObject({
      code: 0,
      stdout: "",
    });
    expect(readFileSync(out).subarray(0, 4).toString()).toBe("PAR1");
    expect(files()).toEqual(before);
  });

  it("--out leaves a file as it was if a statement fails", async () => {
    const folder = temporaryFolder();
    const out = join(folder, "keep.csv");
    writeFileSync(out, "kept\n");
    const target = ["sql", "--data-dir", made, "--format", "csv"];
    const failed = await headcount([...target, "--out", out, "-c", "SELECT 1 AS a", "-c", "SELECT nope"]);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('column "nope"') });
    expect(readFileSync(out, "utf8")).toBe("kept\n");
    const scripted = await headcount([...target, "--out", out], { input: "SELECT 1 AS a;\nSELECT nope;\n" });
    expect(scripted.code).toBe(1);
    expect(readFileSync(out, "utf8")).toBe("kept\n");
    expect(readdirSync(folder)).toEqual(["keep.csv"]);
    const link = join(folder, "link.csv");
    symlinkSync(out, link);
    expect(
      (await headcount([...target, "--out", link, "-c", "SELECT 1 AS a", "-c", "SELECT 2 AS b"])).code,
    ).toBe(0);
    expect(readFileSync(out, "utf8")).toBe("a\n1\nb\n2\n");
    expect(readdirSync(folder)).toEqual(["keep.csv", "link.csv"]);
    const nowhere = await headcount([...target, "--out", join(folder, "no", "x.csv"), "-c", "SELECT 1"]);
    expect(nowhere).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^headcount: cannot write .*no such file or directory/),
    });
    // What is no plain file is not replaced by one.
    expect((await headcount([...target, "--out", "/dev/null", "-c", "SELECT 1"])).code).toBe(0);
    expect(statSync("/dev/null").isFile()).toBe(false);
  });

  it("runs scripts from a file or a pipe, up to the first statement that fails", async () => {
    const script = "-- first\nSELECT 1 AS a;\n\nSELECT\n  frm;\nSELECT 2 AS b;\n";
    const file = join(temporaryFolder(), "script.sql");
    writeFileSync(file, script);
    const target = ["sql", "--data-dir", made, "--format", "csv"];
    const filed = await headcount([...target, "--file", file]);
    expect(filed).toMatchObject({ code: 1, stdout: "a\n1\n" });
    expect(filed.stderr).toContain(`headcount: ${file}:4: Binder Error: Referenced column "frm"`);
    const piped = await headcount(target, { input: script });
    expect(piped).toMatchObject({ code: 1, stdout: "a\n1\n" });
    expect(piped.stderr).toContain("headcount: line 4: Binder Error");
    const good = await headcount(target, { input: ".timing off\nSELECT 1 AS a;SELECT 2\nAS b" });
    expect(good).toMatchObject({ code: 0, stdout: "a\n1\nb\n2\n", stderr: "" });
  });

  it("prints a usage error", async () => {
    const run = (...args: string[]) => headcount(["sql", ...args]);
    expect(await run("-c", "SELECT 1")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--data-dir"),
    });
    const both = await run("--data-dir", "x", "-c", "SELECT 1", "--file", "y");
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining("either -c or --file") });
    const nowhere = await run("--data-dir", join(temporaryFolder(), "none"), "-c", "SELECT 1");
    expect(nowhere.code).toBe(1);
  });

  it("rejects the same queries as a server, and has no secrets in it", async () => {
    const sql = await openDirectorySql(made, { now: () => Date.UTC(2024, 4, 10) });
    const ask = async (query: string) => {
      const { pieces } = await sql.query({ query, format: "json" }, new AbortController().signal);
      const all: Uint8Array[] = [];
      for await (const piece of pieces) all.push(piece);
      return (JSON.parse(Buffer.concat(all).toString()) as { rows: unknown[][] }).rows;
    };
    try {
      for (const [query, said] of FORBIDDEN_QUERIES) await expect(ask(query), query).rejects.toThrow(said);
      await searchForSecrets(ask);
      expect(await ask("SELECT count(*) FROM events")).toEqual([[3]]);
    } finally {
      await sql.close();
    }
  });
});

describe("queries through a server", () => {
  const server = sharedHeadcount(() => [...SERVE, "--data-dir", served], ENVIRONMENT);

  it("are where the command line goes with a directory that is held, if it may", async () => {
    const { address } = server();
    const query = "SELECT count(*) AS n FROM events WHERE trajectory = -1";
    const args = ["sql", "--data-dir", served, "--format", "csv", "-c", query];
    const refused = await headcount(args);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(`serves it at ${address}; use --url`);
    const through = await headcount(args, { env: { HEADCOUNT_TOKEN: TOKEN } });
    expect(through).toMatchObject({ code: 0, stdout: "n\n1\n" });
    const named = await headcount(["sql", "--url", address, "--token", TOKEN], {
      input: ".schema events\nFROM nowhere",
    });
    expect(named.stdout).toContain("sensor_serial_number");
    expect(named).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/line 2: Catalog Error: [\s\S]*nowhere/),
    });
    const wrong = await headcount(["sql", "--url", address, "--token", "hct_x", "-c", "SELECT 1"]);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("403") });
  });

  it("see acknowledged events, a little later", async () => {
    const { address } = server();
    expect(await rowsOf(address, "SELECT count(*) FROM events")).toEqual([[3]]);
    const row = { sensor_serial_number: "a", timestamp: "2024-05-06T08:00:00Z", trajectory: 1 };
    await sendJson(address, TOKEN, "/v2/sensor_events/", [row]);
    await expect.poll(() => rowsOf(address, "SELECT count(*) FROM events")).toEqual([[4]]);
  });

  it("are rejected if they reach beyond the data, and find no secrets in it", async () => {
    const { address } = server();
    for (const [query, said] of FORBIDDEN_QUERIES) {
      const response = await post(address, query);
      const problem = (await response.json()) as { detail: string };
      expect([response.status, problem.detail], query).toEqual([400, expect.stringMatching(said)]);
      expect(problem.detail).not.toContain(served);
    }
    await searchForSecrets((query) => rowsOf(address, query));
    expect(readdirSync(join(served, "analysis", "passing"))).toEqual([]);
  });

  it("are stopped by their time or with their request, while events are taken in", {
    timeout: 60_000,
  }, async () => {
    const server = await serve(join(temporaryFolder(), "data"), "--sql-timeout", "8");
    await makeSqlSite(server.address, TOKEN);
    expect(await rowsOf(server.address, "SELECT 1")).toEqual([[1]]);
    const runaways = ENDLESS_QUERIES.map(([, query]) => post(server.address, query));
    const controller = new AbortController();
    const left = post(server.address, "SELECT sleep_ms(600000)", controller.signal).catch(() => "gone");
    for (let minute = 10; minute < 20; minute++) {
      const row = { sensor_serial_number: "a", timestamp: `2024-05-06T07:${minute}:00Z`, trajectory: 1 };
      expect(await sendJson(server.address, TOKEN, "/v2/sensor_events/", [row])).toMatchObject({
        accepted: 1,
      });
    }
    controller.abort();
    expect(await left).toBe("gone");
    const statuses: number[] = [];
    for (const runaway of runaways) {
      const response = await runaway;
      const { detail } = (await response.json()) as { detail: string };
      expect(detail).toContain("longer than 8 s");
      // One that has not run for most of that time may be sent again.
      expect(detail.includes("waiting for its turn")).toBe(response.status === 503);
      statuses.push(response.status);
    }
    // The first two leave the others no turn; on a slow machine they too have waited most of their time.
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(2);
    expect(await rowsOf(server.address, "SELECT count(*) FROM events")).toEqual([[13]]);
  });

  it("leave no process behind after SIGTERM and SIGKILL", async () => {
    const directory = join(temporaryFolder(), "data");
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const server = await serve(directory);
      expect(await rowsOf(server.address, "SELECT 1")).toEqual([[1]]);
      const children = childrenOf(server.child.pid ?? 0);
      void post(server.address, "SELECT count(*) FROM range(1000000000000)").catch(() => undefined);
      if (children !== null) await isBusy(Number(children[0]));
      await server.stop(signal);
      if (children === null) continue;
      expect(children, signal).toHaveLength(1);
      const isThere = () => existsSync(`/proc/${children[0]}`);
      await expect.poll(isThere).toBe(false);
    }
    const again = await serve(directory);
    expect(await rowsOf(again.address, "SELECT 1")).toEqual([[1]]);
  });
});
