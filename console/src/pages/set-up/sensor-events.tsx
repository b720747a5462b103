import { useState } from "react";
import type { components } from "../../../../src/client/generated/v2.ts";
import { answerOf } from "../../../../src/client/index.ts";
import { ConfirmDialog } from "../../components/form/confirm-dialog.tsx";
import { useToast } from "../../components/toast.tsx";
import { deviceZone, formatCount, formatDateTime, formatInstant, NOTHING } from "../../format.ts";
import { useSensorEvents } from "../../queries/paged.ts";
import { useDoorways, useRefresh } from "../../queries/set-up.ts";
import { useMay, useSession } from "../../session.tsx";
import { Paged, Section, Table } from "./parts.tsx";

type SensorEvent = components["schemas"]["SensorEvent"];

const HOUR_MS = 3_600_000;

const PERIODS = [
  { hours: 24, name: "Last 24 hours" },
  { hours: 7 * 24, name: "Last 7 days" },
  { hours: 30 * 24, name: "Last 30 days" },
] as const;

/** What a sensor has reported; an event that never was can be voided by who may correct the past. */
export function SensorEvents({ serialNumber }: { readonly serialNumber: string }) {
  const mayVoid = useMay("admin");
  const [hours, setHours] = useState<number>(24);
  const [now, setNow] = useState(() => Date.now());
  const events = useSensorEvents(serialNumber, now - hours * HOUR_MS);
  const doorways = useDoorways();
  const nameOf = new Map(doorways.data?.map(({ id, name }) => [id, name]));
  const zone = deviceZone();
  const [voided, setVoided] = useState<SensorEvent | null>(null);
  const columns = [`Time (${zone})`, "Trajectory", "Doorway then", ...(mayVoid ? [""] : [])];
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
            <Table label="Events" columns={columns}>
              {items.map((event) => (
                <tr key={event.id}>
                  <td className="set-up-number">{formatDateTime(event.timestamp, zone)}</td>
                  <td>
                    {event.trajectory === 1 ? "+1, towards its own side" : "−1, away from its own side"}
                  </td>
                  <td>
                    {event.doorway_id === null ? NOTHING : (nameOf.get(event.doorway_id) ?? event.doorway_id)}
                  </td>
                  {mayVoid && (
                    <td className="set-up-row-actions">
                      <button
                        type="button"
                        className="button button-quiet"
                        aria-label={`Void the event of ${formatInstant(event.timestamp, zone)}`}
                        onClick={() => setVoided(event)}
                      >
                        Void
                      </button>
                    </td>
                  )}
                </tr>
              ))}
            </Table>
          </>
        )}
      </Paged>
      {voided !== null && <VoidEventDialog event={voided} zone={zone} onClose={() => setVoided(null)} />}
    </Section>
  );
}

function VoidEventDialog(props: {
  readonly event: SensorEvent;
  readonly zone: string;
  readonly onClose: () => void;
}) {
  const { event, zone, onClose } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const voidIt = async () => {
    const path = { event_id: event.id };
    await answerOf(client.v2.DELETE("/v2/events/{event_id}/", { params: { path } }));
    await refresh("sensor-events", "spaces");
    toast("The event has been voided.");
    onClose();
  };
  return (
    <ConfirmDialog title="Void this event?" action="Void it" onConfirm={voidIt} onClose={onClose}>
      <p>
        {formatInstant(event.timestamp, zone)}, trajectory {event.trajectory === 1 ? "+1" : "−1"}. Counts will
        be as if it had never been. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
