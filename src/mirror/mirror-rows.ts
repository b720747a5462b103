import type { CopiedRow } from "../analysis/analysis-database.ts";
import type { Engine } from "../engine/engine.ts";
import type { MonthSum } from "../engine/ports.ts";

/** What a mirror is a copy of. */
export type MirrorSource = Pick<Engine, "catalog" | "changes" | "clock" | "events" | "readings">;

/** The tables that are derived for spans of spaces. */
export type DerivedTable = "space_event_base" | "hour_base" | "day_base" | "breach_base";

/** The tables of the log, of which a server may have removed old rows that the mirror keeps. */
export const LOG_TABLES = ["event_base", "space_event_base", "reading_base"] as const;
export type LogTable = (typeof LOG_TABLES)[number];

/** The tables of a mirror that are compared by month. */
export const SUMMED_TABLES = [...LOG_TABLES, "hour_base", "day_base", "breach_base"] as const;
export type SummedTable = (typeof SUMMED_TABLES)[number];

/** By month of UTC, as YYYYMM. */
export type MonthSums = ReadonlyMap<number, MonthSum>;

/** A row to insert, by its columns. */
export type MirrorRow = Readonly<Record<string, CopiedRow[string] | bigint>>;
