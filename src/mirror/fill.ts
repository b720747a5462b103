import { latestCopy } from "../analysis/export-update.ts";
import { groupBy } from "../domain/collections.ts";
import { must } from "../domain/errors.ts";
import { HOUR_MS } from "../domain/instant.ts";
import type { EventPaths, HourCount } from "../engine/ports.ts";
import { type ChangedSpan, ChangedSpans, LAST_MS } from "./changed-spans.ts";
import { changedFrom, countInputs } from "./count-inputs.ts";
import { shipDerived } from "./derived-rows.ts";
import type { MirrorSource } from "./mirror-rows.ts";
import type { MirrorState } from "./mirror-state.ts";
import type { MirrorTables } from "./mirror-tables.ts";
import { putEvents, requireSame, type ShippedCut, voidedUntil } from "./ship-cut.ts";
import { shipLocalTimes } from "./ship-local-times.ts";
import { shipReadingsAgain } from "./ship-readings.ts";

const NOTHING = { eventId: 0n, voidedUntil: 0, lastVoided: new Set<bigint>(), asOf: 0 };

interface Shipping {
  /** The folder of this mirror for files of events, which are deleted afterwards. */
  readonly folder: string;
  /** The events of a part at most, unless an hour has more. */
  readonly eventsMax: number;
  readonly shipped: (cut: ShippedCut) => void;
}

/**
 * Fills a mirror with all that there is at the beginning but readings, the latest months first. After a failure it goes on
 * where it was.
 *
 * @throws as `shipCut`
 */
export async function fillMirror(
  source: MirrorSource,
  target: MirrorTables,
  known: MirrorState,
  { folder, eventsMax, shipped }: Shipping,
): Promise<void> {
  const { catalog, changes, clock, events } = source;
  const organizationId = requireSame(source, known, await events.position());
  const point = known.events ?? {
    eventId: await events.position(),
    asOf: clock.now(),
    ...voidedUntil(NOTHING, await changes.voidedSince(0)),
  };
  const hours = await changes.eventsByHour(point.eventId);
  const parts = eventParts(hours, { from: 0, to: known.missingBefore ?? LAST_MS }, eventsMax);
  let lag = parts.reduce((sum, part) => sum + part.events, 0);
  let state: MirrorState = { ...known, organizationId, events: point, counts: point };
  for (const part of parts) {
    const version = state.version + 1n;
    const { copy, digest } = latestCopy(catalog);
    const catalogDigest = state.catalogDigest ?? digest;
    // Rows of an interrupted cut may be of spaces that have changed, or are not there any more.
    const isNew = !state.isInterrupted;
    const changed = state.changed.copy();
    if (state.catalogDigest === null && !isNew)
      for (const [spaceId, from] of changedFrom(countInputs(await target.catalog()), countInputs(copy)))
        changed.add(spaceId, { from: Math.max(0, from), to: LAST_MS });
    await target.begin({ ...state, version, changed });
    if (state.catalogDigest === null) await target.putCatalog(version, copy);
    const first = firstInstant(source, hours.at(-1)?.first);
    const present = { touched: Infinity, now: point.asOf, first };
    await shipLocalTimes(source, target, { version, catalogDigest, ...present, isAgain: true });
    // The interrupted part may have been longer.
    const stale = isNew ? null : { from: 0, to: part.span.to };
    const { eventId, asOf } = point;
    await shipPart(source, target, { version, part, eventId, asOf, folder, stale });
    const missingBefore = part === parts.at(-1) ? null : part.span.from;
    state = { ...state, version, isInterrupted: false, catalogDigest, changed, missingBefore };
    await target.complete(state);
    lag -= part.events;
    shipped({ state, events: part.events, lag });
  }
}

/**
 * Ships all rows of a span of time again, and the whole catalog, and removes all others there. Events that the server has
 * removed stay.
 *
 * @param known the state of a mirror that has all there is
 * @param span half-open, in ms
 * @throws as `shipCut`
 */
export async function shipAgain(
  source: MirrorSource,
  target: MirrorTables,
  known: MirrorState,
  { folder, span, eventsMax, shipped }: Shipping & { readonly span: ChangedSpan },
): Promise<void> {
  const { eventId, asOf } = must(known.events, "events");
  let state = known;
  for (const part of eventParts(await source.changes.eventsByHour(eventId), span, eventsMax)) {
    state = { ...state, version: state.version + 1n };
    await target.begin(state);
    const { version } = state;
    await shipPart(source, target, { version, part, eventId, asOf, folder, stale: part.span });
    await target.complete(state);
    shipped({ state, events: part.events, lag: 0 });
  }
  const { copy, digest: catalogDigest } = latestCopy(source.catalog);
  const version = state.version + 1n;
  state = { ...state, version };
  await target.begin(state);
  // A catalog that has changed meanwhile is shipped with what follows from it.
  if (catalogDigest === state.catalogDigest) await target.putCatalog(version, copy);
  const present = { touched: 0, now: source.clock.now() };
  await shipLocalTimes(source, target, { version, catalogDigest, ...present, isAgain: true });
  await shipReadingsAgain(source, target, span, { version, folder, readingsMax: eventsMax });
  await target.complete(state);
  shipped({ state, events: 0, lag: 0 });
}

/** Ships the rows of a part; hours, days and breaches with the last part of a month. */
async function shipPart(
  source: MirrorSource,
  target: MirrorTables,
  cut: {
    readonly version: bigint;
    readonly part: EventPart;
    readonly eventId: bigint;
    readonly asOf: number;
    readonly folder: string;
    /** The span in which the mirror may have other events, in ms; null if it has none. */
    readonly stale: ChangedSpan | null;
  },
): Promise<void> {
  const { version, part, eventId, asOf, folder, stale } = cut;
  const { from, to } = part.span;
  const copy = (paths: EventPaths) => source.changes.copyValidEventsIn(part.span, eventId, paths);
  await putEvents(target, version, folder, copy);
  if (stale !== null) {
    const least = Math.max(stale.from, source.events.logStart());
    await target.removeStaleEvents(version, { from: least, to: stale.to });
  }
  if (!part.endsMonth) return;
  const spans = new ChangedSpans();
  for (const { id } of source.catalog.spaces.all())
    spans.add(id, { from, to: Math.min(monthStart(to - 1, 1), asOf + 1) });
  await shipDerived(source, target, { version, spans, now: asOf });
}

/** The instant of the first event or explicit reset, in ms; null if there is none. @param event that of the first event */
function firstInstant({ catalog }: MirrorSource, event: number | undefined): number | null {
  const resets = catalog.spaces.all().flatMap((space) => catalog.history(space).resets);
  const first = resets.reduce((least, { instant }) => Math.min(least, instant), event ?? Infinity);
  return first === Infinity ? null : first;
}

/** The events of a half-open span, in ms. */
interface EventPart {
  readonly span: ChangedSpan;
  readonly events: number;
  /** Whether its first month is complete with it. */
  readonly endsMonth: boolean;
}

/**
 * Splits a span into parts, the latest first. A part has whole months of UTC, or hours of one month.
 *
 * @param hours those that have events, the latest first
 * @param eventsMax the events of a part at most, unless an hour has more
 */
export function eventParts(
  hours: readonly HourCount[],
  { from, to }: ChangedSpan,
  eventsMax: number,
): EventPart[] {
  const parts: EventPart[] = [];
  let end = to;
  let events = 0;
  const close = (start: number) => {
    const least = Math.max(from, start);
    if (least < end) {
      const endsMonth = least === from || least === monthStart(least);
      parts.push({ span: { from: least, to: end }, events, endsMonth });
    }
    [end, events] = [Math.min(end, least), 0];
  };
  const within = hours.filter(({ first }) => first >= from && first < to);
  for (const [start, ofMonth] of groupBy(within, ({ first }) => monthStart(first))) {
    const total = ofMonth.reduce((sum, hour) => sum + hour.events, 0);
    if (events + total > eventsMax) close(monthStart(start, 1));
    if (total <= eventsMax) {
      events += total;
      continue;
    }
    for (const hour of ofMonth) {
      if (events > 0 && events + hour.events > eventsMax)
        close(hour.first - (hour.first % HOUR_MS) + HOUR_MS);
      events += hour.events;
    }
    close(start);
  }
  close(from);
  return parts;
}

/** The start of the month of UTC that has an instant, in ms, or of one some months later. */
export function monthStart(instant: number, months = 0): number {
  const date = new Date(instant);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}
