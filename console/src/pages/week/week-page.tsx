import { useEffect, useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { NotMeasured } from "../../components/not-measured.tsx";
import { Page } from "../../components/page.tsx";
import { Empty, Unanswered } from "../../components/states.tsx";
import { type Space, useSpaces } from "../../queries/spaces.ts";
import { useIsMeasured } from "../../queries/use-is-measured.ts";
import { useNow } from "../../queries/use-now.ts";
import { HeatLegend } from "./heat-legend.tsx";
import { HeatMap } from "./heat-map.tsx";
import { rememberedSpace, rememberSpace } from "./remembered-space.ts";
import { useHours } from "./use-hours.ts";
import { WeekControls } from "./week-controls.tsx";
import { busiestCell, isEmpty, isMeasure, type Measure, sinceFirstPeople, weekGrid } from "./week-grid.ts";
import { isOneWeek, readWeekChoice, type WeekChoice, weekRangeOf } from "./week-range.ts";
import { BusiestSentence, RangeSentence } from "./week-sentences.tsx";
import "./week.css";

/** When a space is busy: the hours of its week. */
export function WeekPage() {
  const spaces = useSpaces();
  const [parameters] = useSearchParams();
  if (spaces.data === undefined) return <Unanswered query={spaces} />;
  const named = (id: string | null) => spaces.data.find((space) => space.id === id);
  const asked = parameters.get("space");
  const space = asked === null ? (named(rememberedSpace()) ?? spaces.data[0]) : named(asked);
  if (space === undefined)
    return (
      <Page title="Week">
        <Empty title={asked === null ? "There is no space yet." : `There is no space ${asked}.`}>
          {asked === null ? <Link to="/set-up">Set one up</Link> : <Link to="/week">See another one</Link>}
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
      lead={<RangeSentence space={space} range={range} samples={samples} isSingle={isSingle} />}
      tools={<WeekControls spaces={spaces} space={space} choice={choice} measure={measure} now={now} />}
    >
      {hours.data === undefined && <Unanswered query={hours}>Counting…</Unanswered>}
      {hours.data !== undefined && !isMeasured && <NotMeasured space={space} />}
      {hours.data !== undefined && isMeasured && (
        <div className="week" aria-busy={hours.isPlaceholderData}>
          <BusiestSentence space={space} busiest={busiest} measure={measure} isSingle={isSingle} />
          <HeatMap space={space} grid={grid} measure={measure} isSingle={isSingle} busiest={busiest} />
          <HeatLegend highest={busiest?.[measure] ?? 0} measure={measure} />
        </div>
      )}
    </Page>
  );
}
