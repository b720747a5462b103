import { z } from "zod";
import { formatInstant, SECOND_MS } from "../domain/instant.ts";
import { commonFormat } from "../engine/journal/upgrade-records.ts";
import type { ClusterState, ListedNode, LogDatabase, Snapshot } from "../engine/ports/cluster.ts";
import type { MirrorProgress, Mirrors, MonthDifference } from "../engine/ports/mirrors.ts";
import { answerOf, instantOrNull, intOrNull, text, textOrNull } from "./answers.ts";
import { namedObject } from "./fields.ts";

const mirrorAnswer = answerOf<MirrorProgress, number>({ v2: "Mirror" })({
  database: [text, ({ database }) => database],
  lag_events: [intOrNull, ({ lag }) => lag],
  lag_seconds: [
    intOrNull,
    ({ asOf }, now) => (asOf === null ? null : Math.max(0, Math.round((now - asOf) / SECOND_MS))),
  ],
  as_of: [textOrNull, ({ asOf }) => instantOrNull(asOf)],
  rows_per_second: [intOrNull, ({ rowsPerSecond }) => rowsPerSecond && Math.round(rowsPerSecond)],
  error: [textOrNull, ({ failure }) => failure],
});

export const mirrorList = z.array(mirrorAnswer.schema);

export const mirrorsAnswer = namedObject("Mirrors", { results: mirrorList });

/** @param now the present, in ms */
export function presentMirrors(mirrors: readonly MirrorProgress[], now: number): z.output<typeof mirrorList> {
  return mirrors.map((mirror) => mirrorAnswer.present(mirror, now));
}

const difference = answerOf<MonthDifference>({ v2: "MonthDifference" })({
  table: [text, ({ table }) => table],
  month: [
    textOrNull,
    ({ month }) =>
      month === null ? null : `${Math.floor(month / 100)}-${String(month % 100).padStart(2, "0")}`,
  ],
  expected_rows: [intOrNull, ({ expected }) => expected],
  found_rows: [intOrNull, ({ found }) => found],
});

type Compared = Awaited<ReturnType<Mirrors["verify"]>>[number];

const comparison = answerOf<Compared>({ v2: "MirrorComparison" })({
  database: [text, ({ database }) => database],
  months: [z.int(), ({ months }) => months],
  differences: [
    z.array(difference.schema),
    ({ differences }) => differences.map((each) => difference.present(each)),
  ],
});

export const comparisonsAnswer = namedObject("MirrorComparisons", { results: z.array(comparison.schema) });

export function presentComparisons(compared: readonly Compared[]): z.output<typeof comparisonsAnswer> {
  return { results: compared.map((each) => comparison.present(each)) };
}

/** A cluster at an instant, in ms. */
type Present = ClusterState & { readonly now: number };

const nodeAnswer = answerOf<ListedNode, Present>()({
  node: [text, ({ node }) => node],
  address: [textOrNull, ({ address }) => address],
  version: [text, ({ release }) => release],
  record_format: [z.int(), ({ recordFormat }) => recordFormat],
  position: [z.int(), ({ position }) => Number(position)],
  lag_records: [z.int(), ({ position }, { log }) => Math.max(0, Number(log.lastPosition - position))],
  seen_seconds_ago: [z.int(), ({ seenSecondsAgo }) => Math.max(0, Math.round(seenSecondsAgo))],
  duties: [z.array(text), ({ duties }) => duties],
  mirrors: [mirrorList, ({ mirrors }, { now }) => presentMirrors(mirrors, now)],
});

const logAnswer = answerOf<LogDatabase, Present>()({
  oldest_position: [z.int(), ({ oldestPosition }) => Number(oldestPosition)],
  last_position: [z.int(), ({ lastPosition }) => Number(lastPosition)],
  record_format: [z.int(), ({ recordFormat }) => recordFormat],
  common_record_format: [z.int(), (_log, cluster) => commonFormat(cluster)],
  bytes: [z.int(), ({ bytes }) => bytes],
});

const snapshotAnswer = answerOf<Snapshot, Present>()({
  position: [z.int(), ({ position }) => Number(position)],
  bytes: [z.int(), ({ bytes }) => bytes],
  taken_at: [text, ({ ageMs }, { now }) => formatInstant(Math.round(now - ageMs))],
});

const postgresAnswer = answerOf<LogDatabase>()({
  version: [text, ({ version }) => version],
  fsync: [z.boolean(), ({ fsync }) => fsync],
  synchronous_commit: [text, ({ synchronousCommit }) => synchronousCommit],
  synchronous_standby_names: [text, ({ synchronousStandbyNames }) => synchronousStandbyNames],
  standbys: [z.int(), ({ standbys }) => standbys],
  replication_slots: [z.int(), ({ slots }) => slots],
  oldest_snapshot_seconds: [
    intOrNull,
    ({ oldestSnapshotSeconds: age }) => (age === null ? null : Math.round(age)),
  ],
});

/** The state of a cluster as the API answers it; the parts are null on a server that has its data for itself. */
export const clusterAnswer = namedObject("Cluster", {
  database: textOrNull,
  nodes: z.array(nodeAnswer.schema),
  log: logAnswer.schema.nullable(),
  snapshots: z.array(snapshotAnswer.schema),
  postgresql: postgresAnswer.schema.nullable(),
});

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
export function presentCluster(state: ClusterState, now: number): ClusterAnswer {
  const { database, nodes, log, snapshots } = state;
  const present = { ...state, now };
  return {
    database,
    nodes: nodes.map((node) => nodeAnswer.present(node, present)),
    log: logAnswer.present(log, present),
    snapshots: snapshots.map((snapshot) => snapshotAnswer.present(snapshot, present)),
    postgresql: postgresAnswer.present(log),
  };
}
