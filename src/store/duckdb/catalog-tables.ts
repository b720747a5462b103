import { must } from "../../domain/errors.ts";
import type { CatalogTable, CatalogTables } from "../../engine/ports.ts";
import type { ColumnData, SqlRow } from "./database.ts";
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBListValue,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  LIST,
  listValue,
  TINYINT,
  VARCHAR,
} from "./duckdb-api.ts";
import { quoteIdentifier, statementWith } from "./statements.ts";

/** How a field of a resource is stored in a column. */
interface ColumnCodec {
  readonly type: DuckDBType;
  readonly encode: (value: unknown) => DuckDBValue;
  readonly decode: (value: DuckDBValue) => unknown;
}

const same = (type: DuckDBType): ColumnCodec => ({
  type,
  encode: (value) => value as DuckDBValue,
  decode: (value) => value,
});
const id = same(BIGINT);
const text = same(VARCHAR);
const real = same(DOUBLE);
const boolean = same(BOOLEAN);
const integer = same(INTEGER);

/** A whole number, such as an instant in ms; null stays null. */
const whole: ColumnCodec = {
  type: BIGINT,
  encode: (value) => (value === null ? null : BigInt(value as number)),
  decode: (value) => (value === null ? null : Number(value)),
};
/** The end of a span that can be open: null in the column, infinite in the resource. */
const limit = (infinity: number): ColumnCodec => ({
  type: BIGINT,
  encode: (value) => (value === infinity ? null : BigInt(value as number)),
  decode: (value) => (value === null ? infinity : Number(value)),
});
const json: ColumnCodec = {
  type: VARCHAR,
  encode: (value) => JSON.stringify(value),
  decode: (value) => JSON.parse(String(value)),
};
const list = (element: DuckDBType): ColumnCodec => ({
  type: LIST(element),
  encode: (value) => listValue([...(value as DuckDBValue[])]),
  decode: (value) => [...(value as DuckDBListValue).items],
});

/** Every field of a resource, in the order of its table's columns. */
type Columns<Row> = { readonly [Field in keyof Row]-?: readonly [column: string, codec: ColumnCodec] };

const COLUMNS: { readonly [T in CatalogTable]: Columns<CatalogTables[T]> } = {
  space: {
    id: ["id", id],
    name: ["name", text],
    notes: ["notes", text],
    meta: ["meta", json],
    parentId: ["parent_id", id],
    spaceType: ["space_type", text],
    function: ["function", text],
    timeZone: ["time_zone", text],
    dailyReset: ["daily_reset", text],
    capacity: ["capacity", whole],
    targetCapacity: ["target_capacity", whole],
    safeCapacity: ["safe_capacity", whole],
    safeThresholdMode: ["safe_threshold_mode", text],
    safeThresholdValue: ["safe_threshold_value", real],
    address: ["address", text],
    latitude: ["latitude", real],
    longitude: ["longitude", real],
    sizeArea: ["size_area", real],
    sizeAreaUnit: ["size_area_unit", text],
    annualRent: ["annual_rent", real],
    annualRentCurrency: ["annual_rent_currency", text],
    inheritsTimeSegments: ["inherits_time_segments", boolean],
    createdAt: ["created_at", whole],
    updatedAt: ["updated_at", whole],
    tags: ["tags", list(VARCHAR)],
  },
  assignedTeam: {
    id: ["id", id],
    spaceId: ["space_id", id],
    teamName: ["team_name", text],
    createdAt: ["created_at", whole],
  },
  doorway: {
    id: ["id", id],
    name: ["name", text],
    description: ["description", text],
    createdAt: ["created_at", whole],
    updatedAt: ["updated_at", whole],
    deletedAt: ["deleted_at", whole],
    tags: ["tags", list(VARCHAR)],
  },
  sensor: {
    id: ["id", id],
    key: ["key", integer],
    serialNumber: ["serial_number", text],
    createdAt: ["created_at", whole],
  },
  sensorState: {
    id: ["id", id],
    sensorType: ["sensor_type", text],
    firmwareVersion: ["firmware_version", text],
    currentDisposition: ["current_disposition", text],
    networkAddresses: ["network_addresses", json],
    lastHeartbeat: ["last_heartbeat", whole],
  },
  attachment: {
    id: ["id", id],
    sensorId: ["sensor_id", id],
    doorwayId: ["doorway_id", id],
    from: ["valid_from", whole],
    to: ["valid_to", whole],
  },
  link: {
    id: ["id", id],
    spaceId: ["space_id", id],
    doorwayId: ["doorway_id", id],
    sensorPlacement: ["sensor_placement", same(TINYINT)],
    from: ["valid_from", whole],
    to: ["valid_to", whole],
    createdAt: ["created_at", whole],
  },
  schedule: {
    id: ["id", id],
    spaceId: ["space_id", id],
    timeZone: ["time_zone", text],
    dailyReset: ["daily_reset", text],
    from: ["valid_from", limit(-Infinity)],
    to: ["valid_to", limit(Infinity)],
  },
  reset: {
    id: ["id", id],
    spaceId: ["space_id", id],
    instant: ["ts", whole],
    count: ["count", integer],
    createdAt: ["created_at", whole],
    voidedAt: ["voided_at", whole],
  },
  timeSegment: {
    id: ["id", id],
    label: ["label", text],
    start: ["start_time", text],
    end: ["end_time", text],
    days: ["days", list(VARCHAR)],
    spaceIds: ["space_ids", list(BIGINT)],
    createdAt: ["created_at", whole],
    updatedAt: ["updated_at", whole],
  },
  timeSegmentGroup: {
    id: ["id", id],
    name: ["name", text],
    timeSegmentIds: ["time_segment_ids", list(BIGINT)],
    createdAt: ["created_at", whole],
    updatedAt: ["updated_at", whole],
  },
  webhook: {
    id: ["id", id],
    version: ["version", text],
    name: ["name", text],
    description: ["description", text],
    endpoint: ["endpoint", text],
    headers: ["headers", json],
    enabled: ["enabled", boolean],
    type: ["type", text],
    secret: ["secret", text],
    createdAt: ["created_at", whole],
    updatedAt: ["updated_at", whole],
    disabledReason: ["disabled_reason", text],
  },
  token: {
    id: ["id", id],
    name: ["name", text],
    hash: ["hash", text],
    scopes: ["scopes", list(VARCHAR)],
    rate: ["rate", integer],
    createdAt: ["created_at", whole],
  },
};

/** The catalog's tables. */
export const CATALOG_TABLES = Object.keys(COLUMNS) as readonly CatalogTable[];

/** The name of a table in the database: that of `timeSegment` is `time_segment`. */
export function tableName(table: CatalogTable): string {
  return table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A statement of `sql/catalog.sql` for one of the tables. Its identifiers are those of `COLUMNS`. */
export function tableStatement(name: "resources" | "remove-resources", table: CatalogTable): string {
  return statementWith(`catalog/${name}`, {
    table: quoteIdentifier(tableName(table)),
    columns: columnsOf(table)
      .map(([, [column]]) => quoteIdentifier(column))
      .join(", "),
    // The id of a sensor can follow from its serial number (D20): its key ascends with creation.
    order: quoteIdentifier(table === "sensor" ? "key" : "id"),
  });
}

/** Converts resources to the columns of their table, in its order. */
export function encodeRows<T extends CatalogTable>(
  table: T,
  rows: readonly CatalogTables[T][],
): ColumnData[] {
  return columnsOf(table).map(([field, [, codec]]) => ({
    type: codec.type,
    values: rows.map((row) => codec.encode(row[field as keyof CatalogTables[T]])),
  }));
}

/** Converts the rows of a table to resources. */
export function decodeRows<T extends CatalogTable>(table: T, rows: readonly SqlRow[]): CatalogTables[T][] {
  const columns = columnsOf(table);
  return rows.map((row) => {
    const resource: Record<string, unknown> = {};
    for (const [field, [column, codec]] of columns) resource[field] = codec.decode(row[column] ?? null);
    // `Columns` makes the compiler check that the columns have every field of the resource.
    return resource as unknown as CatalogTables[T];
  });
}

function columnsOf(table: CatalogTable): [field: string, readonly [column: string, codec: ColumnCodec]][] {
  return Object.entries(must(COLUMNS[table], `columns of ${table}`));
}
