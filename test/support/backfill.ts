import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Finished, headcount, succeed, temporaryFolder } from "./headcount.ts";

/** A temporary folder with some files, by their names. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** A file of CSV. */
export const csv = (rows: readonly string[]) => `${rows.join("\n")}\n`;

/** Loads files into the data directory `data` of a folder. */
export async function load(cwd: string, ...args: readonly string[]): Promise<Finished> {
  if (!existsSync(join(cwd, "data"))) await succeed(["token", "create", "--data-dir", "data"], { cwd });
  return headcount(["backfill", ...args, "--data-dir", "data"], { cwd });
}

/** The events of a data directory as CSV, without their ids. */
export async function eventsOf(cwd: string, directory = "data"): Promise<string[]> {
  const { stdout } = await succeed(["export", "events", "--data-dir", directory, "--format", "csv"], { cwd });
  return stdout
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.replace(/^\w+,/, ""))
    .sort();
}
