import { useState } from "react";
import { Link } from "react-router";
import { Button } from "../../components/button.tsx";
import { Options, TextField } from "../../components/form/fields.tsx";
import { formDialog } from "../../components/form/form-dialog.tsx";
import { fieldError, textOrNull } from "../../components/form/form-values.ts";
import { QueryState } from "../../components/states.tsx";
import {
  deviceZone,
  formatAgo,
  formatCount,
  formatDateTime,
  formatDuration,
  formatInstant,
  NOTHING,
} from "../../format.ts";
import { type Sensor, useDoorways, useSensorEvents, useSensors } from "../../queries/resources.ts";
import { sinceText, useSensorSilence } from "../../queries/silence.ts";
import { PagedTable, SearchTable } from "./lists.tsx";
import { Facts, ItemHeader, ItemPage, ScopedButton, Section, Status, VoidButton } from "./parts.tsx";

const STATUSES = [
  { value: "", name: "All" },
  { value: "online", name: "Online" },
  { value: "offline", name: "Quiet" },
  { value: "unattached", name: "Not attached" },
] as const;

/** All sensors that have reported or have been attached to a doorway. */
export function SensorsTab() {
  const sensors = useSensors();
  const [status, setStatus] = useState("");
  if (sensors.data === undefined) return <QueryState query={sensors} />;
  const offline = sensors.data.filter((sensor) => sensor.status === "offline");
  return (
    <>
      <SearchTable
        noun="sensors"
        items={sensors.data.filter((sensor) =>
          ["", sensor.status, sensor.doorway_id === null && "unattached"].includes(status),
        )}
        textsOf={(sensor) => [
          sensor.serial_number,
          sensor.doorway_name,
          sensor.sensor_type,
          sensor.firmware_version,
        ]}
        tools={(found) => (
          <>
            <select aria-label="Status" value={status} onChange={({ target }) => setStatus(target.value)}>
              <Options choices={STATUSES} />
            </select>
            <span className="soft tabular" role="status">
              {formatCount(found.length)} {found.length === 1 ? "sensor" : "sensors"},{" "}
              {formatCount(found.filter((sensor) => sensor.status === "online").length)} online
            </span>
            <ScopedButton scope="ingest" dialog={registerSensor}>
              Register sensor
            </ScopedButton>
          </>
        )}
        isFiltered={status !== ""}
        createScope="ingest"
        emptyHint="A sensor appears after its first report, or when it is attached to a doorway."
        searchHint="The search covers serial numbers, doorways, types and firmware."
        columns={[
          [
            "Serial number",
            ({ serial_number: serial }) => (
              <Link to={`/set-up/sensors/${encodeURIComponent(serial)}`}>{serial}</Link>
            ),
            "name",
          ],
          [
            "Status",
            (sensor) => <SensorStatus sensor={sensor} isCompared={offline.length <= COMPARED_MAX} />,
          ],
          ["Last seen", (sensor) => <LastSeen sensor={sensor} readAt={sensors.dataUpdatedAt} />],
          ["Doorway", (sensor) => <DoorwayLink sensor={sensor} none="None" />],
          ["Type", (sensor) => sensor.sensor_type],
          ["Firmware", (sensor) => sensor.firmware_version ?? NOTHING],
        ]}
      />
      <p className="small soft">
        A sensor is online if its last heartbeat or event is at most a few minutes old. Otherwise it is quiet,
        which is usual at times without traffic. "Unusual" means that it sent at least 10 events at the same
        times a week before, or none for more than a week.
      </p>
    </>
  );
}

/** Beyond this number of quiet sensors, the list does not compare them with the week before: that is a request each. */
const COMPARED_MAX = 30;

/** The status of a sensor, with a colour. A quiet sensor is compared with its own events of the week before. */
function SensorStatus(props: { readonly sensor: Sensor; readonly isCompared?: boolean }) {
  const { sensor, isCompared = true } = props;
  const isQuiet = sensor.status === "offline";
  const silence = useSensorSilence(sensor, isCompared && isQuiet && sensor.doorway_id !== null);
  if (!isQuiet) return <Status colour="good">Online</Status>;
  if (silence?.kind === "no data") return <Status colour="off">No events yet</Status>;
  if (silence?.kind !== "unusual" || sensor.doorway_id === null) return <Status colour="off">Quiet</Status>;
  return (
    <Status colour="warn">No events since {sinceText(silence.since, deviceZone())}, which is unusual</Status>
  );
}

/** The later of the last event and the last heartbeat of a sensor. @param props.readAt when it was fetched, in ms */
function LastSeen({ sensor, readAt }: { readonly sensor: Sensor; readonly readAt: number }) {
  const instants = [sensor.last_event, sensor.last_heartbeat].filter((each) => each !== null);
  const seen = instants.sort().at(-1);
  if (seen === undefined) return "Never";
  return <span title={formatInstant(seen, deviceZone())}>{formatAgo(seen, readAt)}</span>;
}

function DoorwayLink({ sensor, none }: { readonly sensor: Sensor; readonly none: string }) {
  if (sensor.doorway_id === null) return <span className="soft">{none}</span>;
  return <Link to={`/set-up/doorways/${sensor.doorway_id}`}>{sensor.doorway_name}</Link>;
}

/** Registers a sensor with a heartbeat, before its first report (D20, D22). */
const registerSensor = formDialog({
  title: "Register sensor",
  action: "Register",
  initial: { serial_number: "", sensor_type: "", firmware_version: "" },
  request: (v2, values) => {
    const serial_number = values.serial_number.trim();
    // It is a part of the path, which cannot be empty.
    if (serial_number === "") throw fieldError("serial_number", "is required");
    const sensor_type = textOrNull(values.sensor_type);
    const firmware_version = textOrNull(values.firmware_version);
    const body = {
      ...(sensor_type === null ? {} : { sensor_type }),
      ...(firmware_version === null ? {} : { firmware_version }),
    };
    return v2.POST("/v2/sensors/{serial_number}/heartbeat/", { params: { path: { serial_number } }, body });
  },
  saved: (_, values) => {
    const serial = values.serial_number.trim();
    const page = `/set-up/sensors/${encodeURIComponent(serial)}`;
    return { changed: ["sensors"], message: `Sensor ${serial} has been registered.`, page };
  },
  fields: (form) => (
    <>
      <p className="small soft">
        The first report of a sensor registers it automatically. This form registers a sensor earlier by
        sending a heartbeat for it. The sensor then appears online for a few minutes.
      </p>
      <TextField {...form.field("serial_number", "Serial number")} />
      <div className="form-columns">
        <TextField placeholder="s5" {...form.field("sensor_type", "Type")} />
        <TextField {...form.field("firmware_version", "Firmware")} />
      </div>
    </>
  ),
});

/** The details and the events of one sensor. */
export function SensorPage() {
  const sensors = useSensors();
  return (
    <ItemPage kind="sensor" list={sensors} idOf={(sensor) => sensor.serial_number}>
      {(sensor) => (
        <>
          <ItemHeader kind="sensor" name={sensor.serial_number} about={<SensorStatus sensor={sensor} />} />
          <Section title="Details">
            <SensorFacts sensor={sensor} readAt={sensors.dataUpdatedAt} />
          </Section>
          <SensorEvents serialNumber={sensor.serial_number} />
        </>
      )}
    </ItemPage>
  );
}

const NO_DOORWAY = "None. The events of this sensor do not change any count.";

function SensorFacts({ sensor, readAt }: { readonly sensor: Sensor; readonly readAt: number }) {
  const { clock_ahead_seconds: ahead, duplicate_events: events } = sensor;
  const clock = ahead !== null && `${formatDuration(ahead * 1_000)} ahead: its events are rejected. Set it.`;
  const dropped = events > 0 && `${formatCount(events)} events dropped since the server started`;
  // A line for each; the list keeps line breaks.
  const addresses = sensor.network_addresses.map(({ if: name, family, mac, address }) =>
    [name, family, address, mac].filter(Boolean).join(" · "),
  );
  return (
    <Facts
      facts={[
        ["Doorway", <DoorwayLink key="doorway" sensor={sensor} none={NO_DOORWAY} />],
        ["Last event", momentText(sensor.last_event, readAt), "long"],
        ["Last heartbeat", momentText(sensor.last_heartbeat, readAt), "long"],
        ["Clock", clock, "long"],
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

/** An instant as relative and absolute time. */
function momentText(instant: string | null, now: number): string {
  return instant === null ? "Never" : `${formatAgo(instant, now)} (${formatInstant(instant, deviceZone())})`;
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
