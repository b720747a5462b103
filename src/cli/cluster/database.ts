import { Readable } from "node:stream";
import type { OnProgress } from "../../backup/files.ts";
import { SnapshotFolder } from "../../backup/snapshot-folder.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { MINUTE_MS, SECOND_MS } from "../../domain/instant.ts";
import { newStart } from "../../engine/journal/chain.ts";
import { RECORD_FORMAT } from "../../engine/journal/record-format.ts";
import type { ClusterReader } from "../../engine/ports/cluster.ts";
import type { LogPlace, Store } from "../../engine/ports.ts";
import { PostgresCluster } from "../../postgres/cluster.ts";
import { AnswerLost, NoPrimary } from "../../postgres/connection.ts";
import { type DatabaseServers, databaseServers } from "../../postgres/database-servers.ts";
import { PostgresLog } from "../../postgres/postgres-log.ts";
import { type LogIdentity, openSchema } from "../../postgres/schema.ts";
import { PostgresSnapshots } from "../../postgres/snapshots.ts";
import { PostgresSocketCodes } from "../../postgres/socket-codes.ts";
import { elapsedClock, hidePasswords, info, megabytes, pause, randomId, systemClock } from "../process.ts";
import { showProgress } from "../progress.ts";

/** How long a server that starts waits for PostgreSQL, and the pause between two tries, in ms. */
const FAILOVER_MS = MINUTE_MS;
const RETRY_MS = SECOND_MS / 2;

/** A node's ways to the cluster: its log, the list of nodes, and the copies for new nodes. */
export type ClusterParts = ReturnType<ClusterDatabase["join"]>;

/** The identity of a new log. @param organizationId the organization's id, which all directories of the cluster get */
export function newIdentity(organizationId: bigint): LogIdentity {
  return {
    id: randomId().toString(16),
    organizationId,
    startChain: newStart().chain,
    beginsWithSnapshot: false,
    recordFormat: RECORD_FORMAT,
  };
}

interface ClusterAddress {
  readonly database: string;
  /** The folder of snapshots; by default they are in the database. */
  readonly snapshots?: string | null | undefined;
}

/** The database of a cluster, before a data directory is opened that is to follow its log. */
export class ClusterDatabase {
  readonly servers: DatabaseServers;
  readonly identity: LogIdentity;
  readonly #snapshotFolder: string | null;

  private constructor(servers: DatabaseServers, identity: LogIdentity, snapshotFolder: string | null) {
    this.servers = servers;
    this.identity = identity;
    this.#snapshotFolder = snapshotFolder;
  }

  /**
   * Opens the log of a database.
   *
   * @param create the identity of the log if there is none; null if it must exist
   * @throws HeadcountError as `openSchema` does; `invalid` if the address is none; `store-newer` if the log has records in
   * a format of a later release
   */
  static async open(
    { database, snapshots = null }: ClusterAddress,
    create: LogIdentity | null,
  ): Promise<ClusterDatabase> {
    const servers = databaseServers(database);
    hidePasswords(database);
    const identity = await openSchema(servers, { create });
    const { recordFormat } = identity;
    // Before anything of the directory is opened or replaced.
    if (recordFormat > RECORD_FORMAT)
      throw new HeadcountError(
        "store-newer",
        `the log at ${servers.shown} has records in format ${recordFormat} of a newer release of Headcount, and this ` +
          `release reads formats up to ${RECORD_FORMAT}; upgrade Headcount, and start it with the same data directory`,
      );
    return new ClusterDatabase(servers, identity, snapshots);
  }

  /**
   * As `open`, for a server: while PostgreSQL fails over, it waits up to a minute.
   *
   * @param isNew whether its directory is new, so that there may be no log yet
   */
  static async serve(address: ClusterAddress, isNew: boolean): Promise<ClusterDatabase> {
    const until = elapsedClock.now() + FAILOVER_MS;
    for (let isSaid = false; ; isSaid = true) {
      try {
        return await ClusterDatabase.open(address, isNew ? newIdentity(randomId()) : null);
      } catch (error) {
        const isPassing = error instanceof NoPrimary || error instanceof AnswerLost;
        if (!isPassing || elapsedClock.now() >= until) throw error;
        if (!isSaid) info(`headcount: ${error.message}; the server tries it again for a minute`);
      }
      await pause(RETRY_MS);
    }
  }

  snapshots(): PostgresSnapshots {
    const folder = this.#snapshotFolder;
    const inFolder = folder === null ? null : new SnapshotFolder(folder, this.identity.id);
    return new PostgresSnapshots(this.servers, inFolder);
  }

  /** @throws HeadcountError `log-diverged` if the directory has records that the log does not have */
  async isBehind({ log: id, at }: LogPlace): Promise<boolean> {
    const log = new PostgresLog(this.servers, this.identity, "");
    try {
      if (id !== this.identity.id) return false;
      if (at.position < (await log.oldest())) return true;
      await log.read(at);
      return false;
    } finally {
      await log.close();
    }
  }

  async isFollowable(followed: LogPlace): Promise<boolean> {
    try {
      return !(await this.isBehind(followed));
    } catch (error) {
      if (error instanceof HeadcountError && error.kind === "log-diverged") return false;
      throw error;
    }
  }

  /** Fills an empty directory with the newest copy of another one, if there is one. */
  async fill(directory: string, onProgress: OnProgress): Promise<void> {
    const snapshots = this.snapshots();
    const progress = showProgress("snapshot");
    const { removeUnfinished, restoreArchive } = await import("../../backup/restore.ts");
    try {
      const newest = await snapshots.newest();
      if (newest === null) {
        if (!this.identity.beginsWithSnapshot) return await removeUnfinished(directory);
        throw new HeadcountError(
          "unavailable",
          `the log at ${this.servers.shown} has no snapshot yet: headcount cluster init has not ended; run it again`,
        );
      }
      const { requireKnownVersion } = await import("../../store/duckdb/schema.ts");
      await restoreArchive(() => Readable.from(newest.archive), directory, {
        requireVersion: (version, release) =>
          requireKnownVersion("the snapshot of the cluster", version, release),
        onProgress: (done, total) => {
          progress.update("loading", { fraction: done / total, bytes: total });
          onProgress(done, total);
        },
      });
      const { position, bytes } = newest.snapshot;
      info(`${directory}: loaded a snapshot with ${megabytes(bytes)}, from position ${position} of the log.`);
    } finally {
      progress.stop();
      await snapshots.close();
    }
  }

  /** @throws HeadcountError `conflict` if a directory has data of its own, or follows another log */
  requireFollower(directory: string, followed: LogPlace | null, isNew = false): void {
    const { shown } = this.servers;
    if (followed === null && !isNew)
      throw new HeadcountError(
        "conflict",
        `${directory} has data of its own, which the log at ${shown} does not have; make a new log of it with ` +
          "headcount cluster init, or choose a new --data-dir",
      );
    if (followed !== null && followed.log !== this.identity.id)
      throw new HeadcountError(
        "conflict",
        `${directory} follows another log than that at ${shown}; choose the --database of its cluster, or a new --data-dir`,
      );
  }

  /**
   * The parts for an open directory.
   *
   * @param isNew whether the directory has just been created or filled
   * @param name the name that it gets if it has none; by default a new one
   * @throws HeadcountError as `requireFollower` does
   */
  join(directory: string, { followed }: Pick<Store, "followed">, isNew: boolean, name = newNode()) {
    this.requireFollower(directory, followed, isNew);
    // A copy of a node has no name.
    const node = followed?.node || name;
    const nodes = new PostgresCluster(this.servers, node);
    const snapshots = this.snapshots();
    return {
      log: new PostgresLog(this.servers, this.identity, node),
      nodes,
      duties: { leases: nodes, clocks: [elapsedClock, systemClock] },
      snapshots,
      read: readCluster(this.servers, nodes, snapshots),
      codes: new PostgresSocketCodes(this.servers),
    };
  }
}

export async function closeParts({ codes, log, nodes, snapshots }: ClusterParts): Promise<void> {
  await Promise.all([log.close(), nodes.close(), snapshots.close(), codes.close()]);
}

export function readCluster(
  { shown }: DatabaseServers,
  nodes: PostgresCluster,
  snapshots: PostgresSnapshots,
): ClusterReader {
  return async () => {
    const [listed, log, copies] = await Promise.all([nodes.nodes(), nodes.database(), snapshots.list()]);
    return { database: shown, nodes: listed, log, snapshots: copies };
  };
}

export function newNode(): string {
  return randomId().toString(16).slice(0, 8);
}
