import "./week.css";
import { DateTime } from "luxon";
import { type ReactNode, useEffect, useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { answerOf } from "../../../../src/client/index.ts";
import { SelectField } from "../../components/form/fields.tsx";
import { Page } from "../../components/page.tsx";
import { RangePicker, useRangeChoice } from "../../components/range-picker.tsx";
import { SegmentFilter, useSegmentIds } from "../../components/segment-filter.tsx";
import { treeChoices } from "../../components/space-filter.tsx";
import { Empty, NotMeasured, QueryState } from "../../components/states.tsx";
import { formatDate } from "../../format.ts";
import { measuredParts, measuredText } from "../../measured.ts";
import { weekdayName, weekdaysInOrder } from "../../preferences.ts";
import { type CountSample, parametersOf } from "../../queries/counts.ts";
import { useFetched } from "../../queries/resources.ts";
import { type Space, useSpaces } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { rangeOf, rangeProblem, type TimeRange, WEEK_RANGES } from "../../ranges.ts";
import { type Parameters, useUrlValues, withParameters } from "../../search-parameters.ts";
import { fullAt } from "../../utilization.ts";
import { NoSpaces } from "../set-up/no-spaces.tsx";
import { HeatLegend, HeatMap } from "./heat-map.tsx";
import {
  busiestCell,
  cellTime,
  cellValue,
  gridOfDay,
  type HourSample,
  isMeasure,
  isOneWeek,
  isUsuallyOccupied,
  localHourRanges,
  MEASURES,
  type Measure,
  quietestCell,
  type ShownWeek,
  spaceAt,
  type WeekCell,
  weekGrid,
} from "./week-grid.ts";

/** Where this browser stores the space that the page has shown last. */
const SPACE_KEY = "headcount-week-space";

/** The hours of the week of a space, as a heat map. */
export function WeekPage() {
  const spaces = useSpaces();
  const [parameters] = useSearchParams();
  if (spaces.data === undefined) return <QueryState query={spaces} />;
  const named = (id: string | null) => spaces.data.find((space) => space.id === id);
  const spaceId = parameters.get("space");
  const space =
    spaceId === null ? (named(localStorage.getItem(SPACE_KEY)) ?? spaces.data[0]) : named(spaceId);
  if (space === undefined)
    return (
      <Page title="Week">
        {spaceId === null ? (
          <NoSpaces />
        ) : (
          <Empty title={`Space ${spaceId} not found`}>
            <Link to="/week">Select another space</Link>
          </Empty>
        )}
      </Page>
    );
  return <SpaceWeek spaces={spaces.data} space={space} />;
}

const MINUTE_MS = 60_000;
const NO_HOURS: readonly HourSample[] = [];

function SpaceWeek({ spaces, space }: { readonly spaces: readonly Space[]; readonly space: Space }) {
  const [parameters] = useSearchParams();
  const [choice, choose] = useRangeChoice("4w", WEEK_RANGES);
  const named = parameters.get("value");
  const measure: Measure =
    isMeasure(named) && (named !== "utilization" || fullAt(space) !== null) ? named : "average";
  const zone = space.time_zone;
  const now = useNow(15 * MINUTE_MS);
  const { start, end } = rangeOf(choice, zone, now, WEEK_RANGES);
  const range = useMemo(() => ({ start, end }), [start, end]);
  const problem = rangeProblem(choice);
  const [segmentIds] = useSegmentIds(space);
  const hours = useHours(space, range, segmentIds);
  const samples = hours.data ?? NO_HOURS;
  const grid = useMemo(() => weekGrid(samples, zone), [samples, zone]);
  const isSingle = isOneWeek(range, zone);
  const week: ShownWeek = { space, zone, grid, measure, isSingle, busiest: busiestCell(grid, measure) };
  const isMeasured = measuredParts(space, range).length > 0;
  const part = measuredText(space, range, zone);
  useEffect(() => localStorage.setItem(SPACE_KEY, space.id), [space.id]);
  const day = (instant: number) => formatDate(instant, zone);
  const days = `${day(samples[0]?.start ?? start)} – ${day((samples.at(-1)?.end ?? end) - 1)}`;
  return (
    <Page
      title="Week"
      lead={
        problem === null
          ? `${space.name}, ${days}, ${isSingle ? "hourly" : "all weeks combined"}, time zone ${zone}`
          : space.name
      }
      tools={
        <WeekControls spaces={spaces} space={space} measure={measure}>
          <RangePicker
            label="Weeks"
            ranges={WEEK_RANGES}
            choice={choice}
            onChoose={choose}
            custom={daysOf(range, zone)}
          />
        </WeekControls>
      }
    >
      {problem !== null && <Empty title={problem} />}
      {problem === null && !isMeasured && <NotMeasured space={space} range={range} />}
      {problem === null && isMeasured && hours.data === undefined && (
        <QueryState query={hours}>Loading counts…</QueryState>
      )}
      {problem === null && isMeasured && hours.data !== undefined && (
        <div className="stack week" aria-busy={hours.isPlaceholderData}>
          {part !== null && <p className="small strong">{part}</p>}
          <Extremes week={week} isRestricted={segmentIds.length > 0} />
          <HeatMap week={week} />
          <HeatLegend week={week} />
        </div>
      )}
    </Page>
  );
}

/** Selects the space and the measure, which the URL contains. @param props.children selects the weeks */
function WeekControls(props: {
  readonly spaces: readonly Space[];
  readonly space: Space;
  readonly measure: Measure;
  readonly children: ReactNode;
}) {
  const { spaces, space, measure, children } = props;
  const [, setParameters] = useSearchParams();
  const set = (changes: Parameters) => setParameters((before) => withParameters(before, changes));
  return (
    <>
      <SelectField
        label="Space"
        value={space.id}
        choices={treeChoices(spaces)}
        onChange={(id) => set({ space: id })}
      />
      {children}
      <SelectField<string>
        label="Show"
        value={measure}
        choices={Object.entries(MEASURES)
          .filter(([value]) => value !== "utilization" || fullAt(space) !== null)
          .map(([value, name]) => ({ value, name }))}
        onChange={(value) => set({ value })}
      />
      <SegmentFilter space={space} />
    </>
  );
}

/** The first and the last day of a range. */
function daysOf({ start, end }: TimeRange, zone: string) {
  const day = (instant: number) => DateTime.fromMillis(instant, { zone }).toISODate() ?? "";
  return { from: day(start), to: day(end - 1) };
}

const TITLES: Readonly<Record<Measure, readonly [highest: string, lowest: string]>> = {
  average: ["Busiest", "Quietest"],
  highest: ["Highest count", "Lowest peak"],
  entrances: ["Most entrances", "Fewest entrances"],
  utilization: ["Fullest", "Emptiest"],
};

/**
 * The hours with the highest and the lowest value, of the week or of one weekday.
 *
 * @param props.isRestricted whether time segments restrict the hours; otherwise only hours that usually have people count
 */
function Extremes({ week, isRestricted }: { readonly week: ShownWeek; readonly isRestricted: boolean }) {
  const { measure } = week;
  const [{ day }, set] = useUrlValues(DAY_PARAMETERS);
  const weekday = weekdaysInOrder().find((each) => String(each) === day) ?? null;
  const grid = gridOfDay(week.grid, weekday);
  const busiest = busiestCell(grid, measure);
  const quietest = quietestCell(grid, measure, (cell) => isRestricted || isUsuallyOccupied(cell));
  const [highest, lowest] = TITLES[measure];
  const line = (title: string, cell: WeekCell) => (
    <>
      {title}: <Link to={spaceAt(cell, week)}>{cellTime(cell, week)}</Link>, {cellValue(cell, week)}
    </>
  );
  return (
    <div className="row end gap-4">
      <SelectField
        label="Day"
        value={day}
        choices={[
          { value: "", name: "All days" },
          ...weekdaysInOrder().map((each) => ({ value: String(each), name: weekdayName(each) })),
        ]}
        onChange={(each) => set({ day: each })}
      />
      <div>
        <p className="large strong week-busiest">
          {busiest === null ? "No people in this period." : line(highest, busiest)}
        </p>
        {busiest !== null && quietest !== null && (
          <p className="week-quietest">
            {line(lowest, quietest)}
            {!isRestricted && <span className="soft"> (of the hours with people on most days)</span>}
          </p>
        )}
      </div>
    </div>
  );
}

const DAY_PARAMETERS = ["day"] as const;

/** The local hours of a space in a range up to now. @param range starts at a local midnight */
function useHours(space: Space, range: TimeRange, segmentIds: readonly string[]) {
  const full = fullAt(space);
  return useFetched(
    ["hours", space.id, space.time_zone, range, segmentIds, full],
    async (v2, signal) => {
      const query = { space_id: [space.id], averages: true };
      const parts = localHourRanges(range, space.time_zone).map(async (part) => {
        const params = { query: { ...parametersOf({ ...part, interval: "1h", segmentIds }), ...query } };
        const { results } = await answerOf(v2.GET("/v2/counts/", { params, signal }));
        return (results[0]?.results ?? []).map((sample) => hourSample(sample, full));
      });
      return (await Promise.all(parts)).flat();
    },
    {
      placeholderData: (previous, query) => (query?.queryKey[1] === space.id ? previous : undefined),
    },
  );
}

/** @param full the capacity, or the target capacity */
function hourSample({ interval }: CountSample, full: number | null): HourSample {
  const { average = 0, max, entrances } = interval.analytics;
  // The end in the API is the last ms of the interval.
  return {
    start: Date.parse(interval.start),
    end: Date.parse(interval.end) + 1,
    average,
    highest: max,
    entrances,
    utilization: full === null ? 0 : average / full,
  };
}
