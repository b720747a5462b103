import { z } from "zod";
import { formatInstant } from "../domain/instant.ts";
import type { ClusterState } from "../engine/ports/cluster.ts";
import { commonFormat } from "../engine/replication/upgrade-records.ts";
import { v2Schemas } from "./fields.ts";
import { mirrorAnswer, presentMirrors } from "./mirrors.ts";

const clusterNode = z.object({
  node: z.string(),
  address: z.string().nullable(),
  version: z.string(),
  record_format: z.int(),
  position: z.int(),
  lag_records: z.int(),
  seen_seconds_ago: z.int(),
  duties: z.array(z.string()),
  mirrors: z.array(mirrorAnswer),
});

/** The state of a cluster as the API answers it; the parts are null on a server that has its data for itself. */
export const clusterAnswer = z
  .object({
    database: z.string().nullable(),
    nodes: z.array(clusterNode),
    log: z
      .object({
        oldest_position: z.int(),
        last_position: z.int(),
        record_format: z.int(),
        common_record_format: z.int(),
        bytes: z.int(),
      })
      .nullable(),
    snapshots: z.array(z.object({ position: z.int(), bytes: z.int(), taken_at: z.string() })),
    postgresql: z
      .object({
        version: z.string(),
        fsync: z.boolean(),
        synchronous_commit: z.string(),
        synchronous_standby_names: z.string(),
        standbys: z.int(),
        replication_slots: z.int(),
        oldest_snapshot_seconds: z.int().nullable(),
      })
      .nullable(),
  })
  .register(v2Schemas, { id: "Cluster" });

export type ClusterAnswer = z.output<typeof clusterAnswer>;

/** The answer of a server that has its data for itself. */
export const NO_CLUSTER: ClusterAnswer = {
  database: null,
  nodes: [],
  log: null,
  snapshots: [],
  postgresql: null,
};

/** @param now the present, in ms */
export function presentCluster(
  { database, nodes, log, snapshots }: ClusterState,
  now: number,
): ClusterAnswer {
  const { oldestSnapshotSeconds } = log;
  return {
    database,
    nodes: nodes.map(
      ({ node, address, release, recordFormat, position, seenSecondsAgo, duties, mirrors }) => ({
        node,
        address,
        version: release,
        record_format: recordFormat,
        position: Number(position),
        lag_records: Math.max(0, Number(log.lastPosition - position)),
        seen_seconds_ago: Math.max(0, Math.round(seenSecondsAgo)),
        duties: [...duties],
        mirrors: presentMirrors(mirrors, now),
      }),
    ),
    log: {
      oldest_position: Number(log.oldestPosition),
      last_position: Number(log.lastPosition),
      record_format: log.recordFormat,
      common_record_format: commonFormat({ nodes, log }),
      bytes: log.bytes,
    },
    snapshots: snapshots.map(({ position, bytes, ageMs }) => ({
      position: Number(position),
      bytes,
      taken_at: formatInstant(Math.round(now - ageMs)),
    })),
    postgresql: {
      version: log.version,
      fsync: log.fsync,
      synchronous_commit: log.synchronousCommit,
      synchronous_standby_names: log.synchronousStandbyNames,
      standbys: log.standbys,
      replication_slots: log.slots,
      oldest_snapshot_seconds: oldestSnapshotSeconds === null ? null : Math.round(oldestSnapshotSeconds),
    },
  };
}
