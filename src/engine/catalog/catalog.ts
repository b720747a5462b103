import type { Clock } from "../../domain/clock.ts";
import { getOrInsert } from "../../domain/collections.ts";
import { HeadcountError, invalid, must, notFound } from "../../domain/errors.ts";
import { describeKind, formatId, type IdKind } from "../../domain/ids.ts";
import { CHANGES_WAITING_MAX } from "../../domain/limits.ts";
import type { Doorway, Reset, Sensor, Space } from "../../domain/resources.ts";
import { SerialQueue } from "../../domain/serial-queue.ts";
import type { SpaceHistory } from "../counts/count-series.ts";
import type {
  Actor,
  AuditEntry,
  AuditFilter,
  CatalogRows,
  CatalogTable,
  CatalogTables,
  CatalogWrite,
  EventPage,
  PageOf,
  Store,
} from "../ports.ts";
import { Pacer } from "../yielding.ts";
import { audited, type DescribedChange, describeChanges, TABLES_IN_WRITE_ORDER } from "./audit.ts";
import { changedBindings } from "./changed-bindings.ts";
import { Table } from "./table.ts";

/**
 * The catalog in memory: every resource, with the look-ups the engine needs, in front of its durable side. Reads are
 * plain calls. Changes run one at a time within `exclusive`; reads see them only when they are on disk.
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
  readonly sensorsByKey = this.sensors.index((sensor) => sensor.key);
  readonly attachmentsOfDoorway = this.attachments.index((attachment) => attachment.doorwayId);
  readonly attachmentsOfSensor = this.attachments.index((attachment) => attachment.sensorId);
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
  readonly #store: Pick<Store, "catalog" | "journal">;
  readonly #isAudited: boolean;
  #nextId: bigint;
  #revision = 0;
  #lastSensorKey = 0;
  #changing: Change | null = null;
  readonly #changes = new SerialQueue();
  /** Waiting and running changes. */
  #waiting = 0;
  readonly #histories = new Map<bigint, CatalogHistory>();
  readonly #observers: ((write: CatalogWrite) => void)[] = [];

  private constructor(
    store: Pick<Store, "catalog" | "journal">,
    isAudited: boolean,
    { organizationId, nextId }: Pick<CatalogRows, "organizationId" | "nextId">,
  ) {
    this.#store = store;
    this.#isAudited = isAudited;
    this.organizationId = organizationId;
    this.#nextId = nextId;
  }

  /** Reads the whole catalog from its store. */
  static async open(store: Pick<Store, "catalog" | "journal">, isAudited = true): Promise<Catalog> {
    const { organizationId, nextId, ...tables } = await store.catalog.load();
    const catalog = new Catalog(store, isAudited, { organizationId, nextId });
    const pacer = new Pacer();
    for (const [table, rows] of Object.entries(tables)) {
      for (const row of rows) {
        catalog.apply({ put: { [table]: [row] } });
        await pacer.step();
      }
    }
    return catalog;
  }

  /**
   * Runs a change when all changes before it have ended, so that its checks still hold when it writes. The audit log
   * records the actor.
   *
   * @throws HeadcountError `unavailable` if too many are waiting
   */
  async exclusive<T>(context: Change, change: () => Promise<T>): Promise<T> {
    if (this.#waiting >= CHANGES_WAITING_MAX)
      throw new HeadcountError("unavailable", "too many changes are waiting; try again later");
    this.#waiting++;
    return this.#changes.run(async () => {
      this.#changing = context;
      try {
        return await change();
      } finally {
        this.#changing = null;
        this.#waiting--;
      }
    });
  }

  /** A new id, greater than all before it (D20). To be called within `exclusive`. */
  newId(): bigint {
    return this.#nextId++;
  }

  /** The id of the next resource. */
  get nextId(): bigint {
    return this.#nextId;
  }

  /** A number that grows with each visible change. */
  get revision(): number {
    return this.#revision;
  }

  /** The highest key that a sensor has. */
  get lastSensorKey(): number {
    return this.#lastSensorKey;
  }

  /**
   * Makes a write durable, then visible. To be called within `exclusive`.
   *
   * @param changes the write's changes, if they are known already
   */
  async save(rows: CatalogWrite, changes?: readonly DescribedChange[]): Promise<void> {
    const write = { ...rows, changedBindings: changedBindings(this, rows) };
    const saved = this.#isAudited ? this.audited(write, changes) : write;
    const { clock } = must(this.#changing, "change under way");
    await this.#store.journal.commit({ now: clock.now(), catalog: this.withNextId(saved) });
    this.apply(write);
  }

  /** The write with the audit entries and the actor. To be called within `exclusive`. */
  audited(
    write: CatalogWrite,
    changes: readonly DescribedChange[] = describeChanges(write, (table, id) => this.row(table, id)),
    { actor, clock }: Change = must(this.#changing, "change under way"),
  ): CatalogWrite {
    const instant = clock.now();
    return {
      ...write,
      audit: [...(write.audit ?? []), ...changes.map((change) => ({ ...audited(change), actor, instant }))],
    };
  }

  /**
   * The write with the ids it has used, for a store that saves it as part of a larger write. A write that was made on a
   * copy of the catalog states its ids.
   */
  withNextId(write: CatalogWrite): CatalogWrite {
    if (write.nextId !== undefined && write.nextId > this.#nextId) this.#nextId = write.nextId;
    return { ...write, nextId: this.#nextId };
  }

  /** All rows of the catalog, each table in order of creation: the start of a copy. */
  rows(): CatalogRows {
    const rows = Object.entries(this.#tables).map(([name, table]) => [name, table.all()]);
    // Each table holds rows of its own name; the compiler cannot follow that through the entries.
    const tables = Object.fromEntries(rows) as { [T in CatalogTable]: CatalogTables[T][] };
    return { ...tables, organizationId: this.organizationId, nextId: this.#nextId };
  }

  /** A row of any table. */
  row<T extends CatalogTable>(table: T, id: bigint): CatalogTables[T] | undefined {
    return this.#tables[table].get(id);
  }

  /** The entries of the audit log. */
  auditLog(filter: AuditFilter, page: EventPage): Promise<PageOf<AuditEntry>> {
    return this.#store.catalog.audit(filter, page);
  }

  /** Makes a durable write visible. */
  apply(write: CatalogWrite): void {
    for (const name of TABLES_IN_WRITE_ORDER) {
      // Each table takes the rows of its own name; the compiler cannot follow that through a union.
      const table = this.#tables[name] as Table<CatalogTables[CatalogTable]>;
      for (const id of write.remove?.[name] ?? []) table.remove(id);
      for (const row of write.put?.[name] ?? []) table.put(row);
    }
    for (const { key } of write.put?.sensor ?? []) this.#lastSensorKey = Math.max(this.#lastSensorKey, key);
    if (HISTORY_TABLES.some((name) => write.put?.[name] ?? write.remove?.[name])) this.#histories.clear();
    this.#revision++;
    for (const observe of this.#observers) observe(write);
  }

  /** Calls an observer with every write, once it is visible. */
  observe(observer: (write: CatalogWrite) => void): void {
    this.#observers.push(observer);
  }

  /** The space with its daily and explicit resets. */
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
    if (resource === undefined) throw notFound(table, id);
    return resource;
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

  /** The sensor attached to a doorway now, if any. */
  sensorAt(doorwayId: bigint): Sensor | undefined {
    const attachment = this.attachmentsOfDoorway.of(doorwayId).find(({ to }) => to === null);
    return attachment && this.sensors.get(attachment.sensorId);
  }

  /** A space's parents, the closest first. */
  ancestry(space: Space): Space[] {
    const ancestors: Space[] = [];
    let parent = space.parentId === null ? undefined : this.spaces.get(space.parentId);
    while (parent !== undefined) {
      ancestors.push(parent);
      parent = parent.parentId === null ? undefined : this.spaces.get(parent.parentId);
    }
    return ancestors;
  }
}

/** The tables whose rows have ids in the API. */
type ResourceTable = CatalogTable & IdKind;

type Ended = Pick<Doorway, "deletedAt"> & Pick<Reset, "voidedAt">;

/** The actor of a change, and the clock that dates it. */
export interface Change {
  readonly actor: Actor;
  readonly clock: Clock;
}

/** The catalog, with the actor and clock of its changes: the input of use cases that change it. */
export interface CatalogChange extends Change {
  readonly catalog: Catalog;
}

/** A space with its daily resets, and its explicit resets by id. */
interface CatalogHistory extends SpaceHistory {
  readonly resets: readonly Reset[];
}

/** The tables that a space's history depends on. */
const HISTORY_TABLES: readonly CatalogTable[] = ["space", "schedule", "reset"];
