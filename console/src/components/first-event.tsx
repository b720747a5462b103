import { Link } from "react-router";
import { useNewToken } from "../queries/resources.ts";
import { useSensors } from "../queries/sensors.ts";
import type { Space } from "../queries/spaces.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./secret-dialog.tsx";
import { ErrorNote, Offer } from "./states.tsx";

/** The address that takes events. */
const eventsAddress = () => `${location.origin}/v2/sensor_events/`;

/** How to send the first event of a space whose sensors have not sent any. */
export function FirstEvent({ space }: { readonly space: Space }) {
  const sensors = useSensors();
  if (sensors.data === undefined) return null;
  const ids = new Set(space.doorways.map(({ id }) => id));
  const sensor = sensors.data.find(({ doorway_id: id }) => id !== null && ids.has(id));
  const [doorway] = space.doorways;
  return (
    <section className="card stack gap-3" aria-labelledby="first-event">
      <h2 id="first-event">Waiting for the first event</h2>
      {sensor !== undefined && (
        <>
          <p>
            No event of the sensor {sensor.serial_number} at {sensor.doorway_name} has counted yet. Send
            events to <code className="break">{eventsAddress()}</code> with a token that has the scope{" "}
            <code>ingest</code>. This note disappears when the first event has arrived.
          </p>
          <Command serial={sensor.serial_number} />
          <p className="small soft">
            For a people counter or a network server, <Link to="/set-up/connect">connect a device</Link>.
          </p>
        </>
      )}
      {sensor === undefined && doorway !== undefined && (
        <>
          <p>No sensor is attached to {doorway.name}, so nothing is counted.</p>
          <Offer what="Attaching a sensor" scope="write">
            <p>
              <Link to={`/set-up/doorways/${doorway.id}`}>Attach a sensor</Link>
            </p>
          </Offer>
        </>
      )}
    </section>
  );
}

/** A command that sends an event of a sensor, with a token that is created on request. */
function Command({ serial }: { readonly serial: string }) {
  const token = useNewToken(`Sensor ${serial}`, "ingest");
  const command = commandOf(serial, token.data?.token ?? "TOKEN");
  return (
    <>
      <pre className="command">{command}</pre>
      {token.data === undefined ? (
        <Offer what="Creating a token for TOKEN" scope="admin">
          <div className="row">
            <Button look="primary" disabled={token.isPending} onClick={() => token.mutate()}>
              Create an ingest token
            </Button>
          </div>
        </Offer>
      ) : (
        <>
          <p className="small soft">Copy the command with its token now. It cannot be shown again.</p>
          <div className="row">
            <CopyButton text={command} />
          </div>
        </>
      )}
      {token.isError && <ErrorNote error={token.error} />}
    </>
  );
}

/** A command of a POSIX shell that sends an event of now. */
function commandOf(serial: string, token: string): string {
  const quoted = JSON.stringify(serial).replaceAll("'", "'\\''");
  return [
    `curl ${eventsAddress()} \\`,
    `  -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\`,
    `  -d '[{"sensor_serial_number": ${quoted}, "timestamp": "'$(date -u +%FT%TZ)'", "trajectory": 1}]'`,
  ].join("\n");
}
