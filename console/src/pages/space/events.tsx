import { ErrorNote, Loading } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";
import { formatCount, formatDay, formatSecond } from "../../format.ts";
import { EVENTS_MAX } from "../../queries/occurrences.ts";
import type { Space } from "../../queries/spaces.ts";
import type { CountedEvent, ListState } from "./use-overlays.ts";

/** The single events of a short range. @param props.events null if the range is too long */
export function Events(props: { readonly space: Space; readonly events: ListState<CountedEvent> | null }) {
  const { space, events } = props;
  if (events === null)
    return <p className="space-soft">Zoom in to two hours or less to see single events.</p>;
  const doorways = new Map(space.doorways.map(({ id, name }) => [id, name]));
  return (
    <section className="space-events" aria-labelledby="space-events">
      <h2 id="space-events">
        Events <span className="space-soft">{formatCount(events.total)}</span>
      </h2>
      {events.error !== null && <ErrorNote error={events.error} onRetry={events.retry} />}
      {events.isPending && <Loading />}
      {!events.isPending && events.error === null && events.total === 0 && (
        <p className="space-soft">No events in this period.</p>
      )}
      {events.items.length > 0 && (
        <Table
          label="Events"
          className="space-table"
          columns={["Time", "Direction", "Doorway", "Count after"]}
          numeric={["Count after"]}
        >
          {events.items.map(({ id, time, direction, doorway_id: doorway, countAfter }) => (
            <tr key={id}>
              <td title={formatDay(time, space.time_zone)}>{formatSecond(time, space.time_zone)}</td>
              <td>
                <span className={direction === 1 ? "space-in" : "space-out"} aria-hidden="true">
                  {direction === 1 ? "▲" : "▼"}
                </span>{" "}
                {direction === 1 ? "In" : "Out"}
              </td>
              <td>{doorway === null ? "No doorway" : (doorways.get(doorway) ?? doorway)}</td>
              <td className="numeric">{formatCount(countAfter)}</td>
            </tr>
          ))}
        </Table>
      )}
      {events.total > EVENTS_MAX && (
        <p className="space-soft">Showing the first {formatCount(EVENTS_MAX)}. Zoom in to see the others.</p>
      )}
    </section>
  );
}
