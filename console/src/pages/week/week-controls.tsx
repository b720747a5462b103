import { DateTime } from "luxon";
import { useSearchParams } from "react-router";
import { DayRangeFields } from "../../components/day-field.tsx";
import { SelectField } from "../../components/form/fields.tsx";
import { SpaceSelect } from "../../components/space-select.tsx";
import type { Space } from "../../queries/spaces.ts";
import { type Parameters, withParameters } from "../../search-parameters.ts";
import { MEASURES, type Measure } from "./week-grid.ts";
import { DEFAULT_WEEKS, isWeekRangeName, WEEK_RANGES, type WeekChoice, weekRangeOf } from "./week-range.ts";

const CUSTOM = "custom";

/** Selects the space, the weeks and the measure, which the URL contains. */
export function WeekControls(props: {
  readonly spaces: readonly Space[];
  readonly space: Space;
  readonly choice: WeekChoice;
  readonly measure: Measure;
  readonly now: number;
}) {
  const { spaces, space, choice, measure, now } = props;
  const [, setParameters] = useSearchParams();
  const set = (changes: Parameters) => setParameters((before) => withParameters(before, changes));
  const chooseRange = (name: string) => {
    if (isWeekRangeName(name)) set({ range: name === DEFAULT_WEEKS ? null : name, from: null, to: null });
    else set({ range: null, ...daysOf(weekRangeOf(choice, space.time_zone, now), space.time_zone) });
  };
  return (
    <>
      <SpaceSelect spaces={spaces} spaceId={space.id} onChoose={(id) => set({ space: id })} />
      <SelectField
        label="Weeks"
        value={typeof choice === "string" ? choice : CUSTOM}
        choices={[
          ...Object.entries(WEEK_RANGES).map(([value, { label }]) => ({ value, name: label })),
          { value: CUSTOM, name: "Custom range" },
        ]}
        onChange={chooseRange}
      />
      {typeof choice !== "string" && <DayRangeFields days={choice} onChange={(days) => set({ ...days })} />}
      <SelectField<string>
        label="Show"
        value={measure}
        choices={Object.entries(MEASURES).map(([value, name]) => ({ value, name }))}
        onChange={(value) => set({ value })}
      />
    </>
  );
}

/** The first and the last day of a range. */
function daysOf({ start, end }: { readonly start: number; readonly end: number }, zone: string) {
  const day = (instant: number) => DateTime.fromMillis(instant, { zone }).toISODate();
  return { from: day(start), to: day(end - 1) };
}
