import { DateTime, Info } from "luxon";
import { formatAverage, formatCount } from "../../format.ts";
import { busiestSample, type HourSample, type Measure, type WeekCell } from "./week-grid.ts";

const LONG_NAMES = Info.weekdays("long");
const SHORT_NAMES = Info.weekdays("short");

export function weekdayName(weekday: number): string {
  return LONG_NAMES[weekday - 1] ?? "";
}

export function shortWeekdayName(weekday: number): string {
  return SHORT_NAMES[weekday - 1] ?? "";
}

/** An hour of the day as a span, such as `12:00–13:00`. */
function hourSpan(hour: number): string {
  return `${clock(hour)}–${clock((hour + 1) % 24)}`;
}

export function clock(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

/** What is in a cell where there is room for a few digits. */
export function shortValue(value: number): string {
  return value > 0 && value < 9.95 && !Number.isInteger(value) ? formatAverage(value) : formatCount(value);
}

/** When a cell is: `Tuesday 12:00–13:00`, with its day where there is one only. */
export function cellTime(cell: WeekCell, zone: string, isSingle: boolean): string {
  const [first] = cell.samples;
  const day = isSingle && first !== undefined ? ` ${dayOf(first, zone)},` : "";
  return `${weekdayName(cell.weekday)}${day} ${hourSpan(cell.hour)}`;
}

/** A measure of a cell in words, such as `63.4 people on average`; of the highest count with its day. */
export function cellValue(cell: WeekCell, measure: Measure, zone: string, isSingle: boolean): string {
  if (measure === "average") return `${formatAverage(cell.average)} people on average`;
  if (measure === "highest") {
    const day = isSingle ? "" : `, on ${dayOf(busiestSample(cell, measure), zone)}`;
    return `${formatCount(cell.highest)} people at most${day}`;
  }
  if (isSingle) return `${formatCount(cell.entrances)} ${cell.entrances === 1 ? "entrance" : "entrances"}`;
  return `${formatAverage(cell.entrances)} entrances on average`;
}

/** The day of a sample, such as `17 Nov`. */
export function dayOf({ start }: HourSample, zone: string): string {
  return DateTime.fromMillis(start, { zone }).toFormat("d LLL");
}
