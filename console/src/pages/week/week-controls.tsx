import { DateTime } from "luxon";
import { useSearchParams } from "react-router";
import { DayField } from "../../components/day-field.tsx";
import { Field } from "../../components/field.tsx";
import { SpaceSelect } from "../../components/space-select.tsx";
import type { Space } from "../../queries/spaces.ts";
import { MEASURES, type Measure } from "./week-grid.ts";
import { isWeekRangeName, USUAL_WEEKS, WEEK_RANGES, type WeekChoice, weekRangeOf } from "./week-range.ts";

const CUSTOM = "custom";

/** Chooses whose week is shown, which weeks, and what of them; all of it stands in the address. */
export function WeekControls(props: {
  readonly spaces: readonly Space[];
  readonly space: Space;
  readonly choice: WeekChoice;
  readonly measure: Measure;
  readonly now: number;
}) {
  const { spaces, space, choice, measure, now } = props;
  const [, setParameters] = useSearchParams();
  const set = (changes: Readonly<Record<string, string | null>>) =>
    setParameters((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes))
        value === null ? after.delete(name) : after.set(name, value);
      return after;
    });
  const chooseRange = (name: string) => {
    if (isWeekRangeName(name)) set({ range: name === USUAL_WEEKS ? null : name, from: null, to: null });
    else set({ range: null, ...daysOf(weekRangeOf(choice, space.time_zone, now), space.time_zone) });
  };
  return (
    <>
      <SpaceSelect spaces={spaces} spaceId={space.id} onChoose={(id) => set({ space: id })} />
      <Field label="Weeks">
        {(control) => (
          <select
            {...control}
            value={typeof choice === "string" ? choice : CUSTOM}
            onChange={({ target }) => chooseRange(target.value)}
          >
            {Object.entries(WEEK_RANGES).map(([name, { label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
            <option value={CUSTOM}>From … to …</option>
          </select>
        )}
      </Field>
      {typeof choice !== "string" && (
        <>
          <DayField
            label="From"
            value={choice.from}
            onChange={(from) => from !== "" && set({ ...choice, from })}
          />
          <DayField
            label="To, included"
            value={choice.to}
            onChange={(to) => to !== "" && set({ ...choice, to })}
          />
        </>
      )}
      <Field label="Show">
        {(control) => (
          <select {...control} value={measure} onChange={({ target }) => set({ value: target.value })}>
            {Object.entries(MEASURES).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}

/** The first and the last day of a range. */
function daysOf({ start, end }: { readonly start: number; readonly end: number }, zone: string) {
  const day = (instant: number) => DateTime.fromMillis(instant, { zone }).toISODate();
  return { from: day(start), to: day(end - 1) };
}
