import type { Engine } from "../../src/engine/build-engine.ts";

/** What tests tell an engine, and whose changes theirs are. */
export const TEST_SETTINGS = {
  settings: { intervals: "supported", organizationName: "Test", sensorTimeout: 600_000 },
  actor: { tokenId: null, name: "test" },
} as const satisfies Pick<Engine, "settings" | "actor">;
