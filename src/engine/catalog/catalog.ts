import { getOrInsert } from "../../domain/collections.ts";
import { deviceOf } from "../../domain/device-line.ts";
import { invalid, notFound } from "../../domain/errors.ts";
import { describeKind, formatId, type IdKind } from "../../domain/ids.ts";
import type { Doorway, Reset, SafeThreshold, Sensor, Space } from "../../domain/resources.ts";
import type { ResetHistory } from "../../series/replay-plan.ts";
import type {
  AuditEntry,
  AuditFilter,
  CatalogRows,
  CatalogStore,
  CatalogTable,
  CatalogTables,
  CatalogWrite,
  EventPage,
  PageOf,
} from "../ports.ts";
import { Pacer } from "../yielding.ts";
import { TABLES_IN_WRITE_ORDER } from "./audit.ts";
import { Table } from "./table.ts";

/**
 * The catalog in memory: every resource, with the look-ups the engine needs, in front of its durable side. Reads are
 * plain calls. They see changes, which the journal makes, only when these are on disk.
 */
export class Catalog {
  // Each table holds rows of its own name; the compiler cannot follow that through the entries.
  readonly #tables = Object.fromEntries(
    TABLES_IN_WRITE_ORDER.map((name) => [name, new Table()]),
  ) as unknown as {
    readonly [T in CatalogTable]: Table<CatalogTables[T]>;
  };
  readonly spaces = this.#tables.space;
  readonly assignedTeams = this.#tables.assignedTeam;
  readonly doorways = this.#tables.doorway;
  readonly sensors = this.#tables.sensor;
  readonly sensorStates = this.#tables.sensorState;
  readonly countings = this.#tables.counting;
  readonly imports = this.#tables.import;
  readonly attachments = this.#tables.attachment;
  readonly links = this.#tables.link;
  readonly schedules = this.#tables.schedule;
  readonly resets = this.#tables.reset;
  readonly timeSegments = this.#tables.timeSegment;
  readonly timeSegmentGroups = this.#tables.timeSegmentGroup;
  readonly webhooks = this.#tables.webhook;
  readonly tokens = this.#tables.token;

  readonly childrenOf = this.spaces.index((space) => space.parentId ?? undefined);
  readonly teamsOfSpace = this.assignedTeams.index((team) => team.spaceId);
  readonly doorwaysByName = this.doorways.index((doorway) =>
    doorway.deletedAt === null ? doorway.name : undefined,
  );
  readonly sensorsBySerial = this.sensors.index((sensor) => sensor.serialNumber);
  /** The lines of a device that has several: their serial numbers are its own, a colon and the line (D31). */
  readonly sensorsOfDevice = this.sensors.index(({ serialNumber }) => deviceOf(serialNumber) ?? undefined);
  /** The sensors whose messages are not stored, under `true` (D31). */
  readonly ignoredSensors = this.sensors.index(({ isIgnored }) => isIgnored || undefined);
  readonly sensorsByKey = this.sensors.index((sensor) => sensor.key);
  readonly attachmentsOfDoorway = this.attachments.index((attachment) => attachment.doorwayId);
  readonly attachmentsOfSensor = this.attachments.index((attachment) => attachment.sensorId);
  readonly countingsOfSensor = this.countings.index((counting) => counting.sensorId);
  readonly linksOfSpace = this.links.index((link) => link.spaceId);
  readonly linksOfDoorway = this.links.index((link) => link.doorwayId);
  readonly schedulesOfSpace = this.schedules.index((schedule) => schedule.spaceId);
  readonly allResetsOfSpace = this.resets.index((reset) => reset.spaceId);
  readonly resetsOfSpace = this.resets.index((reset) =>
    reset.voidedAt === null ? reset.spaceId : undefined,
  );
  readonly segmentsByLabel = this.timeSegments.index((segment) => segment.label);
  readonly segmentsOfSpace = this.timeSegments.indexEach((segment) => segment.spaceIds);
  readonly groupsOfSegment = this.timeSegmentGroups.indexEach((group) => group.timeSegmentIds);
  readonly tokensByHash = this.tokens.index((token) => token.hash);

  readonly organizationId: bigint;
  readonly #store: CatalogStore;
  nextId: bigint;
  revision = 0;
  lastSensorKey = 0;
  readonly #histories = new Map<bigint, CatalogHistory>();

  private constructor(
    store: CatalogStore,
    { organizationId, nextId }: Pick<CatalogRows, "organizationId" | "nextId">,
  ) {
    this.#store = store;
    this.organizationId = organizationId;
    this.nextId = nextId;
  }

  static async open(store: CatalogStore): Promise<Catalog> {
    const { organizationId, nextId, ...tables } = await store.load();
    const catalog = new Catalog(store, { organizationId, nextId });
    const pacer = new Pacer();
    for (const [table, rows] of Object.entries(tables)) {
      for (const row of rows) {
        catalog.apply({ put: { [table]: [row] } });
        await pacer.step();
      }
    }
    return catalog;
  }

  /** All rows of the catalog, each table in order of creation: the start of a copy. */
  rows(): CatalogRows {
    const rows = Object.entries(this.#tables).map(([name, table]) => [name, table.all()]);
    // Each table holds rows of its own name; the compiler cannot follow that through the entries.
    const tables = Object.fromEntries(rows) as { [T in CatalogTable]: CatalogTables[T][] };
    return { ...tables, organizationId: this.organizationId, nextId: this.nextId };
  }

  row<T extends CatalogTable>(table: T, id: bigint): CatalogTables[T] | undefined {
    return this.#tables[table].get(id);
  }

  auditLog(filter: AuditFilter, page: EventPage): Promise<PageOf<AuditEntry>> {
    return this.#store.audit(filter, page);
  }

  /** Makes a durable write visible, in steps if it has many sensors, which no other row of it precedes. */
  async show(write: CatalogWrite): Promise<void> {
    const { sensor: sensors = [], ...put } = write.put ?? {};
    const pacer = new Pacer();
    for (const sensor of sensors) {
      this.apply({ put: { sensor: [sensor] } });
      await pacer.step();
    }
    // To store many rows has taken its own turn.
    if (Object.values(put).some((rows) => rows.length > ROWS_IN_A_TURN)) await pacer.pause();
    this.apply({ ...write, put });
  }

  apply(write: CatalogWrite): void {
    if (write.nextId !== undefined && write.nextId > this.nextId) this.nextId = write.nextId;
    for (const name of TABLES_IN_WRITE_ORDER) {
      // Each table takes the rows of its own name; the compiler cannot follow that through a union.
      const table = this.#tables[name] as Table<CatalogTables[CatalogTable]>;
      for (const id of write.remove?.[name] ?? []) table.remove(id);
      for (const row of write.put?.[name] ?? []) table.put(row);
    }
    for (const { key } of write.put?.sensor ?? []) this.lastSensorKey = Math.max(this.lastSensorKey, key);
    if (HISTORY_TABLES.some((name) => write.put?.[name] ?? write.remove?.[name])) this.#histories.clear();
    this.revision++;
  }

  history(space: Space): CatalogHistory {
    const byInstant = (a: Reset, b: Reset) => a.instant - b.instant || (a.id < b.id ? -1 : 1);
    return getOrInsert(this.#histories, space.id, () => ({
      space,
      schedules: this.schedulesOfSpace.of(space.id).sort((a, b) => (a.from < b.from ? -1 : 1)),
      resets: this.resetsOfSpace.of(space.id).sort(byInstant),
    }));
  }

  /** A resource that has not been deleted or voided. @throws HeadcountError `not-found` */
  find<T extends ResourceTable>(table: T, id: bigint): CatalogTables[T] {
    const resource = this.#existing(table, id);
    if (resource !== undefined) return resource;
    const row: (CatalogTables[T] & Partial<Ended>) | undefined = this.row(table, id);
    throw notFound(table, id, row?.voidedAt == null ? undefined : "has already been voided");
  }

  /** The resource a body or filter names. @throws HeadcountError `invalid`, naming `path` (D17) */
  named<T extends ResourceTable>(table: T, id: bigint, path: string): CatalogTables[T] {
    const resource = this.#existing(table, id);
    if (resource === undefined)
      throw invalid(path, `${describeKind(table)} ${formatId(table, id)} does not exist`);
    return resource;
  }

  #existing<T extends ResourceTable>(table: T, id: bigint): CatalogTables[T] | undefined {
    const row: (CatalogTables[T] & Partial<Ended>) | undefined = this.row(table, id);
    return row?.deletedAt == null && row?.voidedAt == null ? row : undefined;
  }

  /** @throws HeadcountError `not-found` */
  sensorBySerial(serialNumber: string): Sensor {
    const sensor = this.sensorsBySerial.first(serialNumber);
    if (sensor === undefined) throw notFound("sensor", JSON.stringify(serialNumber.slice(0, 64)));
    return sensor;
  }

  sensorAt(doorwayId: bigint): Sensor | undefined {
    const attachment = this.attachmentsOfDoorway.of(doorwayId).find(({ to }) => to === null);
    return attachment && this.sensors.get(attachment.sensorId);
  }

  /** A space's parents, the closest first. */
  ancestry(space: Space): Space[] {
    const parent = space.parentId === null ? undefined : this.spaces.get(space.parentId);
    return parent === undefined ? [] : [parent, ...this.ancestry(parent)];
  }
}

/** Rows that become visible, within 1 ms, in the turn in which they have been stored. */
const ROWS_IN_A_TURN = 500;

type ResourceTable = CatalogTable & IdKind;

type Ended = Pick<Doorway, "deletedAt"> & Pick<Reset, "voidedAt">;

/** A space with its daily resets, and its explicit resets by id. */
interface CatalogHistory extends SpaceHistory {
  readonly resets: readonly Reset[];
}

const HISTORY_TABLES: readonly CatalogTable[] = ["space", "schedule", "reset"];

export type CountedSpace = SafeThreshold & Pick<Space, "id" | "name" | "timeZone">;

export interface SpaceHistory extends ResetHistory {
  readonly space: CountedSpace;
}
