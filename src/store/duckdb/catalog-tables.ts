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
} from "@duckdb/node-api";
import { limitedState } from "../../domain/device-state.ts";
import { columnNameOf, inSnakeCase } from "../../duckdb/column-names.ts";
import { type ColumnData, column } from "../../duckdb/columns.ts";
import { quoteIdentifier, type SqlRow, statementWith } from "../../duckdb/statements.ts";
import type { CatalogTable, CatalogTables } from "../../engine/ports.ts";

interface ColumnCodec {
  readonly type: DuckDBType;
  readonly isNullable?: boolean;
  /** Whether the field is absent from a resource that does not have it. */
  readonly isOptional?: boolean;
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
const nullable = (codec: ColumnCodec): ColumnCodec => ({ ...codec, isNullable: true });

/** A field that may be absent. The column was added to tables that have rows. */
const ifSet = (codec: ColumnCodec): ColumnCodec => ({
  ...codec,
  isNullable: true,
  isOptional: true,
  encode: (value) => (value === undefined ? null : codec.encode(value)),
  decode: (value) => (value === null ? undefined : codec.decode(value)),
});

/** A field that is absent unless it is true. */
const ifTrue: ColumnCodec = {
  ...ifSet(boolean),
  encode: (value) => value === true || null,
  decode: (value) => value === true || undefined,
};

/** A whole number, such as an instant in ms; null stays null. */
const whole: ColumnCodec = {
  type: BIGINT,
  encode: (value) => (value === null ? null : BigInt(value as number)),
  decode: (value) => (value === null ? null : Number(value)),
};
/** The end of a span that can be open: null in the column, infinite in the resource. */
const limit = (infinity: number): ColumnCodec => ({
  type: BIGINT,
  isNullable: true,
  encode: (value) => (value === infinity ? null : BigInt(value as number)),
  decode: (value) => (value === null ? infinity : Number(value)),
});
/** The fields of spans that can be open, of settings over time, and of resources that clients can change. */
const span = { from: nullable(whole), to: nullable(whole) };
const dated = { from: limit(-Infinity), to: limit(Infinity) };
const changed = { createdAt: whole, updatedAt: whole };

/** All lists without items: most of a table's are, and each list takes as much memory as a number of fields. */
const NONE: readonly unknown[] = Object.freeze([]);

const json: ColumnCodec = {
  type: VARCHAR,
  encode: (value) => JSON.stringify(value),
  decode: (value) => (value === "[]" ? NONE : JSON.parse(String(value))),
};
const list = (element: DuckDBType): ColumnCodec => ({
  type: LIST(element),
  encode: (value) => listValue([...(value as DuckDBValue[])]),
  decode: (value) => {
    const { items } = value as DuckDBListValue;
    return items.length === 0 ? NONE : [...items];
  },
});

/** The codec of every field of a resource, in the order of its table's columns. */
type Columns<Row> = { readonly [Field in keyof Row]-?: ColumnCodec };

const COLUMNS: { readonly [T in CatalogTable]: Columns<CatalogTables[T]> } = {
  space: {
    id,
    name: text,
    notes: text,
    meta: json,
    parentId: nullable(id),
    spaceType: text,
    function: nullable(text),
    timeZone: text,
    dailyReset: nullable(text),
    capacity: nullable(whole),
    targetCapacity: nullable(whole),
    safeCapacity: nullable(whole),
    safeThresholdMode: nullable(text),
    safeThresholdValue: nullable(real),
    address: nullable(text),
    latitude: nullable(real),
    longitude: nullable(real),
    sizeArea: nullable(real),
    sizeAreaUnit: text,
    annualRent: nullable(real),
    annualRentCurrency: text,
    inheritsTimeSegments: boolean,
    ...changed,
    tags: list(VARCHAR),
  },
  /** One row per team and space that it is assigned to. */
  assignedTeam: { id, spaceId: id, teamName: text, createdAt: whole },
  /** Deleted doorways stay, with the time of deletion. */
  doorway: { id, name: text, description: text, ...changed, deletedAt: nullable(whole), tags: list(VARCHAR) },
  /** The log refers to a sensor by its `key`. */
  sensor: { id, key: integer, serialNumber: text, createdAt: whole, isIgnored: ifTrue },
  /** One row per sensor that has sent a heartbeat: the content of the last one, by the sensor's id. */
  sensorState: {
    id,
    sensorType: nullable(text),
    firmwareVersion: nullable(text),
    currentDisposition: nullable(text),
    networkAddresses: json,
    battery: nullable(real),
    problems: list(VARCHAR),
    lastHeartbeat: whole,
  },
  /** One row per file, or part of one, that was loaded; `firstIds` and `lastIds` are the ranges of its events. */
  import: {
    id,
    file: text,
    kind: text,
    actor: text,
    rows: whole,
    accepted: whole,
    duplicates: whole,
    rejected: whole,
    firstIds: list(BIGINT),
    lastIds: list(BIGINT),
    createdAt: whole,
    voidedAt: nullable(whole),
  },
  /** One row per span of time in which the readings of a sensor had settings (D32). */
  counting: {
    id,
    sensorId: id,
    isReversed: boolean,
    cap: real,
    width: nullable(integer),
    timeZone: nullable(text),
    resetsAt: nullable(text),
    direction: nullable(text),
    line: nullable(text),
    ...dated,
  },
  /** One row per span of time in which a sensor was at a doorway; a null end means no limit. */
  attachment: { id, sensorId: id, doorwayId: id, ...span },
  /** One row per span of time in which a doorway led into a space. */
  link: { id, spaceId: id, doorwayId: id, sensorPlacement: same(TINYINT), ...span, createdAt: whole },
  /** One row per span of time in which a space had a daily reset. */
  schedule: { id, spaceId: id, timeZone: text, dailyReset: nullable(text), ...dated },
  /** One row per explicit reset of a space's count. `voidedAt` is null if the reset is valid (D5). */
  reset: { id, spaceId: id, instant: whole, count: integer, createdAt: whole, voidedAt: nullable(whole) },
  timeSegment: {
    id,
    label: text,
    start: text,
    end: text,
    days: list(VARCHAR),
    spaceIds: list(BIGINT),
    ...changed,
  },
  timeSegmentGroup: { id, name: text, timeSegmentIds: list(BIGINT), ...changed },
  /** Calls of a webhook are signed with its secret. `disabledReason` says why the server has disabled it, if it has. */
  webhook: {
    id,
    version: text,
    name: nullable(text),
    description: nullable(text),
    endpoint: text,
    headers: json,
    enabled: boolean,
    type: text,
    spaceIds: list(BIGINT),
    secret: text,
    ...changed,
    disabledReason: nullable(text),
  },
  /** Only the hash of a token's secret is stored. */
  token: {
    id,
    name: text,
    hash: text,
    scopes: list(VARCHAR),
    rate: nullable(integer),
    createdAt: whole,
    spaceId: ifSet(id),
  },
};

export const CATALOG_TABLES = Object.keys(COLUMNS) as readonly CatalogTable[];

/** A statement for one of the tables. Its identifiers are those of `COLUMNS`. */
export function tableStatement(path: "database/create-table" | "catalog/resources", table: CatalogTable) {
  const definitions = columnsOf(table).map(
    ([, name, { type, isNullable }]) => `${quoteIdentifier(name)} ${type}${isNullable ? "" : " NOT NULL"}`,
  );
  return statementWith(path, {
    table: quoteIdentifier(inSnakeCase(table)),
    // A directory that is only read may lack a column that was added later.
    columns: "*",
    definitions: definitions.join(", "),
    // The id of a sensor can follow from its serial number (D20): its key ascends with creation.
    order: quoteIdentifier(table === "sensor" ? "key" : "id"),
  });
}

/** Converts resources to the columns of their table, in its order. */
export function encodeRows<T extends CatalogTable>(
  table: T,
  rows: readonly CatalogTables[T][],
): ColumnData[] {
  return columnsOf(table).map(([field, , { type, encode }]) =>
    column(type, rows, (row) => encode(row[field as keyof CatalogTables[T]])),
  );
}

export function decodeRows<T extends CatalogTable>(table: T, rows: readonly SqlRow[]): CatalogTables[T][] {
  const columns = columnsOf(table);
  // V8 reads a copy of this object faster than an object whose many fields are added one by one.
  const empty: Readonly<Record<string, null>> = JSON.parse(
    JSON.stringify(
      Object.fromEntries(columns.flatMap(([field, , codec]) => (codec.isOptional ? [] : [[field, null]]))),
    ),
  );
  return rows.map((row) => {
    const resource: Record<string, unknown> = { ...empty };
    for (const [field, name, codec] of columns) {
      const value = codec.decode(row[name] ?? null);
      if (value !== undefined) resource[field] = value;
    }
    // Devices could say more of themselves than a server can hold in memory.
    const limited = table === "sensorState" ? limitedState(resource) : resource;
    // `Columns` makes the compiler check that the columns have every field of the resource.
    return limited as unknown as CatalogTables[T];
  });
}

function columnsOf(table: CatalogTable): [field: string, name: string, codec: ColumnCodec][] {
  const columns: [string, ColumnCodec][] = Object.entries(COLUMNS[table]);
  return columns.map(([field, codec]) => [field, columnNameOf(field), codec]);
}
