import { createReadStream } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { flushToDisk, makeFolder } from "../disk.ts";
import { HeadcountError } from "../domain/errors.ts";
import { FOLDER_MODE, writeFileOf } from "./files.ts";

/** The bytes that are read at a time. */
const READ_BYTES = 2 ** 20;

const UNFINISHED = ".part";

/** A folder that the servers of a cluster share, with the archives of its snapshots: `headcount-LOG-ID.tar`. */
export class SnapshotFolder {
  readonly #folder: string;
  readonly #prefix: string;

  /** @param log the id of the log, of which several may share the folder */
  constructor(folder: string, log: string) {
    this.#folder = folder;
    this.#prefix = `headcount-${log}-`;
  }

  /**
   * Whether the folder has a complete archive of this size.
   *
   * @throws HeadcountError `unavailable` if it cannot be read
   */
  async has(id: bigint, bytes: number): Promise<boolean> {
    const found = await stat(this.#pathOf(id)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw this.#explain(error);
    });
    return found?.size === bytes;
  }

  /** The bytes of an archive. @throws HeadcountError `unavailable` if it cannot be read */
  async *read(id: bigint): AsyncGenerator<Uint8Array> {
    const file = createReadStream(this.#pathOf(id), { highWaterMark: READ_BYTES });
    try {
      yield* file as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /**
   * Writes an archive, which has its name when it is complete and on disk.
   *
   * @returns its size in bytes
   * @throws HeadcountError `unavailable` if it cannot be written; what reading the archive throws
   */
  async write(id: bigint, archive: AsyncIterable<Uint8Array>): Promise<number> {
    const path = this.#pathOf(id);
    const unfinished = `${path}${UNFINISHED}`;
    try {
      makeFolder(this.#folder, FOLDER_MODE);
      await rm(unfinished, { force: true });
      const { bytes } = await writeFileOf(archive, this.#folder, this.#nameOf(id) + UNFINISHED, () => {});
      await rename(unfinished, path);
      await flushToDisk(this.#folder);
      return bytes;
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw this.#explain(error);
    }
  }

  /**
   * Deletes the archives of the log that are older than the newest of some, except these.
   *
   * @param ids the newest first
   * @throws HeadcountError `unavailable` if they cannot be deleted
   */
  async keep(ids: readonly bigint[]): Promise<void> {
    const [newest = 0n] = ids;
    try {
      for (const name of await readdir(this.#folder)) {
        const [, id] = /^(\d+)\.tar(?:\.part)?$/.exec(name.slice(this.#prefix.length)) ?? [];
        if (!name.startsWith(this.#prefix) || id === undefined || BigInt(id) > newest) continue;
        if (!ids.includes(BigInt(id)) || name.endsWith(UNFINISHED))
          await rm(join(this.#folder, name), { force: true });
      }
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #nameOf(id: bigint): string {
    return `${this.#prefix}${id}.tar`;
  }

  #pathOf(id: bigint): string {
    return join(this.#folder, this.#nameOf(id));
  }

  #explain(error: unknown): unknown {
    if (!(error instanceof Error) || !("syscall" in error)) return error;
    const message = `cannot use the folder of snapshots ${this.#folder}: ${error.message}`;
    return new HeadcountError("unavailable", message, { cause: error });
  }
}
