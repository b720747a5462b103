import { HeadcountError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { INGEST_ROWS_MAX } from "../domain/limits.ts";
import type { LoadOptions, LoadResult } from "../engine/ports.ts";
import { readReports } from "../store/duckdb/report-reader.ts";
import type { RemoteServer } from "./remote-server.ts";

/** Rows sent at a time: far below the server's limits on rows and bytes. */
const BATCH_ROWS = INGEST_ROWS_MAX / 4;

/**
 * Reads a file here and sends its rows to a server, batch by batch. Each batch is a transaction there;
 * if it breaks off, loading the file again completes it (D9).
 *
 * @throws HeadcountError `unreadable-input` where the file cannot be read; `invalid` where it is too long for its
 * repetitions to be kept
 */
export async function loadThroughServer(
  server: RemoteServer,
  path: string,
  options: Omit<LoadOptions, "now">,
): Promise<LoadResult> {
  const file = await readReports(path, { ...options, now: Date.now() });
  // What repeats an event of an earlier batch could not be told from what was sent before (D9).
  if (options.keepDuplicates && file.rows > INGEST_ROWS_MAX) {
    file.close();
    const most = INGEST_ROWS_MAX.toLocaleString("en");
    throw new HeadcountError(
      "invalid",
      `--keep-duplicates works through a server for files of at most ${most} rows; ${path} has ` +
        `${file.rows.toLocaleString("en")}. Load it into the directory, or in parts`,
    );
  }
  const query = { live: false, ...(options.keepDuplicates ? { duplicates: "keep" as const } : {}) };
  let accepted = 0;
  let duplicates = 0;
  let sent = 0;
  try {
    for await (const batch of file.batches(options.keepDuplicates ? INGEST_ROWS_MAX : BATCH_ROWS)) {
      const rows = batch.map((report) => ({
        sensor_serial_number: report.serialNumber,
        timestamp: formatInstant(report.timestamp),
        trajectory: report.trajectory,
        ...(report.eventId === null ? {} : { event_id: report.eventId }),
      }));
      const answer = await server.run(({ v2 }, { answerOf }) =>
        answerOf(v2.POST("/v2/sensor_events/", { params: { query }, body: rows })),
      );
      accepted += answer.accepted;
      duplicates += answer.duplicates;
      sent += batch.length;
      options.onProgress({ phase: "storing", fraction: sent / file.rows, rows: sent });
    }
  } finally {
    file.close();
  }
  return { rows: file.rows, rejected: file.rejected, accepted, duplicates };
}
