import { rm } from "node:fs/promises";
import { join } from "node:path";
import { latestCopy } from "../analysis/export-update.ts";
import { HeadcountError } from "../domain/errors.ts";
import { formatId } from "../domain/ids.ts";
import { HOUR_MS } from "../domain/instant.ts";
import { Bindings } from "../engine/catalog/bindings.ts";
import type { VoidedLogEvent } from "../engine/ports.ts";
import { type ChangedSpan, ChangedSpans } from "./changed-spans.ts";
import { changedFrom, countInputs } from "./count-inputs.ts";
import { shipDerived } from "./derived-rows.ts";
import { shipLocalTimes } from "./local-times.ts";
import type { MirrorSource, MirrorState, MirrorTarget } from "./ports.ts";

/** After every event, in ms. */
const LAST_MS = 2 ** 52;

/** The events of a cut at most. */
const EVENTS_MAX = 1_000_000n;

/** What a cut has shipped. */
export interface ShippedCut {
  readonly state: MirrorState;
  /** The events that it has shipped. */
  readonly events: number;
  /** The events that were not shipped yet when it began. */
  readonly lag: number;
}

/**
 * Ships what has changed since a state: a bounded number of events, the catalog, and, when all events are shipped, the
 * hours, days and breaches that may have changed. A cut that fails is shipped again.
 *
 * @param folder of this mirror, for files of events, which it deletes
 * @throws HeadcountError `unavailable` if the mirror cannot be reached or is full; `conflict` if it has the data of
 * another organization, or more events than this server
 */
export async function shipCut(
  source: MirrorSource,
  target: MirrorTarget,
  known: MirrorState,
  folder: string,
): Promise<ShippedCut> {
  const { catalog, changes, clock, events } = source;
  const now = clock.now();
  const position = await events.position();
  const organizationId = formatId("organization", catalog.organizationId);
  requireSame(known, organizationId, position);
  const lag = position - known.lastEventId;
  const lastEventId = known.lastEventId + (lag > EVENTS_MAX ? EVENTS_MAX : lag);
  const { copy, digest: catalogDigest } = latestCopy(catalog);
  const isSameCatalog = catalogDigest === known.catalogDigest;
  const voided = await changes.voidedSince(known.voidedUntil);
  const changed = new ChangedSpans();
  const rebound = new ChangedSpans();
  changed.addAll(known.changed);
  rebound.addAll(known.rebound);
  if (!isSameCatalog) {
    const from = changedFrom(countInputs(await target.catalog()), countInputs(copy));
    for (const [spaceId, instant] of from) {
      // Events ahead of the clock, too.
      const span = { from: Math.max(0, instant), to: LAST_MS };
      changed.add(spaceId, span);
      if (known.lastEventId > 0n) rebound.add(spaceId, span);
    }
  }
  const version = known.version + 1n;
  // What else changes is found again from the state before it.
  await target.begin({ ...known, version, organizationId, changed, rebound });
  const earliest = await addChangedByEvents(source, changed, known.lastEventId, lastEventId);
  addChangedByVoided(source, changed, voided);
  const isAtEnd = lastEventId === position;
  if (isAtEnd && known.asOf > 0) addPassed(source, changed, { from: known.asOf, to: now });
  if (!isSameCatalog) await target.putCatalog(version, copy);
  await shipEvents(source, target, { version, afterId: known.lastEventId, lastId: lastEventId, folder });
  await target.removeEvents(version, voided);
  const touched = voided.reduce((least, { timestamp }) => Math.min(least, timestamp), earliest);
  await shipLocalTimes(source, target, { version, catalogDigest, touched, now });
  await shipRebound(source, target, { version, rebound, folder });
  if (isAtEnd) await shipDerived(source, target, { version, changed, now });
  const state: MirrorState = {
    version,
    organizationId,
    lastEventId,
    voidedUntil: voided.reduce((last, { voidedAt }) => Math.max(last, voidedAt), known.voidedUntil),
    catalogDigest,
    asOf: isAtEnd ? now : known.asOf,
    changed: isAtEnd ? new ChangedSpans() : changed,
    rebound: new ChangedSpans(),
  };
  await target.complete(state);
  return { state, events: Number(lastEventId - known.lastEventId), lag: Number(position - lastEventId) };
}

/**
 * Ships all rows of a span of time again, and removes all others there. Events that the server has removed stay.
 *
 * @param known the state of a mirror that has all there is
 * @param span half-open, in ms
 * @throws as `shipCut`
 */
export async function shipAgain(
  source: MirrorSource,
  target: MirrorTarget,
  {
    known,
    span,
    folder,
  }: { readonly known: MirrorState; readonly span: ChangedSpan; readonly folder: string },
): Promise<MirrorState> {
  const { catalog, changes, clock, events } = source;
  const now = clock.now();
  const all = new ChangedSpans();
  for (const { id } of catalog.spaces.all()) all.add(id, span);
  const version = known.version + 1n;
  await target.begin({ ...known, version, changed: all, rebound: all });
  const { lastEventId } = known;
  for (const month of monthsOf({
    from: Math.max(span.from, events.logStart()),
    to: Math.min(span.to, now),
  })) {
    const path = join(folder, "events.parquet");
    try {
      if ((await changes.copyValidEventsIn(month, lastEventId, path)) > 0)
        await target.putFile(version, "event_base", path);
    } finally {
      await rm(path, { force: true });
    }
    await target.removeStaleEvents(version, month, lastEventId);
  }
  await shipRebound(source, target, { version, rebound: all, folder });
  await shipDerived(source, target, { version, changed: all, now });
  const state = { ...known, version, changed: new ChangedSpans(), rebound: new ChangedSpans() };
  await target.complete(state);
  return state;
}

/** A span in parts of a month of UTC at most. */
function monthsOf({ from, to }: ChangedSpan): ChangedSpan[] {
  const spans: ChangedSpan[] = [];
  for (let start = from; start < to; ) {
    const date = new Date(start);
    const next = Math.min(to, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1));
    spans.push({ from: start, to: next });
    start = next;
  }
  return spans;
}

function requireSame(known: MirrorState, organizationId: string, position: bigint): void {
  if (known.organizationId !== null && known.organizationId !== organizationId)
    throw new HeadcountError(
      "conflict",
      `the mirror has the data of organization ${known.organizationId}, and this server has ${organizationId}; use ` +
        "another database for it",
    );
  if (known.lastEventId > position)
    throw new HeadcountError(
      "conflict",
      `the mirror has events up to evt_${known.lastEventId}, and this server only up to evt_${position}: its data are ` +
        "older; use another database for it",
    );
}

/** With time alone, the last hour of each space changes, and further ones begin. */
function addPassed({ catalog }: MirrorSource, changed: ChangedSpans, { from, to }: ChangedSpan): void {
  for (const { id } of catalog.spaces.all()) changed.add(id, { from: from - (from % HOUR_MS), to });
}

/** @returns the earliest instant of an event, in ms; infinite if there is none */
async function addChangedByEvents(
  { catalog, changes }: MirrorSource,
  changed: ChangedSpans,
  afterId: bigint,
  lastId: bigint,
): Promise<number> {
  if (afterId === lastId) return Infinity;
  const bindings = new Bindings(catalog);
  let earliest = Infinity;
  for (const { sensorKey, first, last } of await changes.spansOfSensors(afterId, lastId)) {
    earliest = Math.min(earliest, first);
    const sensor = catalog.sensorsByKey.first(sensorKey);
    if (sensor === undefined) continue;
    for (const { spaceId, from, to } of bindings.of(sensor))
      changed.add(spaceId, { from: Math.max(first, from), to: Math.min(last + 1, to) });
  }
  return earliest;
}

function addChangedByVoided(
  { catalog }: MirrorSource,
  changed: ChangedSpans,
  voided: readonly VoidedLogEvent[],
): void {
  const bindings = new Bindings(catalog);
  for (const { sensorKey, timestamp } of voided) {
    const sensor = catalog.sensorsByKey.first(sensorKey);
    if (sensor === undefined) continue;
    for (const { spaceId } of bindings.effectsOf(sensor, timestamp, 1))
      changed.add(spaceId, { from: timestamp, to: timestamp + 1 });
  }
}

/** Ships the events with ids above one, up to another. */
async function shipEvents(
  { changes }: MirrorSource,
  target: MirrorTarget,
  cut: { version: bigint; afterId: bigint; lastId: bigint; folder: string },
): Promise<void> {
  const { version, afterId, lastId, folder } = cut;
  if (afterId === lastId) return;
  const paths = {
    events: join(folder, "events.parquet"),
    spaceEvents: join(folder, "space-events.parquet"),
  };
  try {
    await changes.copyValidEvents(afterId, lastId, paths);
    await target.putFile(version, "event_base", paths.events);
    await target.putFile(version, "space_event_base", paths.spaceEvents);
  } finally {
    for (const path of Object.values(paths)) await rm(path, { force: true });
  }
}

/** Ships the events of spaces again for which other events may count now. Removed events stay as they are. */
async function shipRebound(
  { changes, events }: MirrorSource,
  target: MirrorTarget,
  { version, rebound, folder }: { version: bigint; rebound: ChangedSpans; folder: string },
): Promise<void> {
  if (rebound.isEmpty) return;
  const kept = new ChangedSpans();
  for (const [spaceId, spans] of rebound.bySpace) {
    for (const { from, to } of spans) {
      const span = { from: Math.max(from, events.logStart()), to };
      kept.add(spaceId, span);
      const path = join(folder, "rebound.parquet");
      try {
        if ((await changes.copyEventsOfSpace(spaceId, span, path)) > 0)
          await target.putFile(version, "space_event_base", path);
      } finally {
        await rm(path, { force: true });
      }
    }
  }
  await target.removeStale(version, "space_event_base", kept);
}
