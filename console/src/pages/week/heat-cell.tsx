import type { CSSProperties } from "react";
import { Link } from "react-router";
import { formatAverage, formatCount } from "../../format.ts";
import type { Space } from "../../queries/spaces.ts";
import { cellTime, cellValue, shortValue } from "./labels.ts";
import { cellKey, type Measure, type WeekCell } from "./week-grid.ts";
import { spaceAt } from "./week-summary.tsx";

/** The values that all cells of a heat map share. */
export interface HeatContext {
  readonly space: Space;
  readonly measure: Measure;
  readonly isSingle: boolean;
  /** The value with the strongest colour. */
  readonly highest: number;
}

/** One hour of the week: its colour and value, and all measures in a tooltip. */
export function HeatCell(props: {
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
        <span className="heat-number">{shortValue(cell[measure])}</span>
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
