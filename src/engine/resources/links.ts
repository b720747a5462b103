import { conflict, HeadcountError, must, notFound } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Link, SensorPlacement } from "../../domain/resources.ts";
import type { Catalog, CatalogChange } from "../catalog/catalog.ts";
import {
  type EffectiveFrom,
  effectiveInstant,
  finiteOrNull,
  intersect,
  type Span,
  spanRebindings,
} from "../catalog/spans.ts";
import type { EventStore } from "../ports.ts";

export interface LinkFields {
  readonly spaceId: bigint;
  readonly doorwayId: bigint;
  readonly sensorPlacement: SensorPlacement;
}

/** What a change of the past needs besides the catalog: from when on the log has its events. */
export interface LinkChange extends CatalogChange {
  readonly events: Pick<EventStore, "logStart">;
}

/**
 * Links a doorway to a space. The first link of the pair reaches back without limit; a later one holds
 * from now on, or from `effectiveFrom` (D5). Dated to before the end of a link of the other placement, it
 * ends that link there: the sensor was the other way round before that link ended (D22).
 *
 * @throws HeadcountError `invalid` where the space or doorway does not exist; `conflict` where the pair
 * is linked already in that time
 */
export function createLink(
  change: CatalogChange,
  fields: LinkFields,
  effectiveFrom: EffectiveFrom = null,
): Promise<Link> {
  const { catalog, clock } = change;
  return catalog.exclusive(change, async () => {
    const now = clock.now();
    catalog.namedSpace(fields.spaceId, "space_id");
    catalog.namedDoorway(fields.doorwayId, "doorway_id");
    const dated = effectiveFrom !== null || linksOfPair(catalog, fields).length > 0;
    const from = dated ? effectiveInstant(effectiveFrom, now) : -Infinity;
    return addLink(catalog, fields, from, now);
  });
}

/**
 * Says on which side of the space the sensor is, from now on or from `effectiveFrom` on, up to the link's
 * end: every link of the pair that holds in that time gets the placement, and is split where it holds
 * before as well. When the pair was linked does not change. A link that had ended by then is followed by
 * an open link of the other placement (D22).
 *
 * @returns the link that has the placement
 * @throws HeadcountError `not-found`; `invalid` where `effectiveFrom` lies in the future; `conflict` where
 * an ended link cannot be followed, or the events of all that time have been removed
 */
export function changePlacement(
  change: LinkChange,
  id: bigint,
  sensorPlacement: SensorPlacement,
  effectiveFrom: EffectiveFrom = null,
): Promise<Link> {
  const { catalog, clock, events } = change;
  return catalog.exclusive(change, async () => {
    const now = clock.now();
    const link = findLink(catalog, id);
    const from = effectiveInstant(effectiveFrom, now);
    const span = { from: finiteOrNull(from), to: link.to };
    if (intersect(link, span) === null) return followLink(catalog, link, sensorPlacement, from, now);
    const turned = linksOfPair(catalog, link)
      .filter((each) => each.sensorPlacement !== sensorPlacement && intersect(each, span) !== null)
      .map((each) => turnLink(catalog, each, sensorPlacement, from, now));
    if (turned.length === 0) return link;
    checkKept(link, events.logStart(), "changing its placement");
    await catalog.save({
      put: { link: turned.flat() },
      rebindings: turned.flat().flatMap((each) => spanRebindings(catalog, each, span)),
    });
    return turned.find(([first]) => first?.id === id)?.at(-1) ?? link;
  });
}

/**
 * Ends a link now, which leaves the past as it was; or, with `erase`, removes it as if it had never been
 * (D5).
 *
 * @throws HeadcountError `not-found` where there is no such link, or it has ended and is not to be erased;
 * `conflict` where it is to be, and ended before the first event that is left
 */
export function deleteLink(
  change: LinkChange,
  id: bigint,
  { erase }: { readonly erase: boolean },
): Promise<void> {
  const { catalog, clock, events } = change;
  return catalog.exclusive(change, async () => {
    const now = clock.now();
    const link = findLink(catalog, id);
    if (erase) checkKept(link, events.logStart(), "erasing it");
    if (link.to !== null && !erase)
      throw new HeadcountError("not-found", `link ${formatId("link", id)} has ended`, {
        reason: "unknown-link",
      });
    if (erase || (link.from ?? -Infinity) >= now) {
      await catalog.save({ remove: { link: [id] }, rebindings: spanRebindings(catalog, link) });
    } else {
      await catalog.save({
        put: { link: [{ ...link, to: now }] },
        rebindings: spanRebindings(catalog, link, { from: now, to: null }),
      });
    }
  });
}

/** @throws HeadcountError `not-found` */
export function findLink(catalog: Catalog, id: bigint): Link {
  const link = catalog.links.get(id);
  if (link === undefined) throw notFound("link", formatId("link", id));
  return link;
}

type Pair = Pick<Link, "spaceId" | "doorwayId">;

/** The links of a space and a doorway, ended ones too; no two of them hold at the same time. */
function linksOfPair(catalog: Catalog, { spaceId, doorwayId }: Pair): Link[] {
  return catalog.linksOfSpace.of(spaceId).filter((link) => link.doorwayId === doorwayId);
}

/** Saves an open link from an instant on, ending the one that it follows. @throws HeadcountError `conflict` */
async function addLink(catalog: Catalog, fields: LinkFields, from: number, now: number): Promise<Link> {
  const id = catalog.newId();
  const link: Link = { ...fields, id, from: finiteOrNull(from), to: null, createdAt: now };
  const overlapping = linksOfPair(catalog, fields).filter((other) => intersect(other, link) !== null);
  const taken = overlapping.find((other) => !canBeFollowed(other, link));
  if (taken !== undefined) throw linkedAlready(catalog, taken);
  await catalog.save({
    put: { link: [...overlapping.map((other) => ({ ...other, to: link.from })), link] },
    rebindings: spanRebindings(catalog, link),
  });
  return link;
}

/** Whether an ended link may end earlier, where one of the other placement begins. */
function canBeFollowed(ended: Link, by: Link): boolean {
  const beganBefore = (ended.from ?? -Infinity) < (by.from ?? -Infinity);
  return ended.to !== null && beganBefore && ended.sensorPlacement !== by.sensorPlacement;
}

function linkedAlready(catalog: Catalog, link: Link): HeadcountError {
  const space = JSON.stringify(must(catalog.spaces.get(link.spaceId), "space").name);
  const doorway = JSON.stringify(must(catalog.doorways.get(link.doorwayId), "doorway").name);
  return conflict(
    "already-linked",
    `space ${space} and doorway ${doorway} are linked already (${formatId("link", link.id)})`,
  );
}

/** Links the pair of an ended link with the other placement; with its own nothing changes. */
async function followLink(
  catalog: Catalog,
  ended: Link,
  sensorPlacement: SensorPlacement,
  from: number,
  now: number,
): Promise<Link> {
  if (ended.sensorPlacement === sensorPlacement) return ended;
  const { spaceId, doorwayId } = ended;
  const doorway = must(catalog.doorways.get(doorwayId), "doorway");
  if (doorway.deletedAt !== null)
    throw conflict(
      "doorway-deleted",
      `doorway ${JSON.stringify(doorway.name)} has been deleted: it cannot be linked`,
    );
  return addLink(catalog, { spaceId, doorwayId, sensorPlacement }, from, now);
}

/** A link as it is with a placement from an instant on: the link itself, or what it was until then and the rest. */
function turnLink(
  catalog: Catalog,
  link: Link,
  sensorPlacement: SensorPlacement,
  from: number,
  now: number,
): Link[] {
  if ((link.from ?? -Infinity) >= from) return [{ ...link, sensorPlacement }];
  return [
    { ...link, to: from },
    { ...link, id: catalog.newId(), from, sensorPlacement, createdAt: now },
  ];
}

/** @throws HeadcountError `conflict` where a span ended before the first event that is left */
function checkKept({ to }: Span, logStart: number, what: string): void {
  if (to === null || to > logStart) return;
  throw conflict(
    "events-removed",
    `the link ended before ${formatInstant(logStart)}, and events from before that have been removed: ${what} ` +
      "would change no count",
  );
}
