import { formatAverage, formatCount, formatShortDay, formatTimeOfDay } from "../../format.ts";
import { weekdayName } from "../../weeks.ts";
import { busiestSample, type HourSample, type Measure, type WeekCell } from "./week-grid.ts";

/** An hour of the day, such as `12:00–13:00`. */
function hourSpan(hour: number): string {
  return `${clock(hour)}–${clock((hour + 1) % 24)}`;
}

/** A full hour in the format of the settings, such as `14:00` or `2:00 PM`. */
export function clock(hour: number): string {
  return formatTimeOfDay(`${String(hour).padStart(2, "0")}:00`);
}

/** A full hour in short form: `14` or `2 PM`. */
export function shortClock(hour: number): string {
  const text = clock(hour);
  return text.endsWith("M") ? text.replace(":00", "") : text.slice(0, 2);
}

/** A value in short form, for a cell. */
export function shortValue(value: number): string {
  return value > 0 && value < 9.95 && !Number.isInteger(value) ? formatAverage(value) : formatCount(value);
}

/** The time of a cell, such as `Tuesday 12:00–13:00`, with its date in a single week. */
export function cellTime(cell: WeekCell, zone: string, isSingle: boolean): string {
  const [first] = cell.samples;
  const day = isSingle && first !== undefined ? ` ${dayOf(first, zone)},` : "";
  return `${weekdayName(cell.weekday)}${day} ${hourSpan(cell.hour)}`;
}

/**
 * The value of a cell, such as `63.4 people on average`; the highest count with its date.
 *
 * @param options.write formats averages
 */
export function cellValue(
  cell: WeekCell,
  measure: Measure,
  options: { readonly zone: string; readonly isSingle: boolean; readonly write?: (value: number) => string },
): string {
  const { zone, isSingle, write = formatAverage } = options;
  if (measure === "average") return `${write(cell.average)} people on average`;
  if (measure === "highest") {
    const day = isSingle ? "" : `, on ${dayOf(busiestSample(cell, measure), zone)}`;
    return `${formatCount(cell.highest)} people at most${day}`;
  }
  if (isSingle) return `${formatCount(cell.entrances)} ${cell.entrances === 1 ? "entrance" : "entrances"}`;
  return `${write(cell.entrances)} entrances on average`;
}

/** The day of a sample, such as `17 Nov`. */
export function dayOf({ start }: HourSample, zone: string): string {
  return formatShortDay(start, zone);
}
