import { must } from "../../domain/errors.ts";
import type { Doorway } from "../../domain/resources.ts";
import type { CatalogChange } from "../catalog/catalog.ts";
import { openDoorways, openLinks } from "../catalog/resource-lists.ts";
import { createDoorway, deleteDoorway, updateDoorway } from "../resources/doorways.ts";
import { changePlacement, createLink, deleteLink, type LinkChange } from "../resources/links.ts";
import { tagDoorway, untagDoorway } from "../resources/tags.ts";
import { atPosition } from "./at-position.ts";
import type { SiteDoorway, SiteReference } from "./document.ts";
import type { Matched } from "./match.ts";

type MatchedDoorway = Matched<SiteDoorway, Doorway>;

/**
 * Renames and detaches sensors of doorways that will change, so that names and sensors are free; with `prune`, deletes
 * doorways that the document does not have.
 */
export async function freeNamesAndSensors(
  change: CatalogChange,
  doorways: readonly MatchedDoorway[],
  prune: boolean,
): Promise<void> {
  const { catalog } = change;
  const named = new Set(doorways.map(({ existing }) => existing?.id));
  const unnamed = openDoorways(catalog).filter(({ id }) => !named.has(id));
  for (const { id } of prune ? unnamed : []) await deleteDoorway(change, id);
  for (const { entry, existing } of doorways) {
    if (existing === null) continue;
    // A temporary name that no client can set.
    if (entry.name !== existing.name) await updateDoorway(change, existing.id, { name: `\0${existing.id}` });
    const serialNumber = wantedSensor(entry, prune);
    const present = catalog.sensorAt(existing.id)?.serialNumber ?? null;
    if (serialNumber !== undefined && present !== null && serialNumber !== present) {
      await updateDoorway(change, existing.id, { sensorSerialNumber: null });
    }
  }
}

/**
 * Creates and updates the doorways of a document, with their sensors and tags.
 *
 * @returns the id of each
 * @throws HeadcountError `invalid`, naming the position in the document
 */
export async function applyDoorways(
  change: CatalogChange,
  doorways: readonly MatchedDoorway[],
  prune: boolean,
): Promise<ReadonlyMap<SiteDoorway, bigint>> {
  const ids = new Map<SiteDoorway, bigint>();
  for (const { entry, path, existing } of doorways) {
    const fields = {
      name: entry.name,
      ...(prune ? { description: "" } : {}),
      ...(entry.description === undefined ? {} : { description: entry.description }),
    };
    const { id, tags } = await atPosition(path, () =>
      existing === null ? createDoorway(change, fields) : updateDoorway(change, existing.id, fields),
    );
    ids.set(entry, id);
    const sensorSerialNumber = wantedSensor(entry, prune);
    if (sensorSerialNumber !== undefined) {
      await atPosition(`${path}.sensor_serial_number`, () =>
        updateDoorway(change, id, { sensorSerialNumber }),
      );
    }
    for (const tag of prune ? tags.filter((each) => !entry.tags?.includes(each)) : []) {
      await untagDoorway(change, id, tag);
    }
    for (const tag of entry.tags ?? []) await tagDoorway(change, id, tag);
  }
  return ids;
}

/** The sensor that a doorway should have, null for none; undefined to keep the current one. */
function wantedSensor(entry: SiteDoorway, prune: boolean): string | null | undefined {
  return entry.sensorSerialNumber === undefined && prune ? null : entry.sensorSerialNumber;
}

/**
 * Links the doorways of a document. A link whose placement changes ends, and a new one begins (D5); with `prune`, links
 * that the document does not have end.
 *
 * @throws HeadcountError `invalid`, naming the position in the document
 */
export async function applyLinks(
  change: LinkChange,
  doorways: readonly MatchedDoorway[],
  options: {
    readonly doorwayIds: ReadonlyMap<SiteDoorway, bigint>;
    readonly spaceId: (reference: SiteReference) => bigint;
    readonly prune: boolean;
  },
): Promise<void> {
  const { catalog } = change;
  for (const { entry, path } of doorways) {
    const doorwayId = must(options.doorwayIds.get(entry), "doorway");
    const wanted = (entry.links ?? []).map(({ space, sensorPlacement }, index) => ({
      fields: { doorwayId, spaceId: options.spaceId(space), sensorPlacement },
      path: `${path}.links.${index}`,
    }));
    const placements = new Map(wanted.map(({ fields }) => [fields.spaceId, fields.sensorPlacement]));
    for (const { id, spaceId } of openLinks(catalog.linksOfDoorway.of(doorwayId))) {
      const placement = placements.get(spaceId);
      if (placement !== undefined) await changePlacement(change, id, placement);
      else if (options.prune) await deleteLink(change, id, { erase: false });
      placements.delete(spaceId);
    }
    for (const { fields, path: place } of wanted) {
      if (placements.has(fields.spaceId)) await atPosition(place, () => createLink(change, fields));
    }
  }
}
