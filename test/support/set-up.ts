import { DuckDBInstance } from "@duckdb/node-api";

const { create } = DuckDBInstance;

/**
 * Gives the instances of a test's own process one thread, unless the test chooses a number: that saves a fifth of the
 * processor time of small queries. Processes that tests start have the usual number.
 */
function createWithOneThread(path?: string, options?: Record<string, string>): Promise<DuckDBInstance> {
  return create.call(DuckDBInstance, path, { threads: "1", ...options });
}

// Vitest evaluates this file before each test file.
if (create.name !== createWithOneThread.name) DuckDBInstance.create = createWithOneThread;
