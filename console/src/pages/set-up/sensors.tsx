import { useState } from "react";
import { Link } from "react-router";
import { Options, TextField } from "../../components/form/fields.tsx";
import { formDialog } from "../../components/form/form-dialog.tsx";
import { fieldError, textOrNull } from "../../components/form/form-values.ts";
import { QueryState } from "../../components/states.tsx";
import { formatCount } from "../../format.ts";
import { useSensors } from "../../queries/sensors.ts";
import { type Column, ItemTable, SearchTable } from "./lists.tsx";
import { RowButton, ScopedButton, Section, SensorLink } from "./parts.tsx";
import { placeDialog } from "./place-dialog.tsx";
import { devicesOf, isWaiting, kindText, type ListedLine, linesOf, needsAttention } from "./sensor-lines.ts";
import { Battery, LastReading, Place, SensorStates } from "./sensor-parts.tsx";

const STATUSES = [
  { value: "", name: "All" },
  { value: "attention", name: "Needs attention" },
  { value: "online", name: "Online" },
  { value: "quiet", name: "Quiet" },
] as const;

/** All sensors that have reported or have been attached to a doorway; first those that wait for one. */
export function SensorsTab() {
  const sensors = useSensors();
  const [status, setStatus] = useState("");
  if (sensors.data === undefined) return <QueryState query={sensors} />;
  const lines = linesOf(sensors.data);
  const devices = devicesOf(sensors.data);
  const waiting = lines.filter((sensor) => isWaiting(sensor, devices));
  const placed = lines.filter((sensor) => !isWaiting(sensor, devices));
  const isCompared = sensors.data.filter(({ alive }) => !alive).length <= COMPARED_MAX;
  const columns = columnsOf(sensors.dataUpdatedAt, isCompared);
  return (
    <>
      {waiting.length > 0 && <Waiting sensors={waiting} columns={columns} />}
      <SearchTable
        noun={waiting.length > 0 ? "placed sensors" : "sensors"}
        items={placed.filter(
          (sensor) =>
            status === "" ||
            (status === "attention" ? needsAttention(sensor) : sensor.alive === (status === "online")),
        )}
        textsOf={(sensor) => [
          sensor.serial_number,
          sensor.doorway_name,
          sensor.sensor_type,
          sensor.firmware_version,
          ...sensor.registers.map((register) => register.serial_number),
        ]}
        tools={(found) => (
          <>
            <select aria-label="Status" value={status} onChange={({ target }) => setStatus(target.value)}>
              <Options choices={STATUSES} />
            </select>
            <Numbers sensors={found} />
            <div className="row gap-2 set-up-buttons">
              <ScopedButton scope="ingest" dialog={registerSensor}>
                Register sensor
              </ScopedButton>
              <Link className="button button-primary" to="/set-up/connect">
                Connect a device
              </Link>
            </div>
          </>
        )}
        isFiltered={status !== ""}
        createScope="ingest"
        emptyHint={waiting.length > 0 ? "Place those that wait at a doorway." : EMPTY_HINT}
        searchHint="The search covers serial numbers, doorways, types and firmware."
        columns={[
          ...columns,
          ["Doorway", (sensor) => <Place sensor={sensor} devices={devices} none="None" />],
        ]}
      />
      <p className="small soft">
        A sensor is online if its last heartbeat, reading or event is not older than three times the usual gap
        between its readings, or 45 minutes if that is not known. Imported history does not count. Otherwise
        it is quiet, which is usual at times without traffic. "Unusual" means that it sent at least 10 events
        at the same times a week before, or none for more than a week.
      </p>
    </>
  );
}

const EMPTY_HINT = "A sensor appears after its first report, or when it is attached to a doorway.";

/** Beyond this number of quiet sensors, the list does not compare them with the week before: that is a request each. */
const COMPARED_MAX = 30;

type Columns = readonly Column<ListedLine>[];

function columnsOf(readAt: number, isCompared: boolean): Columns {
  return [
    [
      "Serial number",
      ({ serial_number: serial, registers }) => (
        <>
          <SensorLink serial={serial} />
          {registers.map((register) => (
            <span key={register.uuid} className="smaller soft block break">
              Register <SensorLink serial={register.serial_number} />
            </span>
          ))}
        </>
      ),
      "name",
    ],
    ["Status", (sensor) => <SensorStates sensor={sensor} isCompared={isCompared} />],
    ["Sends", (sensor) => kindText(sensor, sensor.registers)],
    ["Last reading", (sensor) => <LastReading sensor={sensor} readAt={readAt} />],
    ["Battery", (sensor) => <Battery sensor={sensor} />],
    ["Type", (sensor) => sensor.sensor_type],
  ];
}

function Numbers({ sensors }: { readonly sensors: readonly ListedLine[] }) {
  const online = sensors.filter(({ alive }) => alive).length;
  const attention = sensors.filter(needsAttention).length;
  return (
    <span className="soft tabular" role="status">
      {formatCount(sensors.length)} {sensors.length === 1 ? "sensor" : "sensors"}, {formatCount(online)}{" "}
      online
      {attention > 0 && (
        <strong>
          , {formatCount(attention)} {attention === 1 ? "needs" : "need"} attention
        </strong>
      )}
    </span>
  );
}

/** The sensors that no doorway has. */
function Waiting({
  sensors,
  columns,
}: {
  readonly sensors: readonly ListedLine[];
  readonly columns: Columns;
}) {
  return (
    <Section title="Waiting for a doorway" isTop>
      <p className="small soft">What they send is counted once they are placed at a doorway.</p>
      <ItemTable
        label="Waiting for a doorway"
        items={sensors}
        columns={columns}
        scope="write"
        actionsOf={(sensor) => (
          <RowButton
            action="Place"
            label={`Place ${sensor.serial_number}`}
            dialog={placeDialog(sensor.serial_number)}
          />
        )}
      />
    </Section>
  );
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
        sending a heartbeat for it. The sensor then appears online for 45 minutes.
      </p>
      <TextField {...form.field("serial_number", "Serial number")} />
      <div className="form-columns">
        <TextField placeholder="s5" {...form.field("sensor_type", "Type")} />
        <TextField {...form.field("firmware_version", "Firmware")} />
      </div>
    </>
  ),
});
