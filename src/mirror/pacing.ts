/*
 * When a mirror is brought up to date. A cut costs the server some 20 ms and ClickHouse 60 ms, however few events it has,
 * and for each space with hours some 0.3 ms.
 */

/** The events that are shipped at once at most, unless an hour of a first fill has more. */
export const EVENTS_MAX = 4_000_000;

/**
 * A cut that ships the last events is followed by a pause of so many times its duration, between a least and a greatest
 * one, in ms.
 */
const PAUSE_DURATIONS = 50;
const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 10_000;

/** How often it is looked whether all tables and views are there, in ms. A look costs ClickHouse some ms. */
export const LOOK_MS = 5_000;

/** The greatest pause after repeated failures, in ms. */
const FAILURE_PAUSE_MS_MAX = 30_000;

/**
 * Hours, days and breaches are brought up to date at least this often, since they change with time alone, in ms; and with
 * new events as soon as so many times the duration of the last cut with them has passed.
 */
export const REFRESH_MS = 60_000;
const COUNTS_DURATIONS = 100;

/** The pause after a cut that has shipped the last events, in ms. @param duration of the cut, in ms */
export function pauseAfter(duration: number): number {
  return Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS, PAUSE_DURATIONS * duration));
}

/** The pause after a number of failures in a row, in ms. */
export function pauseAfterFailures(failures: number): number {
  return Math.min(FAILURE_PAUSE_MS_MAX, PAUSE_MS * 2 ** (failures - 1));
}

/** How old hours, days and breaches may be until they are shipped again, in ms. @param duration of the last cut with them */
export function countsAge(duration: number): number {
  return Math.min(REFRESH_MS, COUNTS_DURATIONS * duration);
}
