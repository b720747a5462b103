import { groupBy } from "../../domain/collections.ts";
import { must } from "../../domain/errors.ts";
import type { Attachment, Link, Span } from "../../domain/resources.ts";
import type { CatalogWrite, ChangedBinding } from "../ports.ts";
import type { Catalog } from "./catalog.ts";
import { intersect } from "./spans.ts";
import type { Index, Table } from "./table.ts";

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
    return common === null
      ? []
      : [{ spaceId: link.spaceId, sensorKey: must(sensor, "sensor").key, ...common }];
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

/** The rows of the doorway of a row, with those that a write adds or changes. */
function withNew<Row extends SpanOfDoorway>(index: Index<Row, bigint>, put: readonly Row[] = []) {
  const added = groupBy(put, ({ doorwayId }) => doorwayId);
  return ({ doorwayId }: SpanOfDoorway): Row[] => [...index.of(doorwayId), ...(added.get(doorwayId) ?? [])];
}
