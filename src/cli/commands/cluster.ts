import { existsSync, rmSync } from "node:fs";
import { HeadcountError } from "../../domain/errors.ts";
import { PostgresCluster } from "../../postgres/cluster.ts";
import { databaseServers } from "../../postgres/database-servers.ts";
import { openSchema } from "../../postgres/schema.ts";
import { PostgresSnapshots } from "../../postgres/snapshots.ts";
import { releaseVersion } from "../../program-folder.ts";
import { type ClusterAnswer, presentCluster } from "../../schemas/cluster.ts";
import { removeData } from "../../store/duckdb/directory-files.ts";
import { ClusterDatabase, newIdentity, newNode, readCluster } from "../cluster/database.ts";
import { countedLoss, saveAndReplace } from "../cluster/log-source.ts";
import { isDataDirectory, withStore } from "../open-engine.ts";
import {
  counted,
  durationOf,
  hidePasswords,
  info,
  megabytes,
  print,
  printJson,
  printSummary,
  randomId,
  systemClock,
  usage,
} from "../process.ts";
import { ServerClient } from "../server-client.ts";
import type { SettingsOf } from "../settings/settings.ts";
import { mirrorTable, table } from "../text-table.ts";

const ALONE = "has its data for itself: it is no node of a cluster.";

export async function init(settings: SettingsOf<"cluster init">): Promise<void> {
  const { dataDir } = settings;
  const [isNew, hasFolder] = [!(await isDataDirectory(dataDir)), existsSync(dataDir)];
  try {
    await makeLog(settings);
  } catch (error) {
    if (isNew && error instanceof HeadcountError && error.kind === "conflict") {
      removeData(dataDir);
      if (!hasFolder) rmSync(dataDir, { recursive: true });
    }
    throw error;
  }
}

/** @throws HeadcountError `conflict` if the database has a log that was not made from the directory */
async function makeLog({ dataDir, ...address }: SettingsOf<"cluster init">): Promise<void> {
  await withStore(dataDir, { mayCreate: "silently", mayFollow: true }, async (store) => {
    const { organizationId } = await store.catalog.load();
    const create = { ...newIdentity(organizationId), beginsWithSnapshot: true };
    const database = await ClusterDatabase.open(address, create);
    const { identity, servers } = database;
    const { followed } = store;
    // An initialization that was interrupted is repeated.
    const isOther =
      identity.organizationId !== organizationId || (followed !== null && followed.log !== identity.id);
    if (isOther || (await hasRecords(servers)))
      throw new HeadcountError(
        "conflict",
        `the database ${servers.shown} has a log already; choose another database, or serve a new --data-dir with it`,
      );
    const at = { position: 0n, chain: identity.startChain };
    await store.journal.append([], { log: identity.id, node: followed?.node || newNode(), at });
    const snapshots = database.snapshots();
    try {
      const order = { release: releaseVersion(), now: systemClock.now(), onProgress: () => {} };
      const { archive, discard } = await store.backups.pack(order);
      await snapshots.store(0n, archive, { isPaced: false }).finally(discard);
    } finally {
      await snapshots.close();
    }
    info(
      `${dataDir} is the first node of a cluster; serve it, and further ones with new directories, with --database.`,
    );
    printSummary({ data_dir: dataDir, database: servers.shown, log: identity.id });
  });
}

async function hasRecords(servers: ReturnType<typeof databaseServers>): Promise<boolean> {
  const nodes = new PostgresCluster(servers, "");
  try {
    return (await nodes.database()).lastPosition > 0n || (await nodes.nodes()).length > 0;
  } finally {
    await nodes.close();
  }
}

export async function leave({ dataDir }: SettingsOf<"cluster leave">): Promise<void> {
  await withStore(dataDir, { mayFollow: true }, async (store) => {
    const { followed } = store;
    if (followed === null)
      throw new HeadcountError("conflict", `${dataDir} follows no log; it is independent already`);
    await store.leaveLog();
    const { node, at } = followed;
    // A restored backup has no name.
    const advice =
      node === ""
        ? ""
        : ` Remove the node from the list of the cluster with headcount cluster forget ${node}.`;
    info(`${dataDir} is independent: it has the log up to position ${at.position}.${advice}`);
    printSummary({ data_dir: dataDir, node: node || null, position: Number(at.position) });
  });
}

export async function rejoin({ dataDir, save, ...address }: SettingsOf<"cluster rejoin">): Promise<void> {
  const opened = await ClusterDatabase.open(address, null);
  let node = "";
  await withStore(dataDir, { mayFollow: true }, async ({ followed }) => {
    opened.requireFollower(dataDir, followed);
    if (followed !== null && (await opened.isFollowable(followed)))
      throw new HeadcountError(
        "conflict",
        `${dataDir} has no record that the log does not have: serve it as it is`,
      );
    node = followed?.node ?? "";
  });
  const lost = await saveAndReplace({ directory: dataDir, node }, opened, save);
  info(
    `${dataDir} has the data of the log. ${save} has ${countedLoss(lost)} that are not in the log, and a backup of all ` +
      "that the directory had.",
  );
  printSummary({ data_dir: dataDir, save, ...lost });
}

export async function forget(node: string, { database }: SettingsOf<"cluster forget">): Promise<void> {
  const servers = databaseServers(database);
  hidePasswords(database);
  await openSchema(servers, {});
  const cluster = new PostgresCluster(servers, String(randomId()));
  try {
    if (!(await cluster.forget(node)))
      throw new HeadcountError("not-found", `the cluster has no node ${node}`);
    info(`The node ${node} is removed from the list. If it still runs, it lists itself again.`);
  } finally {
    await cluster.close();
  }
}

export async function upgrade({ url, token }: SettingsOf<"cluster upgrade">): Promise<void> {
  const server = new ServerClient(url, token);
  const { log, nodes } = await server.answer((v2) => v2.POST("/v2/admin/cluster/upgrade"));
  if (log === null) throw new HeadcountError("conflict", `${url} ${ALONE}`);
  const { record_format: format } = log;
  info(`The nodes write records in format ${format}.`);
  for (const { node, version, record_format, seen_seconds_ago } of nodes)
    if (record_format < format)
      info(
        `The node ${node} with release ${version}, seen ${durationOf(seen_seconds_ago)} ago, cannot read it: upgrade it ` +
          "before it is started again.",
      );
  printSummary({ record_format: format });
}

export async function status({ database, format, url, token }: SettingsOf<"cluster status">): Promise<void> {
  const state = await stateOf(database, url, token);
  if (format === "json") return printJson(state);
  const { nodes, log, snapshots, postgresql } = state;
  if (log === null || postgresql === null) return print(`The server ${ALONE}`);
  const rows = nodes.map(({ node, address, version, position, lag_records, seen_seconds_ago, duties }) => [
    node,
    address ?? "",
    version,
    position,
    lag_records,
    `${durationOf(seen_seconds_ago)} ago`,
    duties.join(", "),
  ]);
  print(table(["node", "address", "version", "position", "lag", "seen", "duties"], rows));
  const mirrors = nodes.flatMap((each) => each.mirrors);
  if (mirrors.length > 0) print(mirrorTable(mirrors));
  const [newest] = snapshots;
  const copies =
    newest === undefined
      ? "no snapshot yet"
      : `${counted(snapshots.length, "snapshot")}, the newest of position ${newest.position} with ${megabytes(newest.bytes)}`;
  print(`Log: positions ${log.oldest_position} to ${log.last_position}, ${megabytes(log.bytes)}; ${copies}.`);
  const { record_format: used, common_record_format: common } = log;
  const advice = common > used ? "; headcount cluster upgrade lets them write in it" : "";
  print(`Records: written in format ${used}; all nodes that are alive can read format ${common}${advice}.`);
  print(
    `PostgreSQL ${postgresql.version}: ${counted(postgresql.standbys, "standby")}, ` +
      `synchronous_commit ${postgresql.synchronous_commit}, fsync ${postgresql.fsync ? "on" : "off"}, ` +
      `${counted(postgresql.replication_slots, "replication slot")}.`,
  );
}

async function stateOf(database?: string, url?: string, token?: string): Promise<ClusterAnswer> {
  if (database === undefined && url !== undefined) {
    if (token === undefined) throw usage("--url needs --token");
    return new ServerClient(url, token).answer((v2) => v2.GET("/v2/admin/cluster/"));
  }
  if (database === undefined)
    throw usage("give either --database <address>, or --url <address> --token <token>");
  const servers = databaseServers(database);
  hidePasswords(database);
  await openSchema(servers, { isReader: true });
  const [nodes, snapshots] = [new PostgresCluster(servers, ""), new PostgresSnapshots(servers)];
  try {
    return presentCluster(await readCluster(servers, nodes, snapshots)(), systemClock.now());
  } finally {
    await Promise.all([nodes.close(), snapshots.close()]);
  }
}
