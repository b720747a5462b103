import type { SensorPlacement } from "../../domain/resources.ts";
import type { Catalog } from "../catalog.ts";
import { intersect } from "../spans.ts";

/** That a sensor's events count for a space over a half-open span of time (D5). */
export interface Binding {
  readonly spaceId: bigint;
  readonly doorwayId: bigint;
  readonly sensorPlacement: SensorPlacement;
  /** In ms; infinite where without limit. */
  readonly from: number;
  readonly to: number;
}

/** Which spaces each sensor's events count for: its attachments, as far as they overlap the doorways' links. */
export class Bindings {
  readonly #catalog: Catalog;
  readonly #bySensor = new Map<bigint, readonly Binding[]>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
    catalog.observe(({ put, remove }) => {
      if (put?.attachment ?? put?.link ?? remove?.attachment ?? remove?.link) this.#bySensor.clear();
    });
  }

  /** All bindings of a sensor, by its id. */
  of(sensorId: bigint): readonly Binding[] {
    let bindings = this.#bySensor.get(sensorId);
    if (bindings === undefined) {
      bindings = this.#derive(sensorId);
      this.#bySensor.set(sensorId, bindings);
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
        bindings.push({ spaceId, doorwayId, sensorPlacement, from, to });
      }
    }
    return bindings;
  }
}
