import type { FieldSource, FileLayout } from "./file-layout.ts";

/** What the rows of a file are: events (D9), totals or intervals (D34). */
export const FILE_KINDS = ["events", "totals", "intervals"] as const;
export type FileKind = (typeof FILE_KINDS)[number];
export type ReadingKind = Exclude<FileKind, "events">;

export const READING_FIELDS = {
  totals: ["serial_number", "at", "in_total", "out_total", "width", "boot"],
  intervals: ["serial_number", "from", "to", "in", "out", "coverage"],
} as const satisfies Readonly<Record<ReadingKind, readonly string[]>>;
export type ReadingField = (typeof READING_FIELDS)[ReadingKind][number];

/** The fields that a file of readings may lack: a device may count one direction only. */
export const OPTIONAL_READING_FIELDS: readonly ReadingField[] = [
  "in_total",
  "out_total",
  "width",
  "boot",
  "in",
  "out",
  "coverage",
];

export interface ReadingLayout extends FileLayout<ReadingField> {
  readonly kind: ReadingKind;
  /** Possible sources of a field that has none in `fields`: the first of which a file has all columns. */
  readonly candidates: Readonly<Partial<Record<ReadingField, readonly FieldSource[]>>>;
  /** The length of intervals in ms where a row has only their start; whole days are local ones. Null: rows have ends. */
  readonly interval: number | null;
  readonly hasInclusiveEnd: boolean;
}
