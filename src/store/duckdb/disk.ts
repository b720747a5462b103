import { stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { DATABASE_FILE } from "../../domain/data-directory.ts";
import type { DiskFigures, DiskReader } from "../../engine/ports.ts";
import type { RunFiles } from "../runs/run-files.ts";

/** What an open data directory takes on disk. */
export class DirectoryDisk implements DiskReader {
  readonly #directory: string;
  readonly #files: RunFiles;

  constructor(directory: string, files: RunFiles) {
    this.#directory = directory;
    this.#files = files;
  }

  async figures(): Promise<DiskFigures> {
    const { bavail, bsize } = await statfs(this.#directory);
    return {
      database: await databaseBytes(this.#directory),
      runs: this.#files.files.reduce((sum, { bytes }) => sum + bytes, 0),
      free: bavail * bsize,
    };
  }
}

/** About what the database takes. It is only asked for: to open the file would take its lock away. */
export async function databaseBytes(directory: string): Promise<number> {
  const file = join(directory, DATABASE_FILE);
  let bytes = 0;
  for (const path of [file, `${file}.wal`]) bytes += await sizeOf(path);
  return bytes;
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    return 0;
  }
}
