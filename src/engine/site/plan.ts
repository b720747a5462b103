import { must } from "../../domain/errors.ts";
import type { Json, Space } from "../../domain/resources.ts";
import {
  DESCRIBED_TABLES,
  type DescribedChange,
  describeChange,
  mapSides,
  truncated,
} from "../catalog/audit.ts";
import { Catalog } from "../catalog/catalog.ts";
import { type CatalogChange, Journal } from "../journal/journal.ts";
import type {
  CatalogTable,
  CatalogTables,
  CatalogWrite,
  FieldChange,
  JournalStore,
  LogRecord,
} from "../ports.ts";
import type { ChangedCounting } from "../readings/change-counting.ts";
import { joinCorrections } from "../readings/corrected-events.ts";
import { Pacer } from "../yielding.ts";

interface DryRun<T> {
  readonly made: T;
  readonly after: Catalog;
  /** All changes as one write, without rows that end up unchanged. */
  readonly write: CatalogWrite;
  readonly changes: readonly RowChange[];
  readonly parts: ReturnType<typeof joinCorrections>;
}

interface RowChange {
  readonly table: CatalogTable;
  readonly id: bigint;
  readonly described: DescribedChange;
}

type Row = CatalogTables[CatalogTable];

/**
 * Makes changes on a copy of the catalog that saves nothing, all at one instant, and yields to the event loop in
 * between. Intermediate states are not visible to others.
 */
export async function runOnCopy<T>(
  { catalog, clock, actor }: CatalogChange,
  make: (copied: CatalogChange) => Promise<T>,
): Promise<DryRun<T>> {
  const writes: CatalogWrite[] = [];
  const parts: LogRecord[] = [];
  const pacer = new Pacer();
  const after = await Catalog.open({
    load: async () => catalog.rows(),
    audit: async () => ({ total: 0, items: [] }),
  });
  const store: JournalStore = {
    nextIds: () => ({ eventId: 0n, deliveryId: 0n }),
    append: async (records) => {
      for (const { record } of records) {
        writes.push(must(record.catalog, "catalog write"));
        parts.push(record);
      }
      await pacer.step();
    },
  };
  const now = clock.now();
  const journal = new Journal(store, after, false);
  const made = await make({ catalog: after, clock: { now: () => now }, actor, journal });
  const merged = await mergeWrites(catalog, after, writes, pacer);
  return { made, after, ...merged, parts: joinCorrections(parts) };
}

async function mergeWrites(
  before: Catalog,
  after: Catalog,
  writes: readonly CatalogWrite[],
  pacer: Pacer,
): Promise<Pick<DryRun<unknown>, "write" | "changes">> {
  const put: Partial<Record<CatalogTable, Row[]>> = {};
  const remove: Partial<Record<CatalogTable, bigint[]>> = {};
  const changes: RowChange[][] = [];
  for (const table of DESCRIBED_TABLES) {
    const [removals, others]: [RowChange[], RowChange[]] = [[], []];
    put[table] = [];
    remove[table] = [];
    for (const id of await lastChanged(table, writes, pacer)) {
      const row = after.row(table, id);
      const described = describeChange(table, before.row(table, id), row);
      await pacer.step();
      if (described === null) continue;
      (row === undefined ? removals : others).push({ table, id, described });
      if (row === undefined) remove[table].push(id);
      else put[table].push(row);
    }
    changes.push(removals, others);
  }
  // The rows under each table are of that table.
  const write = { put: put as NonNullable<CatalogWrite["put"]>, remove, nextId: after.nextId };
  return { write, changes: changes.flat() };
}

/** The ids of the rows that some writes change, in the order of their last changes. */
async function lastChanged(
  table: CatalogTable,
  writes: readonly CatalogWrite[],
  pacer: Pacer,
): Promise<ReadonlySet<bigint>> {
  const ids = new Set<bigint>();
  for (const { put, remove } of writes) {
    for (const id of [...(remove?.[table] ?? []), ...(put?.[table] ?? []).map((row) => row.id)]) {
      ids.delete(id);
      ids.add(id);
    }
    await pacer.step();
  }
  return ids;
}

/**
 * The change of one resource. Ids of other resources in its fields are replaced by their names; a dry run's id of a new
 * resource may differ from the final one.
 */
export interface SiteChange extends Omit<DescribedChange, "action"> {
  /** `end`: a link or a sensor's attachment ends now; past counts do not change (D5). */
  readonly action: "create" | "update" | "end" | "delete";
  /** What becomes of the readings of a sensor whose settings change (D32). */
  readonly judged?: ChangedCounting;
  /** A display name: the path of a space from the top, the doorway and space of a link. */
  readonly name: string;
}

/** The display names of the resources whose changes are listed, in order; changes of other tables follow from these. */
const RESOURCE_NAMES: {
  readonly [T in ListedTable]: (row: CatalogTables[T], names: Names) => string;
} = {
  space: (space, names) => names.pathOf(space),
  assignedTeam: ({ teamName, spaceId }, names) => `${teamName} for ${names.of("space", spaceId)}`,
  doorway: ({ name }) => name,
  attachment: ({ sensorId, doorwayId }, names) =>
    `${names.row("sensor", sensorId)?.serialNumber} at ${names.of("doorway", doorwayId)}`,
  link: ({ doorwayId, spaceId }, names) =>
    `${names.of("doorway", doorwayId)} into ${names.of("space", spaceId)}`,
  timeSegment: ({ label }) => label,
  timeSegmentGroup: ({ name }) => name,
};
type ListedTable = Exclude<
  CatalogTable,
  "sensor" | "sensorState" | "counting" | "import" | "schedule" | "reset" | "webhook" | "token"
>;

const NAMED_FIELDS: readonly string[] = ["name", "label", "space_id", "doorway_id", "sensor_id", "team_name"];

const ID_FIELDS: Readonly<Record<string, ListedTable>> = {
  parent_id: "space",
  spaces: "space",
  time_segments: "timeSegment",
};

/**
 * The changes of a dry run, by resource.
 *
 * @param before the current catalog
 */
export async function siteChanges(
  before: Catalog,
  { after, changes }: DryRun<unknown>,
): Promise<SiteChange[]> {
  const names = { from: namesIn(before, after), to: namesIn(after, before) };
  const pacer = new Pacer();
  const listed: SiteChange[] = [];
  for (const table of Object.keys(RESOURCE_NAMES) as ListedTable[]) {
    for (const change of changes) {
      if (change.table !== table) continue;
      listed.push(siteChange(names, table, change));
      await pacer.step();
    }
  }
  return listed;
}

function siteChange(names: BothNames, table: ListedTable, { id, described }: RowChange): SiteChange {
  const action = actionOf(described);
  const { resourceType, resourceId } = described;
  const changes = action === "end" || action === "delete" ? {} : fieldsOf(names, described, action);
  return { action, resourceType, resourceId, name: names.to.of(table, id), changes };
}

function actionOf({ action, changes }: DescribedChange): SiteChange["action"] {
  if (changes.effective_until?.to != null) return "end";
  return action === "create" || action === "update" ? action : "delete";
}

function fieldsOf(
  names: BothNames,
  { changes }: DescribedChange,
  action: "create" | "update",
): Record<string, FieldChange> {
  const listed = Object.entries(changes).filter(
    ([field, { to }]) => action === "update" || (hasValue(to) && !NAMED_FIELDS.includes(field)),
  );
  return Object.fromEntries(listed.map(([field, change]) => withNames(names, field, change)));
}

function hasValue(value: Json | undefined): boolean {
  return value != null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

function withNames(names: BothNames, field: string, change: FieldChange): [string, FieldChange] {
  const table = ID_FIELDS[field];
  if (table === undefined) return [field, mapSides(change, truncated)];
  const named = (side: Names, value: Json): Json => {
    if (Array.isArray(value)) return value.map((item) => named(side, item));
    return typeof value === "string" ? side.of(table, BigInt(value.replace(/^\D+/, ""))) : value;
  };
  return [
    field === "parent_id" ? "parent" : field,
    mapSides(change, (value, side) => named(names[side], value)),
  ];
}

type BothNames = Readonly<Record<"from" | "to", Names>>;
type Names = ReturnType<typeof namesIn>;

/** Display names in one catalog; for resources that it does not have, in another. */
function namesIn(catalog: Catalog, other: Catalog) {
  const row = <T extends CatalogTable>(table: T, id: bigint): CatalogTables[T] | undefined =>
    catalog.row(table, id) ?? other.row(table, id);
  const names = {
    row,
    of: <T extends ListedTable>(table: T, id: bigint): string => {
      const found = row(table, id);
      return found === undefined ? "" : RESOURCE_NAMES[table](found, names);
    },
    /** The names of the spaces that contain a space, from the top, and its own. */
    pathOf: (space: Space): string => {
      const known = catalog.spaces.has(space.id) ? catalog : other;
      const path = [space, ...known.ancestry(space)].map(({ name }) => name);
      return path.reverse().join(" / ");
    },
  };
  return names;
}
