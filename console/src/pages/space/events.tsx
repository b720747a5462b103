import { ErrorNote, Loading } from "../../components/states.tsx";
import { TableScroll } from "../../components/table-scroll.tsx";
import { formatCount, formatDay, formatSecond } from "../../format.ts";
import { EVENTS_MAX } from "../../queries/events.ts";
import type { Space } from "../../queries/spaces.ts";
import type { CountedEvent, Found } from "./use-overlays.ts";

/** The single events of a short time. @param props.events null where the time is too long for them */
export function Events(props: { readonly space: Space; readonly events: Found<CountedEvent> | null }) {
  const { space, events } = props;
  if (events === null)
    return <p className="space-soft">Zoom in to two hours or less to see every single event.</p>;
  const doorways = new Map(space.doorways.map(({ id, name }) => [id, name]));
  return (
    <section className="space-events" aria-labelledby="space-events">
      <h2 id="space-events">
        Events <span className="space-soft">{formatCount(events.total)}</span>
      </h2>
      {events.error !== null && <ErrorNote error={events.error} onRetry={events.retry} />}
      {events.isPending && <Loading />}
      {!events.isPending && events.error === null && events.total === 0 && (
        <p className="space-soft">Nobody came or went.</p>
      )}
      {events.items.length > 0 && (
        <TableScroll label="Events: table" className="space-table">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Direction</th>
                <th scope="col">Doorway</th>
                <th scope="col" className="numeric">
                  Count after
                </th>
              </tr>
            </thead>
            <tbody>
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
            </tbody>
          </table>
        </TableScroll>
      )}
      {events.total > EVENTS_MAX && (
        <p className="space-soft">
          These are the first {formatCount(EVENTS_MAX)}. Zoom in further to see the others.
        </p>
      )}
    </section>
  );
}
