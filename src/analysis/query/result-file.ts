import { closeSync, openSync, writeSync } from "node:fs";

/** Bytes that are gathered before they are written. */
const BUFFER_BYTES = 64 * 1024;

/** A file that is written piece by piece, up to a limit on its bytes. */
export class ResultFile {
  readonly #handle: number;
  readonly #bytesMax: number;
  #pieces: Uint8Array[] = [];
  #gathered = 0;
  #bytes = 0;

  constructor(path: string, bytesMax: number) {
    this.#handle = openSync(path, "wx", 0o600);
    this.#bytesMax = bytesMax;
  }

  /** Writes a piece, unless the limit lies before its end. */
  tryWrite(piece: string | Uint8Array): boolean {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    if (this.#bytes + bytes.length > this.#bytesMax) return false;
    this.write(bytes);
    return true;
  }

  /** Writes a piece wherever the limit is: what a result begins and ends with. */
  write(piece: string | Uint8Array): void {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    this.#pieces.push(bytes);
    this.#gathered += bytes.length;
    this.#bytes += bytes.length;
    if (this.#gathered >= BUFFER_BYTES) this.flush();
  }

  flush(): void {
    const whole = Buffer.concat(this.#pieces);
    for (let start = 0; start < whole.length; ) start += writeSync(this.#handle, whole, start);
    this.#pieces = [];
    this.#gathered = 0;
  }

  close(): void {
    closeSync(this.#handle);
  }
}
