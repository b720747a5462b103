import { getOrInsert } from "../domain/collections.ts";
import { formatDate } from "../domain/instant.ts";
import { safeLimit } from "../domain/resources.ts";
import type { SpaceHistory } from "../engine/catalog/catalog.ts";
import { findBreaches } from "../engine/counts/count-series.ts";
import { hasChangeBefore, localDays, localHours } from "../engine/counts/hourly-counts.ts";
import { changedUntil } from "../series/replay-plan.ts";
import { type ChangedSpan, ChangedSpans } from "./changed-spans.ts";
import type { MirrorRow, MirrorSource, MonthSums } from "./mirror-rows.ts";
import type { MirrorTables } from "./mirror-tables.ts";

/** For so many spans at most, rows are inserted, and others removed, at once. */
const SPANS_MAX = 1_000;

/** Ships the hours, days and breaches that touch some spans, by the kernel's numbers, and removes all others there. */
export async function shipDerived(
  source: MirrorSource,
  target: MirrorTables,
  { version, spans, now }: { readonly version: bigint; readonly spans: ChangedSpans; readonly now: number },
): Promise<void> {
  for (const part of spans.parts(SPANS_MAX)) {
    for (const [table, rows, margin] of DERIVED) {
      const touched = part.widened(margin);
      await target.putRows(version, table, rowsOf(source, touched, rows, now));
      await target.removeStale(version, table, touched);
    }
  }
}

/**
 * The spans whose rows may differ: until the next reset, from which on a count does not depend on the change; up to the
 * present if no change is before it, since rows begin with the first one.
 */
export async function affectedSpans(
  { catalog, events }: MirrorSource,
  changed: ChangedSpans,
  now: number,
): Promise<ChangedSpans> {
  const spans = new ChangedSpans();
  for (const [spaceId, changedSpans] of changed.bySpace) {
    const space = catalog.spaces.get(spaceId);
    const history = space && catalog.history(space);
    for (const { from, to } of changedSpans) {
      const isWithin = history !== undefined && to <= now && (await hasChangeBefore(events, history, from));
      const until = isWithin ? Math.max(to, changedUntil(history, to - 1, now)) : now + 1;
      spans.add(spaceId, { from, to: until });
    }
  }
  return spans;
}

async function* rowsOf(source: MirrorSource, spans: ChangedSpans, rows: Rows, now: number) {
  const { catalog } = source;
  for (const [spaceId, spansOfSpace] of spans.bySpace) {
    // The rows of a deleted space are removed.
    const space = catalog.spaces.get(spaceId);
    if (space === undefined) continue;
    for (const span of spansOfSpace) yield* rows(source, catalog.history(space), span, now);
  }
}

type Rows = (
  source: MirrorSource,
  history: SpaceHistory,
  span: ChangedSpan,
  now: number,
) => AsyncIterable<readonly MirrorRow[]>;

const hours: Rows = async function* ({ events }, history, { from, to }, now) {
  for await (const batch of localHours(events, history, { start: from, end: to }, now))
    yield batch.map(({ start, end, offset, ...rest }) => ({
      space_id: history.space.id,
      start_ts: start,
      end_ts: end,
      offset_ms: offset,
      ...rest,
    }));
};

const days: Rows = async function* ({ events }, history, { from, to }, now) {
  for await (const batch of localDays(events, history, { start: from, end: to }, now))
    yield batch.map(({ start, localDay, ...rest }) => ({
      space_id: history.space.id,
      local_date: formatDate(localDay),
      start_ts: start,
      ...rest,
    }));
};

const breaches: Rows = async function* ({ events }, history, { from, to }, now) {
  const found = await findBreaches(events, history, { start: from, end: Math.min(to, now + 1) }, now);
  const limit = safeLimit(history.space);
  yield found.map(({ start, end, peak }) => ({
    space_id: history.space.id,
    start_ts: start,
    end_ts: end,
    peak_count: peak.value,
    peak_ts: peak.instant,
    safe_limit: limit,
  }));
};

/**
 * The tables, their rows, and for how long before and after a span they can change with it, in ms: a breach that ends
 * where it begins can last longer now.
 */
const DERIVED = [
  ["hour_base", hours, 0],
  ["day_base", days, 0],
  ["breach_base", breaches, 1],
] as const;

/** The sums of all hours, days and breaches up to an instant, in ms, by table. */
export async function derivedSums(
  source: MirrorSource,
  now: number,
): Promise<ReadonlyMap<(typeof DERIVED)[number][0], MonthSums>> {
  const spans = new ChangedSpans();
  for (const { id } of source.catalog.spaces.all()) spans.add(id, { from: 0, to: now + 1 });
  const sums = new Map<(typeof DERIVED)[number][0], MonthSums>();
  for (const [table, rows] of DERIVED) {
    const byMonth = new Map<number, { rows: number; checksum: number }>();
    for await (const batch of rowsOf(source, spans, rows, now))
      for (const row of batch) {
        const [instant, first, second] = summedNumbers(row);
        const date = new Date(instant);
        const month = date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
        const sum = getOrInsert(byMonth, month, () => ({ rows: 0, checksum: 0 }));
        sum.rows++;
        sum.checksum = (sum.checksum + factor(first) * factor(second)) % PRIME;
      }
    sums.set(table, byMonth);
  }
  return sums;
}

/** Checksums are sums of numbers of rows modulo this prime, in each of three SQL dialects: all of it is below 2^53. */
const PRIME = 4_503_599_627_370_449;
/** Factors are taken modulo this prime, so that products stay below 2^52. */
const FACTOR_PRIME = 1_000_003;

const factor = (value: number) => (value % FACTOR_PRIME) + 1;

/** The instant of a row of a derived table, in ms, and the two whole numbers that its checksum is of. */
function summedNumbers(row: MirrorRow): readonly [instant: number, first: number, second: number] {
  const number = (column: string) => Number(row[column] ?? 0);
  const instant = number("start_ts");
  const values =
    number("count") +
    3 * number("min") +
    5 * number("max") +
    7 * number("entrances") +
    11 * number("exits") +
    13 * number("peak_count") +
    (number("integral") % FACTOR_PRIME);
  const end = number("end_ts") || instant + number("length");
  return [instant, instant + number("space_id"), values + end];
}
