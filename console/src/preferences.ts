import { Listeners } from "./listeners.ts";
import { displayLocale, firstDayOf, hasTwelveHours, isMonthFirst, type Weekday } from "./locale.ts";

/** The choices of the clock and the first day of the week; `auto` follows the locale. */
export const CLOCKS = ["auto", "24", "12"] as const;
export const FIRST_DAYS = ["auto", "1", "7", "6"] as const;

/** The settings that are stored in this browser. */
export interface Preferences {
  readonly clock: (typeof CLOCKS)[number];
  /** As in ISO 8601. */
  readonly firstDay: (typeof FIRST_DAYS)[number];
}

/** The formats of numbers, dates, times and weeks in the console. */
export interface Conventions {
  readonly locale: string;
  readonly isMonthFirst: boolean;
  readonly hasTwelveHours: boolean;
  readonly firstDay: Weekday;
}

const KEY = "headcount-preferences";
const AUTO: Preferences = { clock: "auto", firstDay: "auto" };

/** The conventions of a locale with the settings applied. */
export function conventionsOf(locale: string, { clock, firstDay }: Preferences): Conventions {
  return {
    locale,
    isMonthFirst: isMonthFirst(locale),
    hasTwelveHours: clock === "auto" ? hasTwelveHours(locale) : clock === "12",
    firstDay: firstDay === "auto" ? firstDayOf(locale) : (Number(firstDay) as Weekday),
  };
}

// Unit tests run without a browser.
const storage = typeof localStorage === "undefined" ? null : localStorage;
const LOCALE = displayLocale(storage === null ? undefined : navigator.language);

let chosen = readPreferences();
let current = conventionsOf(LOCALE, chosen);
const listeners = new Listeners();

/** The current conventions. The object changes only with the settings. */
export function conventions(): Conventions {
  return current;
}

export function preferences(): Preferences {
  return chosen;
}

/** Stores and applies the settings. @param locale only for tests */
export function choosePreferences(preferences: Preferences, locale = LOCALE): void {
  chosen = preferences;
  current = conventionsOf(locale, preferences);
  storage?.setItem(KEY, JSON.stringify(preferences));
  listeners.call();
}

/** Calls a listener after each change of the settings. @returns unsubscribes */
export const onPreferences = listeners.add;

function readPreferences(): Preferences {
  try {
    const stored = Object(JSON.parse(storage?.getItem(KEY) ?? "{}")) as Partial<Preferences>;
    return {
      clock: CLOCKS.find((each) => each === stored.clock) ?? AUTO.clock,
      firstDay: FIRST_DAYS.find((each) => each === stored.firstDay) ?? AUTO.firstDay,
    };
  } catch {
    // The stored text is not valid.
    return AUTO;
  }
}
