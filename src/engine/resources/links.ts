import { conflict, type HeadcountError, must, notFound } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Link, SensorPlacement, Span } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { type EffectiveFrom, effectiveInstant, finiteOrNull, intersect } from "../catalog/spans.ts";
import type { Draft } from "../journal/draft.ts";
import type { CatalogChange } from "../journal/journal.ts";
import type { EventStore } from "../ports.ts";

export type LinkFields = Pick<Link, "spaceId" | "doorwayId" | "sensorPlacement">;

export type LinkChange = CatalogChange & { readonly events: Pick<EventStore, "logStart"> };

/**
 * Links a doorway to a space. The first link of the pair is unbounded in the past; a later one begins now, or at
 * `effectiveFrom` (D5). If that is before the end of a link of the other placement, it ends that link: the sensor was
 * turned round before that link ended (D22).
 *
 * @throws HeadcountError `invalid` if the space or doorway does not exist; `conflict` if the pair is already linked in
 * that time
 */
export function createLink(
  change: CatalogChange,
  fields: LinkFields,
  effectiveFrom: EffectiveFrom = null,
): Promise<Link> {
  return change.journal.transact(change, (draft) => {
    const { catalog, now } = draft;
    catalog.named("space", fields.spaceId, "space_id");
    catalog.named("doorway", fields.doorwayId, "doorway_id");
    const dated = effectiveFrom !== null || linksOfPair(catalog, fields).length > 0;
    const from = dated ? effectiveInstant(effectiveFrom, now) : -Infinity;
    return addLink(draft, fields, from);
  });
}

/**
 * Sets the side of the space on which the sensor is, from now or `effectiveFrom` up to the link's end: every link of
 * the pair in that time gets the placement, and is split if it begins earlier. The time during which the pair is linked
 * does not change. A link that ended earlier is followed by an open link of the other placement (D22).
 *
 * @returns the link that has the placement
 * @throws HeadcountError `not-found`; `invalid` if `effectiveFrom` is in the future; `conflict` if the ended link
 * cannot have a successor, or all of that time is before the log start
 */
export function changePlacement(
  change: LinkChange,
  id: bigint,
  sensorPlacement: SensorPlacement,
  effectiveFrom: EffectiveFrom = null,
): Promise<Link> {
  return change.journal.transact(change, (draft) => {
    const { catalog, now } = draft;
    const from = effectiveInstant(effectiveFrom, now);
    const named = catalog.find("link", id);
    const link = (named.to ?? Infinity) > from ? named : continuationOf(catalog, named);
    const span = { from: finiteOrNull(from), to: link.to };
    if (intersect(link, span) === null) return addSuccessor(draft, link, sensorPlacement, from);
    const turned = linksOfPair(catalog, link)
      .filter((each) => each.sensorPlacement !== sensorPlacement && intersect(each, span) !== null)
      .map((each) => withPlacement(draft, each, sensorPlacement, from));
    if (turned.length === 0) return link;
    checkNotRemoved(link, change.events.logStart(), "changing its placement");
    draft.save({ put: { link: turned.flat() } });
    return turned.find(([first]) => first?.id === link.id)?.at(-1) ?? link;
  });
}

/**
 * Ends a link now, without changing the past; with `erase`, removes it from the past, too (D5). A link whose placement
 * was changed is ended by the id that it had before, too (D22).
 *
 * @throws HeadcountError `not-found` if the link does not exist, or has ended and `erase` is not set; `conflict` if it
 * is to be erased and ended before the log start
 */
export function deleteLink(
  change: LinkChange,
  id: bigint,
  { erase }: { readonly erase: boolean },
): Promise<void> {
  return change.journal.transact(change, (draft) => {
    const { catalog, now } = draft;
    const named = catalog.find("link", id);
    const link = erase ? named : continuationOf(catalog, named);
    if (erase) checkNotRemoved(link, change.events.logStart(), "erasing it");
    if (link.to !== null && !erase) throw notFound("link", id, "has ended");
    const isRemoved = erase || (link.from ?? -Infinity) >= now;
    draft.save(isRemoved ? { remove: { link: [link.id] } } : { put: { link: [{ ...link, to: now }] } });
  });
}

type Pair = Pick<Link, "spaceId" | "doorwayId">;

/** All links of a space and a doorway, including ended ones; they do not overlap. */
function linksOfPair(catalog: Catalog, { spaceId, doorwayId }: Pair): Link[] {
  return catalog.linksOfSpace.of(spaceId).filter((link) => link.doorwayId === doorwayId);
}

/** The last of the links that changes of the placement have split a link into: clients know the id of the first (D22). */
function continuationOf(catalog: Catalog, link: Link): Link {
  const next = linksOfPair(catalog, link).find(({ from }) => from !== null && from === link.to);
  return next === undefined ? link : continuationOf(catalog, next);
}

/** Saves an open link that begins at an instant, and ends its predecessor. @throws HeadcountError `conflict` */
function addLink(draft: Draft, fields: LinkFields, from: number): Link {
  const { catalog, now } = draft;
  const id = draft.newId();
  const link: Link = { ...fields, id, from: finiteOrNull(from), to: null, createdAt: now };
  const overlapping = linksOfPair(catalog, fields).filter((other) => intersect(other, link) !== null);
  const taken = overlapping.find((other) => !canHaveSuccessor(other, link));
  if (taken !== undefined) throw linkedAlready(catalog, taken);
  draft.save({ put: { link: [...overlapping.map((other) => ({ ...other, to: link.from })), link] } });
  return link;
}

function canHaveSuccessor(ended: Link, by: Link): boolean {
  const beganBefore = (ended.from ?? -Infinity) < (by.from ?? -Infinity);
  return ended.to !== null && beganBefore && ended.sensorPlacement !== by.sensorPlacement;
}

function linkedAlready(catalog: Catalog, link: Link): HeadcountError {
  const space = JSON.stringify(must(catalog.spaces.get(link.spaceId), "space").name);
  const doorway = JSON.stringify(must(catalog.doorways.get(link.doorwayId), "doorway").name);
  return conflict(
    "already-linked",
    `space ${space} and doorway ${doorway} are already linked (${formatId("link", link.id)})`,
  );
}

/** Adds a link of the other placement after an ended link; the same placement changes nothing. */
function addSuccessor(draft: Draft, ended: Link, sensorPlacement: SensorPlacement, from: number): Link {
  if (ended.sensorPlacement === sensorPlacement) return ended;
  const { spaceId, doorwayId } = ended;
  const doorway = must(draft.catalog.doorways.get(doorwayId), "doorway");
  const deleted = `doorway ${JSON.stringify(doorway.name)} has been deleted and cannot be linked`;
  if (doorway.deletedAt !== null) throw conflict("doorway-deleted", deleted);
  return addLink(draft, { spaceId, doorwayId, sensorPlacement }, from);
}

function withPlacement(draft: Draft, link: Link, sensorPlacement: SensorPlacement, from: number): Link[] {
  if ((link.from ?? -Infinity) >= from) return [{ ...link, sensorPlacement }];
  return [
    { ...link, to: from },
    { ...link, id: draft.newId(), from, sensorPlacement, createdAt: draft.now },
  ];
}

/** @throws HeadcountError `conflict` if a span ended before the log start */
function checkNotRemoved({ to }: Span, logStart: number, what: string): void {
  if (to === null || to > logStart) return;
  throw conflict(
    "events-removed",
    `the link ended before ${formatInstant(logStart)}, the start of the log: ${what} would not change any count`,
  );
}
