import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Random } from "../../src/engine/simulation/random.ts";
import { headcount, PROGRAM, temporaryFolder } from "../support/headcount.ts";

const ROWS = 300_000;
const KILLS = Number(process.env.HEADCOUNT_KILLS ?? 3);
const SEED = Number(process.env.HEADCOUNT_PROPERTY_SEED ?? 1);
const MINUTES_MAX = 20;

/** A file of distinct events of a hundred sensors. */
function writeEvents(path: string): void {
  const start = Date.UTC(2024, 4, 6);
  const lines = Array.from({ length: ROWS }, (_, i) => {
    return `s${i % 100},${new Date(start + i * 997).toISOString()},${i % 3 === 0 ? -1 : 1}`;
  });
  writeFileSync(path, `sensor_serial_number,timestamp,trajectory\n${lines.join("\n")}\n`);
}

/** Starts a backfill and kills it with SIGKILL after some ms; gives back how it ended. */
async function backfillAndKill(file: string, directory: string, delayMs: number): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, "backfill", file, "--data-dir", directory], {
    stdio: "ignore",
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), delayMs);
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  clearTimeout(timer);
  return signal ?? `exit ${code}`;
}

describe("kill -9", () => {
  it(
    `leaves none or all of a file that was being loaded, ${KILLS} times (seed ${SEED})`,
    async () => {
      const folder = temporaryFolder();
      const file = join(folder, "events.csv");
      writeEvents(file);
      const began = performance.now();
      await headcount(["backfill", file, "--data-dir", join(folder, "whole")]);
      const wholeMs = performance.now() - began;
      const random = new Random(SEED);
      const outcomes: string[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const directory = join(folder, `killed-${kill}`);
        const ended = await backfillAndKill(file, directory, Math.round(random.next() * wholeMs));
        const verified = await headcount(["rebuild", "--verify", "--data-dir", directory]);
        expect(verified.code, verified.stderr).toBe(0);
        const again = await headcount(["backfill", file, "--data-dir", directory]);
        const { accepted, duplicates } = JSON.parse(again.stdout) as { accepted: number; duplicates: number };
        expect([`${ROWS}+0`, `0+${ROWS}`]).toContain(`${accepted}+${duplicates}`);
        outcomes.push(`${ended}: ${accepted === 0 ? "all" : "none"}`);
      }
      expect(outcomes).toHaveLength(KILLS);
      if (process.env.HEADCOUNT_KILLS !== undefined) process.stdout.write(`${outcomes.join("\n")}\n`);
    },
    MINUTES_MAX * 60_000,
  );
});
