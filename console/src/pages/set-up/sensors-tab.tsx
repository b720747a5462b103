import { useState } from "react";
import { Link } from "react-router";
import { DialogButton } from "../../components/button.tsx";
import { Options } from "../../components/form/fields.tsx";
import { QueryState } from "../../components/states.tsx";
import { deviceZone, formatAgo, formatCount, formatInstant, NOTHING } from "../../format.ts";
import { type Sensor, useSensors } from "../../queries/set-up.ts";
import { useMay } from "../../session.tsx";
import { SearchList } from "./parts.tsx";
import { RegisterSensorDialog } from "./register-sensor-dialog.tsx";

const STATUSES = [
  { value: "", name: "All" },
  { value: "online", name: "Online" },
  { value: "offline", name: "Offline" },
  { value: "unattached", name: "Not attached" },
] as const;

/** All sensors that have reported or have been attached to a doorway. */
export function SensorsTab() {
  const sensors = useSensors();
  const mayRegister = useMay("ingest");
  const [status, setStatus] = useState("");
  if (sensors.data === undefined) return <QueryState query={sensors} />;
  return (
    <>
      <SearchList
        noun="sensors"
        items={sensors.data.filter((sensor) => hasStatus(sensor, status))}
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
            <span className="set-up-count" role="status">
              {formatCount(found.length)} {found.length === 1 ? "sensor" : "sensors"},{" "}
              {formatCount(found.filter((sensor) => sensor.status === "online").length)} online
            </span>
            {mayRegister && (
              <DialogButton dialog={(onClose) => <RegisterSensorDialog onClose={onClose} />}>
                Register sensor
              </DialogButton>
            )}
          </>
        )}
        isFiltered={status !== ""}
        emptyHint="A sensor appears after its first report, or when it is attached to a doorway."
        searchHint="The search covers serial numbers, doorways, types and firmware."
        columns={["Serial number", "Status", "Last seen", "Doorway", "Type", "Firmware"]}
        row={(sensor) => <SensorRow key={sensor.uuid} sensor={sensor} readAt={sensors.dataUpdatedAt} />}
      />
      <p className="field-hint">
        A sensor is online if its last heartbeat or event is at most a few minutes old.
      </p>
    </>
  );
}

function hasStatus(sensor: Sensor, status: string): boolean {
  if (status === "unattached") return sensor.doorway_id === null;
  return status === "" || sensor.status === status;
}

/** @param props.readAt when the list was fetched, in ms */
function SensorRow({ sensor, readAt }: { readonly sensor: Sensor; readonly readAt: number }) {
  const { serial_number: serial } = sensor;
  const seen = lastSeen(sensor);
  return (
    <tr>
      <th scope="row">
        <Link to={`/set-up/sensors/${encodeURIComponent(serial)}`}>{serial}</Link>
      </th>
      <td>
        <SensorStatus status={sensor.status} />
      </td>
      <td title={seen === null ? undefined : formatInstant(seen, deviceZone())}>
        {seen === null ? "Never" : formatAgo(seen, readAt)}
      </td>
      <td>
        {sensor.doorway_id === null ? (
          <span className="set-up-missing">None</span>
        ) : (
          <Link to={`/set-up/doorways/${sensor.doorway_id}`}>{sensor.doorway_name}</Link>
        )}
      </td>
      <td>{sensor.sensor_type}</td>
      <td>{sensor.firmware_version ?? NOTHING}</td>
    </tr>
  );
}

/** The later of the last event and the last heartbeat of a sensor; null if it has sent neither. */
function lastSeen({ last_event, last_heartbeat }: Sensor): string | null {
  const [latest = null] = [last_event, last_heartbeat]
    .filter((each) => each !== null)
    .sort()
    .reverse();
  return latest;
}

/** The status of a sensor, with a colour. */
export function SensorStatus({ status }: { readonly status: Sensor["status"] }) {
  return (
    <span className={`set-up-status set-up-status-${status === "online" ? "good" : "off"}`}>
      {status === "online" ? "Online" : "Offline"}
    </span>
  );
}
