import {
  DAY_NAMES,
  type DayName,
  type Scenario,
  type ScenarioInterval,
  type ScenarioSegment,
} from "./scenario.ts";
import { DAY, dateAt, dateExists, instantOf, localAt, wallTime } from "./zone.ts";

/** A half-open stretch of time, in ms. */
export interface Piece {
  readonly from: number;
  readonly to: number;
}

type Question = Pick<Scenario, "start" | "end" | "timeZone" | "segments">;

/** The intervals of a range (D10). */
export function intervals(start: number, end: number, interval: ScenarioInterval, timeZone: string): Piece[] {
  if (start >= end) return [];
  const edges = [start];
  for (let i = 1; ; i++) {
    const edge = step(start, i, interval, timeZone);
    if (edge >= end) break;
    // On a date that does not exist lies no interval: its edge falls on the next one's (D2).
    if (!edges.includes(edge)) edges.push(edge);
  }
  return [...edges, end].slice(1).map((to, i) => ({ from: edges[i] as number, to }));
}

/** The boundary `i` intervals from the start. */
function step(start: number, i: number, { unit, amount }: ScenarioInterval, timeZone: string): number {
  if (unit === "millisecond") return start + i * amount;
  const local = localAt(timeZone, start);
  return instantOf(timeZone, unit === "day" ? local + i * amount * DAY : monthsLater(local, i * amount));
}

function monthsLater(local: number, months: number): number {
  const date = new Date(local);
  const month = date.getUTCMonth() + months;
  const time = local - Math.floor(local / DAY) * DAY;
  // Day 0 of the next month is the last of this one.
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), lastDay)) + time;
}

/** The measured stretches of a range: the union of the segments' windows, or all of it (D14). */
export function measured({ start, end, timeZone, segments }: Question): Piece[] {
  if (start >= end) return [];
  if (segments === null) return [{ from: start, to: end }];
  const windows = segments.flatMap((segment) => segmentWindows(segment, timeZone, start, end));
  const edges = [start, end, ...windows.flatMap(({ from, to }) => [from, to])]
    .filter((edge) => edge >= start && edge <= end)
    .sort((a, b) => a - b);
  const pieces: Piece[] = [];
  for (const [i, to] of edges.entries()) {
    const from = edges[i - 1] ?? to;
    if (from === to || !windows.some((window) => window.from <= from && window.to >= to)) continue;
    const last = pieces.at(-1);
    if (last?.to === from) pieces[pieces.length - 1] = { from: last.from, to };
    else pieces.push({ from, to });
  }
  return pieces;
}

/** A segment's windows on every local date around a range, those that are empty left out. */
function segmentWindows(segment: ScenarioSegment, timeZone: string, start: number, end: number): Piece[] {
  const opens = wallTime(segment.start);
  const closes = wallTime(segment.end);
  const windows: Piece[] = [];
  for (let date = dateAt(timeZone, start) - 4; date <= dateAt(timeZone, end) + 2; date++) {
    if (!segment.days.includes(dayName(date)) || !dateExists(timeZone, date)) continue;
    const endDate = closes <= opens ? date + 1 : date;
    const from = instantOf(timeZone, date * DAY + opens);
    const to = instantOf(timeZone, endDate * DAY + closes);
    if (from < to) windows.push({ from, to });
  }
  return windows;
}

function dayName(date: number): DayName {
  // 1 January 1970 was a Thursday.
  const index = (((date + 3) % 7) + 7) % 7;
  return DAY_NAMES[index] as DayName;
}

/** The parts of some pieces that lie within a stretch of time. */
export function within(pieces: readonly Piece[], { from, to }: Piece): Piece[] {
  return pieces
    .map((piece) => ({ from: Math.max(piece.from, from), to: Math.min(piece.to, to) }))
    .filter((piece) => piece.from < piece.to);
}

/** The length of some pieces together, in ms. */
export function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { from, to }) => sum + (to - from), 0);
}
