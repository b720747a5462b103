import { useEffect, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Offer, QueryState } from "../../components/states.tsx";
import { deviceZone, formatCount } from "../../format.ts";
import { type Sensor, useReadings, useSensors } from "../../queries/sensors.ts";
import { ItemTable } from "./lists.tsx";
import { ScopedButton, Section, SensorLink, Status } from "./parts.tsx";
import { placeDialog } from "./place-dialog.tsx";
import { devicesOf, isWaiting, sentence } from "./sensor-lines.ts";
import { Place } from "./sensor-parts.tsx";
import { readingColumns } from "./sensor-readings.tsx";

/** The time between looks for new messages: more often would use up the rate of a token. */
const LOOK_MS = 5_000;
/** After this time without a message, hints say what may be wrong. */
const HINTS_MS = 30_000;
/** How many new devices are shown in full; the others have only their names. */
const SHOWN_MAX = 3;
/** How many readings of a new device are shown. */
const READINGS_MAX = 5;

/** Sensors that have reported since the page was opened: those that were new then, and others. */
interface Arrivals {
  readonly fresh: readonly Sensor[];
  readonly known: readonly Sensor[];
}

/** @param before the sensors when the page was opened */
export function arrivalsSince(before: readonly Sensor[], now: readonly Sensor[]): Arrivals {
  const old = new Map(before.map((sensor) => [sensor.serial_number, sensor]));
  const hasReported = (sensor: Sensor) => {
    const { last_reading, last_heartbeat } = old.get(sensor.serial_number) ?? sensor;
    return last_reading !== sensor.last_reading || last_heartbeat !== sensor.last_heartbeat;
  };
  return {
    fresh: now.filter(({ serial_number: serial }) => !old.has(serial)),
    known: now.filter(hasReported),
  };
}

/** Waits for the first message of a new device, and shows what was understood of it. */
export function ArrivalsSection(props: HintProps) {
  const sensors = useSensors(LOOK_MS);
  const [before, setBefore] = useState<readonly Sensor[] | null>(null);
  if (before === null && sensors.data !== undefined) setBefore(sensors.data);
  if (before === null || sensors.data === undefined) return <QueryState query={sensors} />;
  const { fresh, known } = arrivalsSince(before, sensors.data);
  const devices = devicesOf(sensors.data);
  return (
    <Section title="First message" actions={<Button onClick={() => void sensors.refetch()}>Look now</Button>}>
      {fresh.length === 0 ? (
        <WaitingNote {...props} />
      ) : (
        <p role="status">
          <Status colour="good">
            {fresh.length === 1
              ? "A new sensor has reported."
              : `${formatCount(fresh.length)} new sensors have reported.`}
          </Status>
        </p>
      )}
      {fresh.slice(0, SHOWN_MAX).map((sensor) => (
        <Arrival key={sensor.serial_number} sensor={sensor} devices={devices} />
      ))}
      {fresh.length > SHOWN_MAX && <SensorNames title="More new sensors" sensors={fresh.slice(SHOWN_MAX)} />}
      {known.length > 0 && <SensorNames title="Known sensors that have reported meanwhile" sensors={known} />}
    </Section>
  );
}

interface HintProps {
  readonly isMqtt: boolean;
  /** What is forgotten most often with this kind of device. */
  readonly hints: readonly string[];
}

function WaitingNote({ isMqtt, hints }: HintProps) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), HINTS_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <p className="soft state-loading" role="status">
        Waiting for a message of a new device…
      </p>
      {isLong && (
        <div className="small" role="status">
          <p>Nothing has arrived yet. Many devices send every 5 to 15 minutes. If it takes longer, check:</p>
          <ul>
            {isMqtt ? (
              <>
                <li>The topics: does a filter of the server fit those at which the device publishes?</li>
                <li>
                  The broker: are the server and the device connected to it, and may both use the topics?
                </li>
                <li>The messages: those that the broker has retained are not counted.</li>
              </>
            ) : (
              <>
                <li>The address: is it entered as it is above, with the slash at its end?</li>
                <li>
                  The network: can the device reach <code>{location.origin}</code>, through firewalls and
                  proxies? Does it accept the certificate of the server?
                </li>
                <li>
                  The token: is it whole, and has it not been revoked? The server answers 403 otherwise.
                </li>
              </>
            )}
            {hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
            <li>
              A message of which nothing can be read leaves no trace here: look into the log of the server.
              With <code>--log-level info</code>, it has a line for each request.
            </li>
          </ul>
        </div>
      )}
    </>
  );
}

/** A new sensor, what was understood of its messages, and its place. */
function Arrival(props: { readonly sensor: Sensor; readonly devices: ReadonlySet<string> }) {
  const { sensor, devices } = props;
  const { serial_number: serial, problems, last_event: event } = sensor;
  const readings = useReadings(serial);
  const shown = readings.items.slice(0, READINGS_MAX);
  return (
    <div className="stack gap-2">
      <div className="row between">
        <strong>
          <SensorLink serial={serial} />
        </strong>
        {isWaiting(sensor, devices) ? (
          <ScopedButton scope="write" look="primary" dialog={placeDialog(serial)}>
            Place<span className="visually-hidden"> {serial}</span>
          </ScopedButton>
        ) : (
          <Place sensor={sensor} devices={devices} none="" />
        )}
      </div>
      {isWaiting(sensor, devices) && <Offer what="Placing it at a doorway" scope="write" />}
      {problems.map((problem) => (
        <Status key={problem} colour="warn">
          {sentence(problem)}
        </Status>
      ))}
      {readings.data === undefined ? (
        <QueryState query={readings} />
      ) : shown.length > 0 ? (
        <ItemTable label={`Readings of ${serial}`} items={shown} columns={readingColumns(deviceZone())} />
      ) : (
        <Status colour={event === null ? "warn" : "good"}>
          {event === null
            ? "A message has arrived, but nothing of it was used: it has no counts."
            : "A crossing has arrived."}
        </Status>
      )}
    </div>
  );
}

function SensorNames({ title, sensors }: { readonly title: string; readonly sensors: readonly Sensor[] }) {
  return (
    <details>
      <summary className="small soft">
        {title}: {formatCount(sensors.length)}
      </summary>
      <ul className="set-up-lines">
        {sensors.map(({ serial_number: serial }) => (
          <li key={serial}>
            <SensorLink serial={serial} />
          </li>
        ))}
      </ul>
    </details>
  );
}
