import { type DateTime, Info } from "luxon";
import { Listeners } from "./listeners.ts";

/** A day of the week in ISO 8601: 1 is Monday, 7 is Sunday. */
type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** The locale if the language of the browser is not supported. */
const FALLBACK = "en-GB";

/**
 * The locale of numbers and dates: the language of the browser if it is English with decimal points, as the forms
 * expect.
 *
 * @param language such as `en-US`
 */
export function displayLocale(language: string | undefined): string {
  if (language === undefined || !/^en(?:-|$)/i.test(language)) return FALLBACK;
  try {
    return new Intl.NumberFormat(language).format(1_234.5) === "1,234.5" ? language : FALLBACK;
  } catch {
    // It is not a language tag.
    return FALLBACK;
  }
}

/** Whether a locale writes the month before the day. */
function isMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }).formatToParts(0);
  const indexOf = (type: string) => parts.findIndex((part) => part.type === type);
  return indexOf("month") < indexOf("day");
}

/** Whether numbers have a decimal comma in a language. Excel then separates fields by semicolons. */
export function hasDecimalCommas(language: string): boolean {
  return new Intl.NumberFormat(language).format(0.5).includes(",");
}

/** Whether a locale has a 12-hour clock. */
export function hasTwelveHours(locale: string): boolean {
  return new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hour12 === true;
}

/** The week information of `Intl.Locale`, which is a method or, in older engines, a property. */
interface WithWeeks {
  getWeekInfo?(): { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
}

/** Regions where weeks start on Sunday, for engines without week information. */
const SUNDAY_REGIONS = new Set(["US", "CA", "IN", "PH", "ZA", "HK", "IL", "JM", "SG", "KE"]);

/** The first day of the week of a locale. */
export function firstDayOf(locale: string): Weekday {
  const described: Intl.Locale & WithWeeks = new Intl.Locale(locale);
  const known = (described.getWeekInfo?.() ?? described.weekInfo)?.firstDay;
  if (known !== undefined) return known as Weekday;
  return SUNDAY_REGIONS.has(described.maximize().region ?? "") ? 7 : 1;
}

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

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const THEME_KEY = "headcount-theme";

/** The theme that is stored in this browser; `auto` follows the system. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(THEME_KEY);
  return THEMES.find((theme) => theme === stored) ?? "auto";
}

export function storeTheme(theme: Theme): void {
  localStorage.setItem(THEME_KEY, theme);
  applyTheme(theme);
}

/** Applies a theme to the document, and notifies the charts, which draw with their own colours. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  window.dispatchEvent(new Event("headcount-theme"));
}

/** The first day of the week of a day. */
export function startOfWeek(day: DateTime, firstDay: Weekday = conventions().firstDay): DateTime {
  return day.startOf("day").minus({ days: (day.weekday - firstDay + 7) % 7 });
}

/** The weekdays from the first day of the week. */
export function weekdaysInOrder(firstDay: Weekday = conventions().firstDay): readonly Weekday[] {
  return Array.from({ length: 7 }, (_, index) => (((firstDay - 1 + index) % 7) + 1) as Weekday);
}

export function weekdayName(weekday: number, length: "long" | "short" = "long"): string {
  return Info.weekdays(length, { locale: "en-US" })[weekday - 1] ?? "";
}
