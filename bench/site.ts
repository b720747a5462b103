import { HOUR_MS } from "../src/domain/instant.ts";
import type { Attachment, Doorway, Link, Sensor } from "../src/domain/resources.ts";
import type { Catalog } from "../src/engine/catalog.ts";
import { type EngineContext, openContext } from "../src/engine/context.ts";
import { createSpace } from "../src/engine/spaces.ts";
import { openStore } from "../src/store/duckdb/open-store.ts";
import type { Door, Place } from "./data.ts";
import { seeded } from "./random.ts";

/** The measured range: 90 days from a Monday on, with both changes to summer time in it. */
export const START = Date.UTC(2026, 1, 2);
export const DAYS = 90;
export const END = START + DAYS * 24 * HOUR_MS;

/** The present of the benchmarks: events never lie after it. */
const NOW = END + HOUR_MS;

/** Zones of the spaces, and about how far they are from UTC. In each, 04:00 falls on every UTC day once. */
const ZONES: readonly { readonly timeZone: string; readonly offsetHours: number }[] = [
  { timeZone: "Europe/Berlin", offsetHours: 1 },
  { timeZone: "America/New_York", offsetHours: -5 },
  { timeZone: "America/Los_Angeles", offsetHours: -8 },
  { timeZone: "Asia/Kolkata", offsetHours: 5 },
  { timeZone: "UTC", offsetHours: 0 },
];

/** The spaces that everything is measured on. */
export type Site = readonly Place[];

/** An engine over a data directory, at the present of the benchmarks. */
export interface BenchEngine {
  readonly context: EngineContext;
  close(): Promise<void>;
}

export async function openEngine(directory: string): Promise<BenchEngine> {
  const store = await openStore(directory, { newOrganizationId: () => 1n });
  const context = await openContext(store, {
    clock: { now: () => NOW },
    settings: { intervals: "supported", organizationName: "Bench", sensorTimeout: 600_000 },
    actor: { tokenId: null, name: "bench" },
  });
  return { context, close: () => store.close() };
}

/**
 * Makes the spaces, their doorways and links in a data directory. Doorways and links are one write: as use
 * cases, of which each waits for the disk, they would take half a minute.
 */
export async function createSite(directory: string, spaces: number, seed: number): Promise<Site> {
  const { context, close } = await openEngine(directory);
  const { catalog } = context;
  const random = seeded(seed);
  const spaceIds: bigint[] = [];
  for (let index = 0; index < spaces; index++) {
    const { timeZone } = zoneOf(index);
    spaceIds.push((await createSpace(context, { name: `Space ${index}`, timeZone })).id);
  }
  const site = await catalog.exclusive(context, async () => {
    const rows = new DoorRows(catalog);
    const places = spaceIds.map((spaceId, index) => {
      const count = 1 + Math.floor(random() * 3);
      const doors = Array.from({ length: count }, () => rows.add(spaceId, random() < 0.7 ? 1 : -1));
      return { doors, offsetHours: zoneOf(index).offsetHours };
    });
    await catalog.save({ put: rows });
    return places;
  });
  await close();
  return site;
}

function zoneOf(index: number): (typeof ZONES)[number] {
  return ZONES[index % ZONES.length] as (typeof ZONES)[number];
}

/** Doorways with a sensor each, linked to a space from the beginning of history on. */
class DoorRows {
  readonly doorway: Doorway[] = [];
  readonly sensor: Sensor[] = [];
  readonly attachment: Attachment[] = [];
  readonly link: Link[] = [];
  readonly #catalog: Catalog;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  add(spaceId: bigint, sensorPlacement: 1 | -1): Door {
    const newId = () => this.#catalog.newId();
    const [doorwayId, sensorId] = [newId(), newId()];
    const key = this.sensor.length + 1;
    const always = { from: null, to: null };
    const made = { createdAt: NOW, updatedAt: NOW, deletedAt: null, tags: [] };
    this.doorway.push({ id: doorwayId, name: `Door ${key}`, description: "", ...made });
    this.sensor.push({ id: sensorId, key, serialNumber: `S${key}`, createdAt: NOW });
    this.attachment.push({ id: newId(), sensorId, doorwayId, ...always });
    this.link.push({ id: newId(), spaceId, doorwayId, sensorPlacement, ...always, createdAt: NOW });
    return { sensorKey: key, placement: sensorPlacement };
  }
}
