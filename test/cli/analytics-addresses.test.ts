import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { headcount, startHeadcount, temporaryFolder } from "../support/headcount.ts";
import { freePort } from "../support/postgres.ts";

const SECRET = "hunter2";
const MIRROR = `clickhouse://ann:${SECRET}@127.0.0.1:1/mirror`;

it.each<[string, string[], RegExp]>([
  [
    "another scheme",
    ["--analytics", "http://127.0.0.1:8123/mirror"],
    /^headcount: analytics: is not an address/,
  ],
  [
    "a wrong second one",
    ["--analytics", MIRROR, "clickhouse://127.0.0.1/a/b"],
    /^headcount: analytics: is not an address/,
  ],
  [
    "an unknown parameter",
    ["--analytics", `${MIRROR}?compress=1`],
    /^headcount: analytics: "compress" is not a known parameter/,
  ],
  [
    "a database twice",
    ["--analytics", MIRROR, "clickhouse://bob@127.0.0.1:1/mirror"],
    /names 127\.0\.0\.1:1\/mirror twice/,
  ],
])("serve refuses %s before it creates anything, without the password", async (_, args, reason) => {
  const folder = temporaryFolder();
  const served = ["serve", "--port", "0", "--data-dir", join(folder, "data")];
  const { code, stderr } = await headcount([...served, ...args]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(reason)]);
  expect(stderr).not.toContain(SECRET);
  expect(readdirSync(folder)).toEqual([]);
});

it("serve takes the addresses from the environment, too", async () => {
  const args = ["serve", "--port", "0", "--data-dir", join(temporaryFolder(), "data")];
  const twice = { HEADCOUNT_ANALYTICS: `${MIRROR} clickhouse://127.0.0.1:1/mirror` };
  expect((await headcount(args, { env: twice })).stderr).toContain("mirror twice");
});

it.runIf(existsSync("/proc/self/cmdline")).each<[string, (address: string) => string[]]>([
  ["the mirror", (address) => ["--analytics", `clickhouse://ann:${SECRET}@${address}`]],
  [
    "the second mirror",
    (address) => ["--analytics", "clickhouse://127.0.0.1:1/other", `clickhouse://ann:${SECRET}@${address}`],
  ],
])("serve hides the password of %s from the list of processes, and from its log", async (_, given) => {
  const args = ["serve", "--port", "0", "--data-dir", temporaryFolder()];
  // Nothing listens there.
  const { child, stderr } = await startHeadcount([...args, ...given(`127.0.0.1:${await freePort()}/mirror`)]);
  await expect.poll(stderr).toContain("nothing listens there");
  expect(stderr()).not.toContain(SECRET);
  const shown = readFileSync(`/proc/${child.pid}/cmdline`, "utf8");
  expect(shown).toContain("headcount");
  expect(shown).not.toContain(SECRET);
});
