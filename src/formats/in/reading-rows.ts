import { getOrInsert } from "../../domain/collections.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../domain/instant.ts";
import { LineTimes, NO_SUCH_TIME } from "../../domain/line-times.ts";
import { toInstant, toLocal } from "../../domain/local-time.ts";
import type { IntervalReading, RefusedReading, TimedReading, TotalReading } from "../../domain/reading.ts";
import { READING_FIELDS, type ReadingField, type ReadingLayout } from "../../domain/reading-layout.ts";
import { REPORT_PROBLEMS, trimmed } from "../../domain/sensor-report.ts";
import { type FormReader, formReader, type LocalTime } from "../../domain/time-form.ts";
import type { ChosenFields } from "./field-expressions.ts";
import type { TextRow } from "./text-rows.ts";

/** Why a row is rejected, and the text that is not of the right form. */
export interface RowRejection {
  readonly reason: string;
  readonly found: string | null;
}

/** Checks a reading by itself (D31); a message may end with a value in parentheses. */
export type AcceptReading = (reading: TotalReading | IntervalReading) => TimedReading | RefusedReading;

/** What the rows so far say of a line. */
interface LineState {
  readonly times: LineTimes;
  /** The totals of the last row. */
  totals: string;
}

/** A row of which a field has not the right form. */
class WrongField extends Error {
  readonly rejection: RowRejection;

  constructor(reason: string, found: string | null) {
    super(reason);
    this.rejection = { reason, found };
  }
}

/** Reads the rows of one file of totals or intervals, in their order (D34). */
export class ReadingRows {
  /** The columns that are read. */
  readonly columns: readonly string[];
  readonly #layout: ReadingLayout;
  readonly #accept: AcceptReading;
  readonly #readTime: FormReader;
  readonly #sources: Readonly<Partial<Record<ReadingField, (values: TextRow["values"]) => string | null>>>;
  readonly #lines = new Map<string, LineState>();

  constructor(chosen: ChosenFields<ReadingField>, layout: ReadingLayout, accept: AcceptReading) {
    const columns: string[] = [];
    const sourceOf = (field: ReadingField) => {
      const source = chosen[field];
      if (source === null) return () => null;
      if ("value" in source) return () => source.value;
      const places = source.columns.map((column) => columns.push(column) - 1);
      return (values: TextRow["values"]) => {
        const texts = places.map((place) => trimmed(values[place] ?? "")).filter((text) => text !== "");
        if (texts.length === 0) return null;
        const text = texts.join(" ");
        return source.words?.get(text.toLowerCase()) ?? text;
      };
    };
    this.#sources = Object.fromEntries(READING_FIELDS[layout.kind].map((field) => [field, sourceOf(field)]));
    this.columns = columns;
    this.#layout = layout;
    this.#accept = accept;
    this.#readTime = formReader(layout.timeFormat);
  }

  /** The reading of a row, or why it is rejected. */
  read({ values, problem }: TextRow): TimedReading | RowRejection {
    if (problem !== null) return { reason: REPORT_PROBLEMS[problem], found: null };
    try {
      const serialNumber = this.#text("serial_number", values);
      if (serialNumber === null) throw new WrongField(REPORT_PROBLEMS["no-sensor"], null);
      const line = getOrInsert(this.#lines, serialNumber, () => ({
        times: new LineTimes(this.#layout.timeZone),
        totals: "",
      }));
      const reading =
        this.#layout.kind === "totals"
          ? this.#total(serialNumber, line, values)
          : this.#interval(serialNumber, line, values);
      const accepted = this.#accept(reading);
      return "reason" in accepted
        ? {
            reason: accepted.reason.replace(/ \([^()]*\)$/, ""),
            found: /\(([^()]*)\)$/.exec(accepted.reason)?.[1] ?? null,
          }
        : accepted;
    } catch (error) {
      if (error instanceof WrongField) return error.rejection;
      throw error;
    }
  }

  #total(serialNumber: string, line: LineState, values: TextRow["values"]): TotalReading {
    const [inTotal, outTotal] = [this.#count("in_total", values), this.#count("out_total", values)];
    const totals = `${inTotal} ${outTotal}`;
    const time = this.#time("at", values);
    // The same totals at the same local time are a repetition, and no second run of the hour.
    const at = typeof time === "number" ? time : line.times.start(time.local, totals === line.totals);
    if (at === null) throw new WrongField(`at: ${NO_SUCH_TIME}`, this.#text("at", values));
    line.times.pass(at);
    line.totals = totals;
    return {
      kind: "total",
      serialNumber,
      at,
      inTotal,
      outTotal,
      width: this.#number(
        "width",
        values,
        (bits) => Number.isInteger(bits) && bits >= 8 && bits <= 53,
        WIDTHS,
      ),
      isBoot: this.#boot(values),
      isUndirected: false,
    };
  }

  #interval(serialNumber: string, line: LineState, values: TextRow["values"]): IntervalReading {
    const [entered, out] = [this.#count("in", values), this.#count("out", values)];
    const start = this.#time("from", values);
    const from = typeof start === "number" ? start : line.times.start(start.local, true);
    if (from === null) throw new WrongField(`from: ${NO_SUCH_TIME}`, this.#text("from", values));
    const to = this.#end(from, line, values);
    line.times.pass(to);
    return {
      kind: "interval",
      serialNumber,
      from,
      to,
      in: entered,
      out,
      coverage: this.#number("coverage", values, (share) => share >= 0 && share <= 1, SHARES),
      isUndirected: false,
    };
  }

  /** The end of an interval, in ms. */
  #end(from: number, { times }: LineState, values: TextRow["values"]): number {
    const { interval, hasInclusiveEnd, timeZone, timeFormat } = this.#layout;
    const text = this.#text("to", values);
    if (text === null && interval !== null) return after(from, interval, timeZone);
    const time = this.#time("to", values);
    const found = (instant: number | null) => {
      if (instant === null) throw new WrongField(`to: ${NO_SUCH_TIME}`, text);
      return instant;
    };
    if (!hasInclusiveEnd) return typeof time === "number" ? time : found(times.end(time.local, from));
    const label = typeof time === "number" ? time : found(times.lastLabel(time.local, from));
    return after(label, interval ?? unitOf(text ?? "", timeFormat), timeZone);
  }

  #text(field: ReadingField, values: TextRow["values"]): string | null {
    return this.#sources[field]?.(values) ?? null;
  }

  #time(field: ReadingField, values: TextRow["values"]): number | LocalTime {
    const text = this.#text(field, values);
    const { timeFormat, timeZone } = this.#layout;
    const read =
      text === null ? null : ((timeFormat === null ? epochTime(text) : null) ?? this.#readTime(text));
    if (read === null)
      throw new WrongField(`${field} is required and must be a time such as 2024-05-06T07:08:09Z`, text);
    return typeof read !== "number" && timeZone === "UTC" ? read.local : read;
  }

  #count(field: ReadingField, values: TextRow["values"]): number | null {
    const text = this.#text(field, values);
    if (text === null) return null;
    const count = /^\+?\d+(\.0*)?$/.test(text) ? Number(text) : Number.NaN;
    if (!Number.isSafeInteger(count))
      throw new WrongField(`${field} must be a whole number from 0 to 2^53 - 1`, text);
    return count;
  }

  #number(
    field: ReadingField,
    values: TextRow["values"],
    isValid: (value: number) => boolean,
    what: string,
  ): number | null {
    const text = this.#text(field, values);
    if (text === null) return null;
    const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!isValid(value)) throw new WrongField(`${field} must be ${what}`, text);
    return value;
  }

  #boot(values: TextRow["values"]): boolean {
    const text = this.#text("boot", values);
    if (text === null || /^(false|0|no)$/i.test(text)) return false;
    if (/^(true|1|yes)$/i.test(text)) return true;
    throw new WrongField("boot must be true or false", text);
  }
}

const WIDTHS = "a whole number from 8 to 53";
const SHARES = "a number from 0 to 1";

/** An instant some ms later; whole days are local ones. */
function after(instant: number, ms: number, timeZone: string): number {
  return ms % DAY_MS === 0 ? toInstant(toLocal(instant, timeZone) + ms, timeZone) : instant + ms;
}

const EPOCH_SECONDS = /^\d{9,10}(\.\d+)?$/;
const EPOCH_MS = /^\d{12,13}$/;

/** The instant of a number of seconds or milliseconds since the epoch in this century, as devices send them; else null. */
function epochTime(text: string): number | null {
  if (EPOCH_SECONDS.test(text)) return Math.floor(Number(text) * SECOND_MS);
  return EPOCH_MS.test(text) ? Number(text) : null;
}

/** The zone or offset after a time of day. */
const ZONE = /(:\d\d.*?|T\d{4,6}) *(Z|UTC|GMT|[-+]\d{2}(:?\d{2})?)$/i;

/**
 * The last unit that a time is written with, in ms: the length of its label. A date is a day.
 *
 * @param format as `TimeForm.timeFormat`: a pattern has the unit, not the text
 */
function unitOf(given: string, format: string | null): number {
  if (format === "milliseconds" || EPOCH_MS.test(given)) return 1;
  if (format === "seconds" || EPOCH_SECONDS.test(given)) return SECOND_MS;
  if (format === null || format === "any") {
    const text = given.replace(ZONE, "$1");
    return UNITS_OF_TEXTS.find(([pattern]) => pattern.test(text))?.[1] ?? DAY_MS;
  }
  const pattern = format.replaceAll(/'[^']*'/g, "");
  return UNITS_OF_PATTERNS.find(([token]) => token.test(pattern))?.[1] ?? DAY_MS;
}

const UNITS_OF_TEXTS: readonly (readonly [RegExp, number])[] = [
  [/:\d\d:\d\d[.,]\d/, 1],
  [/:\d\d:\d\d|T\d{6}/i, SECOND_MS],
  [/\d:\d\d|T\d{4}/i, MINUTE_MS],
  [/[ T]\d{1,2}( *[AP]M)?$/i, HOUR_MS],
];

/** Tokens of Luxon, from the shortest unit on. */
const UNITS_OF_PATTERNS: readonly (readonly [RegExp, number])[] = [
  [/[Su]/, 1],
  [/s|tt|TT/, SECOND_MS],
  [/m|t|T/, MINUTE_MS],
  [/[hH]/, HOUR_MS],
];
