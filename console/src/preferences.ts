import { displayLocale, firstDayOf, hasTwelveHours, isMonthFirst, type Weekday } from "./locale.ts";

/** What can be chosen of the clock and the week; `auto` follows the locale. */
export const CLOCKS = ["auto", "24", "12"] as const;
export const FIRST_DAYS = ["auto", "1", "7", "6"] as const;

/** What was chosen in this browser. */
export interface Preferences {
  readonly clock: (typeof CLOCKS)[number];
  /** As ISO 8601 numbers weekdays. */
  readonly firstDay: (typeof FIRST_DAYS)[number];
}

/** How numbers, dates and times are written and weeks are laid out, everywhere in the console. */
export interface Conventions {
  readonly locale: string;
  readonly isMonthFirst: boolean;
  readonly hasTwelveHours: boolean;
  readonly firstDay: Weekday;
}

const KEY = "headcount-preferences";
const AUTO: Preferences = { clock: "auto", firstDay: "auto" };

/** The conventions of a locale, as far as nothing else was chosen. */
export function conventionsOf(locale: string, { clock, firstDay }: Preferences): Conventions {
  return {
    locale,
    isMonthFirst: isMonthFirst(locale),
    hasTwelveHours: clock === "auto" ? hasTwelveHours(locale) : clock === "12",
    firstDay: firstDay === "auto" ? firstDayOf(locale) : (Number(firstDay) as Weekday),
  };
}

// Tests of formats run without a browser.
const storage = typeof localStorage === "undefined" ? null : localStorage;
const LOCALE = displayLocale(storage === null ? undefined : navigator.language);

let chosen = readPreferences();
let current = conventionsOf(LOCALE, chosen);
const listeners = new Set<() => void>();

/** What holds now. It is the same object until something else is chosen. */
export function conventions(): Conventions {
  return current;
}

export function preferences(): Preferences {
  return chosen;
}

/** Keeps a choice in this browser, and has everything shown by it. @param locale another than the browser's, in tests */
export function choosePreferences(preferences: Preferences, locale = LOCALE): void {
  chosen = preferences;
  current = conventionsOf(locale, preferences);
  storage?.setItem(KEY, JSON.stringify(preferences));
  for (const listener of listeners) listener();
}

/** Calls a function after each choice, until what it returns is called. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readPreferences(): Preferences {
  try {
    const stored = Object(JSON.parse(storage?.getItem(KEY) ?? "{}")) as Partial<Preferences>;
    return {
      clock: CLOCKS.find((each) => each === stored.clock) ?? AUTO.clock,
      firstDay: FIRST_DAYS.find((each) => each === stored.firstDay) ?? AUTO.firstDay,
    };
  } catch {
    // Whatever is stored there, it is no choice.
    return AUTO;
  }
}
