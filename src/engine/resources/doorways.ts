import { conflict } from "../../domain/errors.ts";
import type { Attachment, Doorway } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { cutSpans, type EffectiveFrom, effectiveInstant, finiteOrNull, intersect } from "../catalog/spans.ts";
import type { Draft } from "../journal/draft.ts";
import type { CatalogChange } from "../journal/journal.ts";
import type { CatalogWrite } from "../ports.ts";
import { MadeSensors } from "./sensors.ts";

/** The fields of a doorway that a client may set; a null sensor detaches it. */
export interface DoorwayFields extends Pick<Doorway, "name" | "description" | "tags"> {
  readonly sensorSerialNumber: string | null;
}

/**
 * Creates a doorway, and attaches its sensor if one is given.
 *
 * @throws HeadcountError `conflict` if the name is taken or the sensor is attached to another doorway (D17)
 */
export function createDoorway(
  change: CatalogChange,
  fields: Partial<DoorwayFields> & Pick<DoorwayFields, "name">,
): Promise<Doorway> {
  return change.journal.transact(change, (draft) => {
    const { catalog } = draft;
    const { name, description = "", sensorSerialNumber = null, tags = [] } = fields;
    checkName(catalog, name, null);
    const doorway = { name, description, ...draft.created(), deletedAt: null, tags };
    const attaching = sensorSerialNumber === null ? {} : attach(draft, doorway, sensorSerialNumber, null);
    draft.save({ ...attaching, put: { ...attaching.put, doorway: [doorway] } });
    return doorway;
  });
}

/**
 * Changes the given fields of a doorway. Another sensor is attached now, or from `effectiveFrom`; earlier events keep
 * their doorway (D5).
 *
 * @throws HeadcountError `not-found`; `conflict` if the name is taken or the sensor is attached to another doorway
 */
export function updateDoorway(
  change: CatalogChange,
  id: bigint,
  fields: Partial<DoorwayFields>,
  effectiveFrom: EffectiveFrom = null,
): Promise<Doorway> {
  return change.journal.transact(change, (draft) => {
    const { catalog, now } = draft;
    const { sensorSerialNumber, ...others } = fields;
    const doorway = { ...catalog.find("doorway", id), ...others, updatedAt: now };
    checkName(catalog, doorway.name, id);
    const attaching = reattach(draft, doorway, sensorSerialNumber, effectiveFrom);
    draft.save({ ...attaching, put: { ...attaching.put, doorway: [doorway] } });
    return doorway;
  });
}

/** Ends a doorway's links and its sensor's attachment. Its events stay and its name can be used again (D19). */
export function deleteDoorway(change: CatalogChange, id: bigint): Promise<void> {
  return change.journal.transact(change, (draft) => {
    const { catalog, now } = draft;
    const doorway = catalog.find("doorway", id);
    const links = cutSpans(catalog.linksOfDoorway.of(id), now);
    const detaching = detach(catalog, doorway, now);
    draft.save({
      put: { ...detaching.put, doorway: [{ ...doorway, deletedAt: now }], link: links.shortened },
      remove: { ...detaching.remove, link: links.removed.map((link) => link.id) },
    });
  });
}

function checkName(catalog: Catalog, name: string, ownId: bigint | null): void {
  const holder = catalog.doorwaysByName.first(name);
  if (holder !== undefined && holder.id !== ownId)
    throw conflict("doorway-name-taken", `a doorway named ${JSON.stringify(name)} already exists`);
}

function reattach(
  draft: Draft,
  doorway: Doorway,
  serialNumber: string | null | undefined,
  effectiveFrom: EffectiveFrom,
): CatalogWrite {
  const { catalog, now } = draft;
  if (serialNumber === undefined) return {};
  if (serialNumber === null) return detach(catalog, doorway, effectiveInstant(effectiveFrom, now));
  const unchanged = effectiveFrom === null && catalog.sensorAt(doorway.id)?.serialNumber === serialNumber;
  return unchanged ? {} : attach(draft, doorway, serialNumber, effectiveFrom);
}

function detach(catalog: Catalog, doorway: Doorway, from: number): CatalogWrite {
  const { shortened, removed } = cutSpans(catalog.attachmentsOfDoorway.of(doorway.id), from);
  return { put: { attachment: shortened }, remove: { attachment: removed.map(({ id }) => id) } };
}

function attach(
  draft: Draft,
  doorway: Doorway,
  serialNumber: string,
  effectiveFrom: EffectiveFrom,
): CatalogWrite {
  const { catalog, now } = draft;
  const from = effectiveInstant(effectiveFrom, now);
  const sensors = new MadeSensors(draft);
  const sensor = sensors.of(serialNumber);
  const others = catalog.attachmentsOfSensor.of(sensor.id);
  // The first attachment of a sensor is unbounded in the past, unless `effectiveFrom` is given (D5).
  const attachment: Attachment = {
    id: draft.newId(),
    sensorId: sensor.id,
    doorwayId: doorway.id,
    from: effectiveFrom === null && others.length === 0 ? null : finiteOrNull(from),
    to: null,
  };
  const elsewhere = others.find(
    (other) => other.doorwayId !== doorway.id && intersect(other, attachment) !== null,
  );
  if (elsewhere !== undefined) {
    const where = JSON.stringify(catalog.doorways.get(elsewhere.doorwayId)?.name);
    throw conflict(
      "sensor-attached-elsewhere",
      `sensor ${JSON.stringify(serialNumber)} is attached to doorway ${where} in that time`,
    );
  }
  const detaching = detach(catalog, doorway, from);
  return {
    ...detaching,
    put: {
      ...detaching.put,
      sensor: sensors.made,
      attachment: [...(detaching.put?.attachment ?? []), attachment],
    },
  };
}
