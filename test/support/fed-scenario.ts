import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { UpdatedDatabase } from "../../src/analysis/analysis-database.ts";
import { exportAnalysisUpdate } from "../../src/analysis/export-update.ts";
import type { CatalogRows } from "../../src/engine/ports.ts";
import { SPACE_DEFAULTS } from "../../src/engine/resources/spaces.ts";
import type { Scenario } from "../model/scenario.ts";
import { writeEventFiles } from "./event-files.ts";
import { SPACE_ID } from "./kernel.ts";

/** The placement of the one sensor of a scenario's site: outside the space. */
const PLACEMENT = -1;

/** Puts a scenario's site in the place of what an analysis database holds. */
export async function feedScenario(
  served: UpdatedDatabase,
  scenario: Scenario,
  folder: string,
  organizationId: bigint,
): Promise<void> {
  const rows = { ...catalogOf(scenario), organizationId };
  const events = scenario.events.map(({ instant, direction }, i) => ({
    id: BigInt(i + 1),
    timestamp: instant,
    sensorKey: 1,
    trajectory: direction === PLACEMENT ? (1 as const) : (-1 as const),
    eventId: null,
  }));
  const parts = mkdtempSync(join(folder, "parts-"));
  const lastEventId = BigInt(events.length);
  const source = {
    catalog: { organizationId, revision: 0, rows: () => rows },
    events: {
      logStart: () => 0,
      position: async () => lastEventId,
      copyEvents: async (_after: bigint, to: string) => ({
        ...(await writeEventFiles(events, [], to)),
        lastEventId,
        retained: null,
      }),
    },
    readings: { copyReadings: async () => null },
    clock: { now: () => scenario.now },
  };
  await served.applyUpdate(await exportAnalysisUpdate(source, parts, served.state()));
}

function catalogOf(scenario: Scenario): CatalogRows {
  const dates = { createdAt: 0, updatedAt: 0 };
  const { timeZone, capacity, targetCapacity, safeCapacity, safeThresholdMode, safeThresholdValue } =
    scenario;
  return {
    organizationId: 1n,
    nextId: 100n,
    space: [
      {
        ...SPACE_DEFAULTS,
        ...dates,
        ...{ timeZone, capacity, targetCapacity, safeCapacity, safeThresholdMode, safeThresholdValue },
        id: SPACE_ID,
        name: "Room",
      },
    ],
    doorway: [{ id: 8n, name: "Door", description: "", deletedAt: null, tags: [], ...dates }],
    sensor: [{ id: 9n, key: 1, serialNumber: "s", createdAt: 0 }],
    attachment: [{ id: 10n, sensorId: 9n, doorwayId: 8n, from: null, to: null }],
    link: [
      {
        ...{ id: 11n, spaceId: SPACE_ID, doorwayId: 8n },
        ...{ sensorPlacement: PLACEMENT, from: null, to: null, createdAt: 0 },
      },
    ],
    schedule: scenario.schedules.map(({ from, to, ...schedule }, i) => ({
      ...schedule,
      id: BigInt(20 + i),
      spaceId: SPACE_ID,
      from: from ?? -Infinity,
      to: to ?? Infinity,
    })),
    reset: scenario.resets.map((reset, i) => ({
      ...reset,
      id: BigInt(1000 + i),
      spaceId: SPACE_ID,
      createdAt: 0,
      voidedAt: null,
    })),
    assignedTeam: [],
    sensorState: [],
    counting: [],
    import: [],
    timeSegment: [],
    timeSegmentGroup: [],
    webhook: [],
    token: [],
  };
}
