import { getOrInsert, groupBy } from "../../domain/collections.ts";
import { must } from "../../domain/errors.ts";
import type { Attachment, Link, Sensor, SensorPlacement, Span } from "../../domain/resources.ts";
import type { CatalogWrite, ChangedBinding, LogRecord } from "../ports.ts";
import type { Catalog } from "./catalog.ts";
import { intersect } from "./spans.ts";
import type { Index, Table } from "./table.ts";

/** A half-open time span in which a sensor's events count for a space (D5). */
export interface Binding extends Pick<Link, "spaceId" | "doorwayId" | "sensorPlacement"> {
  readonly spaceIndex: number;
  readonly ids: readonly bigint[];
  /** In ms; infinite if unbounded. */
  readonly from: number;
  readonly to: number;
}

/** The effect of an event on one space. */
export interface SpaceChange {
  readonly spaceId: bigint;
  readonly doorwayId: bigint;
  /** The event's, in ms. */
  readonly timestamp: number;
  /** +1 an entrance, -1 an exit (D4). */
  readonly direction: SensorPlacement;
}

export interface BoundChange extends SpaceChange {
  readonly boundBy: readonly bigint[];
}

/** The spaces that each sensor's events count for: its attachments, as far as they overlap the doorways' links. */
export class Bindings {
  readonly #catalog: Catalog;
  #byKey: (readonly Binding[] | undefined)[];
  readonly #spaceIndexes = new Map<bigint, number>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
    this.#byKey = roomFor(catalog);
  }

  apply({ catalog: { put, remove } = {} }: LogRecord): void {
    if (put?.attachment ?? put?.link ?? remove?.attachment ?? remove?.link)
      this.#byKey = roomFor(this.#catalog);
  }

  /** The assigned numbers of spaces. */
  get spaces(): number {
    return this.#spaceIndexes.size;
  }

  of({ id, key }: Pick<Sensor, "id" | "key">): readonly Binding[] {
    this.#byKey[key] ??= this.#derive(id);
    return this.#byKey[key] as readonly Binding[];
  }

  /** The effect of an event on each space that it counts for (D4, D5). @param timestamp in ms */
  effectsOf(sensor: Pick<Sensor, "id" | "key">, timestamp: number, trajectory: number): BoundChange[] {
    const effects: BoundChange[] = [];
    for (const { ids: boundBy, spaceId, doorwayId, sensorPlacement, from, to } of this.of(sensor)) {
      if (timestamp < from || timestamp >= to) continue;
      const direction = trajectory === sensorPlacement ? 1 : -1;
      effects.push({ boundBy, spaceId, doorwayId, timestamp, direction });
    }
    return effects;
  }

  #derive(sensorId: bigint): Binding[] {
    const bindings: Binding[] = [];
    for (const attachment of this.#catalog.attachmentsOfSensor.of(sensorId)) {
      for (const link of this.#catalog.linksOfDoorway.of(attachment.doorwayId)) {
        const span = intersect(attachment, link);
        if (span === null) continue;
        const { spaceId, doorwayId, sensorPlacement } = link;
        const [from, to] = [span.from ?? -Infinity, span.to ?? Infinity];
        const spaceIndex = getOrInsert(this.#spaceIndexes, spaceId, () => this.#spaceIndexes.size);
        const ids = [attachment.id, link.id] as const;
        bindings.push({ ids, spaceId, spaceIndex, doorwayId, sensorPlacement, from, to });
      }
    }
    return bindings;
  }
}

/** A list with room for all sensors from the start: V8 may make a sparsely filled list slow. */
function roomFor(catalog: Catalog): (readonly Binding[] | undefined)[] {
  return new Array<readonly Binding[] | undefined>(catalog.lastSensorKey + 1);
}

/**
 * The spans in which a write changes which events count for which space: where a link or an attachment that it adds,
 * removes or changes overlaps those of the same doorway.
 */
export function changedBindings(catalog: Catalog, { put, remove }: CatalogWrite): ChangedBinding[] {
  const links = changedRows(catalog.links, put?.link, remove?.link);
  const attachments = changedRows(catalog.attachments, put?.attachment, remove?.attachment);
  const sensors = new Map(put?.sensor?.map((sensor) => [sensor.id, sensor]));
  const bindingsIn = (span: Span, attachment: Attachment, link: Link): ChangedBinding[] => {
    const bound = intersect(attachment, link);
    const common = bound && intersect(bound, span);
    const sensor = catalog.sensors.get(attachment.sensorId) ?? sensors.get(attachment.sensorId);
    if (common === null) return [];
    return [{ spaceId: link.spaceId, sensorKey: must(sensor, "sensor").key, ...common }];
  };
  const attachmentsOf = withNew(catalog.attachmentsOfDoorway, put?.attachment);
  const linksOf = withNew(catalog.linksOfDoorway, put?.link);
  return [
    ...links.flatMap(({ row, span }) => attachmentsOf(row).flatMap((each) => bindingsIn(span, each, row))),
    ...attachments.flatMap(({ row, span }) => linksOf(row).flatMap((each) => bindingsIn(span, row, each))),
  ];
}

type SpanOfDoorway = Link | Attachment;

/** The rows that a write changes, as they were and as they will be, and the span in which they differ. */
function changedRows<Row extends SpanOfDoorway>(
  table: Table<Row>,
  put: readonly Row[] = [],
  removed: readonly bigint[] = [],
): { readonly row: Row; readonly span: Span }[] {
  const pairs = [...put.map((row) => [table.get(row.id), row]), ...removed.map((id) => [table.get(id)])];
  return pairs.flatMap(([before, after]) =>
    [before, after]
      .filter((row) => row !== undefined)
      .map((row) => ({ row, span: changedSpan(before, after) })),
  );
}

/** All time, or the time from the earlier end on if only the end changes. */
function changedSpan(before: SpanOfDoorway | undefined, after: SpanOfDoorway | undefined): Span {
  if (before === undefined || after === undefined) return { from: null, to: null };
  const others = Object.keys(before).filter((field) => field !== "to");
  const isEnded = others.every((field) => Reflect.get(before, field) === Reflect.get(after, field));
  return { from: isEnded ? Math.min(before.to ?? Infinity, after.to ?? Infinity) : null, to: null };
}

function withNew<Row extends SpanOfDoorway>(index: Index<Row, bigint>, put: readonly Row[] = []) {
  const added = groupBy(put, ({ doorwayId }) => doorwayId);
  return ({ doorwayId }: SpanOfDoorway): Row[] => [...index.of(doorwayId), ...(added.get(doorwayId) ?? [])];
}
