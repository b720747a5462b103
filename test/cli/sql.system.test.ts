import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tableFromIPC } from "apache-arrow";
import { beforeAll, describe, expect, it } from "vitest";
import { openDirectorySql } from "../../src/analysis/open-directory.ts";
import { openReadOnly } from "../../src/store/duckdb/open-store.ts";
import { FORBIDDEN_QUERIES } from "../support/forbidden-queries.ts";
import {
  ends,
  headcount,
  sharedHeadcount,
  spawnHeadcount,
  suiteFolder,
  temporaryFolder,
} from "../support/headcount.ts";
import { ask, demand, makeRoom, LIVE_TOKEN as TOKEN } from "../support/live-api.ts";
import { textOf } from "../support/served-sql.ts";
import { treeOf } from "../support/store-harness.ts";

/** Data that no query may return. */
const SECRETS = {
  webhook: `whsec_${Buffer.from("a secret of a webhook, 32 bytes!").toString("base64")}`,
  header: "header-that-lets-in",
  tokenName: "token-with-a-name",
};

/** A space with a doorway and a few events; a webhook and a token with secrets. */
async function makeSqlSite(address: string): Promise<void> {
  const send = (path: string, body: unknown) => demand(address, path, body);
  await makeRoom(address, "a", { time_zone: "Europe/Berlin", capacity: 10 });
  const { webhook: secret, header, tokenName } = SECRETS;
  await send("/v2/webhooks/", { endpoint: "http://127.0.0.1:9/", secret, headers: { "X-Key": header } });
  await send("/v2/tokens/", { name: tokenName, scopes: ["read"] });
  const rows = [1, 1, -1].map((trajectory, minute) => ({
    sensor_serial_number: "a",
    timestamp: `2024-05-06T07:0${minute}:00Z`,
    trajectory,
  }));
  await send("/v2/sensor_events/?live=false", rows);
}

const ENVIRONMENT = { HEADCOUNT_TOKEN: TOKEN };
const SERVE = ["serve", "--port", "0", "--rate-limit", "none", "--allow-private-webhooks"];

const folder = suiteFolder();
/** A directory with a small site, that no process has open, and another with the same that is served. */
const [made, served] = [join(folder, "made"), join(folder, "served")];
beforeAll(async () => {
  const { address, stop } = spawnHeadcount([...SERVE, "--data-dir", made], ENVIRONMENT);
  await makeSqlSite(await address);
  await stop();
  cpSync(made, served, { recursive: true });
});

const post = (address: string, query: string) => ask(address, "/v2/sql", { text: JSON.stringify({ query }) });

async function rowsOf(address: string, query: string): Promise<unknown[][]> {
  const { status, text } = await post(address, query);
  expect(status, text).toBe(200);
  return (JSON.parse(text) as { rows: unknown[][] }).rows;
}

/** A few of the queries that test/analysis/run-query.test.ts rejects, to see that commands and servers do. */
const SOME_FORBIDDEN = FORBIDDEN_QUERIES.filter((_, index) => index % 12 === 5);

/** Every table or view, of any schema, that a query could read. */
const ALL_TABLES = "SELECT table_schema, table_name FROM information_schema.tables ORDER BY ALL";

/** Values that no table may have, in any form: the secrets themselves, and the hashes of tokens. */
const UNREADABLE = [
  ...Object.values(SECRETS),
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

describe("headcount sql on a directory that no process has open", () => {
  it("answers in every format, and changes nothing", async () => {
    const before = treeOf(made);
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
    expect(treeOf(made)).toEqual(before);
  });

  it("--out leaves a file as it was if a statement fails", async () => {
    const folder = temporaryFolder();
    const out = join(folder, "keep.csv");
    writeFileSync(out, "kept\n");
    const target = ["sql", "--data-dir", made, "--format", "csv"];
    await ends(1, 'column "nope"', [...target, "--out", out, "-c", "SELECT 1 AS a", "-c", "SELECT nope"]);
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
    await ends(1, /^headcount: cannot write .*no such file or directory/, [
      ...target,
      "--out",
      join(folder, "no", "x.csv"),
      "-c",
      "SELECT 1",
    ]);
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

  it("D18: rejects the same queries as a server, and has no secrets in it", async () => {
    const sql = await openDirectorySql((settings) => openReadOnly(made, settings), {
      now: () => Date.UTC(2024, 4, 10),
    });
    const read = async (query: string) => {
      const result = await sql.query({ query, format: "json" }, new AbortController().signal);
      return (JSON.parse(await textOf(result)) as { rows: unknown[][] }).rows;
    };
    try {
      for (const [query, message] of SOME_FORBIDDEN)
        await expect(read(query), query).rejects.toThrow(message);
      await searchForSecrets(read);
      expect(await read("SELECT count(*) FROM events")).toEqual([[3]]);
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
    await ends(1, "403", ["sql", "--url", address, "--token", "hct_x", "-c", "SELECT 1"]);
  });

  it("D18: are rejected if they reach beyond the data, and find no secrets in it", async () => {
    const { address } = server();
    for (const [query, message] of SOME_FORBIDDEN) {
      const { status, text } = await post(address, query);
      const { detail } = JSON.parse(text) as { detail: string };
      expect([status, detail], query).toEqual([400, expect.stringMatching(message)]);
      expect(detail).not.toContain(served);
    }
    await searchForSecrets((query) => rowsOf(address, query));
    expect(readdirSync(join(served, "analysis", "passing"))).toEqual([]);
  });
});
