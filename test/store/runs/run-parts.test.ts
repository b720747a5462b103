import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RUNS_FOLDER } from "../../../src/domain/data-directory.ts";
import { must } from "../../../src/domain/errors.ts";
import type { ResetHistory } from "../../../src/series/replay-plan.ts";
import { BLOCK_PARTS, type BlockPart, ELEMENT_WIDTHS, type RunSlice } from "../../../src/series/run-block.ts";
import { elementBytes, padded } from "../../../src/store/runs/run-file-format.ts";
import { add, EVER, openFiles } from "../../support/run-files.ts";
import { temporaryFolder } from "../../support/store-harness.ts";

const DAY_MS = 86_400_000;
const FIRST_DAY = 19_000;
const DAYS = 70;
const CHANGES = 500;

/** A space's days with enough changes for rows of all kinds, a week of them different. */
const BUSY_RUNS = Array.from({ length: DAYS }, (_, i) => ({
  spaceId: 1n,
  day: FIRST_DAY + i,
  changes: Uint32Array.from(
    { length: CHANGES },
    (_, change) => 2 * (60_000 * change + (i % 7)) + (change % 3 === 0 ? 0 : 1),
  ),
}));

/** Within an hour. */
const BUSY_RESETS: ResetHistory = {
  schedules: [],
  resets: BUSY_RUNS.map(({ day }) => ({ instant: day * DAY_MS + 16_200_000, count: 9 })),
};

/** One file with the busy days of a space, and its path. */
async function openBusy(directory: string) {
  const files = await openFiles(directory);
  files.historyOf = () => BUSY_RESETS;
  const file = await add(files, BUSY_RUNS);
  const path = join(directory, RUNS_FOLDER, must(readdirSync(join(directory, RUNS_FOLDER))[0], "file"));
  return { files, file, path };
}

/** A part of each run of some pieces, by itself. */
async function numbersOf(pieces: readonly RunSlice[], part: BlockPart): Promise<number[][]> {
  const read: number[][] = [];
  for (const { block, from, to } of pieces) {
    const { firsts } = block;
    const at = (run: number) => (firsts[part][run] as number) * ELEMENT_WIDTHS[part];
    for (let run = from; run < to; run++)
      read.push([...block.load(part, run).subarray(at(run), at(run + 1))]);
  }
  return read;
}

describe("files of runs with roll-ups of all kinds", () => {
  it("name the day of a run damaged in any part, and give all others", async () => {
    const directory = temporaryFolder();
    const { files, path, file } = await openBusy(directory);
    const { counts } = await file.directory(0);
    files.close();
    const bytes = readFileSync(path);
    let start = 0;
    for (const part of BLOCK_PARTS) {
      let at = start;
      for (const [run, count] of counts[part].entries()) {
        if (count > 0 && [0, 1, 31, 32, 33, 69].includes(run)) {
          const damaged = Buffer.from(bytes);
          damaged.writeUInt8((bytes[at] ?? 0) ^ 0x10, at);
          writeFileSync(path, damaged);
          const { day } = must(BUSY_RUNS[run], "run");
          const opened = await openFiles(directory, [file.id], 0);
          const partOf = (range: typeof EVER) =>
            opened.read(1n, range, [], (pieces) => numbersOf(pieces, part));
          await expect(partOf(EVER), `${part} of run ${run}`).rejects.toMatchObject({ day });
          const before = await partOf({ firstDay: -Infinity, lastDay: day - 1 });
          const after = await partOf({ firstDay: day + 1, lastDay: Infinity });
          expect(before.length + after.length).toBe(BUSY_RUNS.length - 1);
          opened.close();
        }
        at += count * elementBytes(part);
      }
      start = padded(at);
    }
    writeFileSync(path, bytes);
    const whole = await openFiles(directory, [file.id], 0);
    for (const part of BLOCK_PARTS) {
      const read = await whole.read(1n, EVER, [], (pieces) => numbersOf(pieces, part));
      expect(read.filter((numbers) => numbers.length > 0).length, part).toBeGreaterThan(60);
    }
    whole.close();
  });
});
