import type { Connection } from "./database.ts";
import { statement } from "./statements.ts";

/** Interval between reads of a running statement's progress, in ms. */
const PROGRESS_MS = 100;

/**
 * Reports the progress of the connection's running statement during some work. Not to be called within a transaction: a
 * failed one accepts no statement, and the connection's setting would remain.
 *
 * @param onProgress receives the fraction from 0 to 1, or null if DuckDB does not know it
 * @throws the work's error
 */
export async function watchProgress<T>(
  connection: Connection,
  onProgress: (fraction: number | null) => void,
  work: () => Promise<T>,
): Promise<T> {
  await connection.run(statement("database/track-progress"));
  const timer = setInterval(() => {
    const { percentage } = connection.raw.progress;
    onProgress(percentage < 0 ? null : percentage / 100);
  }, PROGRESS_MS);
  const untrack = () => connection.run(statement("database/untrack-progress"));
  let result: T;
  try {
    result = await work();
  } catch (error) {
    // After a fatal error of DuckDB, the work's own error has the cause.
    await untrack().catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
  }
  await untrack();
  return result;
}
