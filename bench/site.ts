import { HOUR_MS } from "../src/domain/instant.ts";
import type { Attachment, Doorway, Link, ScheduleSpan, Sensor, Space } from "../src/domain/resources.ts";
import { Catalog } from "../src/engine/catalog.ts";
import type { EngineContext } from "../src/engine/context.ts";
import { SPACE_DEFAULTS } from "../src/engine/spaces.ts";
import { openStore } from "../src/store/duckdb/open-store.ts";
import type { Door, Place } from "./data.ts";
import { type Random, seeded } from "./random.ts";

/** The measured range: 90 days from a Monday on, with both changes to summer time in it. */
export const START = Date.UTC(2026, 1, 2);
export const DAYS = 90;
export const END = START + DAYS * 24 * HOUR_MS;

/** The present of the benchmarks: events never lie after it. */
const NOW = END + HOUR_MS;

const MADE = { createdAt: NOW, updatedAt: NOW } as const;

/** Zones of the spaces, and about how far they are from UTC. In each, 04:00 falls on every UTC day once. */
const ZONES: readonly (readonly [string, number])[] = [
  ["Europe/Berlin", 1],
  ["America/New_York", -5],
  ["America/Los_Angeles", -8],
  ["Asia/Kolkata", 5],
  ["UTC", 0],
];

/** A space of the site and its doorways. */
export interface SitePlace extends Place {
  readonly spaceId: bigint;
}

/** The spaces that everything is measured on. */
export type Site = readonly SitePlace[];

/** An engine over a data directory, at the present of the benchmarks. */
export interface BenchEngine {
  readonly context: EngineContext;
  close(): Promise<void>;
}

export async function openEngine(directory: string): Promise<BenchEngine> {
  const store = await openStore(directory, { newOrganizationId: () => 1n });
  const context = {
    catalog: await Catalog.open(store.catalog),
    events: store.events,
    clock: { now: () => NOW },
    settings: { intervals: "supported" as const, organizationName: "Bench" },
  };
  return { context, close: () => store.close() };
}

/**
 * Makes the spaces, their doorways and links in a data directory, through the engine's catalog. All of it is
 * one write, since thousands of use cases, each of which waits for the disk, would take half a minute.
 */
export async function createSite(directory: string, spaces: number, seed: number): Promise<Site> {
  const { context, close } = await openEngine(directory);
  const { catalog } = context;
  const site = await catalog.exclusive(async () => {
    const builder = new SiteBuilder(catalog, seeded(seed));
    for (let index = 0; index < spaces; index++) builder.addSpace(index);
    await catalog.save({ put: builder.rows });
    return builder.site;
  });
  await close();
  return site;
}

class SiteBuilder {
  readonly site: SitePlace[] = [];
  readonly rows = {
    space: [] as Space[],
    schedule: [] as ScheduleSpan[],
    doorway: [] as Doorway[],
    sensor: [] as Sensor[],
    attachment: [] as Attachment[],
    link: [] as Link[],
  };
  readonly #catalog: Catalog;
  readonly #random: Random;

  constructor(catalog: Catalog, random: Random) {
    this.#catalog = catalog;
    this.#random = random;
  }

  addSpace(index: number): void {
    const [timeZone, offsetHours] = ZONES[index % ZONES.length] as readonly [string, number];
    const spaceId = this.#catalog.newId();
    const { dailyReset } = SPACE_DEFAULTS;
    this.rows.space.push({ ...SPACE_DEFAULTS, ...MADE, id: spaceId, name: `Space ${index}`, timeZone });
    const span = { spaceId, timeZone, dailyReset, from: -Infinity, to: Infinity };
    this.rows.schedule.push({ ...span, id: this.#catalog.newId() });
    const count = 1 + Math.floor(this.#random() * 3);
    const doors = Array.from({ length: count }, (_, door) => this.#addDoor(spaceId, `S${index}-${door}`));
    this.site.push({ spaceId, offsetHours, doors });
  }

  #addDoor(spaceId: bigint, serialNumber: string): Door {
    const { rows } = this;
    const id = this.#catalog.newId();
    const [sensorId, attachmentId, linkId] = [this.#catalog.newId(), this.#catalog.newId(), this.#catalog.newId()];
    const key = rows.sensor.length + 1;
    const placement = this.#random() < 0.7 ? 1 : -1;
    rows.doorway.push({ ...MADE, id, name: `Door ${serialNumber}`, description: "", deletedAt: null });
    rows.sensor.push({ id: sensorId, key, serialNumber, createdAt: NOW });
    rows.attachment.push({ id: attachmentId, sensorId, doorwayId: id, from: null, to: null });
    rows.link.push({ id: linkId, spaceId, doorwayId: id, sensorPlacement: placement, from: null, to: null, createdAt: NOW });
    return { sensorKey: key, placement };
  }
}
