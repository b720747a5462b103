import { useState } from "react";
import { Link, useParams } from "react-router";
import { Empty, ErrorNote, Loading } from "../../components/states.tsx";
import { deviceZone, formatAgo, formatCount, formatInstant, NOTHING } from "../../format.ts";
import { useSensorEvents } from "../../queries/paged.ts";
import { type Sensor, useDoorways, useSensors } from "../../queries/set-up.ts";
import { Fact, Facts, Paged, Section, Table, ThingHeader } from "./parts.tsx";
import { SensorStatus } from "./sensors-tab.tsx";

const BACK = { to: "/set-up/sensors", name: "All sensors" };

/** What is known of one sensor, and what it has reported. */
export function SensorPage() {
  const { serialNumber } = useParams();
  const sensors = useSensors();
  if (sensors.isPending) return <Loading />;
  if (sensors.isError) return <ErrorNote error={sensors.error} onRetry={() => void sensors.refetch()} />;
  const sensor = sensors.data.find((each) => each.serial_number === serialNumber);
  if (sensor === undefined) {
    return (
      <Empty title="There is no such sensor">
        <Link to={BACK.to}>{BACK.name}</Link>
      </Empty>
    );
  }
  return (
    <div className="set-up-detail" key={sensor.uuid}>
      <ThingHeader back={BACK} name={sensor.serial_number} about={<SensorStatus status={sensor.status} />} />
      <Section title="What is known of it">
        <SensorFacts sensor={sensor} readAt={sensors.dataUpdatedAt} />
      </Section>
      <SensorEvents sensor={sensor} />
    </div>
  );
}

function SensorFacts({ sensor, readAt }: { readonly sensor: Sensor; readonly readAt: number }) {
  const { last_heartbeat: heartbeat, doorway_id: doorwayId } = sensor;
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
      <Fact name="Last heartbeat">
        {heartbeat === null
          ? "None yet"
          : `${formatAgo(heartbeat, readAt)} (${formatInstant(heartbeat, zone)})`}
      </Fact>
      <Fact name="Type">{sensor.sensor_type}</Fact>
      <Fact name="Firmware">{sensor.firmware_version ?? NOTHING}</Fact>
      <Fact name="Disposition">{sensor.current_disposition}</Fact>
      <Fact name="Network">
        {sensor.network_addresses.length > 0 && <Addresses addresses={sensor.network_addresses} />}
      </Fact>
      <Fact name="First known">{formatInstant(sensor.created_at, zone)}</Fact>
      <Fact name="UUID">
        <code>{sensor.uuid}</code>
      </Fact>
    </Facts>
  );
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

const HOUR_MS = 3_600_000;

const PERIODS = [
  { hours: 24, name: "Last 24 hours" },
  { hours: 7 * 24, name: "Last 7 days" },
  { hours: 30 * 24, name: "Last 30 days" },
] as const;

function SensorEvents({ sensor }: { readonly sensor: Sensor }) {
  const [hours, setHours] = useState<number>(24);
  const [now, setNow] = useState(() => Date.now());
  const events = useSensorEvents(sensor.serial_number, now - hours * HOUR_MS);
  const doorways = useDoorways();
  const nameOf = new Map(doorways.data?.map(({ id, name }) => [id, name]));
  const zone = deviceZone();
  return (
    <Section
      title="Events"
      actions={
        <>
          <select
            aria-label="Since when"
            value={hours}
            onChange={({ target }) => setHours(Number(target.value))}
          >
            {PERIODS.map((period) => (
              <option key={period.hours} value={period.hours}>
                {period.name}
              </option>
            ))}
          </select>
          <button type="button" className="button" onClick={() => setNow(Date.now())}>
            Refresh
          </button>
        </>
      }
    >
      <Paged list={events} empty="It has reported nothing in this time.">
        {(items) => (
          <>
            <p className="field-hint">{formatCount(events.total)} in this time, newest first.</p>
            <Table label="Events" columns={[`Time in ${zone}`, "Trajectory", "Doorway then"]}>
              {items.map((event) => (
                <tr key={event.id}>
                  <td className="set-up-number">{formatInstant(event.timestamp, zone)}</td>
                  <td>
                    {event.trajectory === 1 ? "+1, towards its own side" : "−1, away from its own side"}
                  </td>
                  <td>
                    {event.doorway_id === null ? NOTHING : (nameOf.get(event.doorway_id) ?? event.doorway_id)}
                  </td>
                </tr>
              ))}
            </Table>
          </>
        )}
      </Paged>
    </Section>
  );
}
