import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { QueryState } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";
import {
  formatAverage,
  formatCount,
  formatDay,
  formatDuration,
  formatMoment,
  formatSecond,
  formatTime,
} from "../../format.ts";
import { type Breach, EVENTS_MAX } from "../../queries/counts.ts";
import type { Space } from "../../queries/spaces.ts";
import type { TimeRange } from "../../ranges.ts";
import { safeLimitOf } from "../../utilization.ts";
import { selected } from "./space-controls.tsx";
import type { CountedEvent, FetchedList } from "./use-space-data.ts";

const SHOWN_FIRST = 5;
/** The time before and after a breach in its zoomed view. */
const AROUND_MS = 15 * 60_000;

/** The breaches of the safe limit, latest first (D15). */
export function Breaches(props: {
  readonly space: Space;
  readonly found: FetchedList<Breach>;
  readonly onShow: (range: TimeRange) => void;
}) {
  const { space, found, onShow } = props;
  const zone = space.time_zone;
  const [showsAll, setShowsAll] = useState(false);
  const limit = safeLimitOf(space);
  if (limit === null) return null;
  const shown = showsAll ? found.items : found.items.slice(0, SHOWN_FIRST);
  return (
    <section className="card stack gap-2" aria-labelledby="space-breaches">
      <h2 id="space-breaches" className="small">
        Breaches <span className="soft unbold">of the safe limit of {formatAverage(limit)}</span>
      </h2>
      <ListState list={found}>No breaches in this period.</ListState>
      {shown.length > 0 && (
        <ul className="stack gap-1">
          {shown.map(({ start: from, end: until, peak }) => {
            const start = Date.parse(from);
            const end = until === null ? null : Date.parse(until);
            const last = end ?? Date.parse(peak.timestamp);
            return (
              <li key={from}>
                <button
                  type="button"
                  className="plain-button hoverable small tabular space-breach"
                  onClick={() => onShow(selected({ start: start - AROUND_MS, end: last + AROUND_MS }))}
                  title="Zoom to this breach"
                >
                  <span>
                    {formatMoment(start, zone)}–{end === null ? "now" : formatTime(end, zone)}
                  </span>
                  <span className="numeric">{end === null ? "ongoing" : formatDuration(end - start)}</span>
                  <span className="soft">up to {formatCount(peak.value)} people</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {found.items.length > shown.length && (
        <Button look="quiet" onClick={() => setShowsAll(true)}>
          Show all {formatCount(found.items.length)}
        </Button>
      )}
      {showsAll && found.total > found.items.length && (
        <p className="small soft">
          Showing the latest {formatCount(found.items.length)} of {formatCount(found.total)}.
        </p>
      )}
    </section>
  );
}

/** The single events of a short range. @param props.events null if the range is too long */
export function Events(props: { readonly space: Space; readonly events: FetchedList<CountedEvent> | null }) {
  const { space, events } = props;
  if (events === null)
    return <p className="small soft">Zoom in to two hours or less to see single events.</p>;
  const doorways = new Map(space.doorways.map(({ id, name }) => [id, name]));
  return (
    <section className="stack gap-3 space-events" aria-labelledby="space-events">
      <h2 id="space-events">
        Events <span className="small soft">{formatCount(events.total)}</span>
      </h2>
      <ListState list={events}>No events in this period.</ListState>
      {events.items.length > 0 && (
        <Table
          label="Events"
          className="table-sticky tabular space-table"
          columns={["Time", "Direction", "Doorway", "Count after"]}
          numeric={["Count after"]}
        >
          {events.items.map(({ id, time, direction, doorway_id: doorway, countAfter }) => (
            <tr key={id}>
              <td title={formatDay(time, space.time_zone)}>{formatSecond(time, space.time_zone)}</td>
              <td>
                <span style={{ color: `var(--${direction === 1 ? "entrance" : "exit"})` }} aria-hidden="true">
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
        <p className="small soft">Showing the first {formatCount(EVENTS_MAX)}. Zoom in to see the others.</p>
      )}
    </section>
  );
}

/** States that a list is loading, has failed or is empty. @param props.children the text if it is empty */
function ListState(props: { readonly list: FetchedList<unknown>; readonly children: ReactNode }) {
  const { query, total } = props.list;
  if (query.isPending || query.isError) return <QueryState query={query} />;
  return total === 0 && <p className="small soft">{props.children}</p>;
}
