import { latestCopy } from "../analysis/export-update.ts";
import { must } from "../domain/errors.ts";
import type { MirrorComparison, MonthDifference } from "../engine/ports/mirrors.ts";
import type { MonthSum } from "../engine/ports.ts";
import { derivedSums } from "./derived-rows.ts";
import {
  LOG_TABLES,
  type MirrorSource,
  type MonthSums,
  SUMMED_TABLES,
  type SummedTable,
} from "./mirror-rows.ts";
import type { MirrorState } from "./mirror-state.ts";
import type { MirrorTables } from "./mirror-tables.ts";
import { shippedLocalTimes } from "./ship-local-times.ts";

const OF_LOG: ReadonlySet<SummedTable> = new Set(LOG_TABLES);
const NO_SUM: MonthSum = { rows: 0, checksum: 0 };

/**
 * Compares a mirror with the server: by month the number of rows of each table, and a checksum; all rows of the catalog and
 * of local times; and the definitions of views. Events and readings that the server has removed are not compared.
 *
 * @param state of the mirror, in which nothing is still to be shipped
 */
export async function compareMirror(
  source: MirrorSource,
  target: MirrorTables,
  state: MirrorState,
): Promise<MirrorComparison> {
  const { changes, events } = source;
  const { eventId: lastEventId } = must(state.events, "events");
  const { asOf } = must(state.counts, "counts");
  const from = events.logStart();
  const expected = new Map<SummedTable, MonthSums>([
    ["event_base", await changes.monthSums(lastEventId)],
    ["space_event_base", await changes.monthSumsOfSpaces(lastEventId)],
    ["reading_base", await changes.monthSumsOfReadings(from)],
    ...(await derivedSums(source, asOf)),
  ]);
  const differences: MonthDifference[] = [];
  let months = 0;
  for (const table of SUMMED_TABLES) {
    const found = await target.monthSums(table, OF_LOG.has(table) ? from : 0);
    const own = expected.get(table) ?? new Map<number, MonthSum>();
    for (const month of [...new Set([...own.keys(), ...found.keys()])].sort()) {
      months++;
      const [mine, theirs] = [own.get(month) ?? NO_SUM, found.get(month) ?? NO_SUM];
      if (mine.rows !== theirs.rows || mine.checksum !== theirs.checksum)
        differences.push({ table, month, expected: mine.rows, found: theirs.rows });
    }
  }
  const local = shippedLocalTimes(source.catalog, target);
  const tables = [
    ...(await target.compareCatalog(latestCopy(source.catalog).copy)),
    ...(local === null ? [] : await target.compareCatalog(local)),
    ...(await target.changedViews()).map((table) => ({ table, expected: null, found: null })),
  ];
  for (const each of tables) differences.push({ ...each, month: null });
  return { months, differences };
}
