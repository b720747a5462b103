import { Link, useParams } from "react-router";
import { deviceZone, formatAgo, formatInstant, NOTHING } from "../../format.ts";
import { type Sensor, useSensors } from "../../queries/set-up.ts";
import { FoundItem } from "./found-item.tsx";
import { Facts, ItemHeader, Section } from "./parts.tsx";
import { SensorEvents } from "./sensor-events.tsx";
import { SensorStatus } from "./sensors-tab.tsx";

const BACK = { to: "/set-up/sensors", name: "All sensors" };

/** The details and the events of one sensor. */
export function SensorPage() {
  const { serialNumber } = useParams();
  const sensors = useSensors();
  return (
    <FoundItem
      list={sensors}
      kind="Sensor"
      back={BACK}
      matches={({ serial_number }) => serial_number === serialNumber}
    >
      {(sensor) => (
        <div className="set-up-detail" key={sensor.uuid}>
          <ItemHeader
            back={BACK}
            name={sensor.serial_number}
            about={<SensorStatus status={sensor.status} />}
          />
          <Section title="Details">
            <SensorFacts sensor={sensor} readAt={sensors.dataUpdatedAt} />
          </Section>
          <SensorEvents serialNumber={sensor.serial_number} />
        </div>
      )}
    </FoundItem>
  );
}

function SensorFacts({ sensor, readAt }: { readonly sensor: Sensor; readonly readAt: number }) {
  const { doorway_id: doorwayId, network_addresses: addresses } = sensor;
  const doorway =
    doorwayId === null ? (
      <span className="set-up-missing">None. The events of this sensor do not change any count.</span>
    ) : (
      <Link to={`/set-up/doorways/${doorwayId}`}>{sensor.doorway_name}</Link>
    );
  return (
    <Facts
      facts={[
        ["Doorway", doorway],
        ["Last event", momentText(sensor.last_event, readAt), "long"],
        ["Last heartbeat", momentText(sensor.last_heartbeat, readAt), "long"],
        ["Type", sensor.sensor_type],
        ["Firmware", sensor.firmware_version ?? NOTHING],
        ["Disposition", sensor.current_disposition],
        ["Network", addresses.length > 0 && <Addresses addresses={addresses} />, "long"],
        ["Created", formatInstant(sensor.created_at, deviceZone()), "long"],
        ["UUID", <code key="uuid">{sensor.uuid}</code>, "long"],
      ]}
    />
  );
}

/** An instant as relative and absolute time. */
function momentText(instant: string | null, now: number): string {
  return instant === null ? "Never" : `${formatAgo(instant, now)} (${formatInstant(instant, deviceZone())})`;
}

function Addresses({ addresses }: { readonly addresses: Sensor["network_addresses"] }) {
  return (
    <ul className="set-up-lines">
      {addresses.map(({ if: name, family, mac, address }) => (
        <li key={`${name} ${family} ${mac} ${address}`}>
          {[name, family, address, mac].filter(Boolean).join(" · ")}
        </li>
      ))}
    </ul>
  );
}
