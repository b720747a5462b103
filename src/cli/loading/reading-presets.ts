import { HOUR_MS } from "../../domain/instant.ts";
import type { ReadingLayout } from "../../domain/reading-layout.ts";

/** How the files of a device or program are read: what a layout has beyond its defaults. */
type Preset = Pick<ReadingLayout, "kind" | "candidates"> & Partial<ReadingLayout>;

const columns = (...names: readonly string[]) => ({ columns: names });

/** The presets of `--format`: only those whose columns their maker, or a published file, documents. */
const READING_PRESETS = {
  /** Tables of hours in general: the date and the hour in one column or two, and the usual names of both directions. */
  hourly: {
    kind: "intervals",
    interval: HOUR_MS,
    timeFormat: "any",
    candidates: {
      serial_number: ["sensor", "line", "door", "doorway", "entrance"].map((name) => columns(name)),
      from: [
        columns("date", "hour"),
        columns("date", "time"),
        columns("date", "start"),
        columns("timestamp"),
        columns("datetime"),
        columns("time"),
        columns("start"),
      ],
      to: [columns("date", "end"), columns("end")],
      in: ["entries", "enters", "entrances", "enter", "entry", "ins"].map((name) => columns(name)),
      out: ["exits", "exit", "outs", "leaves", "leave"].map((name) => columns(name)),
    },
  },

  /** SenSource Vea: rows of the traffic API by hour, one a line, or as CSV. */
  vea: {
    kind: "intervals",
    interval: HOUR_MS,
    candidates: {
      serial_number: [columns("zoneId")],
      from: [columns("recordDate_hour_1")],
      in: [columns("sumins")],
      out: [columns("sumouts")],
    },
  },

  /** VIVOTEK counting cameras: the reports in CSV, whose first two lines describe the camera. A rule is a line. */
  vivotek: {
    kind: "intervals",
    skippedLines: 2,
    candidates: {
      serial_number: [columns("RuleName")],
      from: [columns("StartTime")],
      to: [columns("EndTime")],
    },
  },

  /** Registers of the turnstiles of the New York subway, as the MTA has published them since October 2014. */
  "mta-turnstiles": {
    kind: "totals",
    timeFormat: "MM/dd/yyyy HH:mm:ss",
    timeZone: "America/New_York",
    candidates: {
      serial_number: [columns("C/A", "UNIT", "SCP")],
      at: [columns("DATE", "TIME")],
      in_total: [columns("ENTRIES")],
      out_total: [columns("EXITS")],
    },
  },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof READING_PRESETS;
export const PRESET_NAMES = Object.keys(READING_PRESETS) as PresetName[];

export function presetOf(name: PresetName | undefined): Preset | null {
  return name === undefined ? null : READING_PRESETS[name];
}
