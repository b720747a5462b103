import { must } from "../domain/errors.ts";
import type { ReadingsPosition } from "../engine/ports.ts";
import { ChangedSpans } from "./changed-spans.ts";

/** What some tables have. */
export interface MirrorPoint {
  /** All events up to this id, except those that had been voided up to an instant, in ms. */
  readonly eventId: bigint;
  readonly voidedUntil: number;
  /** The events known to be voided at that instant. Others may be voided at the same instant later. */
  readonly lastVoided: ReadonlySet<bigint>;
  /** The instant that the tables are as of, in ms. */
  readonly asOf: number;
}

export interface MirrorState {
  /** The version of the rows that were shipped last. A row with a greater version replaces one of the same key. */
  readonly version: bigint;
  /** Whether rows with a version up to this one were shipped in a cut that has not been completed. */
  readonly isInterrupted: boolean;
  /** The organization whose data it has, as the API writes its id; null if it is empty. */
  readonly organizationId: string | null;
  /** What the events and the events of spaces have; null if the first fill has not begun. */
  readonly events: MirrorPoint | null;
  /** Which readings it has, by sensor; an interrupted cut may have shipped more. */
  readonly readings: readonly ReadingsPosition[];
  /** What hours, days and breaches have, except for the changed spans. */
  readonly counts: MirrorPoint | null;
  /** During the first fill: what is before this instant is still to be shipped, in ms. Null after it. */
  readonly missingBefore: number | null;
  /** The digest of the catalog that it has; null if it has none. */
  readonly catalogDigest: string | null;
  /**
   * The spans whose hours, days and breaches are still to be shipped, and those whose events of spaces are, too, because
   * the catalog has changed.
   */
  readonly changed: ChangedSpans;
  readonly rebound: ChangedSpans;
}

/** A row of the table `cut`. 64-bit numbers are texts. */
export interface StoredCut {
  readonly version: string;
  readonly organization_id: string;
  readonly event_id: string;
  readonly voided_until_ts: string;
  readonly events_as_of_ts: string;
  readonly counted_event_id: string;
  readonly counted_voided_until_ts: string;
  readonly as_of_ts: string;
  readonly missing_before_ts: string | null;
  readonly catalog_digest: string | null;
  readonly changed: string;
  readonly rebound: string;
  readonly is_complete: number;
}

/** The state that rows of a mirror say, what has been begun and not completed among the changed spans. */
export function stateOf(cuts: readonly StoredCut[], positions: readonly ReadingsPosition[]): MirrorState {
  const last = cuts.at(-1);
  const complete = cuts.find((cut) => cut.is_complete === 1);
  const changed = new ChangedSpans();
  const rebound = new ChangedSpans();
  for (const cut of cuts) {
    changed.addAll(ChangedSpans.parse(cut.changed));
    rebound.addAll(ChangedSpans.parse(cut.rebound));
  }
  return {
    version: BigInt(last?.version ?? 0),
    isInterrupted: cuts.some((cut) => cut.is_complete === 0),
    organizationId: last?.organization_id || null,
    events: complete ? pointOf(complete.event_id, complete.voided_until_ts, complete.events_as_of_ts) : null,
    readings: positions,
    counts: complete
      ? pointOf(complete.counted_event_id, complete.counted_voided_until_ts, complete.as_of_ts)
      : null,
    missingBefore: complete?.missing_before_ts == null ? null : Number(complete.missing_before_ts),
    catalogDigest: complete?.catalog_digest ?? null,
    changed,
    rebound,
  };
}

function pointOf(eventId: string, voidedUntil: string, asOf: string): MirrorPoint {
  const lastVoided = new Set<bigint>();
  return { eventId: BigInt(eventId), voidedUntil: Number(voidedUntil), lastVoided, asOf: Number(asOf) };
}

/** A state as a row of the table `cut`, in the order of the columns. */
export function cutRow(state: MirrorState, isComplete: boolean) {
  const events = must(state.events, "events");
  const counts = must(state.counts, "counts");
  return [
    state.version,
    must(state.organizationId, "organization"),
    events.eventId,
    events.voidedUntil,
    events.asOf,
    counts.eventId,
    counts.voidedUntil,
    counts.asOf,
    state.missingBefore,
    state.catalogDigest,
    state.changed.toText(),
    state.rebound.toText(),
    isComplete ? 1 : 0,
  ];
}
