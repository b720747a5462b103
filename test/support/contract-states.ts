import type { ClusterState } from "../../src/engine/ports/cluster.ts";
import type { MirrorProgress, Mirrors } from "../../src/engine/ports/mirrors.ts";
import type { Subscription } from "../../src/engine/ports/mqtt.ts";

const DATABASE = "127.0.0.1:8123/headcount";
const MIRROR_PROGRESS: readonly MirrorProgress[] = [
  { database: DATABASE, lag: 0, asOf: Date.UTC(2024, 4, 10), rowsPerSecond: 1_234.5, failure: null },
  { database: DATABASE, lag: null, asOf: null, rowsPerSecond: null, failure: "ClickHouse cannot be reached" },
];

export const SUBSCRIPTION: Subscription = {
  state: () => ({
    broker: "127.0.0.1:8883",
    isConnected: true,
    filters: [{ adapter: "milesight", filter: "counters/#", isSubscribed: false, failure: "not authorized" }],
    messages: 12,
    refused: 1,
    waiting: 0,
    setAside: 2,
    setAsideKept: 1,
    setAsideLatest: [
      {
        file: "20240510T000000000Z-0123456789abcdef",
        topic: "counters/hall",
        adapter: "milesight",
        receivedAt: "2024-05-10T00:00:00.000Z",
        reason: "Invalid array length",
        bytes: 2,
        payload: "{}",
      },
    ],
    lastMessageAt: Date.UTC(2024, 4, 10),
    failure: "not authorized",
  }),
};

/** The state of a cluster, as its database would give it. */
const NODE = { release: "0.0.0", recordFormat: 1, position: 7n, seenSecondsAgo: 0.4 };
export const CLUSTER: ClusterState = {
  database: "postgres://127.0.0.1:5432/headcount",
  nodes: [
    {
      ...NODE,
      node: "1f2e3d4c",
      address: "http://127.0.0.1:8080",
      duties: ["notifications", "mirrors"],
      mirrors: MIRROR_PROGRESS,
    },
    { ...NODE, node: "5b6a7988", address: null, duties: [], mirrors: [] },
  ],
  log: {
    version: "15.18",
    fsync: true,
    synchronousCommit: "on",
    synchronousStandbyNames: "",
    standbys: 0,
    slots: 0,
    oldestSnapshotSeconds: null,
    oldestPosition: 0n,
    lastPosition: 9n,
    recordFormat: 1,
    bytes: 8_192,
  },
  snapshots: [{ id: 1n, position: 5n, bytes: 4_096, ageMs: 60_000 }],
};

export const MIRRORS: Mirrors = {
  progress: () => MIRROR_PROGRESS,
  catchUp: async () => {},
  rebuild: async () => {},
  verify: async () => [
    {
      database: DATABASE,
      months: 2,
      differences: [{ table: "hour_base", month: 202405, expected: 3, found: 2 }],
    },
  ],
};
