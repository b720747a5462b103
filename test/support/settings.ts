import type { Engine } from "../../src/engine/engine.ts";

/** The options of tests' engines, and the actor of their changes. */
export const TEST_SETTINGS = {
  settings: {
    intervals: "supported",
    organizationName: "Test",
    sensorTimeout: 600_000,
    earliest: 0,
    selfRegisteredSensors: 50_000,
  },
  actor: { tokenId: null, name: "test" },
} as const satisfies Pick<Engine, "settings" | "actor">;
