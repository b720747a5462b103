import { conflict, type HeadcountError } from "../../domain/errors.ts";
import type { MirrorProgress } from "./mirrors.ts";

export interface NodeReport {
  /** The address under which the others reach it; null if it has not been given. */
  readonly address: string | null;
  readonly release: string;
  readonly recordFormat: number;
  /** The position up to which it has followed the log. */
  readonly position: bigint;
  readonly mirrors: readonly MirrorProgress[];
}

/** A node that has said nothing of itself for longer than this, in s, is taken for gone. */
export const ALIVE_SECONDS = 10;

export interface ListedNode extends NodeReport {
  readonly node: string;
  /** How long ago it said so last, in s. */
  readonly seenSecondsAgo: number;
  /** What only it does at present. */
  readonly duties: readonly string[];
}

/** A complete copy of a data directory, from which new nodes begin. */
export interface Snapshot {
  readonly id: bigint;
  /** It has the log up to this position or further. */
  readonly position: bigint;
  readonly bytes: number;
  readonly ageMs: number;
}

export interface LogDatabase {
  readonly version: string;
  readonly fsync: boolean;
  readonly synchronousCommit: string;
  readonly synchronousStandbyNames: string;
  readonly standbys: number;
  readonly slots: number;
  /** How long the oldest open snapshot of the database has been open, in s; null without. It stops vacuum. */
  readonly oldestSnapshotSeconds: number | null;
  readonly oldestPosition: bigint;
  readonly lastPosition: bigint;
  /** The format of its last record, which the next ones get too. */
  readonly recordFormat: number;
  readonly bytes: number;
}

export interface ClusterState {
  /** The address of the database, without user and password. */
  readonly database: string;
  readonly nodes: readonly ListedNode[];
  readonly log: LogDatabase;
  readonly snapshots: readonly Snapshot[];
}

/** Reads the state of a cluster. @throws HeadcountError `unavailable` if its database cannot be reached */
export type ClusterReader = () => Promise<ClusterState>;

export type NamedNode = Pick<ListedNode, "node" | "address" | "release">;

/** The error of an upgrade that some nodes which are alive are too old for. @param what what they cannot do */
export function olderNodes(nodes: readonly NamedNode[], what: string): HeadcountError {
  const names = nodes.map(
    ({ node, address, release }) => `${node}${address === null ? "" : ` at ${address}`} (release ${release})`,
  );
  return conflict(
    "older-node",
    `nodes that are alive cannot ${what}: ${names.join(", ")}; upgrade or stop them first`,
  );
}
