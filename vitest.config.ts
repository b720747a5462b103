import { randomInt } from "node:crypto";
import { existsSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Neither whole hours nor free of daylight saving time, and a day ahead of UTC for half of each day:
// code that reads the machine's zone instead of a space's fails here. Workers inherit it.
process.env.TZ = "Pacific/Chatham";

// Each CI run tries a new seed besides the fixed one (test/support/random.ts); HEADCOUNT_SEED tries it again.
if (process.env.CI === "true") process.env.HEADCOUNT_SEED ||= String(randomInt(2 ** 31));
if (process.env.HEADCOUNT_SEED) process.stderr.write(`seed: ${process.env.HEADCOUNT_SEED}\n`);

// Data directories lie in memory where there is room: no test is about what a disk does as the power fails.
const MEMORY = "/dev/shm";
const MEMORY_BYTES_MIN = 8 * 2 ** 30;
if (existsSync(MEMORY) && availableBytes(MEMORY) >= MEMORY_BYTES_MIN) process.env.TMPDIR = MEMORY;

function availableBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** When a test is taken to hang, and what is waited for not to come, on a machine that has much else to do. */
const TIMEOUT_MS = 300_000 * Number(process.env.HEADCOUNT_RUNS || 1);
const POLL_MS = 60_000;

/** Where the files are that take longest, longest first. */
const LONGEST = [
  /\/test\/docs\/snippets\./,
  /\/test\/store\/contract\./,
  /\/test\/browser\//,
  /\/test\/acceptance\//,
  /\/test\/analysis\//,
  /\/test\/cli\//,
  /\/test\/store\//,
];

/** Begins with what takes longest, so that no worker is left with it alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((folder) => folder.test(moduleId));
      return index === -1 ? LONGEST.length : index;
    };
    // By what each has taken before, or by size where it has not run yet; the sort keeps that order.
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/build-children.ts",
    pool: "forks",
    // Files share what they import: reading it anew for each takes longer than most of them.
    isolate: false,
    // More than there are cores: many tests wait for processes that they have started, or for timers.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { requireAssertions: true, poll: { timeout: POLL_MS } },
  },
});
