import { DateTime } from "luxon";
import { formatAverage, formatCount, formatShare, formatShortDay, formatTimeOfDay } from "../../format.ts";
import { weekdayName } from "../../preferences.ts";
import type { Space } from "../../queries/spaces.ts";
import type { TimeRange } from "../../ranges.ts";

/** A local hour of a space, or the part of it until now; instants in ms. */
export interface HourSample {
  readonly start: number;
  readonly end: number;
  /** The time-weighted mean of the count. */
  readonly average: number;
  readonly highest: number;
  readonly entrances: number;
  /** The average as a share of the capacity, or of the target capacity; 0 without either. */
  readonly utilization: number;
}

export const MEASURES = {
  average: "Average count",
  highest: "Highest count",
  entrances: "Entrances",
  utilization: "Utilization",
} as const;
export type Measure = keyof typeof MEASURES;

export function isMeasure(text: string | null): text is Measure {
  return text !== null && Object.hasOwn(MEASURES, text);
}

/** All samples of one local hour of one weekday. */
export type WeekCell = ReturnType<typeof cellOf>;

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The cells of a week by key. An hour without samples has no cell. */
export type WeekGrid = ReadonlyMap<string, WeekCell>;

/** What the Week page shows of a space. */
export interface ShownWeek {
  readonly space: Space;
  readonly zone: string;
  readonly grid: WeekGrid;
  readonly measure: Measure;
  /** Whether each weekday occurs once, so that cells are hours instead of averages. */
  readonly isSingle: boolean;
  readonly busiest: WeekCell | null;
}

export function cellKey(weekday: number, hour: number): string {
  return `${weekday} ${hour}`;
}

/**
 * Groups samples by weekday and local hour. An hour that occurs twice on a day, when clocks go back, counts as one
 * longer hour.
 */
export function weekGrid(samples: readonly HourSample[], zone: string): WeekGrid {
  const byKey = new Map<string, HourSample[]>();
  for (const sample of samples) {
    const { weekday, hour } = DateTime.fromMillis(sample.start, { zone });
    const key = cellKey(weekday, hour);
    const group = byKey.get(key);
    if (group === undefined) byKey.set(key, [sample]);
    else group.push(sample);
  }
  return new Map([...byKey].map(([key, each]) => [key, cellOf(each, zone)]));
}

function cellOf(samples: readonly HourSample[], zone: string) {
  const first = DateTime.fromMillis((samples[0] as HourSample).start, { zone });
  const time = sum(samples, ({ start, end }) => end - start);
  const daysOf = (each: readonly HourSample[]) =>
    new Set(each.map(({ start }) => DateTime.fromMillis(start, { zone }).toISODate())).size;
  const days = daysOf(samples);
  return {
    /** 1 is Monday, 7 Sunday. */
    weekday: first.weekday,
    hour: first.hour,
    average: sum(samples, ({ start, end, average }) => average * (end - start)) / time,
    utilization: sum(samples, ({ start, end, utilization }) => utilization * (end - start)) / time,
    highest: Math.max(...samples.map(({ highest }) => highest)),
    /** Entrances per day that has this hour. */
    entrances: sum(samples, ({ entrances }) => entrances) / days,
    /** The share of the days of this weekday on which people were in the space, entered or left in this hour. */
    occupiedDays: daysOf(samples.filter(hasPeople)) / days,
    samples,
  };
}

function sum(samples: readonly HourSample[], of: (sample: HourSample) => number): number {
  return samples.reduce((total, sample) => total + of(sample), 0);
}

/** The cell with the highest value of a measure, the first one on a tie; null if all are 0. */
export function busiestCell(grid: WeekGrid, measure: Measure): WeekCell | null {
  const cells = inWeekOrder(grid);
  return cells.reduce<WeekCell | null>(
    (best, cell) => (cell[measure] > (best?.[measure] ?? 0) ? cell : best),
    null,
  );
}

/**
 * The cell with the lowest value of a measure, the first one on a tie.
 *
 * @param isOpen whether a cell counts: hours that usually have no people would always be the quietest
 */
export function quietestCell(
  grid: WeekGrid,
  measure: Measure,
  isOpen: (cell: WeekCell) => boolean,
): WeekCell | null {
  const open = inWeekOrder(grid).filter(isOpen);
  return open.reduce<WeekCell | null>(
    (best, cell) => (cell[measure] < (best?.[measure] ?? Infinity) ? cell : best),
    null,
  );
}

/** Whether an hour had people on more than half of the days of its weekday. */
export function isUsuallyOccupied({ occupiedDays }: WeekCell): boolean {
  return occupiedDays > 0.5;
}

/** The cells from Monday 00:00 on. */
function inWeekOrder(grid: WeekGrid): readonly WeekCell[] {
  return WEEKDAYS.flatMap((weekday) => HOURS.flatMap((hour) => grid.get(cellKey(weekday, hour)) ?? []));
}

/** The cells of a weekday; all cells for null. */
export function gridOfDay(grid: WeekGrid, weekday: number | null): WeekGrid {
  return weekday === null ? grid : new Map([...grid].filter(([, cell]) => cell.weekday === weekday));
}

/** The sample of a cell with the highest value of a measure, the first one on a tie. */
export function busiestSample({ samples }: WeekCell, measure: Measure): HourSample {
  return samples.reduce((best, sample) => (sample[measure] > best[measure] ? sample : best));
}

function hasPeople({ highest, entrances }: HourSample): boolean {
  return highest > 0 || entrances > 0;
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

/** A value of a measure in short form, for a cell. */
export function shortValue(value: number, measure?: Measure): string {
  if (measure === "utilization") return formatShare(value);
  return value > 0 && value < 9.95 && !Number.isInteger(value) ? formatAverage(value) : formatCount(value);
}

/** The time of a cell, such as `Tuesday 12:00–13:00`, with its date in a single week. */
export function cellTime(cell: WeekCell, { zone, isSingle }: Pick<ShownWeek, "zone" | "isSingle">): string {
  const [first] = cell.samples;
  const day = isSingle && first !== undefined ? ` ${dayOf(first, zone)},` : "";
  return `${weekdayName(cell.weekday)}${day} ${clock(cell.hour)}–${clock((cell.hour + 1) % 24)}`;
}

/**
 * The value of a cell, such as `63.4 people on average`; the highest count with its date.
 *
 * @param write formats averages
 */
export function cellValue(
  cell: WeekCell,
  week: ShownWeek,
  write: (value: number) => string = formatAverage,
): string {
  const { zone, measure, isSingle } = week;
  if (measure === "average") return `${write(cell.average)} people on average`;
  if (measure === "highest") {
    const day = isSingle ? "" : `, on ${dayOf(busiestSample(cell, measure), zone)}`;
    return `${formatCount(cell.highest)} people at most${day}`;
  }
  if (measure === "utilization") return `${formatShare(cell.utilization)} of the capacity on average`;
  if (isSingle) return `${formatCount(cell.entrances)} ${cell.entrances === 1 ? "entrance" : "entrances"}`;
  return `${write(cell.entrances)} entrances on average`;
}

/** The day of a sample, such as `17 Nov`. */
export function dayOf({ start }: HourSample, zone: string): string {
  return formatShortDay(start, zone);
}

/** The URL of the Space page for the hour with the highest value of a cell. */
export function spaceAt(cell: WeekCell, { space, measure }: ShownWeek): string {
  const { start, end } = busiestSample(cell, measure);
  const [from, to] = [start, end].map((instant) => new Date(instant).toISOString());
  return `/spaces/${space.id}?from=${from}&to=${to}`;
}

/** Whether a range has each weekday at most once, so that cells are hours instead of averages. */
export function isOneWeek({ start, end }: TimeRange, zone: string): boolean {
  return DateTime.fromMillis(start, { zone }).plus({ weeks: 1 }).toMillis() >= end;
}

/**
 * Splits a range so that hours from the start of each part are local hours. A clock change by part of an hour, as on Lord
 * Howe Island, starts a new part, and the next full local hour another one.
 *
 * @param range starts at a local midnight
 */
export function localHourRanges({ start, end }: TimeRange, zone: string): readonly TimeRange[] {
  const edges = [start];
  for (let at = DateTime.fromMillis(start, { zone }); at.toMillis() < end; ) {
    const { offset } = at;
    const [soon, nextDay] = [at.plus({ minutes: 30 }), at.plus({ days: 1 })];
    if ((soon.offset - offset) % 60 !== 0)
      edges.push(soon.toMillis(), soon.plus({ minutes: 59 }).startOf("hour").toMillis());
    // A day of such a change is walked in half hours.
    at = (nextDay.offset - offset) % 60 === 0 ? nextDay : soon;
  }
  const within = [...new Set(edges)].filter((edge) => edge < end);
  return within.map((edge, index) => ({ start: edge, end: within[index + 1] ?? end }));
}
