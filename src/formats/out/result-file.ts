import { closeSync, createReadStream, fstatSync, openSync, rmSync, writeSync } from "node:fs";
import type { DuckDBDataChunk, DuckDBType } from "@duckdb/node-api";
import type { SqlResult } from "../../engine/ports/ad-hoc-sql.ts";

/** A column of a result. */
export interface ResultColumn {
  readonly name: string;
  readonly type: DuckDBType;
}

/** The summary of a result. */
export type ResultSummary = Pick<SqlResult, "rows" | "truncated" | "elapsedMs" | "asOf">;

/** Writes a result to a file, batch by batch. */
export interface ResultWriter {
  /**
   * Writes the rows of a chunk that fit within the limit.
   *
   * @returns how many it has written
   */
  add(chunk: DuckDBDataChunk): Promise<number> | number;
  /** Completes the file. */
  end(summary: ResultSummary): Promise<void> | void;
  /** Releases the file and other resources, complete or not. */
  close(): void;
}

/** The file of a result, and the limit on its bytes. */
export interface ResultTarget {
  readonly path: string;
  readonly bytesMax: number;
}

const BUFFER_BYTES = 64 * 1024;

/** A file that is written piece by piece, up to a limit on its bytes. */
export class ResultFile {
  readonly #handle: number;
  readonly #bytesMax: number;
  #pieces: Uint8Array[] = [];
  #collected = 0;
  #bytes = 0;

  constructor({ path, bytesMax }: ResultTarget) {
    this.#handle = openSync(path, "wx", 0o600);
    this.#bytesMax = bytesMax;
  }

  /** Writes a piece, unless it ends beyond the limit. */
  tryWrite(piece: string | Uint8Array): boolean {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    if (this.#bytes + bytes.length > this.#bytesMax) return false;
    this.write(bytes);
    return true;
  }

  /** Writes a piece beyond the limit, too: the beginning or the end of a result. */
  write(piece: string | Uint8Array): void {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    this.#pieces.push(bytes);
    this.#collected += bytes.length;
    this.#bytes += bytes.length;
    if (this.#collected >= BUFFER_BYTES) this.#flush();
  }

  /** Writes the end of a result, and all collected pieces. */
  finish(piece: string | Uint8Array): void {
    this.write(piece);
    this.#flush();
  }

  #flush(): void {
    const whole = Buffer.concat(this.#pieces);
    for (let start = 0; start < whole.length; ) start += writeSync(this.#handle, whole, start);
    this.#pieces = [];
    this.#collected = 0;
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
