import { conflict, notFound } from "../domain/errors.ts";
import { formatId } from "../domain/ids.ts";
import { formatInstant } from "../domain/instant.ts";
import type { Link, SensorPlacement } from "../domain/resources.ts";
import type { Catalog } from "./catalog.ts";
import type { EngineContext } from "./context.ts";
import { type EffectiveFrom, effectiveInstant, finiteOrNull, intersect, spanRebindings } from "./spans.ts";

export interface LinkFields {
  readonly spaceId: bigint;
  readonly doorwayId: bigint;
  readonly sensorPlacement: SensorPlacement;
}

/**
 * Links a doorway to a space. The first link of the pair reaches back without limit; a later one holds
 * from now on, or from `effectiveFrom` (D5).
 *
 * @throws HeadcountError `invalid` where the space or doorway does not exist; `conflict` where the pair
 * is linked already in that time
 */
export function createLink(
  context: EngineContext,
  fields: LinkFields,
  effectiveFrom: EffectiveFrom = null,
): Promise<Link> {
  const { catalog, clock } = context;
  return catalog.exclusive(context, async () => {
    const now = clock.now();
    const space = catalog.namedSpace(fields.spaceId, "space_id");
    const doorway = catalog.namedDoorway(fields.doorwayId, "doorway_id");
    const others = catalog.linksOfSpace.of(space.id).filter((link) => link.doorwayId === doorway.id);
    const dated = effectiveFrom !== null || others.length > 0;
    const from = dated ? finiteOrNull(effectiveInstant(effectiveFrom, now)) : null;
    const link: Link = { ...fields, id: catalog.newId(), from, to: null, createdAt: now };
    const overlapping = others.find((other) => intersect(other, link) !== null);
    if (overlapping !== undefined) {
      throw conflict(
        `space ${JSON.stringify(space.name)} and doorway ${JSON.stringify(doorway.name)} are linked already ` +
          `(${formatId("link", overlapping.id)})`,
      );
    }
    await catalog.save({ put: { link: [link] }, rebindings: spanRebindings(catalog, link) });
    return link;
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
  context: EngineContext,
  id: bigint,
  { erase }: { readonly erase: boolean },
): Promise<void> {
  const { catalog, clock, events } = context;
  return catalog.exclusive(context, async () => {
    const now = clock.now();
    const link = findLink(catalog, id);
    const keptFrom = events.keptFrom();
    if (erase && link.to !== null && link.to <= keptFrom)
      throw conflict(
        `the link ended before ${formatInstant(keptFrom)}, and events from before that have been removed: erasing ` +
          "it would change no count",
      );
    if (link.to !== null && !erase) throw notFound(`an open link ${formatId("link", id)}`);
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
function findLink(catalog: Catalog, id: bigint): Link {
  const link = catalog.links.get(id);
  if (link === undefined) throw notFound(`link ${formatId("link", id)}`);
  return link;
}
