import { rm } from "node:fs/promises";
import { join } from "node:path";
import { latestCopy } from "../analysis/export-update.ts";
import { HeadcountError, must } from "../domain/errors.ts";
import { formatId } from "../domain/ids.ts";
import { HOUR_MS } from "../domain/instant.ts";
import { Bindings } from "../engine/catalog/bindings.ts";
import type { EventPaths, VoidedLogEvent } from "../engine/ports.ts";
import { ChangedSpans, LAST_MS } from "./changed-spans.ts";
import { changedFrom, countInputs } from "./count-inputs.ts";
import { affectedSpans, shipDerived } from "./derived-rows.ts";
import type { MirrorSource } from "./mirror-rows.ts";
import type { MirrorPoint, MirrorState } from "./mirror-state.ts";
import type { MirrorTables } from "./mirror-tables.ts";
import { shipLocalTimes } from "./ship-local-times.ts";
import { shipReadings } from "./ship-readings.ts";

export interface ShippedCut {
  readonly state: MirrorState;
  readonly events: number;
  readonly lag: number;
}

/**
 * Ships what has changed since a state: a bounded number of events, the catalog, and, if asked and all events are shipped,
 * the hours, days and breaches that may have changed, and the readings. A cut that fails is shipped again.
 *
 * @param known of a mirror that has been filled
 * @param given.folder of this mirror, for files of events, which it deletes
 * @param given.eventsMax the events of the cut at most, and the readings of a file
 * @param given.withCounts whether hours, days, breaches and readings are shipped too
 * @throws HeadcountError `unavailable` if the mirror cannot be reached or is full; `conflict` if it has the data of
 * another organization, or more events than this server
 */
export async function shipCut(
  source: MirrorSource,
  target: MirrorTables,
  known: MirrorState,
  given: { readonly folder: string; readonly eventsMax: number; readonly withCounts: boolean },
): Promise<ShippedCut> {
  const { folder, eventsMax, withCounts } = given;
  const { catalog, changes, clock, events } = source;
  const before = must(known.events, "events");
  const now = clock.now();
  const position = await events.position();
  const organizationId = requireSame(source, known, position);
  const lag = position - before.eventId;
  const eventId = before.eventId + (lag > eventsMax ? BigInt(eventsMax) : lag);
  const isAtEnd = eventId === position;
  const { copy, digest: catalogDigest } = latestCopy(catalog);
  const isSameCatalog = catalogDigest === known.catalogDigest;
  const voided = voidedAfter(before, await changes.voidedSince(before.voidedUntil));
  const changed = known.changed.copy();
  const rebound = known.rebound.copy();
  if (!isSameCatalog) {
    for (const [spaceId, instant] of changedFrom(countInputs(await target.catalog()), countInputs(copy))) {
      // Events ahead of the clock, too.
      const span = { from: Math.max(0, instant), to: LAST_MS };
      changed.add(spaceId, span);
      rebound.add(spaceId, span);
    }
  }
  const version = known.version + 1n;
  // What else changes is found again from the state before it.
  await target.begin({ ...known, version, organizationId, changed, rebound });
  if (!isSameCatalog) await target.putCatalog(version, copy);
  if (eventId > before.eventId)
    await putEvents(target, version, folder, (paths) =>
      changes.copyValidEvents(before.eventId, eventId, paths),
    );
  await target.removeEvents(version, voided);
  await shipRebound(source, target, { version, rebound, folder });
  const point = { eventId, asOf: isAtEnd ? now : before.asOf, ...voidedUntil(before, voided) };
  const after = must(known.counts, "counts");
  const areCounted = isAtEnd && withCounts;
  const touched = areCounted
    ? await shipCounts(source, target, { version, changed, after, until: point })
    : Infinity;
  const readings = areCounted
    ? await shipReadings(source, target, known.readings, { version, folder, readingsMax: eventsMax })
    : known.readings;
  await shipLocalTimes(source, target, { version, catalogDigest, touched, now });
  const state: MirrorState = {
    version,
    isInterrupted: false,
    organizationId,
    events: point,
    counts: areCounted ? point : after,
    missingBefore: null,
    catalogDigest,
    readings,
    changed: areCounted ? new ChangedSpans() : changed,
    rebound: new ChangedSpans(),
  };
  await target.complete(state);
  return { state, events: Number(eventId - before.eventId), lag: Number(position - eventId) };
}

/** @returns the organization's id as the API writes it @throws HeadcountError `conflict`, see `shipCut` */
export function requireSame({ catalog }: MirrorSource, known: MirrorState, position: bigint): string {
  const organizationId = formatId("organization", catalog.organizationId);
  if (known.organizationId !== null && known.organizationId !== organizationId)
    throw new HeadcountError(
      "conflict",
      `the mirror has the data of organization ${known.organizationId}, and this server has ${organizationId}; use ` +
        "another database for it",
    );
  if (known.events !== null && known.events.eventId > position)
    throw new HeadcountError(
      "conflict",
      `the mirror has events up to evt_${known.events.eventId}, and this server only up to evt_${position}: its data ` +
        "are older; use another database for it",
    );
  return organizationId;
}

/** The events that have been voided after a point. @param voided since the instant of the point */
function voidedAfter({ voidedUntil, lastVoided }: MirrorPoint, voided: readonly VoidedLogEvent[]) {
  return voided.filter(({ id, voidedAt }) => voidedAt > voidedUntil || !lastVoided.has(id));
}

/** Up to where events have been voided, when those after a point are known. */
export function voidedUntil(
  before: MirrorPoint,
  voided: readonly VoidedLogEvent[],
): Pick<MirrorPoint, "voidedUntil" | "lastVoided"> {
  const last = voided.reduce((latest, { voidedAt }) => Math.max(latest, voidedAt), before.voidedUntil);
  const lastVoided = voided.filter(({ voidedAt }) => voidedAt === last).map(({ id }) => id);
  const isSame = last === before.voidedUntil;
  return { voidedUntil: last, lastVoided: new Set([...(isSame ? before.lastVoided : []), ...lastVoided]) };
}

/**
 * Ships the hours, days and breaches that have changed from one point to another, besides some changed spans.
 *
 * @returns the earliest instant of an event that has come or has been voided, in ms; infinite if there is none
 */
async function shipCounts(
  source: MirrorSource,
  target: MirrorTables,
  cut: { version: bigint; changed: ChangedSpans; after: MirrorPoint; until: MirrorPoint },
): Promise<number> {
  const { catalog, changes } = source;
  const { version, after, until } = cut;
  const changed = cut.changed.copy();
  let earliest = Infinity;
  const bindings = new Bindings(catalog);
  for (const { sensorKey, first, last } of await changes.spansOfSensors(after.eventId, until.eventId)) {
    earliest = Math.min(earliest, first);
    const sensor = catalog.sensorsByKey.first(sensorKey);
    if (sensor === undefined) continue;
    for (const { spaceId, from, to } of bindings.of(sensor))
      changed.add(spaceId, { from: Math.max(first, from), to: Math.min(last + 1, to) });
  }
  for (const { sensorKey, timestamp } of voidedAfter(after, await changes.voidedSince(after.voidedUntil))) {
    earliest = Math.min(earliest, timestamp);
    const sensor = catalog.sensorsByKey.first(sensorKey);
    if (sensor === undefined) continue;
    for (const { spaceId } of bindings.effectsOf(sensor, timestamp, 1))
      changed.add(spaceId, { from: timestamp, to: timestamp + 1 });
  }
  // With time alone, the last hour of each space changes, and further ones begin.
  const passed = { from: after.asOf - (after.asOf % HOUR_MS), to: until.asOf };
  for (const { id } of catalog.spaces.all()) changed.add(id, passed);
  await shipDerived(source, target, {
    version,
    spans: await affectedSpans(source, changed, until.asOf),
    now: until.asOf,
  });
  return earliest;
}

/** Ships events, and the spaces for which they count, as files. @param copy writes them */
export async function putEvents(
  target: MirrorTables,
  version: bigint,
  folder: string,
  copy: (paths: EventPaths) => Promise<void>,
): Promise<void> {
  const paths = {
    events: join(folder, "events.parquet"),
    spaceEvents: join(folder, "space-events.parquet"),
  };
  try {
    await copy(paths);
    await Promise.all([
      target.putFile(version, "event_base", paths.events),
      target.putFile(version, "space_event_base", paths.spaceEvents),
    ]);
  } finally {
    for (const path of Object.values(paths)) await rm(path, { force: true });
  }
}

/** Ships the events of spaces again for which other events may count now. Removed events stay as they are. */
async function shipRebound(
  { changes, events }: MirrorSource,
  target: MirrorTables,
  { version, rebound, folder }: { version: bigint; rebound: ChangedSpans; folder: string },
): Promise<void> {
  if (rebound.bySpace.size === 0) return;
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
