import { existsSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// This time zone has an offset of 12:45 hours and daylight saving time, so code that uses the time zone of the machine
// instead of that of a space fails its tests. Workers inherit the variable.
process.env.TZ = "Pacific/Chatham";

// Tests create data directories in memory if it has enough space: no test depends on the behaviour of a real disk.
const MEMORY = "/dev/shm";
const MEMORY_BYTES_MIN = 8 * 2 ** 30;
if (existsSync(MEMORY) && availableBytes(MEMORY) >= MEMORY_BYTES_MIN) process.env.TMPDIR = MEMORY;

function availableBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The limits for the duration of a test and of `expect.poll`. They are long enough for a busy machine. */
const TIMEOUT_MS = 600_000 * Number(process.env.HEADCOUNT_RUNS || 1);
const POLL_MS = 180_000;

/** Tests that start programs: servers, browsers, databases and brokers. `npm run test:system` runs them. */
const SYSTEM = "test/**/*.system.test.ts";

/** The test files and folders with the longest duration, in descending order. */
const LONGEST = [
  /\/test\/(?:mirror\/mirror|docs\/snippets|acceptance\/cluster-commands)\./,
  /\/test\/(?:browser|acceptance|mirror)\//,
  /\/test\/(?:analysis|cli|store)\//,
  /\/test\/(?:property|formats|fuzz)\//,
];

/** Runs the longest test files first, so that no worker is still running one when the others have finished. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((folder) => folder.test(moduleId));
      return index === -1 ? LONGEST.length : index;
    };
    // The base class sorts by the duration of the last run, or by file size. The second sort is stable and keeps that
    // order within each rank.
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "unit", include: ["test/**/*.test.ts"], exclude: [SYSTEM] } },
      { extends: true, test: { name: "system", include: [SYSTEM] } },
    ],
    globalSetup: "test/support/build-children.ts",
    setupFiles: "test/support/set-up.ts",
    pool: "forks",
    // Test files share imported modules, because importing them again takes longer than most of the files.
    isolate: false,
    // More workers than cores, because many tests wait for child processes or timers.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { requireAssertions: true, poll: { timeout: POLL_MS } },
  },
});
