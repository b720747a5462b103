import type { Import } from "../../domain/resources.ts";

export type ImportFigures = Pick<Import, "rows" | "accepted" | "duplicates" | "rejected">;

/** An import with further rows. @param firstId the id of the first of their events @param events how many these are */
export function withRows(before: Import, figures: ImportFigures, firstId: bigint, events: number): Import {
  return {
    ...before,
    rows: before.rows + figures.rows,
    accepted: before.accepted + figures.accepted,
    duplicates: before.duplicates + figures.duplicates,
    rejected: before.rejected + figures.rejected,
    firstIds: events > 0 ? [...before.firstIds, firstId] : before.firstIds,
    lastIds: events > 0 ? [...before.lastIds, firstId + BigInt(events) - 1n] : before.lastIds,
  };
}
