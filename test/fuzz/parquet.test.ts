import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { suiteFolder } from "../support/headcount.ts";
import { ParquetReader, type ParquetVariant, writeParquetFiles } from "../support/parquet-variants.ts";
import { casesOf, numbersFrom, SEEDS } from "../support/random.ts";

/** How many bytes are changed, and how many files are cut. */
const CHANGES = casesOf(160);
const CUTS = casesOf(11);

const folder = suiteFolder();
const reader = new ParquetReader(join(folder, "damaged.parquet"));
let files: Awaited<ReturnType<typeof writeParquetFiles>> = [];

beforeAll(async () => {
  files = await writeParquetFiles(folder);
});

afterAll(() => reader.close());

/** A file with a random byte changed, or cut at a random place. */
function variantOf(below: (bound: number) => number, isCut: boolean): ParquetVariant {
  const { path } = files[below(files.length)] as { path: string };
  const at = below(readFileSync(path).length);
  return { path, at, value: isCut ? null : below(256) };
}

it("every kind of file is read whole", async () => {
  for (const { name, path } of files) {
    const whole = { path, at: readFileSync(path).length, value: null };
    expect(await reader.read(whole), name).toEqual({ kind: "read", detail: "40" });
  }
});

it.each(SEEDS)("damaged files are read or rejected (seed %i)", async (seed) => {
  const below = numbersFrom(seed);
  const counts: Record<string, number> = {};
  const findings: string[] = [];
  for (let index = 0; index < CHANGES + CUTS; index++) {
    const variant = variantOf(below, index >= CHANGES);
    const { kind, detail } = await reader.read(variant);
    counts[kind] = (counts[kind] ?? 0) + 1;
    const name = files.find(({ path }) => path === variant.path)?.name;
    if (kind !== "read" && kind !== "refused")
      findings.push(`${name}, byte ${variant.at} ${variant.value ?? "cut"}: ${kind}, ${detail}`);
  }
  process.stderr.write(`parquet: ${JSON.stringify(counts)}\n`);
  expect(findings).toEqual([]);
  expect(counts.refused).toBeGreaterThan(0);
  expect(counts.read).toBeGreaterThan(0);
});
