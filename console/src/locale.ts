/** A day of the week in ISO 8601: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** The locale if the language of the browser is not supported. */
const FALLBACK = "en-GB";

/** A number with a thousands separator and a decimal point, which forms also accept. */
const NUMBER_SAMPLE = { value: 1_234.5, text: "1,234.5" } as const;

/**
 * The locale of numbers and dates: the language of the browser if it is English with decimal points, as the forms
 * expect.
 *
 * @param language such as `en-US`
 */
export function displayLocale(language: string | undefined): string {
  if (language === undefined || !/^en(?:-|$)/i.test(language)) return FALLBACK;
  try {
    const text = new Intl.NumberFormat(language).format(NUMBER_SAMPLE.value);
    return text === NUMBER_SAMPLE.text ? language : FALLBACK;
  } catch {
    // It is not a language tag.
    return FALLBACK;
  }
}

/** Whether a locale writes the month before the day. */
export function isMonthFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }).formatToParts(0);
  const indexOf = (type: string) => parts.findIndex((part) => part.type === type);
  return indexOf("month") < indexOf("day");
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
