import { type FileHandle, open } from "node:fs/promises";
import type { ByteSource } from "../../arrow/messages.ts";
import { ReportBatches } from "../../arrow/report-batches.ts";
import { reportsOf } from "../../arrow/reports.ts";
import type { ColumnMap } from "../../engine/ports.ts";
import type { Connection } from "./database.ts";
import { chooseColumns } from "./file-columns.ts";
import type { InputFile } from "./file-format.ts";
import { appendReports } from "./report-table.ts";

/** Rows appended at a time: a batch may be as long as the file. */
const APPENDED_ROWS = 16_384;

/** Reads an Arrow IPC file or stream into the `report` table. */
export async function readArrow(connection: Connection, file: InputFile, map: ColumnMap): Promise<void> {
  const handle = await open(file.path);
  try {
    const batches = await ReportBatches.open(await fileSource(handle));
    const chosen = chooseColumns(file.name, batches.names, map);
    for await (const batch of batches.batches(chosen, () => undefined)) {
      for (let row = 0; row < batch.rows; row += APPENDED_ROWS)
        await appendReports(connection, reportsOf(batch, row, Math.min(row + APPENDED_ROWS, batch.rows)));
    }
  } finally {
    await handle.close();
  }
}

async function fileSource(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat();
  return {
    size,
    read: async (position, length) => {
      const bytes = Buffer.alloc(length);
      let read = 0;
      while (read < length) {
        const { bytesRead } = await handle.read(bytes, read, length - read, position + read);
        // The file has become shorter since it was opened.
        if (bytesRead === 0) return bytes.subarray(0, read);
        read += bytesRead;
      }
      return bytes;
    },
  };
}
