import { DAY_MS, HOUR_MS } from "../src/domain/instant.ts";
import type { Attachment, Doorway, Link, Sensor } from "../src/domain/resources.ts";
import { buildEngine } from "../src/engine/build-engine.ts";
import type { Engine } from "../src/engine/engine.ts";
import type { Draft } from "../src/engine/journal/draft.ts";
import { createSpace } from "../src/engine/resources/spaces.ts";
import { openStore } from "../src/store/duckdb/open-store.ts";
import type { CountedSpace, Door } from "./data.ts";
import { seeded } from "./random.ts";

/** A measured range of whole UTC days. */
export interface MeasuredRange {
  /** Half-open, in ms. */
  readonly start: number;
  readonly end: number;
  readonly days: number;
}

/** The default number of days. They begin on a Monday and include both changes to daylight saving time. */
export const DAYS_DEFAULT = 90;

/** The end of all measured ranges. It is in the past, because responses never contain the future (D3). */
const END = Date.UTC(2026, 4, 3);

/** The time of the engine's clock, after all events. */
const NOW = END + HOUR_MS;

export function measuredRange(days: number): MeasuredRange {
  return { start: END - days * DAY_MS, end: END, days };
}

/** The time zones of the spaces, and their approximate offsets from UTC. In each, every UTC day contains 04:00 once. */
const ZONES: readonly { readonly timeZone: string; readonly offsetHours: number }[] = [
  { timeZone: "Europe/Berlin", offsetHours: 1 },
  { timeZone: "America/New_York", offsetHours: -5 },
  { timeZone: "America/Los_Angeles", offsetHours: -8 },
  { timeZone: "Asia/Kolkata", offsetHours: 5 },
  { timeZone: "UTC", offsetHours: 0 },
];

/** The spaces of all benchmarks. */
export type Site = readonly CountedSpace[];

/** An engine that has a data directory open; its clock shows the time after all events. */
export interface BenchEngine {
  readonly context: Engine;
  close(): Promise<void>;
}

export async function openEngine(directory: string): Promise<BenchEngine> {
  const store = await openStore(directory, { newOrganizationId: () => 1n });
  const context = await buildEngine(store, {
    clock: { now: () => NOW },
    settings: {
      intervals: "supported",
      organizationName: "Bench",
      sensorTimeout: 600_000,
      earliest: 0,
      selfRegisteredSensors: 50_000,
    },
    actor: { tokenId: null, name: "bench" },
  });
  return { context, close: () => store.close() };
}

/** Plans spaces with one to three doors each. The same seed gives the same spaces. */
export function planSite(spaces: number, seed: number): Site {
  const random = seeded(seed);
  let sensorKey = 0;
  const door = (): Door => ({ sensorKey: ++sensorKey, placement: random() < 0.7 ? 1 : -1 });
  return Array.from({ length: spaces }, (_, index) => {
    const count = 1 + Math.floor(random() * 3);
    return { doors: Array.from({ length: count }, door), offsetHours: zoneOf(index).offsetHours };
  });
}

/**
 * Creates the spaces in order, with their doorways and links, in a new data directory. All doorways and links are one
 * write. Created one by one, each would wait for the disk, which takes half a minute.
 */
export async function createSite(directory: string, site: Site): Promise<void> {
  const { context, close } = await openEngine(directory);
  const { journal } = context;
  const spaceIds: bigint[] = [];
  for (const index of site.keys()) {
    const { timeZone } = zoneOf(index);
    spaceIds.push((await createSpace(context, { name: `Space ${index}`, timeZone })).id);
  }
  await journal.transact(context, (draft) => {
    const rows = new DoorRows(draft);
    for (const [index, { doors }] of site.entries()) {
      for (const door of doors) rows.add(spaceIds[index] as bigint, door);
    }
    draft.save({ put: rows });
  });
  await close();
}

/** The serial number of a door's sensor in requests and files. */
export function serialNumber({ sensorKey }: Door): string {
  return `S${sensorKey}`;
}

function zoneOf(index: number): (typeof ZONES)[number] {
  return ZONES[index % ZONES.length] as (typeof ZONES)[number];
}

/** Catalog rows of doorways with one sensor each, whose attachments and links are unlimited in time. */
class DoorRows {
  readonly doorway: Doorway[] = [];
  readonly sensor: Sensor[] = [];
  readonly attachment: Attachment[] = [];
  readonly link: Link[] = [];
  readonly #draft: Draft;

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  add(spaceId: bigint, door: Door): void {
    const newId = () => this.#draft.newId();
    const [doorwayId, sensorId] = [newId(), newId()];
    const { sensorKey: key, placement: sensorPlacement } = door;
    const always = { from: null, to: null };
    const made = { createdAt: NOW, updatedAt: NOW, deletedAt: null, tags: [] };
    this.doorway.push({ id: doorwayId, name: `Door ${key}`, description: "", ...made });
    this.sensor.push({ id: sensorId, key, serialNumber: serialNumber(door), createdAt: NOW });
    this.attachment.push({ id: newId(), sensorId, doorwayId, ...always });
    this.link.push({ id: newId(), spaceId, doorwayId, sensorPlacement, ...always, createdAt: NOW });
  }
}
