import type { ReactNode } from "react";
import { Empty, QueryState } from "../../components/states.tsx";
import { deviceZone, formatCount, formatDateTime, NOTHING } from "../../format.ts";
import { type MqttBroker, useMqtt } from "../../queries/resources.ts";
import { ItemTable } from "./lists.tsx";
import { Section, Status } from "./parts.tsx";

/**
 * How this server takes messages of MQTT.
 *
 * @param holder the server of a cluster that takes them; null if none does, or without a cluster
 */
export function Mqtt({ holder }: { readonly holder: string | null }) {
  const brokers = useMqtt();
  if (brokers.data === undefined) return <QueryState query={brokers} />;
  const [broker] = brokers.data;
  return (
    <Section title="MQTT" isTop>
      {broker === undefined ? <NoBroker holder={holder} /> : <Broker broker={broker} />}
    </Section>
  );
}

function NoBroker({ holder }: { readonly holder: string | null }) {
  if (holder !== null)
    return (
      <p className="small soft">The server {holder} takes the messages of MQTT; its own page shows them.</p>
    );
  return (
    <Empty title="No broker">
      <p>
        A server that is started with <code>--mqtt</code> takes the messages that counters publish at a
        broker.
      </p>
    </Empty>
  );
}

function Broker({ broker }: { readonly broker: MqttBroker }) {
  const { broker: address, connected, filters, last_message_at, error } = broker;
  const zone = deviceZone();
  return (
    <>
      <p className="small soft">
        {connected ? "Connected to " : "Not connected to "}
        {address}. Since its start, the server has taken {formatCount(broker.messages)} messages;{" "}
        {formatCount(broker.refused_messages)} were refused, at least in part, and{" "}
        {formatCount(broker.waiting_messages)} wait. The last one came{" "}
        {last_message_at === null ? NOTHING : formatDateTime(last_message_at, zone)} ({zone}).
      </p>
      {error !== null && (
        <p className="small break" role="alert">
          MQTT: {error}.
        </p>
      )}
      <ItemTable
        label="Topic filters"
        items={filters.map((filter, index) => ({ ...filter, id: `${index} ${filter.filter}` }))}
        columns={[
          ["Topic filter", ({ filter }) => filter, "name"],
          ["Adapter", ({ adapter }) => adapter],
          ["State", (filter) => stateOf(filter)],
        ]}
      />
      {broker.set_aside.length > 0 && <SetAside broker={broker} />}
    </>
  );
}

/** The messages that could not be stored by themselves. */
function SetAside({ broker: { set_aside, set_aside_files } }: { readonly broker: MqttBroker }) {
  const zone = deviceZone();
  return (
    <>
      <p className="small soft">
        {formatCount(set_aside_files)} messages could not be stored by themselves, and are set aside in the
        folder <code>mqtt-set-aside</code> of the data directory. These are the newest.
      </p>
      <ItemTable
        label="Messages that are set aside"
        items={set_aside.map((message) => ({ ...message, id: message.file }))}
        columns={[
          ["Topic", ({ topic, adapter }) => `${topic} (${adapter})`, "name"],
          [`Time (${zone})`, ({ received_at }) => formatDateTime(received_at, zone)],
          ["Reason", ({ reason }) => <span className="break">{reason}</span>],
          ["Payload", ({ payload }) => <code className="break">{payload}</code>],
        ]}
      />
    </>
  );
}

/** Whether the messages of a filter come, and why not. */
function stateOf({ subscribed, error }: MqttBroker["filters"][number]): ReactNode {
  if (error !== null)
    return (
      <>
        <Status colour="bad">Failing</Status>
        <span className="small block break">{error}</span>
      </>
    );
  if (!subscribed) return <Status colour="off">Not subscribed</Status>;
  return <Status colour="good">Subscribed</Status>;
}
