import type { Connection } from "./database.ts";

/** How often a running statement is asked how far it has come, in ms. */
const PROGRESS_MS = 200;

/** How far a statement has come: from 0 to 1, null where unknown, and rows so far. */
export interface StatementProgress {
  readonly fraction: number | null;
  readonly rows: number;
}

/** Tells how far the connection's running statement has come, while some work goes on. */
export async function watchProgress<T>(
  connection: Connection,
  onProgress: (progress: StatementProgress) => void,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    const { percentage, rows_processed: rows } = connection.raw.progress;
    onProgress({ fraction: percentage < 0 ? null : percentage / 100, rows: Number(rows) });
  }, PROGRESS_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
