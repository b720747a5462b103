import { formatId } from "../../domain/ids.ts";
import type { Column } from "../../domain/table-columns.ts";
import type { CountRow } from "../../engine/counts/count-rows.ts";

/** A count series as a table (D29). */
export const COUNT_COLUMNS: readonly Column<CountRow>[] = [
  { name: "timestamp", kind: "instant", read: (row) => row.timestamp },
  { name: "count", kind: "integer", read: (row) => row.count },
  { name: "start", kind: "instant", read: (row) => row.start },
  { name: "end", kind: "instant", read: (row) => row.end },
  { name: "min", kind: "integer", read: (row) => row.min },
  { name: "max", kind: "integer", read: (row) => row.max },
  { name: "events", kind: "integer", read: (row) => row.events },
  { name: "entrances", kind: "integer", read: (row) => row.entrances },
  { name: "exits", kind: "integer", read: (row) => row.exits },
  { name: "utilization", kind: "real", read: (row) => row.utilization },
  { name: "target_utilization", kind: "real", read: (row) => row.targetUtilization },
  { name: "entry_rate", kind: "real", read: (row) => row.entryRate },
  { name: "exit_rate", kind: "real", read: (row) => row.exitRate },
];

/** A row of a table of several spaces' counts. */
export interface SpaceCountRow extends CountRow {
  readonly spaceId: bigint;
}

/** The count series of several spaces as one table, one after another. */
export const SPACE_COUNT_COLUMNS: readonly Column<SpaceCountRow>[] = [
  { name: "space_id", kind: "text", read: (row) => formatId("space", row.spaceId) },
  ...COUNT_COLUMNS,
];
