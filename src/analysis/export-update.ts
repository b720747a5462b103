import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Clock } from "../domain/clock.ts";
import { groupBy } from "../domain/collections.ts";
import { formatId, type IdKind } from "../domain/ids.ts";
import { type Space, safeLimit } from "../domain/resources.ts";
import { columnNameOf } from "../duckdb/column-names.ts";
import type { Catalog } from "../engine/catalog/catalog.ts";
import type { CatalogRows, EventStore, ReadingStore } from "../engine/ports.ts";
import {
  type AnalysisState,
  type AnalysisUpdate,
  type CatalogCopy,
  type CopiedRow,
  type CopiedValue,
  isSetBack,
} from "./analysis-database.ts";

/** What an analysis database is a copy of. */
export interface AnalysisSource {
  readonly catalog: SourceCatalog;
  readonly events: Pick<EventStore, "copyEvents" | "logStart" | "position">;
  readonly readings: Pick<ReadingStore, "copyReadings">;
  readonly clock: Clock;
}

type SourceCatalog = Pick<Catalog, "organizationId" | "revision" | "rows">;

/**
 * Writes the changes since a state to files in a folder, while ingest continues.
 *
 * @param folder an existing, empty one
 */
export async function exportAnalysisUpdate(
  { catalog, events, readings, clock }: AnalysisSource,
  folder: string,
  since: AnalysisState,
): Promise<AnalysisUpdate> {
  const asOf = clock.now();
  const organizationId = formatId("organization", catalog.organizationId);
  const logStart = events.logStart();
  const isWhole =
    since.organizationId !== organizationId ||
    since.logStart !== logStart ||
    isSetBack(asOf, since) ||
    BigInt(since.lastEventId) > (await events.position());
  const copies = await events.copyEvents(isWhole ? 0n : BigInt(since.lastEventId), folder);
  const copied = await readings.copyReadings(isWhole ? [] : since.readings, folder);
  const pathOf = (name: string | null) => name && join(folder, name);
  // After the events and readings, so that it knows the sensors of all of them.
  const { copy, digest: catalogDigest } = latestCopy(catalog);
  return {
    organizationId,
    asOf,
    isWhole,
    lastEventId: Number(copies.lastEventId),
    logStart,
    parts: copies.parts.map((name) => join(folder, name)),
    voided: pathOf(copies.voided),
    retained: pathOf(copies.retained),
    readings: copied && { ...copied, part: pathOf(copied.part) },
    catalogDigest,
    catalog: catalogDigest === since.catalogDigest ? null : copy,
  };
}

/** The last copy of each catalog. Updates are frequent, catalog changes are rare, and copying blocks the event loop. */
const versions = new WeakMap<SourceCatalog, { revision: number; copy: CatalogCopy; digest: string }>();

export function latestCopy(catalog: SourceCatalog): { readonly copy: CatalogCopy; readonly digest: string } {
  const { revision } = catalog;
  const known = versions.get(catalog);
  if (known?.revision === revision) return known;
  const copy = copyCatalog(catalog.rows());
  const digest = createHash("sha256").update(JSON.stringify(copy)).digest("hex");
  const version = { revision, copy, digest };
  versions.set(catalog, version);
  return version;
}

function copyCatalog(rows: CatalogRows): CatalogCopy {
  return {
    space: copySpaces(rows),
    doorway: rows.doorway.map((doorway) => keyed("doorway", doorway)),
    sensor: copySensors(rows),
    attachment: rows.attachment.map(columnsOf),
    link: rows.link.map((link) => keyed("link", link)),
    schedule: rows.schedule.map(columnsOf),
    reset: rows.reset.filter(({ voidedAt }) => voidedAt === null).map((reset) => keyed("reset", reset)),
    time_segment: copyTimeSegments(rows),
  };
}

/** The fields of a resource as columns, and its id as the API writes it. */
function keyed(kind: IdKind, resource: { readonly id: bigint }): CopiedRow {
  return { ...columnsOf(resource), key: formatId(kind, resource.id) };
}

/**
 * The fields of a resource as columns: ids as decimal texts, and null if a span has no limit. A table has some of
 * them.
 */
function columnsOf(resource: object): CopiedRow {
  return Object.fromEntries(
    Object.entries(resource).map(([field, value]) => [columnNameOf(field), copied(value)]),
  );
}

function copied(value: unknown): CopiedValue {
  if (typeof value === "bigint") return String(value);
  return value === Infinity || value === -Infinity ? null : (value as CopiedValue);
}

function copySpaces({ space: spaces, assignedTeam: teams }: CatalogRows): CopiedRow[] {
  const byId = new Map(spaces.map((space) => [space.id, space]));
  const teamsOf = groupBy(teams, (team) => team.spaceId);
  return spaces.map((space) => {
    const path = pathOf(space, byId);
    const nearest = (type: Space["spaceType"]) => path.findLast(({ spaceType }) => spaceType === type);
    const parent = path.at(-2);
    const building = nearest("building");
    return {
      ...keyed("space", space),
      parent_key: parent === undefined ? null : formatId("space", parent.id),
      parent_type: parent?.spaceType ?? null,
      path: path.map(({ name }) => name),
      campus: nearest("campus")?.name ?? null,
      building: building?.name ?? null,
      building_key: building === undefined ? null : formatId("space", building.id),
      floor: nearest("floor")?.name ?? null,
      safe_limit: safeLimit(space),
      assigned_teams: (teamsOf.get(space.id) ?? []).map(({ teamName }) => teamName),
      meta: JSON.stringify(space.meta),
    };
  });
}

/** A space's ancestors and the space, the outermost first. */
function pathOf(space: Space, byId: ReadonlyMap<bigint, Space>): Space[] {
  const path = [space];
  for (let { parentId } = space; parentId !== null; ) {
    const parent = byId.get(parentId);
    if (parent === undefined) break;
    path.unshift(parent);
    parentId = parent.parentId;
  }
  return path;
}

function copySensors({ sensor: sensors, sensorState: states }: CatalogRows): CopiedRow[] {
  const stateOf = new Map(states.map((state) => [state.id, columnsOf(state)]));
  const unknown = {
    sensor_type: null,
    firmware_version: null,
    current_disposition: null,
    last_heartbeat: null,
  };
  return sensors.map((sensor) => ({
    ...(stateOf.get(sensor.id) ?? unknown),
    ...keyed("sensor", sensor),
    number: sensor.key,
  }));
}

function copyTimeSegments({ timeSegment: segments, timeSegmentGroup: groups }: CatalogRows): CopiedRow[] {
  return segments.map(({ spaceIds, ...segment }) => ({
    ...keyed("timeSegment", segment),
    space_keys: spaceIds.map((id) => formatId("space", id)),
    group_names: groups.filter((group) => group.timeSegmentIds.includes(segment.id)).map(({ name }) => name),
  }));
}
