import { useState } from "react";
import { Link } from "react-router";
import { Empty, Unanswered } from "../../components/states.tsx";
import { deviceZone, formatAgo, formatCount, formatInstant } from "../../format.ts";
import { type Sensor, useSensors } from "../../queries/set-up.ts";
import { useMay } from "../../session.tsx";
import { ListTools, Table, useBeginning } from "./parts.tsx";
import { RegisterSensorDialog } from "./register-sensor-dialog.tsx";

const STATUSES = [
  { value: "", name: "All" },
  { value: "online", name: "Online" },
  { value: "offline", name: "Offline" },
  { value: "unattached", name: "At no doorway" },
] as const;

/** Every sensor that has ever reported or been attached. */
export function SensorsTab() {
  const sensors = useSensors();
  if (sensors.data === undefined) return <Unanswered query={sensors} />;
  return <Sensors sensors={sensors.data} readAt={sensors.dataUpdatedAt} />;
}

/** @param props.readAt when the server was asked, in ms */
function Sensors({ sensors, readAt }: { readonly sensors: readonly Sensor[]; readonly readAt: number }) {
  const mayRegister = useMay("ingest");
  const [search, setSearch] = useState("");
  const [status, setStatus] = useState("");
  const [isAdding, setIsAdding] = useState(false);
  const found = sensors.filter(
    (sensor) => isFound(sensor, search.trim().toLowerCase()) && hasStatus(sensor, status),
  );
  const [shown, more] = useBeginning(found);
  return (
    <>
      <ListTools label="Search sensors" search={search} onSearch={setSearch}>
        <select aria-label="Status" value={status} onChange={({ target }) => setStatus(target.value)}>
          {STATUSES.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <span className="set-up-count" role="status">
          {formatCount(found.length)} {found.length === 1 ? "sensor" : "sensors"},{" "}
          {formatCount(found.filter((sensor) => sensor.status === "online").length)} online
        </span>
        {mayRegister && (
          <button type="button" className="button" onClick={() => setIsAdding(true)}>
            Register a sensor
          </button>
        )}
      </ListTools>
      {found.length === 0 ? (
        <Empty title={sensors.length === 0 ? "No sensors yet" : "No sensor is found"}>
          <p>
            {sensors.length === 0
              ? "A sensor is known once it reports, or is attached to a doorway."
              : "The search looks at serial numbers, doorways, types and firmware."}
          </p>
        </Empty>
      ) : (
        <Table
          label="Sensors"
          columns={["Serial number", "Status", "Last seen", "Doorway", "Type", "Firmware"]}
        >
          {shown.map((sensor) => (
            <SensorRow key={sensor.uuid} sensor={sensor} readAt={readAt} />
          ))}
        </Table>
      )}
      {more}
      <p className="field-hint">
        A sensor is online while its last heartbeat or event is a few minutes old at most.
      </p>
      {isAdding && <RegisterSensorDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}

function isFound(sensor: Sensor, wanted: string): boolean {
  const { serial_number, doorway_name, sensor_type, firmware_version } = sensor;
  return [serial_number, doorway_name, sensor_type, firmware_version].some((text) =>
    (text ?? "").toLowerCase().includes(wanted),
  );
}

function hasStatus(sensor: Sensor, status: string): boolean {
  if (status === "unattached") return sensor.doorway_id === null;
  return status === "" || sensor.status === status;
}

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
      <td>{sensor.firmware_version ?? "–"}</td>
    </tr>
  );
}

/** When a sensor last said anything: an event or a heartbeat; null where it never has. */
function lastSeen({ last_event, last_heartbeat }: Sensor): string | null {
  return (
    [last_event, last_heartbeat]
      .filter((each) => each !== null)
      .sort()
      .at(-1) ?? null
  );
}

/** Whether a sensor has been heard of lately, in a word and a colour. */
export function SensorStatus({ status }: { readonly status: Sensor["status"] }) {
  return (
    <span className={`set-up-status set-up-status-${status === "online" ? "good" : "off"}`}>
      {status === "online" ? "Online" : "Offline"}
    </span>
  );
}
