import type { Connection } from "./database.ts";
import { statement } from "./statements.ts";

/** How often a running statement is asked how far it has come, in ms. */
const PROGRESS_MS = 100;

/**
 * Reports how far the connection's running statement has come while some work goes on. Not to be called within a
 * transaction: one that has failed takes no statement, and the connection's setting would stay on.
 *
 * @param onProgress takes the fraction from 0 to 1, or null where DuckDB does not know it
 * @throws what the work throws
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
    // Where DuckDB has given up, the work's own error says why.
    await untrack().catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
  }
  await untrack();
  return result;
}
