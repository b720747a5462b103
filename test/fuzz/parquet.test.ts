import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Random, seeded } from "../../bench/random.ts";
import { ParquetReader, type ParquetVariant, writeParquetFiles } from "../support/parquet-variants.ts";

/** HEADCOUNT_FUZZED_FILES: how many bytes are changed in all; a fifteenth as many files are cut. */
const CHANGES = Number(process.env.HEADCOUNT_FUZZED_FILES || 160);
const CUTS = Math.ceil(CHANGES / 15);
/** HEADCOUNT_PROPERTY_SEED: another seed than the usual one. */
const SEED = Number(process.env.HEADCOUNT_PROPERTY_SEED || 20);

const folder = mkdtempSync(join(tmpdir(), "headcount-parquet-"));
const reader = new ParquetReader(join(folder, "damaged.parquet"));
let files: Awaited<ReturnType<typeof writeParquetFiles>> = [];

beforeAll(async () => {
  files = await writeParquetFiles(folder);
});

afterAll(() => {
  reader.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A file with a random byte changed, or cut at a random place. */
function variantOf(random: Random, isCut: boolean): ParquetVariant {
  const { path } = files[Math.floor(random() * files.length)] as { path: string };
  const at = Math.floor(random() * readFileSync(path).length);
  return { path, at, value: isCut ? null : Math.floor(random() * 256) };
}

it("every kind of file is read whole", { timeout: 60_000 }, async () => {
  for (const { name, path } of files) {
    const whole = { path, at: readFileSync(path).length, value: null };
    expect(await reader.read(whole), name).toEqual({ kind: "read", detail: "40" });
  }
});

it(`damaged files are read or refused, seed ${SEED}`, { timeout: 3_600_000 }, async () => {
  const random = seeded(SEED);
  const counts: Record<string, number> = {};
  const findings: string[] = [];
  for (let index = 0; index < CHANGES + CUTS; index++) {
    const variant = variantOf(random, index >= CHANGES);
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
