import { invalid } from "../../domain/errors.ts";
import { NAME_LENGTH_MAX } from "../../domain/limits.ts";
import type { Space, TimeSegment, TimeSegmentGroup } from "../../domain/resources.ts";
import { parseSegmentEnd, parseSegmentTime } from "../../domain/time-segment.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogChange } from "../journal/journal.ts";
import type { CatalogTables } from "../ports.ts";
import { saveResource } from "./changes.ts";

type TimeSegmentFields = Pick<TimeSegment, "label" | "start" | "end" | "days" | "spaceIds">;
type TimeSegmentGroupFields = Pick<TimeSegmentGroup, "name" | "timeSegmentIds">;

/**
 * The use cases that make a segment or a group, and that change given fields of one.
 *
 * @param check returns all fields as they are stored
 * @throws HeadcountError `not-found`; `invalid` as `check` does
 */
function writersOf<T extends "timeSegment" | "timeSegmentGroup", Fields>(
  table: T,
  check: (catalog: Catalog, fields: Fields) => Fields,
) {
  // What `check` returns and `created` are all fields of the row; the compiler cannot follow that through the table.
  type Row = CatalogTables[T] & Fields;
  const create = (change: CatalogChange, fields: Fields): Promise<CatalogTables[T]> =>
    saveResource(change, table, (draft) => ({ ...check(draft.catalog, fields), ...draft.created() }) as Row);
  const update = (change: CatalogChange, id: bigint, fields: Partial<Fields>): Promise<CatalogTables[T]> =>
    saveResource(change, table, ({ catalog, now }) => {
      const old = catalog.find(table, id) as Row;
      return { ...old, ...check(catalog, { ...old, ...fields }), updatedAt: now };
    });
  return [create, update] as const;
}

/** A time or day may be invalid, or a space not exist (D14). */
export const [createTimeSegment, updateTimeSegment] = writersOf("timeSegment", checkedSegment);

export const [createTimeSegmentGroup, updateTimeSegmentGroup] = writersOf("timeSegmentGroup", checkedGroup);

/** Deletes a segment and removes it from its groups. @throws HeadcountError `not-found` */
export function deleteTimeSegment(change: CatalogChange, id: bigint): Promise<void> {
  return change.journal.transact(change, (draft) => {
    const { catalog } = draft;
    catalog.find("timeSegment", id);
    const groups = groupsWith(catalog, [id]);
    const without = (group: TimeSegmentGroup) => group.timeSegmentIds.filter((segmentId) => segmentId !== id);
    draft.save({
      put: { timeSegmentGroup: groups.map((group) => ({ ...group, timeSegmentIds: without(group) })) },
      remove: { timeSegment: [id] },
    });
  });
}

function checkedSegment(catalog: Catalog, fields: TimeSegmentFields): TimeSegmentFields {
  if (fields.days.length === 0) throw invalid("days", "a time segment needs at least one day");
  for (const [index, id] of fields.spaceIds.entries()) catalog.named("space", id, `spaces.${index}`);
  return {
    label: fields.label,
    start: parseSegmentTime(fields.start, "start"),
    end: parseSegmentEnd(fields.end, "end"),
    days: [...new Set(fields.days)],
    spaceIds: [...new Set(fields.spaceIds)],
  };
}

function checkedGroup(
  catalog: Catalog,
  { name, timeSegmentIds }: TimeSegmentGroupFields,
): TimeSegmentGroupFields {
  for (const [index, id] of timeSegmentIds.entries())
    catalog.named("timeSegment", id, `time_segments.${index}`);
  return { name, timeSegmentIds: [...new Set(timeSegmentIds)] };
}

/** The groups that contain any of the segments, in order of creation. */
export function groupsWith(catalog: Catalog, segmentIds: readonly bigint[]): TimeSegmentGroup[] {
  return inOrder(segmentIds.flatMap((id) => catalog.groupsOfSegment.of(id)));
}

/**
 * The segments that apply to a space: its own and those of its ancestors, up to the first space that does not inherit
 * (D14); in order of creation.
 */
export function segmentsOf(catalog: Catalog, space: Space): TimeSegment[] {
  const sources = [space.id];
  let inherits = space.inheritsTimeSegments;
  for (const ancestor of catalog.ancestry(space)) {
    if (!inherits) break;
    sources.push(ancestor.id);
    inherits = ancestor.inheritsTimeSegments;
  }
  return inOrder(sources.flatMap((id) => catalog.segmentsOfSpace.of(id)));
}

function inOrder<Row extends { readonly id: bigint }>(rows: readonly Row[]): Row[] {
  return [...new Set(rows)].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The segments that a request names; undefined if a parameter is absent (D14). */
export interface SegmentSelection {
  readonly ids?: readonly bigint[] | undefined;
  readonly groupIds?: readonly bigint[] | undefined;
  /** Another name of the same parameter as `groupIds` (D16). */
  readonly groups?: readonly bigint[] | undefined;
  readonly labels?: readonly string[] | undefined;
}

/**
 * The named segments that apply to the space; null if none is named, which restricts nothing (D14).
 *
 * @throws HeadcountError `invalid` if a segment or group id is unknown, or no segment has a label
 */
export function selectSegments(
  catalog: Catalog,
  space: Space,
  { ids, groupIds, groups, labels }: SegmentSelection,
): TimeSegment[] | null {
  if ((ids ?? groupIds ?? groups ?? labels) === undefined) return null;
  const named = new Set<bigint>();
  for (const id of ids ?? []) named.add(catalog.named("timeSegment", id, "time_segment_ids").id);
  const addGroup = (id: bigint, path: string) => {
    const { timeSegmentIds } = catalog.named("timeSegmentGroup", id, path);
    for (const segmentId of timeSegmentIds) named.add(segmentId);
  };
  for (const id of groupIds ?? []) addGroup(id, "time_segment_group_ids");
  for (const id of groups ?? []) addGroup(id, "time_segment_groups");
  for (const label of labels ?? []) {
    const segments = catalog.segmentsByLabel.of(label);
    const shown = JSON.stringify(label.slice(0, NAME_LENGTH_MAX));
    if (segments.length === 0) throw invalid("time_segment_labels", `no time segment has the label ${shown}`);
    for (const { id } of segments) named.add(id);
  }
  return segmentsOf(catalog, space).filter((segment) => named.has(segment.id));
}
