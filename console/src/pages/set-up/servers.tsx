import { Empty, QueryState } from "../../components/states.tsx";
import {
  deviceZone,
  formatAverage,
  formatCount,
  formatDateTime,
  formatDuration,
  NOTHING,
} from "../../format.ts";
import { type Cluster, useCluster, useMirrors } from "../../queries/resources.ts";
import { ItemTable } from "./lists.tsx";
import { Mirrors } from "./mirrors.tsx";
import { Mqtt } from "./mqtt.tsx";
import { Section } from "./parts.tsx";

/** After this time without a sign of it, in s, a server is taken for gone. */
const GONE_S = 10;

/** The servers that share a log, and the state of the log. */
export function ServersTab() {
  const cluster = useCluster();
  if (cluster.data === undefined) return <QueryState query={cluster} />;
  const { database, nodes, log, snapshots, postgresql } = cluster.data;
  if (log === null || postgresql === null) return <ServerAlone />;
  const mirrors = nodes.flatMap((node) => node.mirrors);
  const holder = nodes.find(({ duties }) => duties.includes("mqtt"));
  const [newest] = snapshots;
  const servers = (
    <Section title="Servers" isTop>
      <p className="small soft">
        They share the log at <code>{database}</code>.
      </p>
      <ItemTable
        label="Servers"
        items={nodes.map((node) => ({ ...node, id: node.node }))}
        columns={[
          ["Server", ({ node, address }) => <ServerName node={node} address={address} />, "name"],
          ["Version", ({ version }) => version],
          ["Records behind", ({ lag_records }) => formatCount(lag_records), "number"],
          ["Last seen", ({ seen_seconds_ago }) => lastSeen(seen_seconds_ago)],
          ["Duties", ({ duties }) => (duties.length === 0 ? NOTHING : duties.join(", "))],
        ]}
      />
      <p className="small soft">
        The log has the records {formatCount(log.oldest_position)} to {formatCount(log.last_position)} and
        takes {megabytes(log.bytes)}.{" "}
        {newest === undefined
          ? "There is no snapshot for new servers yet."
          : `New servers begin with the snapshot of ${formatDateTime(newest.taken_at, deviceZone())} (${megabytes(newest.bytes)}).`}
      </p>
      {log.common_record_format > log.record_format && (
        <p className="small">
          All servers can read records in format {log.common_record_format}, and write format{" "}
          {log.record_format}: <code>headcount cluster upgrade</code> lets them write the newer one.
        </p>
      )}
      <DatabaseNote {...postgresql} />
    </Section>
  );
  return (
    <>
      {servers}
      <Mirrors mirrors={mirrors} />
      <Mqtt holder={holder === undefined ? null : (holder.address ?? holder.node)} />
    </>
  );
}

/** A server that has all data for itself, and its mirrors. */
function ServerAlone() {
  const mirrors = useMirrors();
  return (
    <>
      <Section title="Servers" isTop>
        <Empty title="This server works alone">
          <p>
            It has all data for itself. Several servers can share a log in PostgreSQL: see{" "}
            <code>headcount cluster --help</code>.
          </p>
        </Empty>
      </Section>
      {mirrors.data === undefined ? <QueryState query={mirrors} /> : <Mirrors mirrors={mirrors.data} />}
      <Mqtt holder={null} />
    </>
  );
}

function ServerName({ node, address }: { readonly node: string; readonly address: string | null }) {
  return (
    <>
      {address ?? node}
      {address !== null && <span className="smaller soft block break">{node}</span>}
    </>
  );
}

/** The state of PostgreSQL, and what puts data at risk. */
function DatabaseNote(postgresql: NonNullable<Cluster["postgresql"]>) {
  const { version, fsync, synchronous_commit, standbys, replication_slots, oldest_snapshot_seconds } =
    postgresql;
  const [release] = version.split(" ");
  const open =
    oldest_snapshot_seconds === null
      ? ""
      : ` The oldest open snapshot is ${formatDuration(oldest_snapshot_seconds * 1_000)} old.`;
  return (
    <>
      <p className="small soft">
        PostgreSQL {release}: {countOf(standbys, "standby", "standbys")},{" "}
        {countOf(replication_slots, "replication slot", "replication slots")}.{open}
      </p>
      {(!fsync || synchronous_commit === "off") && (
        <p className="small" role="alert">
          PostgreSQL may lose acknowledged changes: set {fsync ? "synchronous_commit" : "fsync"} to on.
        </p>
      )}
    </>
  );
}

function lastSeen(seconds: number): string {
  if (seconds <= GONE_S) return "Now";
  return `${formatDuration(seconds * 1_000)} ago`;
}

function megabytes(bytes: number): string {
  return `${formatAverage(bytes / 1e6)} MB`;
}

function countOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
