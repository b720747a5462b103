import type {
  AuditEntry,
  AuditFilter,
  CatalogRows,
  CatalogStore,
  EventPage,
  PageOf,
} from "../../src/engine/ports.ts";
import type { Contents } from "./memory-contents.ts";

/** The catalog of an in-memory data directory. */
export class MemoryCatalogStore implements CatalogStore {
  readonly #contents: Contents;

  constructor(contents: Contents) {
    this.#contents = contents;
  }

  async load(): Promise<CatalogRows> {
    const { tables, organizationId, nextId } = this.#contents;
    return {
      space: ascending(tables.space),
      assignedTeam: ascending(tables.assignedTeam),
      doorway: ascending(tables.doorway),
      sensor: ascending(tables.sensor),
      sensorState: ascending(tables.sensorState),
      attachment: ascending(tables.attachment),
      link: ascending(tables.link),
      schedule: ascending(tables.schedule),
      reset: ascending(tables.reset),
      timeSegment: ascending(tables.timeSegment),
      timeSegmentGroup: ascending(tables.timeSegmentGroup),
      webhook: ascending(tables.webhook),
      token: ascending(tables.token),
      organizationId,
      nextId,
    };
  }

  async audit({ tokenId, resourceId }: AuditFilter, page: EventPage): Promise<PageOf<AuditEntry>> {
    const found = this.#contents.audit
      .filter(({ instant }) => instant >= page.start && instant < page.end)
      .filter(({ actor }) => tokenId === null || actor.tokenId === tokenId)
      .filter((entry) => resourceId === null || entry.resourceId === resourceId);
    const ordered = page.order === "ASC" ? found : found.reverse();
    return { total: found.length, items: ordered.slice(page.offset, page.offset + page.limit) };
  }
}

function ascending<Row extends { readonly id: bigint }>(table: ReadonlyMap<bigint, Row>): Row[] {
  return [...table.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
