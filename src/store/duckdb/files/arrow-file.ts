import { type FileHandle, open } from "node:fs/promises";
import type { ColumnMap } from "../../../engine/ports.ts";
import type { ByteSource } from "../../../formats/arrow/messages.ts";
import { ReportBatches } from "../../../formats/arrow/report-batches.ts";
import { reportsOf } from "../../../formats/arrow/reports.ts";
import type { Connection } from "../database.ts";
import { appendReports, chooseColumns, type InputFile, type MeasuredSource } from "./input-file.ts";

/** Rows appended at a time. A record batch can be as long as the file. */
const APPENDED_ROWS = 16_384;

/** Reads an Arrow IPC file or stream into the `report` table. */
export async function readArrow(connection: Connection, file: InputFile, map: ColumnMap): Promise<void> {
  const handle = await open(file.path);
  const source = file.meter.follow(new FileSource(handle, (await handle.stat()).size));
  try {
    const batches = await ReportBatches.open(source);
    const chosen = chooseColumns(file.name, batches.names, map);
    for await (const batch of batches.batches(chosen, () => undefined)) {
      for (let row = 0; row < batch.rows; row += APPENDED_ROWS)
        await appendReports(connection, reportsOf(batch, row, Math.min(row + APPENDED_ROWS, batch.rows)));
      file.meter.addRows(batch.rows);
    }
  } finally {
    await source.close();
  }
}

class FileSource implements ByteSource, MeasuredSource {
  readonly size: number;
  readonly #handle: FileHandle;
  bytesRead = 0;
  destroyed = false;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  async read(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length);
    let read = 0;
    while (read < length) {
      const { bytesRead } = await this.#handle.read(bytes, read, length - read, position + read);
      // The file has become shorter since it was opened.
      if (bytesRead === 0) return bytes.subarray(0, read);
      read += bytesRead;
      this.bytesRead += bytesRead;
    }
    return bytes;
  }

  async close(): Promise<void> {
    this.destroyed = true;
    await this.#handle.close();
  }
}
