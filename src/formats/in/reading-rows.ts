import { getOrInsert } from "../../domain/collections.ts";
import { DAY_MS } from "../../domain/instant.ts";
import { LineTimes, NO_SUCH_TIME } from "../../domain/line-times.ts";
import type { IntervalReading, RefusedReading, TimedReading, TotalReading } from "../../domain/reading.ts";
import { READING_FIELDS, type ReadingField, type ReadingLayout } from "../../domain/reading-layout.ts";
import { REPORT_PROBLEMS, trimmed } from "../../domain/sensor-report.ts";
import {
  epochTime,
  type FormReader,
  formReader,
  isDatePattern,
  type LocalTime,
} from "../../domain/time-form.ts";
import type { ChosenFields } from "./field-expressions.ts";
import type { TextRow } from "./input-file.ts";
import { bootOf, countOf, coverageOf, type RowRejection, WrongField, widthOf } from "./reading-values.ts";
import { type TableOfHours, tableOfHours } from "./table-of-hours.ts";
import { after, endOfDay, hourRange, isHourOfDay, localOf, unitOf } from "./time-labels.ts";

/** Checks a reading by itself (D31); a message may end with a value in parentheses. */
export type AcceptReading = (reading: TotalReading | IntervalReading) => TimedReading | RefusedReading;

export const COUNT_FIELDS = {
  totals: ["in_total", "out_total"],
  intervals: ["in", "out"],
} as const satisfies Readonly<Record<ReadingLayout["kind"], readonly ReadingField[]>>;

const TIME_FIELDS: ReadonlySet<ReadingField> = new Set(["at", "from", "to"]);

interface LineState {
  times: LineTimes;
  counts: string;
  /** The counts at repeated times, by the instant. */
  readonly repeated: Map<number, string>;
}

/** A row whose local time occurs twice: which of the two is known at the end of the file. */
export interface WaitingRow {
  readonly row: number;
  readonly textRow: TextRow;
}

export type Outcome = TimedReading | RowRejection;

class WaitsForEnd extends Error {}

/**
 * Reads the rows of one file of totals or intervals (D34). Rows whose local time occurs twice are read at the end: only
 * then it is known whether the rows of their line come in the order of time, in the opposite order, or in none.
 */
export class ReadingRows {
  readonly columns: readonly string[];
  readonly #layout: ReadingLayout;
  readonly #accept: AcceptReading;
  readonly #readTime: FormReader;
  readonly #sources: Readonly<Partial<Record<ReadingField, (values: TextRow["values"]) => string | null>>>;
  readonly #lines = new Map<string, LineState>();
  readonly #timeZone: string;
  readonly #isTableOfHours: boolean;
  readonly #waiting: (WaitingRow & { readonly line: LineState })[] = [];
  #isAtEnd = false;
  hasLocalTimes = false;
  /** Null if rows have ends, or whole days. */
  readonly #table: TableOfHours | null;

  /** @param offset the place of the first of its columns among the values of a row */
  constructor(
    chosen: ChosenFields<ReadingField>,
    layout: ReadingLayout,
    accept: AcceptReading,
    offset: number,
  ) {
    const columns: string[] = [];
    const sourceOf = (field: ReadingField) => {
      const source = chosen[field];
      if (source === null) return () => null;
      if ("value" in source) return () => source.value;
      const places = source.columns.map((column) => offset + columns.push(column) - 1);
      return (values: TextRow["values"]) => {
        const texts = places.map((place) => trimmed(values[place] ?? "")).filter((text) => text !== "");
        if (texts.length === 0) return null;
        // A date without its time is the total of a day, not midnight.
        if (texts.length < places.length && TIME_FIELDS.has(field))
          throw new WrongField(`${field} lacks the value of one of its columns`, texts.join(" "));
        const text = texts.join(" ");
        return source.words?.get(text.toLowerCase()) ?? text;
      };
    };
    this.#sources = Object.fromEntries(READING_FIELDS[layout.kind].map((field) => [field, sourceOf(field)]));
    this.columns = columns;
    this.#layout = layout;
    this.#accept = accept;
    const { timeFormat, timeZone } = layout;
    this.#readTime = formReader(timeFormat);
    this.#timeZone = timeZone ?? "UTC";
    this.#isTableOfHours = timeFormat === "any" || (timeFormat !== null && isDatePattern(timeFormat));
    const interval = layout.interval ?? DAY_MS;
    this.#table =
      this.#isTableOfHours && interval % DAY_MS !== 0 ? tableOfHours(interval, timeFormat !== "any") : null;
  }

  hasCounts(values: TextRow["values"]): boolean {
    return COUNT_FIELDS[this.#layout.kind].some((field) => this.#text(field, values) !== null);
  }

  /** The reading of a row, or why it is rejected; null if it is read at the end. @param row its number */
  read(row: number, textRow: TextRow): Outcome | null {
    const { values, problem } = textRow;
    if (problem !== null) return { reason: REPORT_PROBLEMS[problem], found: null };
    let line: LineState | null = null;
    try {
      const serialNumber = this.#text("serial_number", values);
      if (serialNumber === null) throw new WrongField(REPORT_PROBLEMS["no-sensor"], null);
      line = getOrInsert(this.#lines, serialNumber, () => ({
        times: new LineTimes(this.#timeZone),
        counts: "",
        repeated: new Map(),
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
      if (!(error instanceof WaitsForEnd) || line === null) throw error;
      this.#waiting.push({ row, textRow, line });
      return null;
    }
  }

  /**
   * The rows that have waited for the end of the file, with their readings.
   *
   * @throws Error about the file if its order does not say which of two times is meant, or as `TableOfHours` does
   */
  *rest(): Generator<WaitingRow & { readonly outcome: Outcome | null }> {
    this.#isAtEnd = true;
    this.#table?.check();
    const isTurned = ({ line }: { readonly line: LineState }) => line.times.isLatestFirst;
    const turned = this.#waiting.filter(isTurned).reverse();
    const rows = [...this.#waiting.filter((row) => !isTurned(row)), ...turned];
    for (const line of new Set(rows.map((row) => row.line))) {
      const { isOrdered, isLatestFirst } = line.times;
      line.times = new LineTimes(this.#timeZone, isOrdered || isLatestFirst);
      line.counts = "";
    }
    for (const { row, textRow } of rows) yield { row, textRow, outcome: this.read(row, textRow) };
  }

  #total(serialNumber: string, line: LineState, values: TextRow["values"]): TotalReading {
    const [inTotal, outTotal] = this.#counts("in_total", "out_total", values);
    const counts = `${inTotal} ${outTotal}`;
    const text = this.#text("at", values);
    // The same totals at the same local time are a repetition, and no second run of the hour.
    const mayBeLast = counts === line.counts;
    const at = this.#instant("at", text, this.#time("at", text), { line, counts, mayBeLast });
    line.times.pass(at);
    line.counts = counts;
    return {
      kind: "total",
      serialNumber,
      at,
      inTotal,
      outTotal,
      width: widthOf(this.#text("width", values)),
      isBoot: bootOf(this.#text("boot", values)),
      isUndirected: false,
    };
  }

  #interval(serialNumber: string, line: LineState, values: TextRow["values"]): IntervalReading {
    const [entered, out] = this.#counts("in", "out", values);
    const given = this.#text("from", values);
    const range = this.#isTableOfHours ? hourRange(given ?? "") : null;
    const [startText, endText] = range ?? [given];
    const start = this.#time("from", startText);
    const counts = `${entered} ${out}`;
    const from = this.#instant("from", startText, start, { line, counts, mayBeLast: true });
    if (this.#text("to", values) === null)
      this.#table?.add(serialNumber, { text: startText ?? "", time: start, instant: from });
    const to =
      endText === undefined
        ? this.#end(from, start, line, values)
        : this.#endOfRange(from, start, endText, given ?? "");
    line.times.pass(to);
    return {
      kind: "interval",
      serialNumber,
      from,
      to,
      in: entered,
      out,
      coverage: coverageOf(this.#text("coverage", values)),
      isUndirected: false,
    };
  }

  /** The instant of totals, or of the start of an interval, in ms. @param counts of the row */
  #instant(
    field: ReadingField,
    text: string | null,
    time: number | LocalTime,
    { line, counts, mayBeLast }: { readonly line: LineState; counts: string; mayBeLast: boolean },
  ): number {
    if (typeof time === "number") return time;
    this.hasLocalTimes = true;
    if (this.#timeZone === "UTC") return time.local;
    const occurrences = line.times.occurrences(time.local);
    const isRepeated = occurrences.length > 1;
    if (isRepeated && !this.#isAtEnd) throw new WaitsForEnd();
    const instant = line.times.start(occurrences, mayBeLast);
    if (instant === null) throw new WrongField(`${field}: ${NO_SUCH_TIME}`, text);
    if (!isRepeated || line.times.isOrdered) return instant;
    if (getOrInsert(line.repeated, instant, () => counts) !== counts)
      throw new Error(
        `its rows are not in the order of time, and ${text} occurs twice: sort the rows by time`,
      );
    return instant;
  }

  /** The end of an interval, in ms. */
  #end(from: number, start: number | LocalTime, { times }: LineState, values: TextRow["values"]): number {
    const { interval, hasInclusiveEnd, timeFormat } = this.#layout;
    const text = this.#text("to", values);
    if (text === null && interval !== null) return after(from, interval, this.#timeZone);
    const time = this.#time("to", text);
    const found = (instant: number | null) => {
      if (instant === null) throw new WrongField(`to: ${NO_SUCH_TIME}`, text);
      return instant;
    };
    if (!hasInclusiveEnd) {
      const end = endOfDay(localOf(start), localOf(time));
      return typeof time === "number" ? end : found(times.end(end, from));
    }
    const label = typeof time === "number" ? time : found(times.lastLabel(time.local, from));
    return after(label, interval ?? unitOf(text ?? "", timeFormat), this.#timeZone);
  }

  /**
   * The end of an interval that is written as a range of hours, in ms. An end such as `08:59` is still counted.
   *
   * @throws Error about the file if the range has not the length of its intervals
   */
  #endOfRange(from: number, start: number | LocalTime, text: string, range: string): number {
    const { interval } = this.#layout;
    const last = localOf(this.#time("to", text));
    const end = endOfDay(localOf(start), /:59\b/.test(text) ? last + unitOf(text, "any") : last);
    const length = end - localOf(start);
    // In a file with offsets, a few hours look like ranges.
    if (length <= 0 || (interval !== null && length !== interval))
      throw new Error(`it has hours of another length than --interval, or offsets without seconds: ${range}`);
    return after(from, length, this.#timeZone);
  }

  #counts(first: ReadingField, second: ReadingField, values: TextRow["values"]) {
    return [countOf(first, this.#text(first, values)), countOf(second, this.#text(second, values))] as const;
  }

  #text(field: ReadingField, values: TextRow["values"]): string | null {
    return this.#sources[field]?.(values) ?? null;
  }

  #time(field: ReadingField, text: string | null): number | LocalTime {
    const { timeFormat } = this.#layout;
    const read =
      text === null ? null : ((timeFormat === null ? epochTime(text) : null) ?? this.#readTime(text));
    if (read === null && isHourOfDay(text ?? ""))
      throw new WrongField(
        `${field} has an hour and no date; --map ${field}=Date+Hour joins two columns`,
        text,
      );
    if (read === null)
      throw new WrongField(`${field} is required and must be a time such as 2024-05-06T07:08:09Z`, text);
    if (typeof read === "number") return read;
    if (field === "from" && read.isEndOfDay)
      throw new Error(
        "it has the hour 24, so its hours may be named by their ends: number them from 0 to 23",
      );
    return read;
  }
}
