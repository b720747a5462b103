import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { GRACE_MS } from "../../src/cli/server.ts";
import {
  DATABASE_BYTES_DEFAULT,
  RUN_CACHE_BYTES_DEFAULT,
  SQL_MEMORY_BYTES_DEFAULT,
} from "../../src/domain/limits.ts";
import { temporaryFolder } from "../support/headcount.ts";
import { commandProblems, inRepository, readRepository, unknownSettings } from "../support/repository.ts";

const FILE = "deploy/headcount.service";
const UNIT = readRepository(FILE);
const ANALYZER = "/usr/bin/systemd-analyze";

/** The values of a setting of the unit. */
function values(name: string): string[] {
  return [...UNIT.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
}

const BYTES: Readonly<Record<string, number>> = { M: 2 ** 20, G: 2 ** 30 };

function bytesOf(text: string): number {
  const [, amount, unit = ""] = /^(\d+)([MG])$/.exec(text) ?? [];
  return Number(amount) * (BYTES[unit] ?? Number.NaN);
}

describe("the systemd unit", () => {
  it("runs an existing command with known settings", () => {
    const [command = ""] = values("ExecStart");
    const [path, ...words] = command.split(" ");
    expect(path).toBe("/opt/headcount/bin/headcount");
    expect(commandProblems(words)).toEqual([]);
    expect(unknownSettings([...UNIT.matchAll(/HEADCOUNT_[A-Z_]+/g)].map(([name]) => name))).toEqual([]);
    expect(values("Environment").join()).toContain(`HEADCOUNT_DATA_DIR=%S/${values("StateDirectory")}`);
  });

  it("writes to its data directory only, and does not run as root", () => {
    const hardening = ["ProtectSystem=strict", "ProtectHome=yes", "NoNewPrivileges=yes", "PrivateTmp=yes"];
    expect(UNIT.split("\n")).toEqual(expect.arrayContaining(hardening));
    expect(values("User")).toEqual(["headcount"]);
    expect(values("CapabilityBoundingSet")).toEqual([""]);
    expect(values("ReadWritePaths")).toEqual([]);
    // V8 compiles at run time, and could not start with it.
    expect(values("MemoryDenyWriteExecute")).toEqual([]);
  });

  it("stops with SIGTERM, allows enough time for it, and restarts after a failure", () => {
    expect(values("KillSignal")).toEqual(["SIGTERM"]);
    expect(Number.parseInt(values("TimeoutStopSec")[0] ?? "", 10) * 1_000).toBeGreaterThan(GRACE_MS);
    expect(values("Restart")).toEqual(["on-failure"]);
  });

  it("allows enough memory for the defaults of the server", () => {
    const [high = "", max = ""] = [...values("MemoryHigh"), ...values("MemoryMax")];
    expect(bytesOf(high)).toBeGreaterThan(
      RUN_CACHE_BYTES_DEFAULT + DATABASE_BYTES_DEFAULT + SQL_MEMORY_BYTES_DEFAULT + 2 ** 29,
    );
    expect(bytesOf(max)).toBeGreaterThan(bytesOf(high));
  });

  it.skipIf(!existsSync(ANALYZER))("is accepted by systemd, with a low exposure level", async () => {
    const copy = join(temporaryFolder(), "headcount.service");
    writeFileSync(copy, UNIT.replaceAll("/opt/headcount/", inRepository("")));
    const analyze = promisify(execFile);
    const verified = await analyze(ANALYZER, ["verify", copy]);
    // systemd-analyze also reports on the units of the machine.
    const reported = `${verified.stdout}${verified.stderr}`.split("\n");
    expect(reported.filter((line) => line.includes("headcount.service"))).toEqual([]);
    const { stdout } = await analyze(ANALYZER, ["security", "--offline=true", "--no-pager", copy]);
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(2.5);
  });
});
