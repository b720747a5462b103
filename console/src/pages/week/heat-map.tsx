import { type CSSProperties, type KeyboardEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { NARROW, useMedia } from "../../components/use-media.ts";
import { formatAverage, formatCount } from "../../format.ts";
import { shortWeekdayName, weekdayName, weekdaysInOrder } from "../../preferences.ts";
import type { Space } from "../../queries/spaces.ts";
import {
  cellKey,
  cellTime,
  cellValue,
  clock,
  dayOf,
  HOURS,
  MEASURES,
  type Measure,
  shortClock,
  shortValue,
  spaceAt,
  type WeekCell,
  type WeekGrid,
} from "./week-grid.ts";

/** The steps of the arrow keys if weekdays are rows. */
const ARROWS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * The hours of a week, coloured by their values. Weekdays are rows, or columns on a narrow screen. The Tab key reaches
 * one cell, and the arrow keys move between cells.
 */
export function HeatMap(props: {
  readonly space: Space;
  readonly grid: WeekGrid;
  readonly measure: Measure;
  readonly isSingle: boolean;
  readonly busiest: WeekCell | null;
}) {
  const { space, grid, measure, isSingle, busiest } = props;
  const isNarrow = useMedia(NARROW);
  const [focus, setFocus] = useState<{ readonly weekday: number; readonly hour: number }>();
  const table = useRef<HTMLTableElement>(null);
  const weekdays = weekdaysInOrder();
  const start = focus ?? busiest ?? [...grid.values()][0] ?? { weekday: weekdays[0] ?? 1, hour: 0 };
  const context: HeatContext = { space, measure, isSingle, highest: busiest?.[measure] ?? 0 };

  const move = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    const [days, hours] = isNarrow ? [arrow[1], arrow[0]] : arrow;
    const next = { weekday: wrap(start.weekday - 1 + days, 7) + 1, hour: wrap(start.hour + hours, 24) };
    setFocus(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${cellKey(next.weekday, next.hour)}"]`)?.focus();
  };

  const cellAt = (weekday: number, hour: number) => (
    <HeatCell
      key={cellKey(weekday, hour)}
      cell={grid.get(cellKey(weekday, hour))}
      at={{ weekday, hour }}
      context={context}
      isBusiest={busiest?.weekday === weekday && busiest.hour === hour}
      isInTabOrder={start.weekday === weekday && start.hour === hour}
      onFocus={() => setFocus({ weekday, hour })}
    />
  );
  const head = (weekday: number) => (
    <WeekdayHead
      key={weekday}
      weekday={weekday}
      scope={isNarrow ? "col" : "row"}
      day={isSingle ? firstDay(grid, weekday, space.time_zone) : undefined}
    />
  );

  return (
    <table
      className={`smaller tabular heat-map ${isNarrow ? "heat-map-narrow" : ""}`}
      ref={table}
      onKeyDown={move}
    >
      <caption className="visually-hidden">
        Hours of the week of {space.name}. Arrow keys move between hours, Enter opens one.
      </caption>
      <thead>
        <tr>
          <td />
          {isNarrow
            ? weekdays.map(head)
            : HOURS.map((hour) => <HourHead key={hour} hour={hour} scope="col" />)}
        </tr>
      </thead>
      <tbody>
        {isNarrow
          ? HOURS.map((hour) => (
              <tr key={hour}>
                <HourHead hour={hour} scope="row" />
                {weekdays.map((weekday) => cellAt(weekday, hour))}
              </tr>
            ))
          : weekdays.map((weekday) => (
              <tr key={weekday}>
                {head(weekday)}
                {HOURS.map((hour) => cellAt(weekday, hour))}
              </tr>
            ))}
      </tbody>
    </table>
  );
}

function wrap(value: number, length: number): number {
  return (value + length) % length;
}

/** The date of a weekday in a single week. */
function firstDay(grid: WeekGrid, weekday: number, zone: string): string | undefined {
  const cell = HOURS.map((hour) => grid.get(cellKey(weekday, hour))).find((each) => each !== undefined);
  const [sample] = cell?.samples ?? [];
  return sample === undefined ? undefined : dayOf(sample, zone);
}

function WeekdayHead(props: {
  readonly weekday: number;
  readonly scope: "row" | "col";
  readonly day: string | undefined;
}) {
  const { weekday, scope, day } = props;
  return (
    <th scope={scope} className="heat-weekday">
      <abbr title={weekdayName(weekday)}>{shortWeekdayName(weekday)}</abbr>
      {day !== undefined && <span className="heat-day">{day}</span>}
    </th>
  );
}

function HourHead({ hour, scope }: { readonly hour: number; readonly scope: "row" | "col" }) {
  return (
    <th scope={scope} className="heat-hour" aria-label={clock(hour)}>
      {shortClock(hour)}
    </th>
  );
}

/** The values that all cells of a heat map share. */
interface HeatContext {
  readonly space: Space;
  readonly measure: Measure;
  readonly isSingle: boolean;
  /** The value with the strongest colour. */
  readonly highest: number;
}

/** One hour of the week: its colour and value, and all measures in a tooltip. */
function HeatCell(props: {
  readonly cell: WeekCell | undefined;
  readonly at: { readonly weekday: number; readonly hour: number };
  readonly context: HeatContext;
  readonly isBusiest: boolean;
  readonly isInTabOrder: boolean;
  readonly onFocus: () => void;
}) {
  const { cell, at, context, isBusiest, isInTabOrder, onFocus } = props;
  const { space, measure, isSingle, highest } = context;
  const zone = space.time_zone;
  const key = cellKey(at.weekday, at.hour);
  if (cell === undefined)
    return (
      <td className="heat-cell heat-cell-empty">
        <span data-cell={key} role="note" aria-label="No data" tabIndex={isInTabOrder ? 0 : -1} />
      </td>
    );
  const time = cellTime(cell, zone, isSingle);
  const value = cellValue(cell, measure, { zone, isSingle });
  const heat = highest === 0 ? 0 : cell[measure] / highest;
  return (
    <td className="heat-cell" style={{ "--heat": heat.toFixed(4) } as CSSProperties}>
      <Link
        to={spaceAt(space, cell, measure)}
        className={`heat-link ${isBusiest ? "heat-link-busiest" : ""}`}
        data-cell={key}
        tabIndex={isInTabOrder ? 0 : -1}
        // The accessible name contains the visible number.
        aria-label={`${time}: ${cellValue(cell, measure, { zone, isSingle, write: shortValue })}`}
        onFocus={onFocus}
      >
        <span>{shortValue(cell[measure])}</span>
        <span className={`heat-tip ${tipSide(at)}`} aria-hidden="true">
          <strong>{time}</strong>
          <span>{value}</span>
          {measure !== "average" && <span>{formatAverage(cell.average)} people on average</span>}
          {measure !== "highest" && <span>{formatCount(cell.highest)} at most</span>}
          {measure !== "entrances" && (
            <span>
              {formatAverage(cell.entrances)} entrances{isSingle ? "" : " on average"}
            </span>
          )}
        </span>
      </Link>
    </td>
  );
}

/** Opens the tooltips of late hours and days to the left, to stay within the page. */
function tipSide({ weekday, hour }: { readonly weekday: number; readonly hour: number }): string {
  return `${hour >= 12 ? "heat-tip-late-hour" : ""} ${weekday >= 4 ? "heat-tip-late-day" : ""}`;
}

const STEPS = [0, 0.25, 0.5, 0.75, 1];

/** The colour scale of the heat map. */
export function HeatLegend({ highest, measure }: { readonly highest: number; readonly measure: Measure }) {
  if (highest === 0) return null;
  return (
    <div className="smaller soft heat-legend">
      <span>{MEASURES[measure]}</span>
      <div>
        <div className="heat-legend-ramp" aria-hidden="true" />
        <ol className="tabular heat-legend-steps" aria-label="Colour scale">
          {STEPS.map((step) => (
            <li key={step}>{shortValue(step * highest)}</li>
          ))}
        </ol>
      </div>
    </div>
  );
}
