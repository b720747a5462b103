import { defineConfig } from "vitest/config";

// Neither whole hours nor free of daylight saving time, and a day ahead of UTC for half of each day:
// code that reads the machine's zone instead of a space's fails here. Workers inherit it.
process.env.TZ = "Pacific/Chatham";

const TIMEOUT_MS = 60_000;

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    // Files share what they import: reading it anew for each takes longer than most of them.
    isolate: false,
    // The default leaves a core free, which on a machine of two is half of it.
    maxWorkers: "100%",
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { requireAssertions: true },
  },
});
