import { DateTime } from "luxon";
import { Field } from "../../components/field.tsx";
import { RangePicker } from "../../components/range-picker.tsx";
import { formatTimeOfDay } from "../../format.ts";
import { INTERVALS, isInterval, offeredIntervals, usualInterval } from "../../intervals.ts";
import type { Space } from "../../queries/spaces.ts";
import type { SpaceView } from "./view.ts";

/** Chooses what of a space is looked at. @param props.today about now, in ms */
export function SpaceControls(props: {
  readonly space: Space;
  readonly view: SpaceView;
  readonly today: number;
}) {
  const { space, view, today } = props;
  return (
    <div className="space-controls">
      <RangePicker
        choice={view.choice}
        onChoose={view.chooseRange}
        today={DateTime.fromMillis(today, { zone: space.time_zone }).toISODate() ?? ""}
      />
      <Field label="Interval">
        {(control) => (
          <select
            {...control}
            value={view.chosenInterval ?? ""}
            onChange={({ target: { value } }) => view.chooseInterval(isInterval(value) ? value : null)}
          >
            <option value="">Auto ({INTERVALS[usualInterval(view.range)].label})</option>
            {offeredIntervals(view.range).map((interval) => (
              <option key={interval} value={interval}>
                {INTERVALS[interval].label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {space.time_segments.length > 0 && <Segments space={space} view={view} />}
      <label className="checkbox space-compare">
        <input
          type="checkbox"
          checked={view.isCompared}
          onChange={({ target }) => view.compare(target.checked)}
        />{" "}
        Compare with the week before
      </label>
    </div>
  );
}

/** The time segments that the measured time can be restricted to; none is all the time. */
function Segments({ space, view }: { readonly space: Space; readonly view: SpaceView }) {
  const toggle = (id: string, isChosen: boolean) =>
    view.chooseSegments(
      isChosen ? [...view.segmentIds, id] : view.segmentIds.filter((chosen) => chosen !== id),
    );
  return (
    <fieldset className="space-segments">
      <legend>Only during</legend>
      {space.time_segments.map(({ id, name, start, end, days }) => (
        <label
          key={id}
          className="space-segment"
          title={`${formatTimeOfDay(start)}–${formatTimeOfDay(end)} ${dayWords(days)}`}
        >
          <input
            type="checkbox"
            checked={view.segmentIds.includes(id)}
            onChange={({ target }) => toggle(id, target.checked)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

function dayWords(days: readonly string[]): string {
  return days.length === 7 ? "every day" : days.map((day) => day.slice(0, 3)).join(", ");
}
