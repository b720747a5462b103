/** A day of the week as ISO 8601 numbers it: 1 is Monday, 7 Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** The locale of everything that is shown where the browser's language is not one that the console speaks. */
const FALLBACK = "en-GB";

/** A number with a group and a fraction, as forms take it, too. */
const NUMBER_SAMPLE = { value: 1_234.5, text: "1,234.5" } as const;

/**
 * The one locale of numbers and dates. The console's texts are English, so an English locale of the browser
 * decides, as long as it writes numbers the way they are typed here; every other one falls back.
 *
 * @param language of the browser, such as `en-US`
 */
export function displayLocale(language: string | undefined): string {
  if (language === undefined || !/^en(?:-|$)/i.test(language)) return FALLBACK;
  try {
    const text = new Intl.NumberFormat(language).format(NUMBER_SAMPLE.value);
    return text === NUMBER_SAMPLE.text ? language : FALLBACK;
  } catch {
    // Not a language tag.
    return FALLBACK;
  }
}

/** Whether a locale writes the month before the day. */
export function isMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }).formatToParts(0);
  const place = (type: string) => parts.findIndex((part) => part.type === type);
  return place("month") < place("day");
}

/** Whether a locale usually has a clock of 12 hours. */
export function hasTwelveHours(locale: string): boolean {
  return new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hour12 === true;
}

/** What newer engines know of a locale's weeks, as a method or, before that, as a property. */
interface WithWeeks {
  getWeekInfo?(): { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
}

/** Regions of English locales whose weeks begin on Sunday, for engines that do not know it. */
const SUNDAY_REGIONS = new Set(["US", "CA", "IN", "PH", "ZA", "HK", "IL", "JM", "SG", "KE"]);

/** The day on which a locale's weeks usually begin. */
export function firstDayOf(locale: string): Weekday {
  const described: Intl.Locale & WithWeeks = new Intl.Locale(locale);
  const known = (described.getWeekInfo?.() ?? described.weekInfo)?.firstDay;
  if (known !== undefined) return known as Weekday;
  return SUNDAY_REGIONS.has(described.maximize().region ?? "") ? 7 : 1;
}
