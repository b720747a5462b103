import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/instant.ts";
import type { LocalTime } from "../../domain/time-form.ts";
import { WrongField } from "./reading-values.ts";

const SLASHES = /^(\d\d?)\/(\d\d?)\//;

interface Start {
  readonly text: string;
  readonly time: number | LocalTime;
  /** In ms. */
  readonly instant: number;
}

export type TableOfHours = ReturnType<typeof tableOfHours>;

/**
 * Finds out whether the starts of a table of hours are what they seem to be: its rows have no ends.
 *
 * @param interval in ms
 * @param hasPattern whether the order of day and month is stated
 */
export function tableOfHours(interval: number, hasPattern: boolean) {
  const midnights = new Set<number>();
  let hasHours = false;
  /** A start at 1 after one at 12 of the same date, as long as no hour is 0 or after 12. */
  let restart: string | null = null;
  let isTwelveHours = true;
  const lasts = new Map<string, Start>();
  /** The first and the second numbers of dates with slashes. */
  const numbers = [new Set<string>(), new Set<string>()] as const;
  /**
   * Takes the start of a row of a line.
   *
   * @throws WrongField if it is a date without an hour, such as that of the total of a day
   * @throws Error about the file if its rows are closer than an interval is long
   */
  const add = (line: string, start: Start) => {
    const { text, time, instant } = start;
    const last = lasts.get(line);
    lasts.set(line, start);
    const distance = last === undefined ? 0 : Math.abs(instant - last.instant);
    // Starts that are quarters or halves of the interval apart: inexact times may be a little less than one apart.
    if (distance > 0 && distance <= interval / 2)
      throw new Error(
        `its rows are ${distance / MINUTE_MS} minutes apart: --interval ${distance / MINUTE_MS}m`,
      );
    if (typeof time === "number") {
      hasHours = true;
      return;
    }
    if (time.isDate) throw new WrongField("from has a date and no hour; --interval 1d is for days", text);
    if (time.local % DAY_MS !== 0) hasHours = true;
    else if (!hasHours) midnights.add(time.local);
    const hour = Math.floor((time.local % DAY_MS) / HOUR_MS);
    if (hour === 0 || hour > 12) isTwelveHours = false;
    for (const [index, number] of [...(SLASHES.exec(text) ?? [])].slice(1).entries())
      numbers[index]?.add(number);
    if (hour === 1 && last !== undefined && last.instant - instant === 11 * HOUR_MS) restart ??= text;
  };
  /** @throws Error about the file if all starts are days, their hours lack AM and PM, or their dates seem to have the day first */
  const check = () => {
    if (!hasHours && midnights.size > 1)
      throw new Error("its times are all midnights, so it has the counts of days: --interval 1d");
    if (restart !== null && isTwelveHours)
      throw new Error(`its hours from 1 to 12 seem to lack AM and PM: ${restart} comes after 12`);
    const [first, second] = numbers;
    if (!hasPattern && first.size > 1 && second.size === 1)
      throw new Error(
        "its dates seem to have the day first: give their pattern, --time-format 'd/M/yyyy h:mm a', or 'M/d/yyyy h:mm a'",
      );
  };
  return { add, check };
}
