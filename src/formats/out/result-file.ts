import { closeSync, createReadStream, fstatSync, openSync, rmSync, writeSync } from "node:fs";
import type { DuckDBDataChunk, DuckDBType } from "@duckdb/node-api";
import type { SqlResult } from "../../engine/ports/ad-hoc-sql.ts";

export interface ResultColumn {
  readonly name: string;
  readonly type: DuckDBType;
}

export type ResultSummary = Pick<SqlResult, "rows" | "truncated" | "elapsedMs" | "asOf">;

export interface ResultWriter {
  /**
   * Writes the rows of a chunk that fit within the limit.
   *
   * @returns how many it has written
   */
  add(chunk: DuckDBDataChunk): Promise<number> | number;
  end(summary: ResultSummary): Promise<void> | void;
  /** Releases the file and other resources, complete or not. */
  close(): void;
}

export interface ResultTarget {
  readonly path: string;
  readonly bytesMax: number;
}

export class ResultFile {
  readonly #handle: number;
  /** The bytes that may still be written; the beginning and the end of a result may exceed them. */
  room: number;

  constructor({ path, bytesMax }: ResultTarget) {
    this.#handle = openSync(path, "wx", 0o600);
    this.room = bytesMax;
  }

  write(piece: string | Uint8Array): void {
    const bytes = Buffer.from(piece);
    this.room -= bytes.length;
    for (let start = 0; start < bytes.length; ) start += writeSync(this.#handle, bytes, start);
  }

  close(): void {
    closeSync(this.#handle);
  }
}

/** A result in a file. The file is unlinked at once, so that none remains if its reader fails. */
export function readResult(path: string, summary: ResultSummary): SqlResult {
  const handle = openSync(path, "r");
  rmSync(path);
  const { size } = fstatSync(handle);
  const stream = createReadStream(path, { fd: handle });
  return { ...summary, bytes: size, pieces: stream, close: () => void stream.destroy() };
}
