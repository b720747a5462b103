import { rm } from "node:fs/promises";
import { join } from "node:path";
import { copyFileOf, digestOf, inEmptyFolder } from "../../backup/files.ts";
import { flushToDisk, notWritten, requireRoom } from "../../disk.ts";
import { DATABASE_FILE, PACKING_FOLDER } from "../../domain/data-directory.ts";
import { conflict, HeadcountError } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Connection } from "../../duckdb/connection.ts";
import type { Database } from "../../duckdb/database.ts";
import { databaseFailure, firstLine } from "../../duckdb/failures.ts";
import { statement } from "../../duckdb/statements.ts";
import type { BackupOrder, BackupSource, PackedBackup } from "../../engine/ports.ts";
import { runFilePath } from "../runs/run-file.ts";
import type { RunFiles } from "../runs/run-files.ts";
import { databaseBytes } from "./directory-files.ts";
import { listedRunFiles } from "./run-source.ts";
import { copyDatabase, SCHEMA_VERSION } from "./schema.ts";

/**
 * Makes backups of an open data directory. One transaction reads the database as of one instant, and blocks no writer;
 * the listed run files never change, and stay until they have been copied. Runs in memory are recorded as such in the
 * database: they are stale when the backup is opened.
 */
export class DuckDbBackups implements BackupSource {
  readonly #database: Database;
  readonly #files: RunFiles;
  readonly #directory: string;
  /** Whether a backup is being made, or a packed one has not been discarded. */
  #isBusy = false;
  #isClosing = false;
  #making: Promise<unknown> = Promise.resolve();
  #reader: Connection | null = null;

  constructor(database: Database, files: RunFiles, directory: string) {
    this.#database = database;
    this.#files = files;
    this.#directory = directory;
  }

  async write(folder: string, order: BackupOrder): Promise<void> {
    await this.#make(folder, order);
    this.#isBusy = false;
  }

  async pack(order: BackupOrder): Promise<PackedBackup> {
    const folder = join(this.#directory, PACKING_FOLDER);
    const remove = () => removePacked(this.#directory);
    // An earlier backup has left files if they could not be deleted.
    await this.#make(folder, order, remove);
    const { packBackup } = await import("../../backup/archive.ts");
    const discard = () =>
      remove().finally(() => {
        this.#isBusy = false;
      });
    return { archive: packBackup(folder), discard };
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#reader?.raw.interrupt();
    await this.#making.catch(() => undefined);
  }

  async #make(folder: string, order: BackupOrder, prepare = async () => {}): Promise<void> {
    if (this.#isClosing) throw closing();
    if (this.#isBusy)
      throw conflict("backup-running", "another backup is in progress; try again when it has finished");
    this.#isBusy = true;
    const fill = () => this.#files.keeping(() => this.#fill(folder, order));
    this.#making = prepare().then(() => inEmptyFolder(folder, fill));
    try {
      await this.#making;
    } catch (error) {
      this.#isBusy = false;
      throw this.#explain(error);
    }
  }

  async #fill(folder: string, { release, now, onProgress }: BackupOrder): Promise<void> {
    const copied = await databaseBytes(this.#directory);
    const total = copied + this.#files.bytes;
    await requireRoom(folder, total, "a backup");
    const snapshot = await this.#copyDatabase(folder, (fraction) => onProgress(fraction * copied, total));
    let done = copied;
    const onBytes = (bytes: number) => {
      if (this.#isClosing) throw closing();
      done += bytes;
      onProgress(done, Math.max(done, total));
    };
    const files = [await digestOf(folder, DATABASE_FILE, () => onBytes(0))];
    for (const id of snapshot.runFiles)
      files.push(await copyFileOf(this.#directory, folder, runFilePath(id), onBytes));
    await flushToDisk(folder);
    // Imported on demand: its validation library takes long to load, and other commands do not need it.
    const { writeManifest } = await import("../../backup/manifest.ts");
    await writeManifest(folder, {
      release,
      schema_version: SCHEMA_VERSION,
      organization_id: formatId("organization", snapshot.organizationId),
      taken_at: formatInstant(now),
      last_event_id: snapshot.lastEventId === 0n ? null : formatId("event", snapshot.lastEventId),
      events: snapshot.events,
      files,
    });
    await flushToDisk(folder);
  }

  /** Copies the database; returns a summary of its content, as seen by the same transaction. */
  async #copyDatabase(folder: string, onFraction: (fraction: number) => void) {
    return this.#database.read(async (reader) => {
      this.#reader = reader;
      const copying = () =>
        copyDatabase(reader, join(folder, DATABASE_FILE), async (copy) => {
          if (this.#isClosing) throw closing();
          const { organization_id: organizationId } = await reader.row(statement("catalog/directory"));
          const { events } = await reader.row(statement("events/log-summary"));
          const { id: lastEventId } = await reader.row(statement("events/last-id"));
          const runFiles = await listedRunFiles(reader);
          await copy();
          await reader.run(statement("backup/remove-node"));
          return { organizationId, events, lastEventId, runFiles };
        });
      try {
        return await reader.watchProgress((fraction) => onFraction(fraction ?? 0), copying);
      } finally {
        this.#reader = null;
      }
    });
  }

  #explain(error: unknown): unknown {
    if (error instanceof HeadcountError) return error;
    if (this.#isClosing) return closing();
    const isOfSystem = error instanceof Error && "syscall" in error;
    if (databaseFailure(error) === null && !isOfSystem) return error;
    return notWritten(`the backup could not be written: ${firstLine(error)}`, error);
  }
}

/** Deletes a packed backup of an earlier process. */
export async function removePacked(directory: string): Promise<void> {
  await rm(join(directory, PACKING_FOLDER), { recursive: true, force: true });
}

function closing(): HeadcountError {
  return new HeadcountError("unavailable", "the data is being closed");
}
