import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import {
  type Finished,
  headcount,
  headcountProcess,
  PROGRAM,
  suiteFolder,
  temporaryFolder,
} from "../support/headcount.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url).pathname;

const folder = suiteFolder();
/** Names a site with the events of a day. */
const directory = ["--data-dir", join(folder, "data")];

/** Runs the program as a process that must end with a code. */
async function run(code: number, args: readonly string[], input?: string): Promise<Finished> {
  const finished = await headcountProcess(args, { cwd: folder, ...(input === undefined ? {} : { input }) });
  expect(finished.code, finished.stderr).toBe(code);
  return finished;
}

beforeAll(async () => {
  await run(0, ["site", "apply", `${FIXTURES}demo-site.yaml`, ...directory]);
  const loaded = await run(0, ["backfill", `${FIXTURES}harbour-monday.csv`, ...directory]);
  expect(JSON.parse(loaded.stdout)).toMatchObject({ accepted: 964 });
});

/*
 * Other tests of the command line run most commands in their own process. That the program does the same, and
 * that each command lets its process end, is checked here, and by what the documents print (test/docs/snippets).
 */

it("ends quietly if the reader closes the pipe, as head does", async () => {
  const range = ["--start", "2024-01-01", "--end", "2024-06-01"];
  for (const args of [
    ["sql", "--format", "csv", "-c", "FROM range(100000)", "-c", "FROM range(100000)", ...directory],
    ["sql", "-c", "FROM range(1000)", "-c", "SELECT 1", ...directory],
    ["counts", "Lighthouse", "--format", "json", ...range, ...directory],
    ["export", "counts", "--format", "csv", "--interval", "1m", ...range, ...directory],
  ]) {
    const { code, stdout, stderr } = await headcountProcess(args, { cwd: folder, readsNothing: true });
    expect({ code, stdout }, args.join(" ")).toEqual({ code: 0, stdout: "" });
    expect(stderr, args.join(" ")).not.toMatch(/EPIPE|unexpected error|headcount:/);
  }
});

it("reports in one line that output cannot be written", () => {
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, "--version"], {
    stdio: ["ignore", full, "pipe"],
    encoding: "utf8",
  });
  expect(stderr).toMatch(/^headcount: cannot write output: ENOSPC: [^\n]*\n$/);
  expect(status).toBe(1);
});

it("is run in a test's process as in its own", async () => {
  const folder = temporaryFolder();
  for (const args of [
    ["--help"],
    ["no-such-command"],
    ["token", "list", "--data-dir", "data"],
    ["backfill", "no-such-file.csv", "--data-dir", "data"],
  ])
    expect(await headcount(args, { cwd: folder }), args.join(" ")).toEqual(
      await headcountProcess(args, { cwd: folder }),
    );
});
