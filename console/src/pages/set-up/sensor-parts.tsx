import type { ReactNode } from "react";
import { Link } from "react-router";
import { deviceZone, formatAgo, formatInstant, formatShare, NOTHING } from "../../format.ts";
import type { Sensor } from "../../queries/sensors.ts";
import { sinceText, useSensorSilence } from "../../queries/silence.ts";
import { SensorLink, Status } from "./parts.tsx";
import { isBatteryLow, isOnlyDevice, lineSerialOf, sentence } from "./sensor-lines.ts";

/** The states of a sensor, the most urgent first. @param props.isCompared as for `SensorStatus` */
export function SensorStates(props: { readonly sensor: Sensor; readonly isCompared?: boolean }) {
  const { state, problems, ignored } = props.sensor;
  return (
    <span className="set-up-states">
      {ignored && <Status colour="off">Ignored: its messages are not stored</Status>}
      {state === "suspended" && <Status colour="bad">Suspended: not counted</Status>}
      {problems.map((problem) => (
        <Status key={problem} colour="warn">
          {sentence(problem)}
        </Status>
      ))}
      <SensorStatus {...props} />
    </span>
  );
}

/** Whether a sensor is online. A quiet sensor is compared with its own events of the week before. */
function SensorStatus(props: { readonly sensor: Sensor; readonly isCompared?: boolean }) {
  const { sensor, isCompared = true } = props;
  const silence = useSensorSilence(sensor, isCompared && !sensor.alive && sensor.doorway_id !== null);
  if (sensor.alive) return <Status colour="good">Online</Status>;
  if (silence?.kind === "no data" && sensor.last_reading === null)
    return <Status colour="off">No events yet</Status>;
  if (silence?.kind !== "unusual" || sensor.doorway_id === null) return <Status colour="off">Quiet</Status>;
  return (
    <Status colour="warn">No events since {sinceText(silence.since, deviceZone())}, which is unusual</Status>
  );
}

/** When a sensor last sent a reading or, without readings, an event. @param props.readAt when it was fetched, in ms */
export function LastReading({ sensor, readAt }: { readonly sensor: Sensor; readonly readAt: number }) {
  const { last_reading, last_event, last_heartbeat: heartbeat } = sensor;
  const last = last_reading ?? last_event;
  if (last !== null) return <Ago instant={last} now={readAt} />;
  if (heartbeat === null) return "Never";
  return (
    <span>
      Never; alive <Ago instant={heartbeat} now={readAt} />
    </span>
  );
}

function Ago({ instant, now }: { readonly instant: string; readonly now: number }) {
  return <span title={formatInstant(instant, deviceZone())}>{formatAgo(instant, now)}</span>;
}

/** The charge of a battery; nothing for a device without one. */
export function Battery({ sensor: { battery } }: { readonly sensor: Sensor }) {
  if (battery === null) return NOTHING;
  const share = formatShare(battery / 100);
  return isBatteryLow(battery) ? <Status colour="warn">{share}, low</Status> : share;
}

/**
 * The doorway that a sensor is at, the line that it is a register of, or that it is a device with lines.
 *
 * @param props.none the text for a sensor that waits
 */
export function Place(props: {
  readonly sensor: Sensor;
  readonly devices: ReadonlySet<string>;
  readonly none: ReactNode;
}) {
  const { sensor, devices, none } = props;
  const line = lineSerialOf(sensor);
  if (line !== null)
    return (
      <span>
        Register of <SensorLink serial={line} />
      </span>
    );
  if (sensor.doorway_id === null)
    return <span className="soft">{isOnlyDevice(sensor, devices) ? "At those of its lines" : none}</span>;
  return <Link to={`/set-up/doorways/${sensor.doorway_id}`}>{sensor.doorway_name}</Link>;
}
