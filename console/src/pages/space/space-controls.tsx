import { DateTime } from "luxon";
import { SelectField } from "../../components/form/fields.tsx";
import { RangePicker } from "../../components/range-picker.tsx";
import { defaultInterval, INTERVALS, isInterval, offeredIntervals } from "../../intervals.ts";
import type { Space } from "../../queries/spaces.ts";
import { daysText, hoursText } from "../set-up/labels.ts";
import type { SpaceView } from "./view.ts";

/** Selects the range, the interval, time segments and the comparison. @param props.today about now, in ms */
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
      <SelectField<string>
        label="Interval"
        value={view.chosenInterval ?? ""}
        choices={[
          { value: "", name: `Auto (${INTERVALS[defaultInterval(view.range)].label})` },
          ...offeredIntervals(view.range).map((value) => ({ value, name: INTERVALS[value].label })),
        ]}
        onChange={(value) => view.chooseInterval(isInterval(value) ? value : null)}
      />
      {space.time_segments.length > 0 && <Segments space={space} view={view} />}
      <label className="checkbox space-compare">
        <input
          type="checkbox"
          checked={view.isCompared}
          onChange={({ target }) => view.compare(target.checked)}
        />{" "}
        Compare with the previous week
      </label>
    </div>
  );
}

/** The time segments to which the counts are restricted; none selected is no restriction. */
function Segments({ space, view }: { readonly space: Space; readonly view: SpaceView }) {
  const toggle = (id: string, isChosen: boolean) =>
    view.chooseSegments(
      isChosen ? [...view.segmentIds, id] : view.segmentIds.filter((chosen) => chosen !== id),
    );
  return (
    <fieldset className="space-segments">
      <legend>Only during</legend>
      {space.time_segments.map(({ id, name, start, end, days }) => (
        <label key={id} className="space-segment" title={`${daysText(days)}, ${hoursText(start, end)}`}>
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
