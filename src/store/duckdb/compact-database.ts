import { existsSync } from "node:fs";
import { chmod, chown, mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { flushToDisk, requireRoom } from "../../disk.ts";
import { COMPACTING_FOLDER, DATABASE_FILE, DATABASE_LOG_FILE } from "../../domain/data-directory.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { type Connection, databasePath, openInstance } from "../../duckdb/connection.ts";
import { databaseFailure } from "../../duckdb/failures.ts";
import { quoteText, statement, statementWith } from "../../duckdb/statements.ts";
import { addLog, openLastCommit, readChangeLog, readLastCommit, writeLastCommit } from "./commits.ts";
import { explainOpening } from "./failures.ts";
import { closedPath } from "./open-store.ts";
import { copyDatabase } from "./schema.ts";

/** A database's file is compacted if at least this share of it is free, and this many blocks of 256 KiB. */
const FREE_SHARE_MIN = 1 / 8;
const FREE_BLOCKS_MIN = 4;

/**
 * Copies the database of a data directory that no process has open to a new file, which replaces the old one: DuckDB
 * reuses the free blocks of a file, but does not make the file smaller. If this is interrupted, the directory has the
 * old file or the new one.
 *
 * @param always also if little of the file is free
 * @returns whether the file has been replaced
 * @throws HeadcountError `store-held` if a process has it open; `unavailable` if there is not enough disk space, or the
 * file was not closed properly
 */
export async function compactDatabase(directory: string, always: boolean): Promise<boolean> {
  closedPath(directory);
  const folder = join(directory, COMPACTING_FOLDER);
  // DuckDB locks the file against writers while this connection reads it.
  const settings = { temp_directory: join(folder, "temporary") };
  const { connection, close } = await openInstance(":memory:", settings);
  try {
    const source = quoteText(databasePath(join(directory, DATABASE_FILE)));
    await connection.run(statementWith("retention/attach-source", { file: source }));
    return await copyInto(connection, directory, folder, always);
  } catch (error) {
    throw databaseFailure(error)?.error ?? explainOpening(directory, error);
  } finally {
    close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function copyInto(connection: Connection, directory: string, folder: string, always: boolean) {
  const blocks = await connection.row(statement("retention/database-blocks"));
  const [total, free] = [Number(blocks.total_blocks), Number(blocks.free_blocks)];
  const isWorthIt = free >= FREE_BLOCKS_MIN && free >= total * FREE_SHARE_MIN;
  if (free === 0 || !(always || isWorthIt)) return false;
  const [old, written] = [join(directory, DATABASE_FILE), join(folder, DATABASE_FILE)];
  const { size, mode, uid, gid } = await stat(old);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await requireRoom(folder, size * (1 - free / total), "compacting the database");
  const last = await readChangeLog(connection);
  const next = await copyDatabase(connection, written, async (copy) => {
    await copy();
    // It continues the old file, but no log of changes does.
    return addLog(connection, last, "backup.change_log");
  });
  await flushToDisk(written);
  await chmod(written, mode);
  // The user of this process may not own the files.
  if (process.getuid?.() === 0) await chown(written, uid, gid);
  // DuckDB would apply an old log of changes to the new file.
  if (existsSync(join(directory, DATABASE_LOG_FILE)))
    throw new HeadcountError("unavailable", `${old} was not closed properly; try again`);
  await rename(written, old);
  await flushToDisk(directory);
  const noted = readLastCommit(directory);
  if (noted !== null) {
    const file = await openLastCommit(directory);
    writeLastCommit(file, { ...noted, ...next, stored: next.log });
    await file.datasync();
    await file.close();
  }
  return true;
}
