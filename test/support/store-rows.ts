import { ID_MAX } from "../../src/domain/ids.ts";
import { INSTANT_MAX } from "../../src/domain/instant.ts";
import type { Space } from "../../src/domain/resources.ts";
import type { CatalogTable, CatalogTables } from "../../src/engine/ports.ts";

/** A row of each of the catalog's tables, and more. */
export type SampleRows = { readonly [T in CatalogTable]: readonly CatalogTables[T][] };

/** Texts that are easily lost on the way. */
const AWKWARD_TEXTS = [
  "",
  " ",
  "'); DROP TABLE space; --",
  'say "hi"',
  "línea\n\ttwo\r\n",
  "Zoë 会議室 👩‍👩‍👧",
  "\\u0000 \u0001",
];

/** Fields with nothing in them. */
const without = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;

const NEW = { createdAt: 0, updatedAt: 0 };
const LATEST = { createdAt: INSTANT_MAX, updatedAt: INSTANT_MAX };

const BARE_SPACE: Space = {
  ...without("meta", "parentId", "function", "dailyReset", "capacity", "targetCapacity", "safeCapacity"),
  ...without("safeThresholdMode", "safeThresholdValue", "address", "latitude", "longitude", "sizeArea"),
  ...without("annualRent"),
  ...NEW,
  ...{ id: 1n, name: "", notes: "", spaceType: "space", timeZone: "UTC", sizeAreaUnit: "" },
  ...{ annualRentCurrency: "", inheritsTimeSegments: false, tags: [] },
};

const FULL_SPACE: Space = {
  id: ID_MAX,
  name: "Hall",
  notes: AWKWARD_TEXTS.join("|"),
  meta: { a: [1, -0.5, 1e21, true, null, "x"], "": { "👋": [] }, __proto: "x" },
  parentId: ID_MAX - 1n,
  spaceType: "building",
  function: "place_of_worship",
  timeZone: "America/Argentina/ComodRivadavia",
  dailyReset: "23:59",
  capacity: 2_147_483_647,
  targetCapacity: 1,
  safeCapacity: 0,
  safeThresholdMode: "UTILIZATION_PERC_LEGAL",
  safeThresholdValue: 0.1 + 0.2,
  address: "1 'Main' St",
  latitude: -89.99999999999999,
  longitude: 180,
  sizeArea: Number.MIN_VALUE,
  sizeAreaUnit: "square_meters",
  annualRent: Number.MAX_VALUE,
  annualRentCurrency: "EUR",
  inheritsTimeSegments: true,
  ...LATEST,
  tags: ["b", "A_-9", "a"],
};

/** A row, and another with some of its fields changed. */
const two = <Row>(first: NoInfer<Row>, changes: NoInfer<Partial<Row>>): readonly Row[] => [
  first,
  { ...first, ...changes },
];

/** Every field of every table: with nothing, and with as much as it takes. Ascending by id. */
export const SAMPLE_ROWS: SampleRows = {
  space: [
    BARE_SPACE,
    ...AWKWARD_TEXTS.map((name, index) => ({ ...BARE_SPACE, id: BigInt(index + 2), name, meta: name })),
    FULL_SPACE,
  ],
  assignedTeam: [
    { id: 1n, spaceId: ID_MAX, teamName: AWKWARD_TEXTS.join(), createdAt: 0 },
    { id: ID_MAX, spaceId: 1n, teamName: "Facilities", createdAt: INSTANT_MAX },
  ],
  doorway: two(
    { id: 1n, name: "a", description: "", createdAt: 0, updatedAt: 0, deletedAt: null, tags: [] },
    { id: ID_MAX, description: "c", createdAt: 1, updatedAt: 2, deletedAt: INSTANT_MAX, tags: ["x"] },
  ),
  sensor: [
    { id: 1n, key: 1, serialNumber: "1", createdAt: 0 },
    { id: ID_MAX, key: 2_147_483_647, serialNumber: "ß".repeat(128), createdAt: INSTANT_MAX },
  ],
  sensorState: [
    {
      ...without("sensorType", "firmwareVersion", "currentDisposition", "battery"),
      ...{ id: 1n, networkAddresses: [], problems: [], lastHeartbeat: 0 },
    },
    {
      id: ID_MAX,
      sensorType: "s5",
      firmwareVersion: "1.2.3",
      currentDisposition: "LIVE",
      networkAddresses: [
        { if: "eth0", family: "inet", mac: "00:00:5e:00:53:01", address: "192.0.2.1" },
        { if: null, family: null, mac: null, address: null },
      ],
      battery: 99.5,
      problems: AWKWARD_TEXTS,
      lastHeartbeat: INSTANT_MAX,
    },
  ],
  import: [
    {
      ...{ id: 1n, file: "ß.csv", kind: "events", actor: "test", rows: 3, accepted: 1, duplicates: 1 },
      ...{ rejected: 1, firstIds: [], lastIds: [], createdAt: 0, voidedAt: null },
    },
    {
      ...{ id: ID_MAX, file: AWKWARD_TEXTS.join(), kind: "readings", actor: AWKWARD_TEXTS.join() },
      ...{ rows: Number.MAX_SAFE_INTEGER, accepted: 0, duplicates: 0, rejected: 0 },
      ...{ firstIds: [1n, 7n], lastIds: [5n, ID_MAX], createdAt: INSTANT_MAX, voidedAt: INSTANT_MAX },
    },
  ],
  counting: [
    {
      ...without("width", "timeZone", "resetsAt", "direction", "line"),
      ...{ id: 1n, sensorId: ID_MAX, isReversed: false, cap: 1, from: -Infinity, to: Infinity },
    },
    {
      ...{ id: ID_MAX, sensorId: 1n, isReversed: true, cap: 0.25, width: 16, timeZone: "Europe/Berlin" },
      ...{ resetsAt: "04:00", direction: "out", line: "ß", from: 0, to: INSTANT_MAX },
    },
  ],
  attachment: [
    { id: 1n, sensorId: ID_MAX, doorwayId: ID_MAX, from: null, to: null },
    { id: 2n, sensorId: 1n, doorwayId: 1n, from: 0, to: INSTANT_MAX },
    { id: ID_MAX, sensorId: 2n, doorwayId: 2n, from: null, to: 0 },
  ],
  link: two(
    { id: 1n, spaceId: ID_MAX, doorwayId: ID_MAX, sensorPlacement: 1, from: null, to: null, createdAt: 0 },
    { id: ID_MAX, spaceId: 1n, sensorPlacement: -1, from: 5, to: INSTANT_MAX, createdAt: INSTANT_MAX },
  ),
  schedule: [
    { id: 1n, spaceId: 1n, timeZone: "UTC", dailyReset: null, from: -Infinity, to: Infinity },
    { id: 2n, spaceId: ID_MAX, timeZone: "Asia/Kathmandu", dailyReset: "04:00", from: -Infinity, to: 0 },
    { id: ID_MAX, spaceId: 1n, timeZone: "Asia/Kathmandu", dailyReset: "00:00", from: 0, to: INSTANT_MAX },
  ],
  reset: two(
    { id: 1n, spaceId: ID_MAX, instant: 0, count: 0, createdAt: 0, voidedAt: null },
    { id: ID_MAX, instant: INSTANT_MAX, count: 10_000_000, createdAt: INSTANT_MAX, voidedAt: INSTANT_MAX },
  ),
  timeSegment: two(
    { id: 1n, label: "", start: "00:00:00", end: "00:00:00", days: ["Sunday"], spaceIds: [], ...NEW },
    {
      id: ID_MAX,
      label: AWKWARD_TEXTS.join(),
      start: "23:59:59",
      days: ["Saturday", "Monday", "Friday"],
      spaceIds: [ID_MAX, 1n],
      updatedAt: INSTANT_MAX,
    },
  ),
  timeSegmentGroup: [
    { id: 1n, name: "", timeSegmentIds: [], createdAt: 0, updatedAt: 0 },
    { id: ID_MAX, name: "all", timeSegmentIds: [3n, 1n, ID_MAX], createdAt: 1, updatedAt: INSTANT_MAX },
  ],
  webhook: two(
    {
      id: 1n,
      version: "v1",
      name: null,
      description: null,
      endpoint: "https://example.com/",
      headers: {},
      enabled: false,
      disabledReason: AWKWARD_TEXTS.join(),
      type: "counts",
      spaceIds: [],
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      createdAt: 0,
      updatedAt: INSTANT_MAX,
    },
    {
      id: ID_MAX,
      version: "v2",
      name: AWKWARD_TEXTS.join(),
      description: "",
      headers: { "X-A": "1", "x-b": "" },
      enabled: true,
      disabledReason: null,
      type: "threshold",
      spaceIds: [1n, ID_MAX],
    },
  ),
  token: two(
    { id: 1n, name: "", hash: "0".repeat(64), scopes: [], rate: null, createdAt: 0 },
    { id: ID_MAX, name: "all", scopes: ["display"], spaceId: ID_MAX, rate: 60, createdAt: INSTANT_MAX },
  ),
};
