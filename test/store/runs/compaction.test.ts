import { expect, it } from "vitest";
import type { RunFile } from "../../../src/store/runs/run-file.ts";
import {
  filesToMerge,
  filesToRollUp,
  MERGED_FILES_MAX,
  MERGED_FILES_MIN,
} from "../../../src/store/runs/run-merger.ts";

/** What the choice looks at of a file. */
function file(id: number, bytes: number, spaceIds: readonly bigint[], isRolledUp = true): RunFile {
  return { id, bytes, isRolledUp, spaces: { spaceIds: BigInt64Array.from(spaceIds) } } as unknown as RunFile;
}

const MIB = 2 ** 20;
const files = (count: number, bytes: number, spaces: readonly bigint[] = [1n, 9n], from = 0) =>
  Array.from({ length: count }, (_, i) => file(from + i, bytes, spaces));

it("files of about the same size are merged when there are enough of them", () => {
  expect(filesToMerge(files(MERGED_FILES_MIN - 1, 1_000))).toBeNull();
  expect(filesToMerge(files(MERGED_FILES_MIN, 1_000))).toHaveLength(MERGED_FILES_MIN);
  const most = Array.from({ length: MERGED_FILES_MAX }, (_, i) => i);
  expect(filesToMerge(files(200, 1_000))?.map(({ id }) => id)).toEqual(most);
  expect(filesToMerge(files(50, 100 * MIB))).toHaveLength(10);
});

it("files of other sizes are left alone", () => {
  const sizes = [1_000, 5 * MIB, 40 * MIB, 300 * MIB].flatMap((bytes, i) => files(7, bytes, [1n, 9n], 7 * i));
  expect(filesToMerge(sizes)).toBeNull();
  expect(filesToMerge(files(20, 600 * MIB))).toBeNull();
});

it("small files are merged before large ones", () => {
  const both = [...files(8, 100 * MIB), ...files(8, 1_000, [1n, 9n], 8)];
  expect(filesToMerge(both)?.map(({ id }) => id)).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
});

it("files that have not been rolled up are merged in any number and of any size", () => {
  const plain = [file(1, 1_000, [1n], false), file(3, 100 * MIB, [2n], false)];
  expect(
    filesToRollUp([file(0, 1_000, [1n]), plain[0], file(2, 1_000, [1n]), plain[1]] as RunFile[]),
  ).toEqual(plain);
  expect(filesToRollUp(plain.slice(0, 1))).toHaveLength(1);
  expect(filesToRollUp(files(20, 1_000))).toBeNull();
});
