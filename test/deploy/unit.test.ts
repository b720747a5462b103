import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { GRACE_MS } from "../../src/cli/serving/server.ts";
import { temporaryFolder } from "../support/headcount.ts";
import {
  commandProblems,
  inRepository,
  MEMORY_BYTES_NEEDED,
  readRepository,
  unknownSettings,
} from "../support/repository.ts";

const SINGLE = readRepository("deploy/headcount.service");
const ANALYZER = "/usr/bin/systemd-analyze";

/** The units: their file, and the name of one that is started from it. */
const UNITS = [
  ["headcount.service", "headcount.service"],
  ["headcount@.service", "headcount@a.service"],
] as const;

const BYTES: Readonly<Record<string, number>> = { M: 2 ** 20, G: 2 ** 30 };

function bytesOf(text: string): number {
  const [, amount, unit = ""] = /^(\d+)([MG])$/.exec(text) ?? [];
  return Number(amount) * (BYTES[unit] ?? Number.NaN);
}

describe.each(UNITS)("the systemd unit %s", (file, instance) => {
  const unit = readRepository(`deploy/${file}`);

  /** The values of a setting of the unit. */
  const values = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);

  it("runs an existing command with known settings", () => {
    const [command = ""] = values("ExecStart");
    const [path, ...words] = command.split(" ");
    expect(path).toBe("/opt/headcount/bin/headcount");
    expect(commandProblems(words)).toEqual([]);
    expect(unknownSettings([...unit.matchAll(/HEADCOUNT_[A-Z_]+/g)].map(([name]) => name))).toEqual([]);
    expect(values("Environment").join()).toContain(`HEADCOUNT_DATA_DIR=%S/${values("StateDirectory")}`);
  });

  it("writes to its data directory only, and does not run as root", () => {
    const hardening = ["ProtectSystem=strict", "ProtectHome=yes", "NoNewPrivileges=yes", "PrivateTmp=yes"];
    expect(unit.split("\n")).toEqual(expect.arrayContaining(hardening));
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
    expect(bytesOf(high)).toBeGreaterThan(MEMORY_BYTES_NEEDED);
    expect(bytesOf(max)).toBeGreaterThan(bytesOf(high));
  });

  it.skipIf(!existsSync(ANALYZER))("is accepted by systemd, with a low exposure level", async () => {
    const copy = join(temporaryFolder(), instance);
    writeFileSync(copy, unit.replaceAll("/opt/headcount/", inRepository("")));
    const analyze = promisify(execFile);
    const verified = await analyze(ANALYZER, ["verify", copy]);
    // systemd-analyze also reports on the units of the machine.
    const reported = `${verified.stdout}${verified.stderr}`.split("\n");
    expect(reported.filter((line) => line.includes(instance))).toEqual([]);
    const { stdout } = await analyze(ANALYZER, ["security", "--offline=true", "--no-pager", copy]);
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(2.5);
  });
});

it("the unit of nodes confines them as that of one server", () => {
  const confinement = (unit: string) =>
    unit
      .split("\n")
      .filter((line) => /^(NoNew|Protect|Private|Cap|Lock|Remove|Restrict|System|Memory|Limit)/.test(line));
  const ofNodes = confinement(readRepository("deploy/headcount@.service"));
  expect(ofNodes.length).toBeGreaterThan(20);
  expect(ofNodes).toEqual(confinement(SINGLE));
});

it("the nodes of a machine have a directory and settings each, and share those of the cluster", () => {
  const lines = readRepository("deploy/headcount@.service").split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "StateDirectory=headcount-%i",
      "EnvironmentFile=/etc/headcount-cluster.env",
      "EnvironmentFile=-/etc/headcount-%i.env",
    ]),
  );
});
