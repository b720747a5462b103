import { useEffect, useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { NotMeasured } from "../../components/not-measured.tsx";
import { Page } from "../../components/page.tsx";
import { Empty, QueryState } from "../../components/states.tsx";
import { useIsMeasured } from "../../queries/links.ts";
import { type Space, useSpaces } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { HeatLegend } from "./heat-legend.tsx";
import { HeatMap } from "./heat-map.tsx";
import { rememberedSpace, rememberSpace } from "./remembered-space.ts";
import { useHours } from "./use-hours.ts";
import { WeekControls } from "./week-controls.tsx";
import { busiestCell, isEmpty, isMeasure, type Measure, sinceFirstPeople, weekGrid } from "./week-grid.ts";
import { isOneWeek, readWeekChoice, type WeekChoice, weekRangeOf } from "./week-range.ts";
import { BusiestHour, RangeText } from "./week-summary.tsx";
import "./week.css";

/** The hours of the week of a space, as a heat map. */
export function WeekPage() {
  const spaces = useSpaces();
  const [parameters] = useSearchParams();
  if (spaces.data === undefined) return <QueryState query={spaces} />;
  const named = (id: string | null) => spaces.data.find((space) => space.id === id);
  const spaceId = parameters.get("space");
  const space = spaceId === null ? (named(rememberedSpace()) ?? spaces.data[0]) : named(spaceId);
  if (space === undefined)
    return (
      <Page title="Week">
        <Empty title={spaceId === null ? "No spaces yet" : `Space ${spaceId} not found`}>
          {spaceId === null ? (
            <Link to="/set-up">Create a space</Link>
          ) : (
            <Link to="/week">Select another space</Link>
          )}
        </Empty>
      </Page>
    );
  return <SpaceWeek spaces={spaces.data} space={space} choice={readWeekChoice(parameters)} />;
}

const MINUTE_MS = 60_000;

function SpaceWeek(props: {
  readonly spaces: readonly Space[];
  readonly space: Space;
  readonly choice: WeekChoice;
}) {
  const { spaces, space, choice } = props;
  const [parameters] = useSearchParams();
  const named = parameters.get("value");
  const measure: Measure = isMeasure(named) ? named : "average";
  const zone = space.time_zone;
  const now = useNow(15 * MINUTE_MS);
  const { start, end } = weekRangeOf(choice, zone, now);
  const range = useMemo(() => ({ start, end }), [start, end]);
  const hours = useHours(space, range);
  const samples = useMemo(() => sinceFirstPeople(hours.data ?? [], zone), [hours.data, zone]);
  const grid = useMemo(() => weekGrid(samples, zone), [samples, zone]);
  const isSingle = isOneWeek(range, zone);
  const busiest = busiestCell(grid, measure);
  const isMeasured = useIsMeasured(space, range, hours.data !== undefined && isEmpty(hours.data));
  useEffect(() => rememberSpace(space.id), [space.id]);
  return (
    <Page
      title="Week"
      lead={<RangeText space={space} range={range} samples={samples} isSingle={isSingle} />}
      tools={<WeekControls spaces={spaces} space={space} choice={choice} measure={measure} now={now} />}
    >
      {hours.data === undefined && <QueryState query={hours}>Loading counts…</QueryState>}
      {hours.data !== undefined && !isMeasured && <NotMeasured space={space} />}
      {hours.data !== undefined && isMeasured && (
        <div className="week" aria-busy={hours.isPlaceholderData}>
          <BusiestHour space={space} busiest={busiest} measure={measure} isSingle={isSingle} />
          <HeatMap space={space} grid={grid} measure={measure} isSingle={isSingle} busiest={busiest} />
          <HeatLegend highest={busiest?.[measure] ?? 0} measure={measure} />
        </div>
      )}
    </Page>
  );
}
