import { useState } from "react";
import { answerOf } from "../../../../src/client/index.ts";
import { Button } from "../../components/button.tsx";
import { Options } from "../../components/form/fields.tsx";
import { Table } from "../../components/table.tsx";
import { deviceZone, formatCount, formatDateTime, formatInstant, NOTHING } from "../../format.ts";
import { useSensorEvents } from "../../queries/paged.ts";
import { useDoorways } from "../../queries/set-up.ts";
import { useMay } from "../../session.tsx";
import { Paged, Section } from "./parts.tsx";
import { VoidCell } from "./void-cell.tsx";

const HOUR_MS = 3_600_000;

/** The periods, by their length in hours. */
const PERIODS = [
  { value: "24", name: "Last 24 hours" },
  { value: "168", name: "Last 7 days" },
  { value: "720", name: "Last 30 days" },
] as const;

/** The events of a sensor. With the scope admin, an event can be voided. */
export function SensorEvents({ serialNumber }: { readonly serialNumber: string }) {
  const mayVoid = useMay("admin");
  const [hours, setHours] = useState("24");
  const [now, setNow] = useState(() => Date.now());
  const events = useSensorEvents(serialNumber, now - Number(hours) * HOUR_MS);
  const doorways = useDoorways();
  const nameOf = new Map(doorways.data?.map(({ id, name }) => [id, name]));
  const zone = deviceZone();
  const columns = [`Time (${zone})`, "Trajectory", "Doorway", ...(mayVoid ? [""] : [])];
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
      <Paged list={events} empty="No events in this period.">
        {(items) => (
          <>
            <p className="field-hint">Total: {formatCount(events.total)}. Newest first.</p>
            <Table label="Events" columns={columns}>
              {items.map(({ id, timestamp, trajectory, doorway_id: doorway }) => {
                const time = formatInstant(timestamp, zone);
                return (
                  <tr key={id}>
                    <td className="set-up-number">{formatDateTime(timestamp, zone)}</td>
                    <td>{trajectory === 1 ? "+1, towards the sensor" : "−1, away from the sensor"}</td>
                    <td>{doorway === null ? NOTHING : (nameOf.get(doorway) ?? doorway)}</td>
                    {mayVoid && (
                      <VoidCell
                        kind="event"
                        time={time}
                        changed={["sensor-events", "spaces"]}
                        send={(client) =>
                          answerOf(
                            client.v2.DELETE("/v2/events/{event_id}/", {
                              params: { path: { event_id: id } },
                            }),
                          )
                        }
                      >
                        {time}, trajectory {trajectory === 1 ? "+1" : "−1"}.
                      </VoidCell>
                    )}
                  </tr>
                );
              })}
            </Table>
          </>
        )}
      </Paged>
    </Section>
  );
}
