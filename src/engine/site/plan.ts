import type { Attachment, Json, Link, Space } from "../../domain/resources.ts";
import { type DescribedChange, mapSides, truncated } from "../catalog/audit.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogTable, CatalogTables, FieldChange } from "../ports.ts";
import { Pacer } from "../yielding.ts";
import type { Rehearsal, RowChange } from "./rehearsal.ts";

/** What applying a document does to one resource. */
export interface SiteChange {
  /** `end`: a link or a sensor's attachment, from now on; the past stays as it was (D5). */
  readonly action: "create" | "update" | "end" | "delete";
  /** In the API's words, such as `time_segment`. */
  readonly resourceType: string;
  /** As the API writes it; what a dry run would create may get another. */
  readonly resourceId: string;
  /** What people call it: a space by its path from the top, a link by its doorway and space. */
  readonly name: string;
  /** What becomes of its fields; other resources are called by their names. */
  readonly changes: Readonly<Record<string, FieldChange>>;
}

/** The tables whose rows people know of; what else changes follows from these. */
const SHOWN = [
  "space",
  "assignedTeam",
  "doorway",
  "attachment",
  "link",
  "timeSegment",
  "timeSegmentGroup",
] as const satisfies readonly CatalogTable[];
type ShownTable = (typeof SHOWN)[number];

/** Fields that the name of a resource says already. */
const NAMED_FIELDS: readonly string[] = ["name", "label", "space_id", "doorway_id", "sensor_id", "team_name"];

/** Fields whose values are ids, and of what. */
const ID_FIELDS: Readonly<Record<string, ShownTable>> = {
  parent_id: "space",
  spaces: "space",
  time_segments: "timeSegment",
};

/**
 * What a rehearsal comes to, as people would say it, resource by resource.
 *
 * @param before the catalog as it is
 */
export async function siteChanges(before: Catalog, { after, changes }: Rehearsal): Promise<SiteChange[]> {
  const names = { from: new Names(before, after), to: new Names(after, before) };
  const pacer = new Pacer();
  const told: SiteChange[] = [];
  for (const table of SHOWN) {
    for (const change of changes) {
      if (change.table !== table) continue;
      told.push(siteChange(names, table, change));
      await pacer.step();
    }
  }
  return told;
}

function siteChange(names: BothNames, table: ShownTable, { id, described }: RowChange): SiteChange {
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
  const told = Object.entries(changes).filter(
    ([field, { to }]) => action === "update" || (isSaid(to) && !NAMED_FIELDS.includes(field)),
  );
  return Object.fromEntries(told.map(([field, change]) => withNames(names, field, change)));
}

/** Whether a value on creation is more than that there is none. */
function isSaid(value: Json | undefined): boolean {
  return value != null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** A field's change with names where the audit log has ids. */
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

/** What things were called before, and what they are called after. */
interface BothNames {
  readonly from: Names;
  readonly to: Names;
}

/** What people call things in one catalog, and what is not in it in another. */
class Names {
  readonly #catalog: Catalog;
  readonly #other: Catalog;

  constructor(catalog: Catalog, other: Catalog) {
    this.#catalog = catalog;
    this.#other = other;
  }

  of(table: ShownTable, id: bigint): string {
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
