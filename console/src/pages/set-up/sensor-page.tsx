import { useState } from "react";
import { useParams } from "react-router";
import { Button } from "../../components/button.tsx";
import { Options } from "../../components/form/fields.tsx";
import { Offer } from "../../components/states.tsx";
import {
  deviceZone,
  formatAgo,
  formatAverage,
  formatCount,
  formatDateTime,
  formatInstant,
  formatTimeOfDay,
  NOTHING,
} from "../../format.ts";
import { useDoorways } from "../../queries/resources.ts";
import { type Sensor, useSensor, useSensorEvents, useSensors } from "../../queries/sensors.ts";
import { countingDialog } from "./counting-dialogs.tsx";
import { PagedTable } from "./lists.tsx";
import { Facts, ItemHeader, ItemPage, ScopedButton, Section, SensorLink, VoidButton } from "./parts.tsx";
import { placeDialog } from "./place-dialog.tsx";
import {
  devicesOf,
  isWaiting,
  kindText,
  lineWith,
  needsAttention,
  problemsOf,
  registersOf,
  sentence,
} from "./sensor-lines.ts";
import { Battery, Place, SensorStates } from "./sensor-parts.tsx";
import { SensorReadings } from "./sensor-readings.tsx";
import { SuspendedNote } from "./suspended-note.tsx";
import { deleteSensorDialog, ignoringDialog } from "./unwanted-dialogs.tsx";

/** The details, readings and events of one sensor. */
export function SensorPage() {
  const { id = "" } = useParams();
  const sensor = useSensor(id);
  const { data: all = [] } = useSensors();
  return (
    <ItemPage kind="sensor" list={sensor} idOf={({ serial_number: serial }) => serial}>
      {(found) => (
        <SensorDetail
          sensor={found}
          registers={registersOf(id, all)}
          devices={devicesOf(all)}
          readAt={sensor.dataUpdatedAt}
        />
      )}
    </ItemPage>
  );
}

interface DetailProps {
  readonly sensor: Sensor;
  /** The registers of a line that consists of registers. */
  readonly registers: readonly Sensor[];
  readonly devices: ReadonlySet<string>;
  /** When the sensor was fetched, in ms. */
  readonly readAt: number;
}

function SensorDetail(props: DetailProps) {
  const { sensor, registers, devices } = props;
  const { serial_number: serial, kind, last_event: event } = sensor;
  // Settings mean nothing for sensors of events, and those of a line's registers are theirs.
  const hasReadings = kind !== null || (event === null && registers.length === 0);
  return (
    <>
      <ItemHeader kind="sensor" name={serial} about={<SensorStates sensor={lineWith(sensor, registers)} />} />
      {sensor.state === "suspended" && <SuspendedNote sensor={sensor} />}
      <Section
        title="Details"
        actions={
          <>
            {isWaiting(sensor, devices) && (
              <ScopedButton scope="write" look="primary" dialog={placeDialog(serial)}>
                Place
              </ScopedButton>
            )}
            <ScopedButton scope="write" dialog={ignoringDialog(sensor)}>
              {sensor.ignored ? "Take messages" : "Ignore"}
            </ScopedButton>
            {isUnused(sensor) && (
              <ScopedButton scope="write" dialog={deleteSensorDialog(sensor)}>
                Delete
              </ScopedButton>
            )}
          </>
        }
      >
        <SensorFacts {...props} />
        {isWaiting(sensor, devices) && <Offer what="Placing a sensor" scope="write" />}
      </Section>
      {hasReadings && (
        <>
          <Counting sensor={sensor} />
          <SensorReadings serialNumber={serial} />
        </>
      )}
      <SensorEvents serialNumber={serial} />
    </>
  );
}

/** Whether a sensor can be deleted, as far as the page knows it: it may have been at a doorway. */
function isUnused({ kind, last_event: event, doorway_id: doorway, last_reading: reading }: Sensor): boolean {
  return kind === null && event === null && doorway === null && reading === null;
}

const NO_DOORWAY = "It waits for a doorway, and is not counted.";

function SensorFacts({ sensor, registers, devices, readAt }: DetailProps) {
  const { duplicate_events: events, last_reading } = sensor;
  const dropped = events > 0 && `${formatCount(events)} events dropped since the server started`;
  // A line for each; the list keeps line breaks.
  const addresses = sensor.network_addresses.map(({ if: name, family, mac, address }) =>
    [name, family, address, mac].filter(Boolean).join(" · "),
  );
  return (
    <Facts
      facts={[
        ["Doorway", <Place key="doorway" sensor={sensor} devices={devices} none={NO_DOORWAY} />, "long"],
        ["Problems", problemsOf(sensor).map(sentence).join("\n"), "long"],
        ["Sends", kindText(sensor, registers)],
        ["Registers", registers.length > 0 && <Registers sensors={registers} />, "long"],
        ["Last reading", last_reading !== null && momentText(last_reading, readAt), "long"],
        ["Last event", momentText(sensor.last_event, readAt), "long"],
        ["Last heartbeat", momentText(sensor.last_heartbeat, readAt), "long"],
        ["Battery", sensor.battery !== null && <Battery sensor={sensor} />],
        ["Duplicates", dropped, "long"],
        ["Type", sensor.sensor_type],
        ["Firmware", sensor.firmware_version ?? NOTHING],
        ["Disposition", sensor.current_disposition],
        ["Network", addresses.join("\n"), "long"],
        ["Created", formatInstant(sensor.created_at, deviceZone()), "long"],
        ["UUID", <code key="uuid">{sensor.uuid}</code>, "long"],
      ]}
    />
  );
}

function Registers({ sensors }: { readonly sensors: readonly Sensor[] }) {
  return (
    <ul className="set-up-lines">
      {sensors.map((sensor) => {
        const { serial_number: serial, counting } = sensor;
        return (
          <li key={serial}>
            <SensorLink serial={serial} />
            {counting.direction !== null && <span className="soft"> · counts {counting.direction}</span>}
            {needsAttention(lineWith(sensor, [])) && " · needs attention"}
          </li>
        );
      })}
    </ul>
  );
}

/** An instant as relative and absolute time. */
function momentText(instant: string | null, now: number): string {
  return instant === null ? "Never" : `${formatAgo(instant, now)} (${formatInstant(instant, deviceZone())})`;
}

/** What the readings of a sensor mean, and the button that changes it. */
function Counting({ sensor }: { readonly sensor: Sensor }) {
  const { reverse, direction, line, cap, width, time_zone, resets_at } = sensor.counting;
  return (
    <Section
      title="Counting"
      actions={
        <ScopedButton scope="write" dialog={countingDialog(sensor)}>
          Change
        </ScopedButton>
      }
    >
      <Facts
        facts={[
          ["Reverse", reverse ? "Yes" : "No"],
          ["Direction", direction === null ? "As the device says" : sentence(direction)],
          ["Line", line],
          ["People per second at most", formatAverage(cap)],
          ["Width of the counter", width !== null && `${width} bits`],
          ["Time zone", time_zone],
          ["Daily reset of the device", resets_at !== null && formatTimeOfDay(resets_at)],
        ]}
      />
    </Section>
  );
}

const HOUR_MS = 3_600_000;

/** The periods, by their length in hours. */
const PERIODS = [
  { value: "24", name: "Last 24 hours" },
  { value: "168", name: "Last 7 days" },
  { value: "720", name: "Last 30 days" },
] as const;

/** The events of a sensor. With the scope admin, an event can be voided. */
function SensorEvents({ serialNumber }: { readonly serialNumber: string }) {
  const [hours, setHours] = useState("24");
  const [now, setNow] = useState(() => Date.now());
  const events = useSensorEvents(serialNumber, now - Number(hours) * HOUR_MS);
  const { data: doorways = [] } = useDoorways();
  const nameOf = new Map(doorways.map(({ id, name }) => [id, name]));
  const zone = deviceZone();
  return (
    <Section
      title="Events"
      actions={
        <>
          <select aria-label="Period" value={hours} onChange={({ target }) => setHours(target.value)}>
            <Options choices={PERIODS} />
          </select>
          <Button onClick={() => setNow(Date.now())}>Refresh</Button>
        </>
      }
    >
      {events.items.length > 0 && (
        <p className="small soft">Total: {formatCount(events.total)}. Newest first.</p>
      )}
      <PagedTable
        label="Events"
        list={events}
        empty="No events in this period."
        columns={[
          [`Time (${zone})`, ({ timestamp }) => formatDateTime(timestamp, zone), "time"],
          [
            "Trajectory",
            ({ trajectory }) => (trajectory === 1 ? "+1, towards the sensor" : "−1, away from the sensor"),
          ],
          ["Doorway", ({ doorway_id: id }) => (id === null ? NOTHING : (nameOf.get(id) ?? id))],
        ]}
        scope="admin"
        actionsOf={({ id, timestamp, trajectory }) => (
          <VoidButton
            kind="event"
            time={formatInstant(timestamp, zone)}
            changed={["sensor-events", "spaces"]}
            request={(v2) => v2.DELETE("/v2/events/{event_id}/", { params: { path: { event_id: id } } })}
          >
            {formatInstant(timestamp, zone)}, trajectory {trajectory === 1 ? "+1" : "−1"}.
          </VoidButton>
        )}
      />
    </Section>
  );
}
