import { expect } from "vitest";
import type { AnalysisDatabase } from "../../src/analysis/analysis-database.ts";
import { formatId } from "../../src/domain/ids.ts";
import { calendarDayOf } from "../../src/domain/local-hours.ts";
import { safeLimit } from "../../src/domain/resources.ts";
import type { SpaceHistory } from "../../src/engine/catalog/catalog.ts";
import { findBreaches } from "../../src/engine/counts/count-series.ts";
import {
  type LocalDay,
  type LocalHour,
  localDays,
  localHours,
} from "../../src/engine/counts/hourly-counts.ts";
import type { RunReader } from "../../src/engine/ports.ts";
import { ask } from "./analysis.ts";

/** A space's runs and resets, and the present, in ms. */
export interface CountedPast {
  readonly runs: RunReader;
  readonly history: SpaceHistory;
  readonly now: number;
}

/** A half-open range, in ms. */
interface Range {
  readonly start: number;
  readonly end: number;
}

const ALL_TIME: Range = { start: -Infinity, end: Infinity };

/** The kernel's hours of a space that touch a range. */
export async function hoursOf({ runs, history, now }: CountedPast, range = ALL_TIME): Promise<LocalHour[]> {
  return allOf(localHours(runs, history, range, now));
}

/** The kernel's local dates of a space that touch a range. */
export async function daysOf({ runs, history, now }: CountedPast, range = ALL_TIME): Promise<LocalDay[]> {
  return allOf(localDays(runs, history, range, now));
}

async function allOf<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}

/** Expects the kernel's hours, days and breaches of a space to be those of an analysis copy, all and those of a range. */
export async function expectCopiedRows(
  analysis: AnalysisDatabase,
  past: CountedPast,
  range: Range,
): Promise<{ readonly hours: readonly LocalHour[]; readonly breaches: number }> {
  const { runs, history, now } = past;
  const id = formatId("space", history.space.id);
  const hours = await hoursOf(past);
  const copied = await ask(
    analysis,
    `SELECT start_ts AS start, end_ts AS "end", offset_ms AS "offset", count, min, max, entrances, exits, integral
    FROM base.hour WHERE space_id = ${history.space.id} ORDER BY start_ts`,
  );
  expect(hours).toEqual(copied);
  const isRange = range.start < Math.min(range.end, now);
  const touches = ({ start, end }: Range) => start < Math.min(range.end, now) && end > range.start;
  expect(await hoursOf(past, range)).toEqual(hours.filter((hour) => isRange && touches(hour)));

  const days = await daysOf(past);
  const daily = await ask(analysis, `FROM daily WHERE space_id = '${id}' ORDER BY "timestamp"`);
  expect(days.map(dailyRow)).toEqual(
    daily.map(({ space_id, space_name, weekday, utilization, target_utilization, ...row }) => row),
  );
  // The first and the last row can be shorter than their dates.
  const dateOf = (instant: number) => calendarDayOf(instant, history.space.timeZone);
  const [firstDate, lastDate] = [dateOf(range.start), dateOf(Math.min(range.end, now) - 1)];
  expect(await daysOf(past, range)).toEqual(
    days.filter(({ localDay }) => isRange && localDay >= firstDate && localDay <= lastDate),
  );

  const end = Math.min(range.end, now);
  const breaches = await findBreaches(runs, history, { start: range.start, end }, now);
  const listed = await ask(
    analysis,
    `SELECT "start", "end", peak_count, peak_timestamp, safe_limit
    FROM breaches('${id}', make_timestamp_ms(${range.start}), make_timestamp_ms(${range.end}))`,
  );
  expect(
    breaches.map((breach) => ({
      start: breach.start,
      end: breach.end,
      peak_count: breach.peak.value,
      peak_timestamp: breach.peak.instant,
      safe_limit: safeLimit(history.space),
    })),
  ).toEqual(listed);
  return { hours, breaches: breaches.length };
}

/** A day as the view `daily` has it. */
function dailyRow({
  start,
  localDay,
  length,
  integral,
  count,
  min,
  max,
  entrances,
  exits,
}: LocalDay): object {
  return {
    timestamp: start,
    local_date: localDay * 86_400_000,
    hours: length / 3_600_000,
    average_count: integral / length,
    ...{ count, min, max, entrances, exits },
  };
}
