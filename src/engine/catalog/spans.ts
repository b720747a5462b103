import { invalid } from "../../domain/errors.ts";
import type { Attachment, Link, Sensor } from "../../domain/resources.ts";
import type { ChangedBinding } from "../ports.ts";
import type { Catalog } from "./catalog.ts";

/** When a change takes effect: at an instant in ms, at the beginning of history, or (null) now (D5). */
export type EffectiveFrom = number | "beginning" | null;

/** A half-open time span in ms; null is unbounded. */
export interface Span {
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * The instant at which a change takes effect, -Infinity for the beginning of history.
 *
 * @throws HeadcountError `invalid` if it is in the future
 */
export function effectiveInstant(effectiveFrom: EffectiveFrom, now: number): number {
  if (effectiveFrom === null) return now;
  if (effectiveFrom === "beginning") return -Infinity;
  if (effectiveFrom > now) throw invalid("effective_from", "a change cannot take effect in the future");
  return effectiveFrom;
}

/** The intersection of two spans, or null if it is empty. */
export function intersect(a: Span, b: Span): Span | null {
  const from = Math.max(a.from ?? -Infinity, b.from ?? -Infinity);
  const to = Math.min(a.to ?? Infinity, b.to ?? Infinity);
  if (from >= to) return null;
  return { from: finiteOrNull(from), to: finiteOrNull(to) };
}

/** The instant, or null if it is infinite. */
export function finiteOrNull(instant: number): number | null {
  return Number.isFinite(instant) ? instant : null;
}

/** Ends all spans at an instant: returns those to update, and those that would be empty. */
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

/** The changes of adding or removing a link over a span: the bindings of every sensor that its doorway has then. */
export function changedLinkBindings(catalog: Catalog, link: Link, span: Span = link): ChangedBinding[] {
  return catalog.attachmentsOfDoorway
    .of(link.doorwayId)
    .flatMap((attachment) =>
      changedBinding(attachment, link, span, catalog.sensors.get(attachment.sensorId)),
    );
}

/**
 * The changes of attaching or detaching a sensor over a span: its bindings to every space linked then.
 *
 * @param sensor the attached sensor, which the catalog may not have yet
 */
export function changedAttachmentBindings(
  catalog: Catalog,
  attachment: Attachment,
  span: Span = attachment,
  sensor: Sensor | undefined = catalog.sensors.get(attachment.sensorId),
): ChangedBinding[] {
  return catalog.linksOfDoorway
    .of(attachment.doorwayId)
    .flatMap((link) => changedBinding(attachment, link, span, sensor));
}

function changedBinding(
  attachment: Attachment,
  link: Link,
  span: Span,
  sensor: Sensor | undefined,
): ChangedBinding[] {
  const linked = intersect(attachment, link);
  const common = linked && intersect(linked, span);
  if (sensor === undefined || common === null) return [];
  return [{ spaceId: link.spaceId, sensorKey: sensor.key, ...common }];
}

/** A half-open time span in which a sensor's events count for a space (D5). */
export interface Binding extends Pick<Link, "spaceId" | "doorwayId" | "sensorPlacement"> {
  /** The number of the space in this process, from 0. */
  readonly spaceIndex: number;
  /** In ms; infinite if unbounded. */
  readonly from: number;
  readonly to: number;
}

/** The spaces that each sensor's events count for: its attachments, as far as they overlap the doorways' links. */
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

  /** The assigned numbers of spaces. */
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

/** A list with room for all sensors from the start: V8 may make a sparsely filled list slow. */
function roomFor(catalog: Catalog): (readonly Binding[] | undefined)[] {
  return new Array<readonly Binding[] | undefined>(catalog.lastSensorKey + 1);
}
