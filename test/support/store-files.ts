import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { PLAIN_LAYOUT } from "../../src/domain/file-layout.ts";
import { formatInstant } from "../../src/domain/instant.ts";
import { loadFile } from "../../src/engine/events/event-changes.ts";
import type { LoadOptions, LoadProgress } from "../../src/engine/ports.ts";
import { openReportReader, stageReports } from "../../src/formats/in/stage-file.ts";
import { withDuckDb } from "./store-directory.ts";
import { duckDbStore, opened, temporaryFolder } from "./store-harness.ts";
import { at } from "./store-reports.ts";
import { EVERYTHING, World } from "./store-world.ts";

/** The outcome of reading a file. */
interface FileRead {
  readonly rows: number;
  readonly rejected: Readonly<Record<string, number>>;
  /** The rejected rows, as `row: reason`. */
  readonly rejects: readonly string[];
  /** The rejected rows as they are in the file. */
  readonly texts: readonly (string | null)[];
  /** The accepted rows or added events, as `serial time trajectory`, in order. */
  readonly events: readonly string[];
  readonly progress: readonly LoadProgress[];
}

/** The outcome of loading a file into a store. */
interface Loaded extends Omit<FileRead, "texts"> {
  readonly accepted: number;
  readonly duplicates: number;
}

/** The database of all files that are read without a store: opening one takes longer than reading a short file. */
let reader: ReturnType<typeof openReportReader> | null = null;

/** Reads a file without a store, on 1 June 2024. */
export async function readFile(path: string, options: Partial<LoadOptions> = {}): Promise<FileRead> {
  const rejects: string[] = [];
  const texts: (string | null)[] = [];
  const progress: LoadProgress[] = [];
  reader ??= openReportReader();
  const { connection } = await reader;
  const { rows, rejected, batches } = await stageReports(connection, path, {
    layout: PLAIN_LAYOUT,
    acceptsRejects: true,
    duplicateRule: "drop",
    times: { earliest: 0, logStart: 0, latest: at("2024-06-01 00:00") },
    onReject: ({ row, reason, text }) => {
      rejects.push(`${row}: ${reason}`);
      texts.push(text);
    },
    onProgress: (step) => progress.push(step),
    ...options,
  });
  const events: string[] = [];
  for await (const batch of batches(10_000))
    for (const { serialNumber, timestamp, trajectory } of batch)
      events.push(`${serialNumber} ${formatInstant(timestamp)} ${trajectory}`);
  return { rows, rejected: Object.fromEntries(rejected), rejects, texts, events, progress };
}

/** Writes a file into a folder of its own, and reads it without a store. */
export function readText(
  name: string,
  content: string | Uint8Array,
  options: Partial<LoadOptions> = {},
): Promise<FileRead> {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return readFile(path, options);
}

/** A store to load files into, and a folder to write them in. */
export class FileLoads {
  readonly folder = temporaryFolder();
  readonly world: World;

  /** @param world may be one that tests share, because their files are rejected */
  constructor(world: World) {
    this.world = world;
  }

  /** @param now the present, in ms */
  static async open(now = at("2024-06-01 00:00")): Promise<FileLoads> {
    return new FileLoads(await World.over(await opened(duckDbStore), now));
  }

  /** Where a file of this name lies. */
  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file, and loads it. */
  async loadText(
    name: string,
    content: string | Uint8Array,
    options: Partial<LoadOptions> = {},
  ): Promise<Loaded> {
    writeFileSync(this.path(name), content);
    return this.load(this.path(name), options);
  }

  async load(path: string, options: Partial<LoadOptions> = {}): Promise<Loaded> {
    const rejects: string[] = [];
    const progress: LoadProgress[] = [];
    const before = (await this.events()).length;
    const { rows, accepted, duplicates, rejected } = await loadFile(this.world.context, path, {
      layout: PLAIN_LAYOUT,
      acceptsRejects: true,
      duplicateRule: "auto",
      onReject: ({ row, reason }) => rejects.push(`${row}: ${reason}`),
      onProgress: (step) => progress.push(step),
      ...options,
    });
    const events = (await this.events()).slice(before);
    expect(events).toHaveLength(accepted);
    expect(rejects).toHaveLength(rows - accepted - duplicates);
    return { rows, accepted, duplicates, rejected: Object.fromEntries(rejected), rejects, events, progress };
  }

  /** The log's events as `serial time trajectory`, in the order of their ids. */
  async events(): Promise<string[]> {
    const { catalog, events } = this.world.context;
    const { items } = await events.events({}, EVERYTHING);
    return items
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ sensorId, timestamp, trajectory }) => {
        return `${catalog.sensors.get(sensorId)?.serialNumber} ${formatInstant(timestamp)} ${trajectory}`;
      });
  }

  /** Expects that a file is rejected as a whole, and that nothing has changed; gives back why. */
  async expectUnreadable(path: string, options: Partial<LoadOptions> = {}): Promise<string> {
    const before = await this.#everything();
    const error: unknown = await this.load(path, options).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "HeadcountError", kind: "unreadable-input" });
    const { message } = error as Error;
    const start = `cannot read ${path}: `;
    expect(message.startsWith(start), message).toBe(true);
    expect(message).not.toMatch(/[\n\r\0\ufffd]/);
    expect(message.length).toBeLessThan(start.length + 500);
    expect(await this.#everything()).toEqual(before);
    return message.slice(start.length);
  }

  async #everything(): Promise<unknown> {
    const { catalog } = this.world.context;
    return { events: await this.events(), sensors: catalog.sensors.all(), files: readdirSync(this.folder) };
  }
}

/** Writes the rows of a DuckDB query to Parquet, in groups of `groupRows`. */
export async function writeParquet(path: string, query: string, groupRows = 122_880): Promise<void> {
  const target = path.replaceAll("'", "''");
  const copy = `COPY (${query}) TO '${target}' (FORMAT parquet, ROW_GROUP_SIZE ${groupRows})`;
  await withDuckDb((connection) => connection.run(copy));
}
