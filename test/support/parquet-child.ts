import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { DuckDBInstance } from "@duckdb/node-api";
import { HeadcountError } from "../../src/domain/errors.ts";
import { PLAIN_LAYOUT } from "../../src/domain/file-layout.ts";
import { Database } from "../../src/duckdb/database.ts";
import { stageFile } from "../../src/formats/in/stage-file.ts";
import { createTables } from "../../src/store/duckdb/schema.ts";
import type { ParquetOutcome, ParquetVariant } from "./parquet-variants.ts";

/*
 * Reads damaged Parquet files as `headcount backfill` does, in a process that may crash, hang or run out of memory. It
 * takes one variant a line of stdin, and answers one outcome a line. Run as `parquet-child.ts <scratch file>`.
 */

const [scratch = ""] = process.argv.slice(2);

const instance = await DuckDBInstance.create();
const database = await Database.over(instance);
await database.transaction(createTables);

const ORIGINALS = new Map<string, Buffer>();

/** Writes the damaged file that a variant stands for. */
function write({ path, at, value }: ParquetVariant): void {
  let original = ORIGINALS.get(path);
  if (original === undefined) {
    original = readFileSync(path);
    ORIGINALS.set(path, original);
  }
  const bytes = value === null ? original.subarray(0, at) : Buffer.from(original);
  if (value !== null) bytes[at] = value;
  writeFileSync(scratch, bytes);
}

async function outcomeOf(variant: ParquetVariant): Promise<ParquetOutcome> {
  write(variant);
  try {
    const staged = await database.write((connection) =>
      stageFile(connection, scratch, {
        layout: PLAIN_LAYOUT,
        acceptsRejects: true,
        duplicateRule: "auto",
        times: { earliest: 0, logStart: 0, latest: Date.UTC(2024, 6, 1) },
        onReject: () => undefined,
        onProgress: () => undefined,
      }),
    );
    return { kind: "read", detail: String(staged.rows) };
  } catch (error) {
    const detail = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
    const isRefused = error instanceof HeadcountError && error.kind === "unreadable-input";
    return { kind: isRefused ? "refused" : "failed", detail: (detail ?? "").replace(scratch, "x.parquet") };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const outcome = await outcomeOf(JSON.parse(line) as ParquetVariant);
  const { maxRSS } = process.resourceUsage();
  process.stdout.write(`${JSON.stringify({ ...outcome, memoryBytes: 1024 * maxRSS })}\n`);
}
