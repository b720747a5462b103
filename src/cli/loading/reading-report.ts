import { HOUR_MS, MINUTE_MS } from "../../domain/instant.ts";
import type { ReadingResult } from "../../domain/reading.ts";
import { emptySummary, type LineSummary, sumInto } from "../../engine/readings/line-summaries.ts";
import { counted, formatNumber, info } from "../process.ts";
import { table } from "../text-table.ts";
import type { LoadedReadings } from "./file-loader.ts";

/** Lines in the table; programs get all. */
const LINES_SHOWN_MAX = 50;

const LINES_NAMED_MAX = 10;

const COLUMNS: readonly (readonly [ReadingResult, string])[] = [
  ["baseline", "baselines"],
  ["reset", "resets"],
  ["wrap", "wraps"],
  ["jump", "jumps"],
  ["backwards", "backwards"],
  ["conflict", "conflicts"],
  ["duplicate", "duplicates"],
  ["late", "late"],
];

/** Says what became of the readings of a file: a table of its lines, and which of them make no events. */
export function reportReadings(file: string, { lines, hasUnknown, suspended }: LoadedReadings): void {
  if (lines.size > 0) {
    const unknown = hasUnknown ? ["unknown"] : [];
    const head = ["line", "in", "out", ...COLUMNS.map(([, name]) => name), ...unknown];
    const rows = [...lines]
      .slice(0, LINES_SHOWN_MAX)
      .map(([line, { counted: passages, results, unknownMs }]) => [
        line,
        passages.in,
        passages.out,
        ...COLUMNS.map(([result]) => results[result] ?? 0),
        ...(hasUnknown ? [hoursAndMinutes(unknownMs)] : []),
      ]);
    info(table(head, rows));
    if (lines.size > LINES_SHOWN_MAX) info(`and ${counted(lines.size - LINES_SHOWN_MAX, "more line")}`);
  }
  if (suspended.length === 0) return;
  const more = suspended.length - LINES_NAMED_MAX;
  const others = more > 0 ? [`and ${formatNumber(more)} more`] : [];
  const named = [...suspended.slice(0, LINES_NAMED_MAX), ...others].join(", ");
  info(
    `headcount: warning: ${counted(suspended.length, "line")} of ${file} suspended: ${named}. Their readings are ` +
      "stored, and make no events until an operator decides; the list of a sensor's readings says why",
  );
}

/** A duration in hours and begun minutes, such as `4 h 05 min`; `0` if there is none. */
function hoursAndMinutes(ms: number): string {
  if (ms === 0) return "0";
  const minutes = Math.ceil(ms / MINUTE_MS);
  const perHour = HOUR_MS / MINUTE_MS;
  return `${Math.floor(minutes / perHour)} h ${String(minutes % perHour).padStart(2, "0")} min`;
}

/** What became of the readings of a file, for programs. */
export function readingFigures({ lines, hasUnknown, suspended }: LoadedReadings) {
  const all = emptySummary();
  for (const line of lines.values()) {
    sumInto(all, line);
    all.unknownMs += line.unknownMs;
  }
  const figures = ({ results, counted: passages, unknownMs }: LineSummary) => ({
    counted: passages,
    results,
    ...(hasUnknown ? { unknown_ms: unknownMs } : {}),
  });
  const byLine = Object.fromEntries(Array.from(lines, ([line, summary]) => [line, figures(summary)]));
  return { ...figures(all), lines: byLine, suspended };
}
