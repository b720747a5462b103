import type { Attachment, Json, Link, Space } from "../../domain/resources.ts";
import { type DescribedChange, mapSides, truncated } from "../catalog/audit.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogTable, CatalogTables, FieldChange } from "../ports.ts";
import { Pacer } from "../yielding.ts";
import type { DryRun, RowChange } from "./dry-run.ts";

/** The change of one resource. */
export interface SiteChange {
  /** `end`: a link or a sensor's attachment ends now; past counts do not change (D5). */
  readonly action: "create" | "update" | "end" | "delete";
  /** The API's name of the type, such as `time_segment`. */
  readonly resourceType: string;
  /** Formatted as in the API; a dry run's id of a new resource may differ from the final one. */
  readonly resourceId: string;
  /** A display name: the path of a space from the top, the doorway and space of a link. */
  readonly name: string;
  /** Changes of its fields; ids of other resources are replaced by their names. */
  readonly changes: Readonly<Record<string, FieldChange>>;
}

/** The tables whose changes are listed; changes of other tables follow from these. */
const LISTED_TABLES = [
  "space",
  "assignedTeam",
  "doorway",
  "attachment",
  "link",
  "timeSegment",
  "timeSegmentGroup",
] as const satisfies readonly CatalogTable[];
type ListedTable = (typeof LISTED_TABLES)[number];

/** Fields that are part of the resource's display name. */
const NAMED_FIELDS: readonly string[] = ["name", "label", "space_id", "doorway_id", "sensor_id", "team_name"];

/** Fields that hold ids, by the table they refer to. */
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
export async function siteChanges(before: Catalog, { after, changes }: DryRun): Promise<SiteChange[]> {
  const names = { from: new Names(before, after), to: new Names(after, before) };
  const pacer = new Pacer();
  const listed: SiteChange[] = [];
  for (const table of LISTED_TABLES) {
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

/** Whether a field of a new resource is worth listing. */
function hasValue(value: Json | undefined): boolean {
  return value != null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** A field's change with names in place of ids. */
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

/** Display names before and after the changes. */
interface BothNames {
  readonly from: Names;
  readonly to: Names;
}

/** Display names in one catalog; for resources that it does not have, in another. */
class Names {
  readonly #catalog: Catalog;
  readonly #other: Catalog;

  constructor(catalog: Catalog, other: Catalog) {
    this.#catalog = catalog;
    this.#other = other;
  }

  of(table: ListedTable, id: bigint): string {
    switch (table) {
      case "space":
        return this.#space(id);
      case "assignedTeam": {
        const team = this.#row("assignedTeam", id);
        return `${team?.teamName} for ${this.#space(team?.spaceId)}`;
      }
      case "doorway":
        return this.#doorway(id);
      case "attachment":
        return this.#attachment(this.#row("attachment", id));
      case "link":
        return this.#link(this.#row("link", id));
      case "timeSegment":
        return this.#row("timeSegment", id)?.label ?? "";
      case "timeSegmentGroup":
        return this.#row("timeSegmentGroup", id)?.name ?? "";
    }
  }

  #row<T extends CatalogTable>(table: T, id: bigint | undefined): CatalogTables[T] | undefined {
    return id === undefined ? undefined : (this.#catalog.row(table, id) ?? this.#other.row(table, id));
  }

  #space(id: bigint | undefined): string {
    const space = this.#row("space", id);
    if (space === undefined) return "";
    const catalog = this.#catalog.spaces.has(space.id) ? this.#catalog : this.#other;
    return [space, ...catalog.ancestry(space)]
      .map((each: Space) => each.name)
      .reverse()
      .join(" / ");
  }

  #doorway(id: bigint | undefined): string {
    return this.#row("doorway", id)?.name ?? "";
  }

  #attachment(attachment: Attachment | undefined): string {
    const serialNumber = this.#row("sensor", attachment?.sensorId)?.serialNumber;
    return `${serialNumber} at ${this.#doorway(attachment?.doorwayId)}`;
  }

  #link(link: Link | undefined): string {
    return `${this.#doorway(link?.doorwayId)} into ${this.#space(link?.spaceId)}`;
  }
}
