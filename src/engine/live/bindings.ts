import type { Sensor, SensorPlacement } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { intersect } from "../catalog/spans.ts";

/** That a sensor's events count for a space over a half-open span of time (D5). */
export interface Binding {
  readonly spaceId: bigint;
  /** A number of the space's own, from 0 on, as long as the process lives. */
  readonly spaceIndex: number;
  readonly doorwayId: bigint;
  readonly sensorPlacement: SensorPlacement;
  /** In ms; infinite where without limit. */
  readonly from: number;
  readonly to: number;
}

/** Which spaces each sensor's events count for: its attachments, as far as they overlap the doorways' links. */
export class Bindings {
  readonly #catalog: Catalog;
  /** By the sensors' keys. */
  #byKey: (readonly Binding[] | undefined)[];
  readonly #spaceIndexes = new Map<bigint, number>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
    this.#byKey = roomFor(catalog);
    catalog.observe(({ put, remove }) => {
      if (put?.attachment ?? put?.link ?? remove?.attachment ?? remove?.link) this.#byKey = roomFor(catalog);
    });
  }

  /** Numbers of spaces that have been given. */
  get spaces(): number {
    return this.#spaceIndexes.size;
  }

  /** All bindings of a sensor. */
  of({ id, key }: Pick<Sensor, "id" | "key">): readonly Binding[] {
    let bindings = this.#byKey[key];
    if (bindings === undefined) {
      bindings = this.#derive(id);
      this.#byKey[key] = bindings;
    }
    return bindings;
  }

  #derive(sensorId: bigint): Binding[] {
    const bindings: Binding[] = [];
    for (const attachment of this.#catalog.attachmentsOfSensor.of(sensorId)) {
      for (const link of this.#catalog.linksOfDoorway.of(attachment.doorwayId)) {
        const span = intersect(attachment, link);
        if (span === null) continue;
        const { spaceId, doorwayId, sensorPlacement } = link;
        const [from, to] = [span.from ?? -Infinity, span.to ?? Infinity];
        const spaceIndex = this.#indexOf(spaceId);
        bindings.push({ spaceId, spaceIndex, doorwayId, sensorPlacement, from, to });
      }
    }
    return bindings;
  }

  #indexOf(spaceId: bigint): number {
    let index = this.#spaceIndexes.get(spaceId);
    if (index === undefined) {
      index = this.#spaceIndexes.size;
      this.#spaceIndexes.set(spaceId, index);
    }
    return index;
  }
}

/** A list that has room for all sensors from the start: one that is filled here and there may become a slow one. */
function roomFor(catalog: Catalog): (readonly Binding[] | undefined)[] {
  return new Array<readonly Binding[] | undefined>(catalog.lastSensorKey + 1);
}
