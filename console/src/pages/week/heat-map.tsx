import { type CSSProperties, type KeyboardEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { useIsNarrow } from "../../components/page.tsx";
import { formatAverage, formatCount } from "../../format.ts";
import { weekdayName, weekdaysInOrder } from "../../preferences.ts";
import {
  cellKey,
  cellTime,
  cellValue,
  clock,
  dayOf,
  HOURS,
  MEASURES,
  type ShownWeek,
  shortClock,
  shortValue,
  spaceAt,
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
export function HeatMap({ week }: { readonly week: ShownWeek }) {
  const { space, zone, grid, isSingle, busiest } = week;
  const isNarrow = useIsNarrow();
  const [focus, setFocus] = useState<CellPosition>();
  const table = useRef<HTMLTableElement>(null);
  const weekdays = weekdaysInOrder();
  const start = focus ?? busiest ?? [...grid.values()][0] ?? { weekday: weekdays[0] ?? 1, hour: 0 };

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
      at={{ weekday, hour }}
      week={week}
      isInTabOrder={start.weekday === weekday && start.hour === hour}
      onFocus={() => setFocus({ weekday, hour })}
    />
  );
  const weekdayHead = (weekday: number) => (
    <th key={weekday} scope={isNarrow ? "col" : "row"} className="heat-weekday">
      <abbr title={weekdayName(weekday)}>{weekdayName(weekday, "short")}</abbr>
      {isSingle && <span className="block unbold nowrap heat-day">{firstDay(grid, weekday, zone)}</span>}
    </th>
  );
  const hourHead = (hour: number) => (
    <th key={hour} scope={isNarrow ? "row" : "col"} className="heat-hour" aria-label={clock(hour)}>
      {shortClock(hour)}
    </th>
  );
  const rows = isNarrow
    ? HOURS.map((hour) => [hourHead(hour), ...weekdays.map((weekday) => cellAt(weekday, hour))])
    : weekdays.map((weekday) => [weekdayHead(weekday), ...HOURS.map((hour) => cellAt(weekday, hour))]);

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
          {isNarrow ? weekdays.map(weekdayHead) : HOURS.map(hourHead)}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]?.key}>{cells}</tr>
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
  return sample && dayOf(sample, zone);
}

interface CellPosition {
  readonly weekday: number;
  readonly hour: number;
}

/** One hour of the week: its colour and value, and all measures in a tooltip. */
function HeatCell(props: {
  readonly at: CellPosition;
  readonly week: ShownWeek;
  readonly isInTabOrder: boolean;
  readonly onFocus: () => void;
}) {
  const { at, week, isInTabOrder, onFocus } = props;
  const { grid, busiest, measure, isSingle } = week;
  const key = cellKey(at.weekday, at.hour);
  const cell = grid.get(key);
  if (cell === undefined)
    return (
      <td className="heat-cell heat-cell-empty">
        <span data-cell={key} role="note" aria-label="No data" tabIndex={isInTabOrder ? 0 : -1} />
      </td>
    );
  const time = cellTime(cell, week);
  const heat = busiest === null ? 0 : cell[measure] / busiest[measure];
  return (
    <td className="heat-cell" style={{ "--heat": heat.toFixed(4) } as CSSProperties}>
      <Link
        to={spaceAt(cell, week)}
        className={`heat-link ${cell === busiest ? "heat-link-busiest" : ""}`}
        data-cell={key}
        tabIndex={isInTabOrder ? 0 : -1}
        // The accessible name contains the visible number.
        aria-label={`${time}: ${cellValue(cell, week, shortValue)}`}
        onFocus={onFocus}
      >
        <span>{shortValue(cell[measure], measure)}</span>
        <span className={`heat-tip ${tipSide(at)}`} aria-hidden="true">
          <strong>{time}</strong>
          <span>{cellValue(cell, week)}</span>
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
function tipSide({ weekday, hour }: CellPosition): string {
  return `${hour >= 12 ? "heat-tip-late-hour" : ""} ${weekday >= 4 ? "heat-tip-late-day" : ""}`;
}

const STEPS = [0, 0.25, 0.5, 0.75, 1];

/** The colour scale of the heat map. */
export function HeatLegend({ week: { busiest, measure } }: { readonly week: ShownWeek }) {
  if (busiest === null) return null;
  return (
    <div className="smaller soft heat-legend">
      <span>{MEASURES[measure]}</span>
      <div>
        <div className="heat-legend-ramp" aria-hidden="true" />
        <ol className="row between tabular" aria-label="Colour scale">
          {STEPS.map((step) => (
            <li key={step}>{shortValue(step * busiest[measure], measure)}</li>
          ))}
        </ol>
      </div>
    </div>
  );
}
