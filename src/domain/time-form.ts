import { DateTime } from "luxon";
import { DAY_MS, INSTANT_MAX, INSTANT_MIN, readInstant, SECOND_MS } from "./instant.ts";
import { toInstant } from "./local-time.ts";

/** How the times of a file are written, if not only in the forms of D1 with an offset or in UTC. */
export interface TimeForm {
  /** A pattern of Luxon, such as `dd.MM.yyyy HH:mm`, or one of `NAMED_FORMATS`; null for the forms of D1. */
  readonly timeFormat: string | null;
  /** The time zone of times without an offset (D2). */
  readonly timeZone: string;
}

/** Reads a text as an instant in ms; null if it is not of the form. */
type TimeReader = (text: string) => number | null;

/** A time without an offset, in local milliseconds (see `local-time.ts`). */
export interface LocalTime {
  readonly local: number;
}

/** A reader of texts as instants in ms, or as local times; null for a text that is not of the form. */
export type FormReader = (text: string) => number | LocalTime | null;

const UNIT_MS = { seconds: SECOND_MS, milliseconds: 1 } as const;

/** Formats with a name: `any` is every form that can be read without knowing its order of day and month. */
export const NAMED_FORMATS = ["any", ...Object.keys(UNIT_MS)] as const;

/**
 * A reader of times of a form.
 *
 * @throws Error if the format is not a pattern of Luxon
 */
export function timeReader({ timeFormat, timeZone }: TimeForm): TimeReader {
  const read = formReader(timeFormat);
  return (text) => {
    const time = read(text.trim());
    const instant = time === null || typeof time === "number" ? time : toInstant(time.local, timeZone);
    return instant !== null && instant >= INSTANT_MIN && instant <= INSTANT_MAX ? instant : null;
  };
}

/**
 * A reader of times of a format, without a time zone.
 *
 * @throws Error if the format is not a pattern of Luxon
 */
export function formReader(format: string | null): FormReader {
  if (format === null) return readIso;
  if (format === "any") return readAny;
  if (format === "seconds" || format === "milliseconds") return (text) => readNumber(text, UNIT_MS[format]);
  return patternReader(format);
}

/** Reads the forms of D1, of which one without an offset is local. */
function readIso(text: string): number | LocalTime | null {
  const local = readInstant(text.length === "2024-05-06".length ? text : `${text}Z`);
  return local === null ? readInstant(text) : { local };
}

function readNumber(text: string, unit: number): number | null {
  return /^\d+(\.\d*)?$/.test(text) ? Math.floor(Number(text) * unit) : null;
}

/** Whether a pattern of Luxon has a zone or an offset: its tokens are `Z` and `z`; texts are in quotes. */
function hasZone(pattern: string): boolean {
  return /z/i.test(pattern.replaceAll(/'[^']*'/g, ""));
}

function patternReader(pattern: string): FormReader {
  const isZoned = hasZone(pattern);
  const parser = DateTime.buildFormatParser(pattern, { locale: "en" });
  return (text) => {
    const time = DateTime.fromFormatParser(text, parser, { locale: "en", zone: "utc" });
    if (!time.isValid) return null;
    return isZoned ? time.toMillis() : { local: time.toMillis() };
  };
}

/** The day numbers of spreadsheets count from here, in days before the epoch. */
const SHEET_EPOCH_DAYS = 25_569;

/**
 * The dates `2024-05-06`, `2024/05/06`, `20240506`, `06.05.2024`, and with AM or PM `5/6/2024`; a time with one or two
 * digits of the hour, or the hour alone; an offset or UTC, also after a blank.
 */
const ANY = new RegExp(
  [
    String.raw`^(?:(?<y1>\d{4})(?<sep>[-/.]?)(?<m1>\d{1,2})\k<sep>(?<d1>\d{1,2})`,
    String.raw`|(?<d2>\d{1,2})\.(?<m2>\d{1,2})\.(?<y2>\d{4})`,
    String.raw`|(?<m3>\d{1,2})/(?<d3>\d{1,2})/(?<y3>\d{4}))`,
    String.raw`(?:[T ] *(?<h>\d{1,2})(?::?(?<min>\d{2})(?::?(?<s>\d{2})(?<f>[.,]\d+)?)?)?)?`,
    String.raw`(?: *(?<half>[AP]M))? *(?<zone>Z|UTC|GMT|[-+]\d{2}(?::?\d{2})?)?$`,
  ].join(""),
  "i",
);

/** Digits of seconds and of milliseconds since the epoch, and of day numbers of spreadsheets, in this century. */
const SECONDS = /^\d{9,10}(\.\d+)?$/;
const MILLISECONDS = /^\d{12,13}$/;
const SHEET_DAYS = /^\d{5}(\.\d+)?$/;

function readAny(given: string): number | LocalTime | null {
  const text = given.replace("\u2212", "-");
  if (SECONDS.test(text)) return readNumber(text, SECOND_MS);
  if (MILLISECONDS.test(text)) return readNumber(text, 1);
  // Spreadsheets keep about six digits of a second.
  if (SHEET_DAYS.test(text))
    return { local: Math.round(((Number(text) - SHEET_EPOCH_DAYS) * DAY_MS) / SECOND_MS) * SECOND_MS };
  const {
    y1,
    m1,
    d1,
    y2,
    m2,
    d2,
    y3,
    m3,
    d3,
    h,
    min = "00",
    s = "00",
    f = "",
    half,
    zone,
  } = ANY.exec(text)?.groups ?? {};
  const isAmerican = m3 !== undefined;
  if (isAmerican && half === undefined) return null;
  const date = `${y1 ?? y2 ?? y3}-${two(m1 ?? m2 ?? m3)}-${two(d1 ?? d2 ?? d3)}`;
  const time = `${two(hourOf(h, half))}:${min}:${s}${f}`;
  const offset = zone === undefined || /^(Z|UTC|GMT)$/i.test(zone) ? "Z" : zone;
  const instant = readInstant(`${date}T${time}${offset}`);
  return instant === null || zone !== undefined ? instant : { local: instant };
}

function two(digits = ""): string {
  return digits.padStart(2, "0");
}

/** The hour of a day as text; without one it is midnight. */
function hourOf(hour = "0", half?: string): string {
  if (half === undefined) return hour;
  const twelfth = Number(hour);
  if (twelfth < 1 || twelfth > 12) return "";
  return String((twelfth % 12) + (half.toUpperCase() === "PM" ? 12 : 0));
}

/** Whether a text is a format: one of the names, or a pattern of Luxon with a date. */
export function isTimeFormat(text: string): boolean {
  if (NAMED_FORMATS.some((name) => name === text)) return true;
  const sample = DateTime.fromObject({ year: 2024, month: 11, day: 23, hour: 21 }, { zone: "utc" });
  const read = timeReader({ timeFormat: text, timeZone: "UTC" })(sample.toFormat(text, { locale: "en" }));
  return read !== null && Math.floor(read / DAY_MS) === Math.floor(sample.toMillis() / DAY_MS);
}
