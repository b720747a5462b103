import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, it, onTestFinished, vi } from "vitest";
import { DATABASE_FILE } from "../../src/domain/data-directory.ts";
import { Connection, Database } from "../../src/store/duckdb/database.ts";
import { DuckDbRunSource } from "../../src/store/duckdb/run-source.ts";
import { statement } from "../../src/store/duckdb/statements.ts";
import { RetainedRuns } from "../../src/store/runs/retained-runs.ts";
import { RunFiles } from "../../src/store/runs/run-files.ts";
import { RunStore } from "../../src/store/runs/run-store.ts";
import { duckDbStore, opened } from "../support/store-harness.ts";
import { modelRuns } from "../support/store-model.ts";
import { runsOf, World } from "../support/store-world.ts";

/** Changes that a slice is to have: each space has 4 on each of 3 days. */
const SLICE_CHANGES = 8;
const SLICES = (3 * 3 * 4) / SLICE_CHANGES;

/** Three spaces whose runs are all stale, over the database itself, to be derived in slices. */
async function staleSpaces() {
  const directory = await opened(duckDbStore);
  const world = await World.over(directory);
  const spaces = [await world.space("A"), await world.space("B"), await world.space("C")];
  const door = await world.doorway("Door", "s");
  const days = ["2024-05-06", "2024-05-07", "2024-05-08"];
  await world.report(...days.flatMap((day) => [10, 11, 12, 13].map((hour) => `s ${day}T${hour}:00 1`)));
  for (const space of spaces) await world.link(space, door);
  const expected = modelRuns(world.events());
  await directory.behind("INSERT INTO stale_run SELECT DISTINCT space_id, day FROM bound_event");
  const database = await Database.over(await DuckDBInstance.create(join(directory.directory, DATABASE_FILE)));
  const files = await RunFiles.open(directory.directory, [], 0);
  if (files === null) throw new Error("there are files of runs already");
  const source = new DuckDbRunSource(database);
  const retained = await RetainedRuns.open(source.retained);
  const runs = new RunStore(source, { files, retained }, true, SLICE_CHANGES);
  onTestFinished(async () => {
    // What is merged in the background is given up, so that nothing is written after the test.
    await runs.close();
    await database.close();
  });
  const marks = async () =>
    Number(
      (
        await database.read((connection) =>
          connection.row("SELECT count(*) AS n FROM (SELECT * FROM stale_run UNION SELECT * FROM due_run)"),
        )
      ).n,
    );
  return { database, files, runs, spaces, expected, marks };
}

/** Calls `before` with a number, from 1 on, before each slice is derived. */
function beforeSlices(before: (slice: number) => void): void {
  const chunks = Connection.prototype.chunks;
  let slices = 0;
  const spy = vi.spyOn(Connection.prototype, "chunks").mockImplementation(function (
    this: Connection,
    ...given
  ) {
    if (given[0] === statement("runs/derive-due")) before(++slices);
    return chunks.apply(this, given);
  });
  onTestFinished(() => spy.mockRestore());
}

it("what is stale is derived in slices of so many changes, and in the end all of it", async () => {
  const { files, runs, spaces, expected, marks } = await staleSpaces();
  let slices = 0;
  beforeSlices((slice) => {
    slices = slice;
  });
  expect(await runsOf(runs, spaces)).toEqual(expected);
  expect(slices).toBeGreaterThanOrEqual(SLICES);
  expect(slices).toBeLessThanOrEqual(SLICES + 1);
  expect(await marks()).toBe(0);
  await runs.settle();
  expect(files.files.map(({ isRolledUp }) => isRolledUp)).toEqual([true]);
  expect(await runsOf(runs, spaces)).toEqual(expected);
});

it("where a slice fails, those before it are kept, the marks of the others too, and reading goes on from there", async () => {
  const { files, runs, spaces, expected, marks } = await staleSpaces();
  let failed = false;
  let slices = 0;
  beforeSlices((slice) => {
    slices = slice;
    if (slice !== 3 || failed) return;
    failed = true;
    throw new Error("power cut");
  });
  await expect(runsOf(runs, spaces)).rejects.toThrow("power cut");
  const left = await marks();
  expect(left).toBeGreaterThan(0);
  const stored = files.files.reduce((sum, file) => sum + file.spaces.runCounts.reduce((a, b) => a + b, 0), 0);
  expect(stored).toBe(9 - left);
  expect(await runsOf(runs, spaces)).toEqual(expected);
  expect(slices).toBeLessThanOrEqual(3 + SLICES);
  expect(await marks()).toBe(0);
});

it("what has been derived again takes the place of what was, on disk, too", async () => {
  const { files, runs, spaces, expected } = await staleSpaces();
  await runs.refresh();
  const EVER = { spaceId: null, from: -Infinity, to: Infinity, verify: false };
  for (let time = 0; time < 2; time++) {
    expect(await runs.rebuild(EVER)).toMatchObject({ runs: 9, events: 36 });
    const stored = files.files.flatMap((file) => [...file.spaces.runCounts]);
    expect(stored.reduce((sum, count) => sum + count, 0)).toBe(9);
  }
  expect(await runsOf(runs, spaces)).toEqual(expected);
});

it("one that begins to read while slices are derived waits for the last of them", async () => {
  const { runs, spaces, expected } = await staleSpaces();
  const readings: Promise<unknown>[] = [];
  beforeSlices(() => readings.push(runsOf(runs, spaces)));
  await runs.refresh();
  expect(readings.length).toBeGreaterThanOrEqual(SLICES);
  for (const reading of readings) expect(await reading).toEqual(expected);
});
