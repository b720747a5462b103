import { formatDate } from "../domain/instant.ts";
import { safeLimit } from "../domain/resources.ts";
import type { SpaceHistory } from "../engine/catalog/space-history.ts";
import { findBreaches } from "../engine/counts/count-series.ts";
import { localDays } from "../engine/counts/local-days.ts";
import { hasChangeBefore, localHours } from "../engine/counts/local-hours.ts";
import { changedUntil } from "../series/replay-plan.ts";
import { type ChangedSpan, ChangedSpans } from "./changed-spans.ts";
import { MonthSummer, summedNumbers } from "./month-sums.ts";
import type { MirrorRow, MirrorSource, MirrorTarget, MonthSums } from "./ports.ts";

/** For so many spans at most, rows are inserted, and others removed, at once. */
const SPANS_MAX = 1_000;

/** Ships the hours, days and breaches that touch some spans, by the kernel's numbers, and removes all others there. */
export async function shipDerived(
  source: MirrorSource,
  target: MirrorTarget,
  { version, spans, now }: { readonly version: bigint; readonly spans: ChangedSpans; readonly now: number },
): Promise<void> {
  for (const part of spans.parts(SPANS_MAX)) {
    for (const [table, rows, margin] of DERIVED) {
      const touched = part.widened(margin);
      const shipped = rowsOf(source, touched, (of, span) => rows(source, of, span, now));
      await target.putRows(version, table, shipped);
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

async function* rowsOf(
  { catalog }: MirrorSource,
  spans: ChangedSpans,
  rows: (history: SpaceHistory, span: ChangedSpan) => AsyncIterable<readonly MirrorRow[]>,
): AsyncGenerator<readonly MirrorRow[]> {
  for (const [spaceId, spansOfSpace] of spans.bySpace) {
    // Those of a deleted space are removed.
    const space = catalog.spaces.get(spaceId);
    if (space === undefined) continue;
    for (const span of spansOfSpace) yield* rows(catalog.history(space), span);
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
    const summer = new MonthSummer();
    for await (const batch of rowsOf(source, spans, (of, span) => rows(source, of, span, now)))
      for (const row of batch) summer.add(...summedNumbers(row));
    sums.set(table, summer.sums);
  }
  return sums;
}
