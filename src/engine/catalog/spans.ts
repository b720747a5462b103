import { invalid } from "../../domain/errors.ts";
import type { Attachment, Link } from "../../domain/resources.ts";
import type { Rebinding } from "../ports.ts";
import type { Catalog } from "./catalog.ts";

/** When a change takes effect: from an instant in ms, from the beginning, or (null) from now on (D5). */
export type EffectiveFrom = number | "beginning" | null;

/** A half-open span of time in ms; null is without limit. */
export interface Span {
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * The instant from which a change holds, -Infinity for the beginning.
 *
 * @throws HeadcountError `invalid` where it lies in the future
 */
export function effectiveInstant(effectiveFrom: EffectiveFrom, now: number): number {
  if (effectiveFrom === null) return now;
  if (effectiveFrom === "beginning") return -Infinity;
  if (effectiveFrom > now) throw invalid("effective_from", "a change cannot take effect in the future");
  return effectiveFrom;
}

/** What two spans have in common, or null where they have nothing. */
export function intersect(a: Span, b: Span): Span | null {
  const from = Math.max(a.from ?? -Infinity, b.from ?? -Infinity);
  const to = Math.min(a.to ?? Infinity, b.to ?? Infinity);
  if (from >= to) return null;
  return { from: finiteOrNull(from), to: finiteOrNull(to) };
}

/** The instant, or null for an infinite one. */
export function finiteOrNull(instant: number): number | null {
  return Number.isFinite(instant) ? instant : null;
}

/** The spans shortened so that none reaches past an instant: those to keep changed, and those left with nothing. */
export function cutSpans<S extends Span & { readonly id: bigint }>(
  spans: readonly S[],
  instant: number,
): { readonly shortened: S[]; readonly removed: S[] } {
  const reaching = spans.filter(({ to }) => (to ?? Infinity) > instant);
  const starts = (span: S) => (span.from ?? -Infinity) < instant;
  return {
    shortened: reaching.filter(starts).map((span) => ({ ...span, to: instant })),
    removed: reaching.filter((span) => !starts(span)),
  };
}

/** What a link's coming or going over a span changes: the events of every sensor its doorway had then. */
export function spanRebindings(catalog: Catalog, link: Link, span: Span = link): Rebinding[] {
  return catalog.attachmentsOfDoorway
    .of(link.doorwayId)
    .flatMap((attachment) => rebinding(catalog, attachment, link, span));
}

/** What a sensor's coming to or leaving a doorway over a span changes: its events for every space linked then. */
export function attachmentRebindings(
  catalog: Catalog,
  attachment: Attachment,
  span: Span = attachment,
): Rebinding[] {
  return catalog.linksOfDoorway
    .of(attachment.doorwayId)
    .flatMap((link) => rebinding(catalog, attachment, link, span));
}

function rebinding(catalog: Catalog, attachment: Attachment, link: Link, span: Span): Rebinding[] {
  const sensor = catalog.sensors.get(attachment.sensorId);
  const linked = sensor === undefined ? null : intersect(attachment, link);
  const common = linked && intersect(linked, span);
  return sensor === undefined || common === null
    ? []
    : [{ spaceId: link.spaceId, sensorKey: sensor.key, ...common }];
}
