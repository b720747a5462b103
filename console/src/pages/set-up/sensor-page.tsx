import { Link, useParams } from "react-router";
import { deviceZone, formatAgo, formatInstant, NOTHING } from "../../format.ts";
import { type Sensor, useSensors } from "../../queries/set-up.ts";
import { FoundThing } from "./found-thing.tsx";
import { Fact, Facts, Section, ThingHeader } from "./parts.tsx";
import { SensorEvents } from "./sensor-events.tsx";
import { SensorStatus } from "./sensors-tab.tsx";

const BACK = { to: "/set-up/sensors", name: "All sensors" };

/** What is known of one sensor, and what it has reported. */
export function SensorPage() {
  const { serialNumber } = useParams();
  const sensors = useSensors();
  return (
    <FoundThing
      list={sensors}
      kind="sensor"
      back={BACK}
      isIt={({ serial_number }) => serial_number === serialNumber}
    >
      {(sensor) => (
        <div className="set-up-detail" key={sensor.uuid}>
          <ThingHeader
            back={BACK}
            name={sensor.serial_number}
            about={<SensorStatus status={sensor.status} />}
          />
          <Section title="What is known of it">
            <SensorFacts sensor={sensor} readAt={sensors.dataUpdatedAt} />
          </Section>
          <SensorEvents serialNumber={sensor.serial_number} />
        </div>
      )}
    </FoundThing>
  );
}

function SensorFacts({ sensor, readAt }: { readonly sensor: Sensor; readonly readAt: number }) {
  const { last_event: event, last_heartbeat: heartbeat, doorway_id: doorwayId } = sensor;
  const zone = deviceZone();
  return (
    <Facts>
      <Fact name="Doorway">
        {doorwayId === null ? (
          <span className="set-up-missing">None: what it reports is kept, and counts nowhere</span>
        ) : (
          <Link to={`/set-up/doorways/${doorwayId}`}>{sensor.doorway_name}</Link>
        )}
      </Fact>
      <Fact name="Last event" isLong>
        {momentText(event, readAt)}
      </Fact>
      <Fact name="Last heartbeat" isLong>
        {momentText(heartbeat, readAt)}
      </Fact>
      <Fact name="Type">{sensor.sensor_type}</Fact>
      <Fact name="Firmware">{sensor.firmware_version ?? NOTHING}</Fact>
      <Fact name="Disposition">{sensor.current_disposition}</Fact>
      <Fact name="Network" isLong>
        {sensor.network_addresses.length > 0 && <Addresses addresses={sensor.network_addresses} />}
      </Fact>
      <Fact name="First known" isLong>
        {formatInstant(sensor.created_at, zone)}
      </Fact>
      <Fact name="UUID" isLong>
        <code>{sensor.uuid}</code>
      </Fact>
    </Facts>
  );
}

/** When something happened, by both clocks. */
function momentText(instant: string | null, now: number): string {
  return instant === null
    ? "None yet"
    : `${formatAgo(instant, now)} (${formatInstant(instant, deviceZone())})`;
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
