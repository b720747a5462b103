import { DateTime } from "luxon";
import { Button, Icon } from "../../components/button.tsx";
import { SelectField } from "../../components/form/fields.tsx";
import { RangePicker } from "../../components/range-picker.tsx";
import type { Space } from "../../queries/spaces.ts";
import { defaultInterval, INTERVALS, isInterval, offeredIntervals } from "../../ranges.ts";
import { daysText, hoursText } from "../set-up/labels.ts";
import { panned, type SpaceView, zoomedIn, zoomedOut } from "./view.ts";

/** Selects the range, the interval, time segments and the comparison. @param props.today about now, in ms */
export function SpaceControls(props: {
  readonly space: Space;
  readonly view: SpaceView;
  readonly today: number;
}) {
  const { space, view, today } = props;
  return (
    <div className="row end gap-3 space-controls">
      <RangePicker
        choice={view.choice}
        onChoose={view.chooseRange}
        today={DateTime.fromMillis(today, { zone: view.zone }).toISODate() ?? ""}
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
      <label className="checkbox">
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
    <fieldset className="row gap-2">
      <legend className="label">Only during</legend>
      {space.time_segments.map(({ id, name, start, end, days }) => (
        <label
          key={id}
          className="button space-segment"
          title={`${daysText(days)}, ${hoursText(start, end)}`}
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

/** Buttons that zoom and move the range. @param props.now about now, in ms; the range cannot move beyond it */
export function ZoomButtons({ view, now }: { readonly view: SpaceView; readonly now: number }) {
  const { range, base, isZoomed, zoomTo } = view;
  const inner = zoomedIn(range);
  const isAtEnd = range.end >= Math.max(now, base.end);
  return (
    <fieldset className="row gap-1" aria-label="Zoom">
      {isZoomed && <Button onClick={() => zoomTo(null)}>Reset zoom</Button>}
      <IconButton label="Earlier" icon="M10 3 5 8l5 5" onClick={() => zoomTo(panned(range, -1))} />
      <IconButton
        label="Later"
        icon="m6 3 5 5-5 5"
        isDisabled={isAtEnd}
        onClick={() => zoomTo(panned(range, 1))}
      />
      <IconButton
        label="Zoom out"
        icon="M3 8h10"
        isDisabled={!isZoomed}
        onClick={() => zoomTo(zoomedOut(range, base))}
      />
      <IconButton
        label="Zoom in"
        icon="M3 8h10M8 3v10"
        isDisabled={inner === null}
        onClick={() => inner !== null && zoomTo(inner)}
      />
    </fieldset>
  );
}

function IconButton(props: {
  readonly label: string;
  /** An SVG path in a view box of 16 by 16. */
  readonly icon: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}) {
  const { label, icon, isDisabled = false, onClick } = props;
  return (
    <Button
      className="space-icon-button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon path={icon} />
    </Button>
  );
}
