import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { HeadcountError } from "../../src/domain/errors.ts";
import type { Store } from "../../src/engine/ports.ts";
import { casesOf, numbersFrom, SEEDS } from "../support/random.ts";
import { openDirectory } from "../support/store-directory.ts";
import { duckDbStore, temporaryFolder, treeOf } from "../support/store-harness.ts";
import { at } from "../support/store-reports.ts";
import { EVERYTHING, runsOf, World } from "../support/store-world.ts";

/** How many mutations are tried. */
const MUTATIONS = casesOf(12);

/** Rejections that say that something of the directory is missing or damaged, or unknown parts are derived again. */
const SAID = ["store-damaged", "store-incomplete", "data-lost", "unavailable"];

/** A data directory as it lies on disk, and those that it was before. */
interface State {
  readonly name: string;
  readonly directory: string;
  readonly older: readonly string[];
}

let states: readonly State[];
let acknowledged: Contents;

type Contents = Awaited<ReturnType<typeof contentsOf>>;

/** A store's acknowledged events and catalog, and their counts. */
async function contentsOf({ events, catalog }: Store) {
  const { items } = await events.events({}, EVERYTHING);
  const rows = await catalog.load();
  const spaceIds = rows.space.map(({ id }) => id);
  return { items, rows, runs: await runsOf(events, spaceIds), position: await events.position() };
}

beforeAll(async () => {
  const made = await duckDbStore();
  let world = await World.over(made);
  const folder = join(made.directory, "..");
  const kept = (name: string) => {
    const copy = join(folder, name);
    cpSync(made.directory, copy, { recursive: true });
    return copy;
  };
  let minute = 0;
  const report = async (events: number) => {
    const start = at("2024-05-01 00:00");
    const reports = Array.from({ length: events }, () => ({
      serialNumber: minute % 2 === 0 ? "a" : "b",
      timestamp: start + minute++ * 60_000,
      trajectory: minute % 3 === 0 ? (-1 as const) : (1 as const),
      eventId: `event ${minute}`,
    }));
    await world.ingest(reports);
  };
  await world.link(await world.space("Hall"), await world.doorway("Front", "a"));
  await report(1_500);
  world = await world.reopen();
  const closedEarly = kept("closed early");
  await world.link(await world.space("Cafe"), await world.doorway("Side", "b"));
  await report(500);
  // The files while it is open are those that a killed process leaves.
  const killedEarly = kept("killed early");
  await report(700);
  await world.space("Attic");
  for (let single = 0; single < 20; single++) await report(1);
  const killed = kept("killed");
  acknowledged = await contentsOf(made.store);
  await made.store.close();
  states = [
    { name: "killed", directory: killed, older: [closedEarly, killedEarly] },
    { name: "closed", directory: kept("closed"), older: [closedEarly, killedEarly] },
  ];
  return () => made.dispose();
});

/** What is done to one file of a directory. */
const OPERATIONS: Readonly<
  Record<string, (path: string, below: (end: number) => number, older: string) => void>
> = {
  delete: (path) => rmSync(path),
  "cut anywhere": (path, below) => truncateSync(path, below(readFileSync(path).length)),
  "cut near the end": (path, below) =>
    truncateSync(path, Math.max(0, readFileSync(path).length - 1 - below(300))),
  "fill with zeros": (path, below) => overwrite(path, below, () => 0),
  "fill with noise": (path, below) => overwrite(path, below, () => below(256)),
  "swap with an older one": (path, _, older) => {
    if (existsSync(older)) cpSync(older, path);
    else rmSync(path);
  },
};

function overwrite(path: string, below: (end: number) => number, byte: () => number): void {
  const bytes = readFileSync(path);
  const start = below(bytes.length);
  const end = start + 1 + below(below(2) === 0 ? 64 : 20_000);
  for (let position = start; position < Math.min(end, bytes.length); position++) bytes[position] = byte();
  writeFileSync(path, bytes);
}

const filesOf = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .sort();

/** Opens a directory and compares all it has with what was acknowledged; gives back what that amounted to. */
async function examine(directory: string): Promise<string> {
  const before = treeOf(directory);
  let store: Store;
  try {
    store = await openDirectory(directory);
  } catch (error) {
    expect(error).toBeInstanceOf(HeadcountError);
    expect(SAID).toContain((error as HeadcountError).kind);
    expect(treeOf(directory)).toEqual(before);
    return "refused";
  }
  try {
    // A file of runs that is found damaged is derived again, and says so to who has asked.
    for (let time = 0; ; time++) {
      try {
        expect(await contentsOf(store)).toEqual(acknowledged);
        return "whole";
      } catch (error) {
        if (!(error instanceof HeadcountError)) throw error;
        expect(SAID).toContain(error.kind);
        if (error.kind !== "unavailable" || time > 5) return `said ${error.kind}`;
      }
    }
  } finally {
    await store.close().catch(() => undefined);
  }
}

describe("a data directory of which one file has been changed", () => {
  it.each(SEEDS)("has all acknowledged data, or reports the loss (seed %i)", async (seed) => {
    const below = numbersFrom(seed);
    const names = Object.keys(OPERATIONS);
    const outcomes = new Map<string, number>();
    for (const { directory } of states) {
      const copy = join(temporaryFolder(), "data");
      cpSync(directory, copy, { recursive: true });
      expect(await examine(copy)).toBe("whole");
    }
    for (let mutation = 0; mutation < MUTATIONS; mutation++) {
      const state = states[mutation % states.length] as State;
      const operation = names[below(names.length)] as string;
      const older = state.older[below(state.older.length)] as string;
      const files = filesOf(state.directory);
      const file = files[below(files.length)] as string;
      const copy = join(temporaryFolder(), "data");
      cpSync(state.directory, copy, { recursive: true });
      OPERATIONS[operation]?.(join(copy, file), below, join(older, file));
      const what = `${state.name}: ${operation} ${file.replace(/\d{10}/, "N")}`;
      const outcome = await examine(copy).catch((error: unknown) => {
        throw new Error(`mutation ${mutation} (${what}) of seed ${seed}`, { cause: error });
      });
      rmSync(copy, { recursive: true });
      outcomes.set(`${what}: ${outcome}`, (outcomes.get(`${what}: ${outcome}`) ?? 0) + 1);
    }
    if (MUTATIONS > 100) {
      const lines = [...outcomes].map(([what, times]) => `${times} × ${what}\n`);
      process.stderr.write(lines.sort().join(""));
    }
    expect([...outcomes.values()].reduce((sum, times) => sum + times, 0)).toBe(MUTATIONS);
  });
});
